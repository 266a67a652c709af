"""Tags go to tokens and come back exactly, for every way of cutting; what cannot come back is counted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.labelled.alignment import (
    CUT,
    NONE,
    align,
    entities_of,
    reach_of,
    tags_of,
    token_tags,
    unit_tags,
)
from workbench.text.labelled.encoding import InputForm, encode
from workbench.text.labelled.records import Entity, Example
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TEXT = "比赛7.7日在New York举行"
SPANS = ((2, 6, "DATE"), (7, 15, "LOC"), (15, 17, "EVENT"))  # 7.7日, New York, 举行


def example_of(text: str, spans: tuple[tuple[int, int, str], ...]) -> Example:
    units = tuple((place, place + 1) for place, letter in enumerate(text) if not letter.isspace())
    starts = [start for start, _ in units]
    entities = tuple(
        Entity(starts.index(start), max(n for n, one in enumerate(starts) if one < end), name)
        for start, end, name in spans
    )
    return Example(text, 1, units=units, entities=entities)


def wordpiece() -> Vocabulary:
    pieces = [*"比赛日在举行", "7", ".", "new", "york", "n", "##e", "##w", "yo", "##rk"]
    return Vocabulary.make("pieces", VocabularyKind.WORDPIECE, [*SPECIAL, *pieces], lowercase=True)


def characters() -> Vocabulary:
    return Vocabulary.make("letters", VocabularyKind.CHARACTER, [*SPECIAL, *dict.fromkeys("比赛日在举行7.NewYork")])


def word_list() -> Vocabulary:
    tokens = [*SPECIAL, "比赛", "在", "举行", "日", "7", ".", "new", "york"]
    return Vocabulary.make("words", VocabularyKind.WORD, tokens, lowercase=True)


@pytest.mark.parametrize("make", [wordpiece, characters, word_list])
def test_numbers_and_latin_words_keep_their_entities(make: object) -> None:
    """R138: a token of several characters, and several tokens of one word."""
    example = example_of(TEXT, SPANS)
    encoded = encode([example], Tokenizer(make()), InputForm(64))  # type: ignore[operator]
    reach = reach_of([example], encoded.alignments)
    assert (reach.entities, reach.cut, reach.apart) == (3, 0, ())
    tags = tags_of(len(example.units), example.entities)
    back = entities_of(unit_tags(encoded.alignments[0], token_tags(encoded.alignments[0], tags)))
    assert [(example.words_of(one), one.name) for one in back] == [
        ("7.7日", "DATE"), ("New York", "LOC"), ("举行", "EVENT")
    ]  # fmt: skip


def test_entities_that_end_inside_a_token_are_counted() -> None:
    vocabulary = Vocabulary.make("words", VocabularyKind.WORDPIECE, [*SPECIAL, "abcd", "ef"])
    example = example_of("abcd ef", ((0, 2, "X"), (5, 7, "Y")))
    encoded = encode([example], Tokenizer(vocabulary), InputForm(16))
    reach = reach_of([example], encoded.alignments)
    assert (reach.entities, reach.cut) == (2, 0)
    assert [one.words_of(entity) for one, entity in reach.apart] == ["ab"]


def test_entities_in_what_was_cut_off_are_counted() -> None:
    vocabulary = Vocabulary.make("letters", VocabularyKind.CHARACTER, [*SPECIAL, *"abcdef"])
    example = example_of("abcdef", ((1, 3, "X"), (3, 5, "Y")))
    encoded = encode([example], Tokenizer(vocabulary), InputForm(6))  # four letters fit
    assert (encoded.cut, encoded.cut_tokens) == (1, 2)
    assert encoded.alignments[0].carrier.tolist() == [1, 2, 3, 4, CUT, CUT]
    reach = reach_of([example], encoded.alignments)
    assert (reach.entities, reach.cut, reach.apart) == (2, 1, ())


def test_a_unit_without_a_token_belongs_to_what_lies_around_it() -> None:
    example = Example("a\ufffdb", 1, units=((0, 1), (1, 2), (2, 3)), entities=(Entity(0, 2, "X"),))
    alignment = align(example, np.array([[0, 1], [2, 3]]), shift=1)
    assert alignment.carrier.tolist() == [1, NONE, 2]
    assert unit_tags(alignment, ["B-X", "I-X"]) == ["B-X", "I-X", "I-X"]
    assert unit_tags(alignment, ["B-X", "B-X"]) == ["B-X", "O", "B-X"]
    assert unit_tags(alignment, ["O", "I-X"]) == ["O", "O", "I-X"]


def naive_entities(tags: list[str]) -> list[Entity]:
    """All runs B-X I-X … that are as long as they can be, by looking at every pair of ends."""
    found = []
    for first, last in ((a, b) for a in range(len(tags)) for b in range(a, len(tags))):
        name = tags[first][2:]
        inside = all(tag == f"I-{name}" for tag in tags[first + 1 : last + 1])
        ends = last + 1 == len(tags) or tags[last + 1] != f"I-{name}"
        if tags[first] == f"B-{name}" and inside and ends:
            found.append(Entity(first, last, name))
    return found


@given(st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), max_size=12))
def test_strict_entities_are_those_of_a_naive_search(tags: list[str]) -> None:
    assert entities_of(tags) == naive_entities(tags)


@given(st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), min_size=1, max_size=12))
def test_tags_and_entities_are_each_others_inverse(tags: list[str]) -> None:
    entities = entities_of(tags)
    assert entities_of(tags_of(len(tags), entities)) == entities


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=8),
    st.lists(st.integers(1, 3), min_size=1, max_size=8),
    st.data(),
)
def test_tokens_that_cut_as_finely_as_units_bring_all_entities_back(
    units: list[int], extra: list[int], data: st.DataObject
) -> None:
    """Whatever the units are, tokens that never reach over the edge of one recover every entity."""
    edges = np.cumsum([0, *units])
    example_units = tuple(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
    inner = data.draw(st.sets(st.integers(0, int(edges[-1]) - 1), max_size=4))
    cuts = sorted({*edges.tolist(), *inner})
    spans = np.array(list(pairwise(cuts)))
    tags = data.draw(st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y"]), min_size=len(units), max_size=len(units)))
    example = Example("x" * int(edges[-1]), 1, units=example_units, entities=tuple(entities_of(tags)))
    reach = reach_of([example], [align(example, spans)])
    assert (reach.cut, reach.apart) == (0, ())
