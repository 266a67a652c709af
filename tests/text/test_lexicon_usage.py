"""Contexts and coverage of a list against a count by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.lexicon_usage import Coverage, Idle, Share, find_contexts, measure_coverage
from workbench.text.units import Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

Corpora = Callable[..., Any]
SENTENCES = ["粤港澳大湾区的城市很大。", "party is art", "哈哈哈哈", "大湾区和港澳", "the art of art"]


def lexicon(*texts: str, kind: LexiconKind = LexiconKind.ENTITY, count: int = 0) -> Lexicon:
    return Lexicon("l", kind, tuple(LexiconEntry(text, "", count) for text in texts))


@pytest.fixture
def measure(project: Project, memory_corpus: Corpora) -> Callable[..., Coverage]:
    def measured(listed: Lexicon, sentences: Sequence[str] = SENTENCES, **more: Any) -> Coverage:
        return measure_coverage(project, memory_corpus([sentences]), listed, UnitSettings(), **more)

    return measured


def test_contexts_name_sentence_and_place(memory_corpus: Corpora) -> None:
    corpus = memory_corpus([SENTENCES])
    found = find_contexts(corpus, "art")
    assert (found.occurrences, found.sentences) == (3, 2)
    assert [(one.sentence, one.start) for one in found.shown] == [(1, 9), (4, 4)]
    for one in found.shown:
        assert one.text == SENTENCES[one.sentence]
        assert one.text[one.start :].startswith("art")
    assert find_contexts(corpus, "哈哈").occurrences == 3
    assert find_contexts(corpus, "绝无").shown == ()
    many = memory_corpus([[f"第{number}次" for number in range(100)]])
    assert [one.sentence for one in find_contexts(many, "次", 3).shown] == [0, 49, 99]
    with pytest.raises(StoppedError):
        find_contexts(corpus, "art", cancelled=lambda: True)


def test_counts_shares_and_the_curve(measure: Callable[..., Coverage]) -> None:
    found = measure(lexicon("粤港澳大湾区", "大湾区", "港澳", "哈哈", "art", "绝无"))
    assert found.counts.tolist() == [1, 2, 2, 3, 3, 0]
    assert found.characters == Share(6 + 3 + 4 + 3 + 2 + 6, 11 + 10 + 4 + 6 + 11)
    assert found.sentences == Share(5, 5)
    assert found.order.tolist() == [3, 4, 1, 2, 0, 5]
    assert found.curve.tolist() == [4, 13, 19, 23, 24, 24]
    assert found.idle == {5: Idle.ABSENT}


def test_words_and_tokens_count_as_covered_when_all_of_them_is(measure: Callable[..., Coverage]) -> None:
    vocabulary = Vocabulary.make(
        "v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"港澳的城市"], lowercase=True
    )
    found = measure(lexicon("港澳", "城市群"), ["港澳的城市", "港 澳"], vocabulary=vocabulary)
    assert found.words == Share(1, 5)
    assert found.tokens == Share(2, 7)
    assert found.idle == {1: Idle.ABSENT}
    assert measure(lexicon("港湾"), ["港湾"], vocabulary=vocabulary).idle == {0: Idle.UNKNOWN}


def test_why_an_entry_never_acts(measure: Callable[..., Coverage]) -> None:
    found = measure(lexicon("par", "绝无", "大湾", "港澳大", "城市", kind=LexiconKind.PHRASE))
    assert found.idle == {0: Idle.INSIDE, 1: Idle.ABSENT, 3: Idle.TORN}
    assert measure(lexicon("港澳大")).idle == {}, "an entity need not begin where a word does"


def test_words_of_a_dictionary_act_where_they_are_cut_out(project: Project, measure: Callable[..., Coverage]) -> None:
    for word, count, idle in (("的我", 1, {0: Idle.TORN}), ("粤港澳", -1, {})):
        words = lexicon(word, kind=LexiconKind.WORD, count=count)
        save_lexicon(project, words)
        assert measure(words, ["这是的我", "粤港澳"]).idle == idle


def test_nothing_to_measure_and_a_stop(measure: Callable[..., Coverage]) -> None:
    empty = measure(lexicon())
    assert (empty.curve.tolist(), empty.characters.value) == ([], 0.0)
    assert measure(lexicon("一"), []).idle == {0: Idle.ABSENT}
    with pytest.raises(StoppedError):
        measure(lexicon("一"), cancelled=lambda: True)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.text("甲乙丙", min_size=1, max_size=3), max_size=6, unique=True),
    st.lists(st.text("甲乙丙，", max_size=12), max_size=6),
)
def test_counts_and_curve_equal_a_naive_recount(
    project: Project, memory_corpus: Corpora, entries: list[str], sentences: list[str]
) -> None:
    units = UnitSettings(segmenter=Segmenter.SPACES)
    found = measure_coverage(project, memory_corpus([sentences]), lexicon(*entries), units)
    counts = [sum(text.startswith(entry, i) for text in sentences for i in range(len(text))) for entry in entries]
    assert found.counts.tolist() == counts
    order = sorted(range(len(entries)), key=lambda place: -counts[place])
    curve = []
    for rank in range(len(entries)):
        covered = set()
        for number, text in enumerate(sentences):
            for entry in (entries[place] for place in order[: rank + 1]):
                for start in range(len(text)):
                    if text.startswith(entry, start):
                        covered |= {(number, start + offset) for offset in range(len(entry))}
        curve.append(len(covered))
    assert found.order.tolist() == order
    assert found.curve.tolist() == curve
    assert found.characters.covered == (curve[-1] if curve else 0)
