"""Which list wins: the longest entry, or the earlier list."""

from __future__ import annotations

from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconSource
from workbench.text.overlaps import Clash, find_clashes
from workbench.text.units import Overlap, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

TEXT = "粤港澳大湾区的城市"
SHORT = Lexicon("short", LexiconKind.ENTITY, (LexiconEntry("粤港澳", "a"), LexiconEntry("大湾区", "a")))
LONG = Lexicon("long", LexiconKind.ENTITY, (LexiconEntry("粤港澳大湾区", "b"), LexiconEntry("城市", "b")))


def clashes(*lists: Lexicon, overlap: Overlap = Overlap.LONGEST) -> list[Clash]:
    vocabulary = Vocabulary.make(
        "v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *TEXT], lowercase=True
    )
    settings = UnitSettings(dictionary_phrases=False, dictionary_entities=False, english_chunks=False, overlap=overlap)
    return find_clashes(Analyser(vocabulary, settings, lists), TEXT)


def test_the_longest_stays() -> None:
    (clash,) = clashes(SHORT, LONG)
    assert (clash.kind, clash.winner.text, clash.winner.label.source) == (UnitKind.ENTITY, "粤港澳大湾区", "list long")
    assert [(loser.text, loser.start) for loser in clash.losers] == [("粤港澳", 0), ("大湾区", 3)]


def test_the_first_list_stays_and_the_order_decides() -> None:
    first, second = clashes(SHORT, LONG, overlap=Overlap.FIRST_LIST)
    assert [first.winner.text, second.winner.text] == ["粤港澳", "大湾区"]
    assert first.losers[0].label.source == "list long"
    (other,) = clashes(LONG, SHORT, overlap=Overlap.FIRST_LIST)
    assert other.winner.text == "粤港澳大湾区"


def test_one_text_in_two_lists_is_a_clash_and_marks_go_first() -> None:
    again = Lexicon("again", LexiconKind.ENTITY, (LexiconEntry("城市", "c"),), LexiconSource.MINED)
    (clash,) = clashes(LONG, again)
    assert clash.winner.label.name == "b"
    assert clash.losers[0].label.source == "mined again"
    marked = Lexicon("marked", LexiconKind.ENTITY, (LexiconEntry("湾区", "m"),), LexiconSource.MARKED)
    (clash,) = clashes(LONG, marked)
    assert clash.winner.text == "湾区"
    assert clashes(LONG) == []
