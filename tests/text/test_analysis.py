"""Layers over tokens: words, phrases, entities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.text.analysis import Analyser, make_analyser, phrase_statistics
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconSource, save_lexicon
from workbench.text.units import Overlap, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

Analyse = Callable[[Analyser, Sequence[str]], list[Any]]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
BYTES = [chr(code) for code in (*range(33, 127), *range(161, 173), *range(174, 324))]
PLAIN = UnitSettings(dictionary_phrases=False, dictionary_entities=False, english_chunks=False)
CHARACTERS = Vocabulary.make("c", VocabularyKind.CHARACTER, [*SPECIAL, *"我们在北京大学粤港澳湾区"])
PIECES = Vocabulary.make(
    "p", VocabularyKind.WORDPIECE, [*SPECIAL, "play", "##ing", "don", "t", "'", "语", "言", "使", "用"]
)
WORDS = Vocabulary.make(
    "w", VocabularyKind.WORD, [*SPECIAL, "我", "在", "北京大学", "北京", "大", "学", "粤港澳", "湾"]
)
#: 京大 in UTF-8 is E4 BA AC E5 A4 A7: the merge joins the end of one word and the beginning of the next.
BPE = Vocabulary.make(
    "b",
    VocabularyKind.BYTE_BPE,
    ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *BYTES, "¬å", "äº"],
    lowercase=False,
    merges=[("¬", "å"), ("ä", "º")],
)


def units(sequence: Any, kind: UnitKind) -> list[str]:
    """Texts of the units of a layer."""
    layer = sequence.layers[kind]
    return [
        sequence.text[sequence.spans[start, 0] : sequence.spans[end - 1, 1]]
        for start, end in zip(layer.start.tolist(), layer.end.tolist(), strict=True)
    ]


def labels(analyser: Analyser, sequence: Any, kind: UnitKind) -> list[tuple[str, str, str]]:
    """Texts, classes and sources of the units of a layer."""
    found = [analyser.labels[label] for label in sequence.layers[kind].label.tolist()]
    return [(text, label.name, label.source) for text, label in zip(units(sequence, kind), found, strict=True)]


def test_words_of_chinese_and_english_stay_whole(analyse: Analyse) -> None:
    sequence = analyse(Analyser(PIECES, PLAIN), ["使用语言 don't Playing"])[0]
    assert units(sequence, UnitKind.WORD) == ["使用", "语言", "don't", "Playing"]
    assert len(sequence.layers[UnitKind.PHRASE]) == len(sequence.layers[UnitKind.ENTITY]) == 0


def test_units_that_meet_inside_a_token_are_one(analyse: Analyse) -> None:
    sequence = analyse(Analyser(WORDS, PLAIN), ["我在北京大学"])[0]
    assert units(sequence, UnitKind.WORD) == ["我", "在", "北京大学"]
    lists = [Lexicon("l", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),))]
    sequence = analyse(Analyser(BPE, PLAIN, lists), ["在北京大学"])[0]
    assert [BPE.token(token) for token in sequence.ids.tolist()].count("¬å") == 1
    assert units(sequence, UnitKind.WORD) == ["在", "北京大学"], "北京 and 大学 meet in one token"
    assert units(sequence, UnitKind.ENTITY) == ["北京大学"]


def test_entities_and_phrases_of_the_dictionary(analyse: Analyse) -> None:
    analyser = Analyser(CHARACTERS, UnitSettings())
    first, second = analyse(analyser, ["我来到北京清华大学", "他画蛇添足"])
    assert labels(analyser, first, UnitKind.ENTITY) == [
        ("北京", "place", "dictionary tag ns"),
        ("清华大学", "organisation", "dictionary tag nt"),
    ]
    assert labels(analyser, second, UnitKind.PHRASE) == [("画蛇添足", "idiom", "dictionary tag i")]
    assert phrase_statistics(second.layers).share == 1.0
    assert phrase_statistics(first.layers).share == 0.0


def test_entity_lists_cut_words_and_win_by_length(analyse: Analyse) -> None:
    entities = Lexicon(
        "areas", LexiconKind.ENTITY, (LexiconEntry("粤港澳大湾区", "area"), LexiconEntry("京大", "nick"))
    )
    analyser = Analyser(CHARACTERS, UnitSettings(), [entities])
    first, second = analyse(analyser, ["在粤港澳大湾区", "北京大学"])
    assert labels(analyser, first, UnitKind.ENTITY) == [("粤港澳大湾区", "area", "list areas")]
    assert units(first, UnitKind.WORD) == ["在", "粤港澳", "大湾", "区"]
    assert labels(analyser, second, UnitKind.ENTITY) == [("北京大学", "organisation", "dictionary tag nt")]
    ordered = Analyser(CHARACTERS, UnitSettings(overlap=Overlap.FIRST_LIST), [entities])
    second = analyse(ordered, ["北京大学"])[0]
    assert labels(ordered, second, UnitKind.ENTITY) == [("京大", "nick", "list areas")]
    assert units(second, UnitKind.WORD) == ["北", "京大", "学"]


def test_phrase_lists_keep_to_words_and_marks_need_not(analyse: Analyse) -> None:
    entries = (LexiconEntry("在北京大学"), LexiconEntry("们在北"))
    listed = Analyser(CHARACTERS, PLAIN, [Lexicon("l", LexiconKind.PHRASE, entries, LexiconSource.MINED)])
    sequence = analyse(listed, ["我们在北京大学，我们在北京"])[0]
    assert labels(listed, sequence, UnitKind.PHRASE) == [("在北京大学", "", "mined l")]
    assert phrase_statistics(sequence.layers).share == 0.0
    marked = Analyser(CHARACTERS, PLAIN, [Lexicon("m", LexiconKind.PHRASE, entries, LexiconSource.MARKED)])
    sequence = analyse(marked, ["我们在北京大学，我们在北京"])[0]
    assert labels(marked, sequence, UnitKind.PHRASE) == [("在北京大学", "", "marked"), ("们在北", "", "marked")]


def test_entries_with_blanks_and_symbols_are_found_whole(analyse: Analyse) -> None:
    entries = ("Edu Trust认证", "C++", "抗原19-9", "云计算")
    lists = [Lexicon("d", LexiconKind.ENTITY, tuple(LexiconEntry(text, "term") for text in entries))]
    analyser = Analyser(Vocabulary.make("e", VocabularyKind.CHARACTER, SPECIAL), PLAIN, lists)
    sequence = analyse(analyser, ["他有Edu Trust认证，写C++，测抗原19-9，用云计算。"])[0]
    assert units(sequence, UnitKind.ENTITY) == list(entries)


def test_lists_of_the_project_are_fetched_by_name(tmp_path: Path, analyse: Analyse) -> None:
    project = Project(tmp_path).create()
    save_lexicon(project, Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("大湾", "x"),)))
    analyser = make_analyser(project, CHARACTERS, UnitSettings(entity_lists=("e",)))
    assert labels(analyser, analyse(analyser, ["粤港澳大湾区"])[0], UnitKind.ENTITY)[-1] == ("大湾", "x", "list e")
    with pytest.raises(ArgumentError, match="nowhere"):
        make_analyser(project, CHARACTERS, UnitSettings(phrase_lists=("nowhere",)))


def test_what_moves_units_changes_the_identity() -> None:
    changed = [
        Analyser(CHARACTERS, UnitSettings()),
        Analyser(CHARACTERS, UnitSettings(hmm=True)),
        Analyser(CHARACTERS, UnitSettings(), [Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("大湾"),))]),
        Analyser(CHARACTERS, UnitSettings(), [Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("大湾", "x"),))]),
    ]
    assert len({analyser.identity for analyser in changed}) == 4


LISTS = [
    Lexicon("p", LexiconKind.PHRASE, tuple(LexiconEntry(t) for t in ("北京大学", "我们在", "play a", "ab"))),
    Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("京大", "x"), LexiconEntry("学", "y"), LexiconEntry("ab", "z"))),
]
ANALYSERS = [Analyser(vocabulary, UnitSettings(), LISTS) for vocabulary in (CHARACTERS, PIECES, WORDS, BPE)]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.text(
            st.one_of(st.sampled_from("我们在北京大学 abPlay'é\u0301，😂"), st.characters(codec="utf-8")), max_size=30
        ),
        max_size=4,
    )
)
def test_layers_tile_nest_and_never_split_a_token(analyse: Analyse, texts: list[str]) -> None:
    for analyser in ANALYSERS:
        for sequence in analyse(analyser, texts):
            words = sequence.layers[UnitKind.WORD]
            edges = [0, *words.end.tolist()]
            assert words.start.tolist() == edges[:-1]
            assert edges[-1] == len(sequence.ids)
            for kind in (UnitKind.PHRASE, UnitKind.ENTITY):
                layer = sequence.layers[kind]
                assert (layer.end > layer.start).all()
                assert (layer.start[1:] >= layer.end[:-1]).all()
                assert np.isin(layer.start, words.start).all()
                assert np.isin(layer.end, words.end).all()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("我们在北京大学 abPlay'é，😂", max_size=20), max_size=5))
def test_a_text_alone_is_cut_as_in_company(analyse: Analyse, texts: list[str]) -> None:
    for analyser in ANALYSERS:
        together = analyse(analyser, texts)
        for text, sequence in zip(texts, together, strict=True):
            alone = analyse(analyser, [text])[0]
            assert np.array_equal(alone.ids, sequence.ids)
            for kind, layer in sequence.layers.items():
                assert np.array_equal(alone.layers[kind].start, layer.start)
                assert np.array_equal(alone.layers[kind].end, layer.end)
                assert np.array_equal(alone.layers[kind].label, layer.label)


def test_ngrams_nest_and_overlap_and_end_where_tokens_do(analyse: Analyse) -> None:
    entries = tuple(map(LexiconEntry, ("北京", "北京大学", "京大", "大学粤", "湾区")))
    lexicon = Lexicon("n", LexiconKind.NGRAM, entries, LexiconSource.MINED)
    found = analyse(Analyser(CHARACTERS, PLAIN, [lexicon]), ["我们在北京大学粤港澳大湾区"])[0]
    assert units(found, UnitKind.NGRAM) == ["北京大学", "北京", "京大", "大学粤", "湾区"]
    assert units(analyse(Analyser(WORDS, PLAIN, [lexicon]), ["在北京大学"])[0], UnitKind.NGRAM) == ["北京大学"]


def test_synonyms_do_not_move_units() -> None:
    """A changed table must not have the corpus cut again."""
    table = Lexicon("s", LexiconKind.SYNONYM, (LexiconEntry("北京", "大学"),))
    plain, with_table = Analyser(CHARACTERS, PLAIN), Analyser(CHARACTERS, PLAIN, synonyms=[table])
    named = Analyser(CHARACTERS, PLAIN.model_copy(update={"synonyms": ("s",)}), synonyms=[table])
    assert plain.identity == with_table.identity == named.identity
    assert plain.similar_words is None
    assert with_table.similar_words is not None
    assert len(with_table.similar_words) == 1
