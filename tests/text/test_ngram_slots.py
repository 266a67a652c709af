"""Which n-grams passages are given (ERNIE sheet 3.2, 3.6, 3.7)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.seeding import example_keys
from workbench.text.ngram_lexicon import NgramLexicon
from workbench.text.ngram_settings import NgramSettings
from workbench.text.ngram_slots import NgramMatcher, NgramSlots, Passages, make_matcher, unmatched_entries
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHARACTERS = "粤港澳大湾区城市高速度提abcde,"
VOCABULARY = Vocabulary.make("c", VocabularyKind.CHARACTER, [*SPECIAL, *CHARACTERS])
TOKENIZER = Tokenizer(VOCABULARY)
LEXICON = NgramLexicon(("城市", "港澳", "粤港澳", "大湾区", "湾区", "粤港澳大湾区"), (900, 300, 100, 50, 40, 20))


def ids_of(text: str) -> list[int]:
    """[CLS] and a text with its [SEP] and [MASK] written as | and _."""
    marks = {"|": VOCABULARY.sep_id, "_": VOCABULARY.mask_id}
    return [VOCABULARY.cls_id, *(marks.get(one, 0) or VOCABULARY.ids_by_token[one] for one in text)]


def passages(*texts: str) -> Passages:
    rows = [ids_of(text) for text in texts]
    segments = [1 if i > row.index(VOCABULARY.sep_id) else 0 for row in rows for i in range(len(row))]
    starts = np.concatenate(([0], np.cumsum([len(row) for row in rows])))
    return Passages(np.concatenate(rows), starts, np.array(segments))


def matcher(lexicon: NgramLexicon = LEXICON, **settings: object) -> NgramMatcher:
    return make_matcher(lexicon, NgramSettings.model_validate(settings), TOKENIZER)


def found_in(finder: NgramMatcher, given: Passages, longest: int = 128, seed: int = 1) -> NgramSlots:
    return finder.find(given, longest, example_keys(seed, 0, 0, np.arange(len(given.starts) - 1)))


def named(finder: NgramMatcher, slots: NgramSlots) -> list[tuple[str, int, int]]:
    texts = finder.lexicon.texts
    columns = slots.id.tolist(), slots.start.tolist(), slots.length.tolist()
    return [(texts[number - 1], start, length) for number, start, length in zip(*columns, strict=True)]


def dense(finder: NgramMatcher, slots: NgramSlots, tokens: int) -> np.ndarray:
    coverage = finder.coverage(slots, tokens)
    matrix = np.zeros((tokens, len(slots)))
    matrix[coverage.token, coverage.slot] = 1.0 if coverage.weight is None else coverage.weight
    return matrix


def test_the_worked_example_of_the_sheet() -> None:
    """Overlapping and nested matches are all there, by id; M is not normalised, W of frequencies is."""
    given = passages("粤港澳大湾区城市|")
    finder = matcher()
    slots = found_in(finder, given)
    assert named(finder, slots) == [
        ("城市", 7, 2), ("港澳", 2, 2), ("粤港澳", 1, 3), ("大湾区", 4, 3), ("湾区", 5, 2), ("粤港澳大湾区", 1, 6),
    ]  # fmt: skip
    assert slots.id.tolist() == [1, 2, 3, 4, 5, 6]
    assert dense(finder, slots, 10).sum(1).tolist() == [0, 2, 3, 3, 2, 3, 3, 1, 1, 0]
    weighted = matcher(weights="frequency")
    weights = dense(weighted, found_in(weighted, given), 10)
    assert weights[2] == pytest.approx([0, 0.7143, 0.2381, 0, 0, 0.0476], abs=5e-5)
    assert weights.sum(1) == pytest.approx([0, 1, 1, 1, 1, 1, 1, 1, 1, 0], abs=1e-6)


def test_a_masked_token_takes_its_ngrams_along_and_nothing_crosses_a_separator() -> None:
    finder = matcher()
    assert {text for text, _, _ in named(finder, found_in(finder, passages("粤港_大湾区城市|")))} == {
        "湾区",
        "城市",
        "大湾区",
    }
    assert named(finder, found_in(finder, passages("粤港|澳大湾|区城|市|"))) == []


def test_segments_are_those_of_the_start_and_passages_are_apart() -> None:
    finder = matcher()
    slots = found_in(finder, passages("城市|港澳|", "湾|", "市|城市|"))
    assert slots.starts.tolist() == [0, 2, 2, 3]
    assert (slots.id.tolist(), slots.segment.tolist()) == ([1, 2, 1], [0, 1, 1])
    assert slots.owner.tolist() == [0, 0, 2]
    assert slots.start.tolist() == [1, 4, 13]


def test_the_cap_keeps_the_frequent_and_what_it_drops_is_known() -> None:
    finder = matcher(most=2)
    slots = found_in(finder, passages("粤港澳大湾区城市|", "城市|"))
    assert slots.kept.tolist() == [True, True, False, False, False, False, True]
    kept = slots.kept_only()
    assert (kept.id.tolist(), kept.starts.tolist()) == ([1, 2, 1], [0, 2, 3])
    assert kept.kept.all()


@pytest.mark.parametrize(("longest", "cap"), [(10, 4), (20, 2), (128, 1), (9, 5)])
def test_a_proportional_cap_is_rounded_up(longest: int, cap: int) -> None:
    """A passage of 10 tokens of at most ``longest``: ceil(10 / longest * 4)."""
    finder = matcher(most=4, proportional=True)
    assert int(found_in(finder, passages("粤港澳大湾区城市|"), longest).kept.sum()) == cap


def test_a_random_subset_hangs_on_seed_and_passage_alone() -> None:
    finder = matcher(most=2, choice="shuffle")
    text = "粤港澳大湾区城市|"
    first = found_in(finder, passages(text, text))
    assert [int(first.kept[a:b].sum()) for a, b in pairwise(first.starts.tolist())] == [2, 2]
    assert np.array_equal(first.kept, found_in(finder, passages(text, text)).kept)
    alone = found_in(finder, passages(text))
    assert np.array_equal(first.kept[:6], alone.kept), "the same in any batch"
    subsets = {tuple(found_in(finder, passages(text), seed=seed).kept.tolist()) for seed in range(60)}
    assert len(subsets) > 10, "15 are possible"
    shares = np.mean([found_in(finder, passages(text), seed=seed).kept for seed in range(600)], axis=0)
    assert shares == pytest.approx([1 / 3] * 6, abs=0.08)
    assert (np.diff(found_in(finder, passages(text)).kept_only().id) > 0).all(), "in the order of ids all the same"


def test_entries_that_can_match_nothing_are_counted() -> None:
    """[UNK] never matches; lengths count tokens; of entries with the same tokens the last is taken."""
    texts = ("城市", "城x市", "高", "abcdeabc", "AB", "ab", "[SEP]", "a,b")
    finder = matcher(NgramLexicon(texts, (9, 8, 7, 6, 5, 4, 3, 2)))
    unmatched = finder.unmatched
    assert (unmatched.unknown, unmatched.short, unmatched.long, unmatched.repeated) == (2, 1, 1, 1)
    assert unmatched == unmatched_entries(finder.lexicon, finder.settings, TOKENIZER)
    assert found_in(finder, passages("abcdeabc城市a,b|")).id.tolist() == [1, 6, 6, 8]
    told = unmatched.told(len(texts)).render()
    assert told.startswith(
        "5 of 8 n-grams match nothing: 2 have characters that the vocabulary lacks; 1 has too few tokens"
    )
    assert matcher(NgramLexicon(texts, (9,) * 8), shortest=1, longest=8).unmatched.short == 0


def test_an_entry_without_a_count_weighs_as_one() -> None:
    finder = matcher(NgramLexicon(("城市", "市高"), (0, 0)), weights="frequency")
    weights = dense(finder, found_in(finder, passages("城市高|")), 5)
    assert weights.sum(1) == pytest.approx([0, 1, 1, 1, 0])
    assert weights[2] == pytest.approx([0.5, 0.5])


def test_byte_level_entries_match_behind_a_blank_too() -> None:
    alphabet = ["Ġ", *map(chr, range(97, 123)), "N", "Y"]
    tokens = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *alphabet, "ĠN", "ĠY"]
    vocabulary = Vocabulary.make("b", VocabularyKind.BYTE_BPE, tokens, merges=(("Ġ", "N"), ("Ġ", "Y")), lowercase=False)
    tokenizer = Tokenizer(vocabulary)
    lexicon = NgramLexicon(("New York",), (3,))
    finder = make_matcher(lexicon, NgramSettings(longest=20), tokenizer)
    for text in ("New York", "in New York"):
        ids = np.array([vocabulary.cls_id, *tokenizer.encode([text])[0][0], vocabulary.sep_id])
        given = Passages(ids, np.array([0, len(ids)]), np.zeros(len(ids), np.int8))
        assert found_in(finder, given).id.tolist() == [1], text


def test_a_large_lexicon_and_nothing_at_all() -> None:
    numbers = [f"{a}{b}{c}" for a in CHARACTERS[:12] for b in CHARACTERS[:12] for c in CHARACTERS[:12]]
    finder = matcher(NgramLexicon(tuple(numbers), tuple(range(len(numbers), 0, -1))))
    slots = found_in(finder, passages("粤港澳大湾|"))
    assert {text for text, _, _ in named(finder, slots)} == {"粤港澳", "港澳大", "澳大湾"}
    empty = matcher(NgramLexicon((), ()))
    assert len(found_in(empty, passages("城市|"))) == 0
    assert len(found_in(finder, passages("|"))) == 0


@given(st.lists(st.text("abc|", max_size=12), min_size=1, max_size=4), st.sets(st.text("abc", min_size=1, max_size=4)))
def test_every_window_of_every_passage_is_found(texts: list[str], entries: set[str]) -> None:
    ranked = sorted(entries)
    finder = matcher(NgramLexicon(tuple(ranked), tuple(range(len(ranked), 0, -1))), longest=3)
    given = passages(*[f"{text}|" for text in texts])
    at, expected = 0, []
    for text in texts:
        own = [
            (ranked.index(text[start : start + length]), at + 1 + start, length)
            for length in (2, 3)
            for start in range(len(text) - length + 1)
            if text[start : start + length] in entries
        ]
        expected += sorted(own)
        at += len(text) + 2
    assert [
        (ranked.index(text), start, length) for text, start, length in named(finder, found_in(finder, given))
    ] == expected
