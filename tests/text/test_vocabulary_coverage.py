"""Coverage of a vocabulary over a corpus: counts equal to a naive recount, examples, what is lacking."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.tokenizer import Tokenizer
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary
from workbench.text.vocabulary_coverage import Coverage, CoverageReport, NoText, SpreadSample, report_coverage
from workbench.text.vocabulary_growth import Places, plan_additions
from workbench.text.vocabulary_lists import list_coverage
from workbench.text.vocabulary_unknown import UnknownKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TOKENS = [*SPECIAL, "[unused1]", "我", "们", "学", "习", "，", "play", "##ing", "h", "##i", "[", "]", "mask", "Play"]
BASE = Vocabulary.make("base", VocabularyKind.WORDPIECE, TOKENS)
UNITS = UnitSettings()

Measure = Callable[..., CoverageReport]


@pytest.fixture
def measure(project: Project, memory_corpus: Callable[..., Any]) -> Measure:
    """The report on sentences of one document."""

    def work(
        sentences: list[str], vocabulary: Vocabulary = BASE, lexicons: tuple[Lexicon, ...] = (), sample: int = 0
    ) -> CoverageReport:
        return report_coverage(project, memory_corpus([sentences]), vocabulary, UNITS, lexicons, sample)

    return work


def test_unknown_characters_runs_and_words_with_their_first_example(measure: Measure) -> None:
    report = measure(["我们学习鑫，", "鑫playing，鑫xyz", "ＢＥＲＴ我"])
    coverage = report.coverage
    assert [(text.text, text.kind, text.count) for text in coverage.texts] == [
        ("鑫", UnknownKind.CHARACTER, 3), ("xyz", UnknownKind.RUN, 1), ("ＢＥＲＴ", UnknownKind.FULL_WIDTH, 1),
    ]  # fmt: skip
    example = coverage.texts[0].example
    assert (example.text, example.start, example.end) == ("我们学习鑫，", 4, 5)
    assert (coverage.unknown, coverage.tokens, coverage.distinct_texts) == (5, 14, 3)
    assert (coverage.unknown_characters, coverage.characters) == (3 + 3 + 4, 6 + 13 + 5)
    assert [(text.text, text.count) for text in coverage.words_lost] == [("鑫", 3), ("xyz", 1), ("ＢＥＲＴ", 1)]
    # Words: 我们 学习 鑫 | 鑫 playing 鑫 xyz | ＢＥＲＴ 我
    assert (coverage.words, coverage.unknown_words, coverage.cut_words, coverage.word_tokens) == (9, 5, 3, 12)
    assert coverage.occurrences[BASE.unk_id] == 5
    assert coverage.occurrences[BASE.ids_by_token["我"]] == 2


def test_what_is_lacking_is_what_has_to_be_added(measure: Measure) -> None:
    sentences = ["鑫hi😀", "hiz鑫", "z"]
    lacking = measure(sentences).coverage.lacking
    assert dict(lacking) == {"鑫": 2, "##😀": 1, "##z": 1, "z": 1}
    assert lacking[0] == ("鑫", 2)
    plan = plan_additions(BASE, [token for token, _ in lacking], Places.GROW)
    assert not plan.skipped
    grown = Vocabulary.make("grown", BASE.kind, plan.tokens)
    assert measure(sentences, grown).coverage.unknown == 0


def test_words_over_the_limit_are_counted_and_cut_short(measure: Measure) -> None:
    coverage = measure(["我" + "x" * 101 + "们", "h" + "i" * 99, "y" * 500_000]).coverage
    assert (coverage.too_long, coverage.unknown) == (2, 2), "a hundred characters are not too many"
    assert {text.kind for text in coverage.texts} == {UnknownKind.TOO_LONG}
    assert coverage.lacking == ()
    assert max(len(text.example.text) for text in coverage.texts) < 200


def test_special_tokens_written_out_are_text_and_counted(measure: Measure) -> None:
    coverage = measure(["我[MASK]们[MASK]", "[SEP]"]).coverage
    assert coverage.literal == {"[MASK]": 2, "[SEP]": 1}
    assert coverage.occurrences[BASE.mask_id] == 0


def test_entries_that_are_never_used_leave_out_those_that_cannot_be(measure: Measure) -> None:
    report = measure(["我们playing"])
    assert [entry.token for entry in report.entries.unreachable] == ["Play"]
    assert report.entries.unused == 1
    assert report.never_used == len(TOKENS) - 5 - 1 - 1 - 4, "all but specials, [unused1], Play and the four met"


def test_a_sample_is_spread_over_the_corpus(memory_corpus: Callable[..., Any], measure: Measure) -> None:
    sentences = [f"{number}" for number in range(100)]
    sample = SpreadSample(memory_corpus([sentences]), 5)
    assert sample.sentences(0, sample.num_sentences) == ["0", "24", "49", "74", "99"]
    assert measure(sentences, sample=5).coverage.is_sample
    whole = measure(sentences, sample=1000).coverage
    assert (whole.sentences, whole.is_sample) == (100, False)
    empty = measure([], sample=5).coverage
    assert (empty.sentences, empty.tokens, empty.texts) == (0, 0, ())


def test_without_a_corpus_the_entries_and_lists_are_looked_at(project: Project) -> None:
    lexicon = Lexicon("names", LexiconKind.ENTITY, (LexiconEntry("鑫"),))
    report = report_coverage(project, NoText(), BASE, UNITS, (lexicon,), 2000)
    assert (report.coverage.corpus, report.coverage.sentences, len(report.entries.unreachable)) == ("", 0, 1)
    assert len(report.lists[0].lost) == 1


def test_progress_is_told_and_cancel_heard(project: Project, memory_corpus: Callable[..., Any]) -> None:
    corpus = memory_corpus([["我们" * 40_000] * 4])
    told: list[Progress] = []
    report_coverage(project, corpus, BASE, UNITS, progress=told.append)
    assert [(one.done, one.total) for one in told] == [(2, 4), (4, 4)]
    with pytest.raises(StoppedError):
        report_coverage(project, corpus, BASE, UNITS, cancelled=lambda: bool(told))


def test_entries_of_lists_that_can_never_be_predicted() -> None:
    entries = (LexiconEntry("学习", "verb"), LexiconEntry("鑫我xyz", "name"), LexiconEntry("我们"))
    found = list_coverage(BASE, Lexicon("names", LexiconKind.ENTITY, entries))
    assert (found.name, found.entries) == ("names", 3)
    lost = found.lost[0]
    assert (lost.text, lost.label, lost.unknown) == ("鑫我xyz", "name", ("鑫", "xyz"))
    assert (found.num_lost, len(found.lost), lost.lacking) == (1, 1, ("鑫", "x", "##y", "##z"))
    assert found.lacking == lost.lacking


def test_of_many_lost_entries_all_are_counted_and_the_first_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.vocabulary_lists.MOST_LOST", 2)
    monkeypatch.setattr("workbench.text.vocabulary_lists.MOST_LACKING", 3)
    entries = tuple(map(LexiconEntry, ("鑫", "淼淼", "我们", "焱", "垚鑫")))
    found = list_coverage(BASE, Lexicon("names", LexiconKind.ENTITY, entries))
    assert (found.entries, found.num_lost) == (5, 4)
    assert [entry.text for entry in found.lost] == ["鑫", "淼淼"]
    assert found.lacking == ("鑫", "淼", "焱")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.text(st.one_of(st.sampled_from("我们学习鑫 ，playingzＢ\u0301"), st.characters(codec="utf-8")), max_size=20),
        max_size=5,
    )
)
def test_counts_equal_a_naive_recount(measure: Measure, sentences: list[str]) -> None:
    coverage = measure(sentences).coverage
    ids: Counter[int] = Counter()
    lost: Counter[str] = Counter()
    for text in sentences:
        for token, (start, end) in zip(*(array.tolist() for array in Tokenizer(BASE).encode([text])[0]), strict=True):
            ids[token] += 1
            if token == BASE.unk_id:
                lost[text[start:end]] += 1
    assert coverage.tokens == ids.total()
    assert {place: count for place, count in enumerate(coverage.occurrences.tolist()) if count} == dict(ids)
    assert {text.text: text.count for text in coverage.texts} == dict(lost)
    assert coverage.unknown_characters == sum(len(text) * count for text, count in lost.items())
    for text in coverage.texts:
        assert text.example.text[text.example.start : text.example.end] == text.text


def test_real_chinese_text(shared_data: Path, project: Project, memory_corpus: Callable[..., Any]) -> None:
    path = shared_data / "2_literature" / "luxun_nahan.txt.gz"
    corpus = memory_corpus([gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")])
    found: dict[str, Coverage] = {}
    for name in ("bert-base-chinese", "wobert"):
        vocabulary = find_vocabulary(project, shared_data / "5_vocabs" / name / "vocab.txt")
        found[name] = report_coverage(project, corpus, vocabulary, UNITS).coverage
    characters, words = found.values()
    assert 0 < words.unknown_characters < characters.unknown_characters, "some words hold it"
    assert words.cut_words < characters.cut_words / 2
    assert 1.2 < words.characters / words.tokens < 1.4, "characters a token; the sheet has 1.31 to 1.33 on newer prose"
    assert characters.characters / characters.tokens < 1.05
