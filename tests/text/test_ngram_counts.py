"""Counts of n-grams and the frequency lexicon equal a naive recount (ERNIE sheet 3.1), in however many parts."""

from __future__ import annotations

import gzip
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.text import frequent
from workbench.text.collocations import CollocationSettings, find_collocations
from workbench.text.frequent import FrequencySettings, find_frequent
from workbench.text.lexicon import LexiconEntry
from workbench.text.lexicon_building import mine_lexicon
from workbench.text.lexicon_usage import measure_coverage
from workbench.text.mining import CharacterCutter, MiningSettings, MiningUnit, find_phrases, join_words, visible_runs
from workbench.text.ngram_counts import Level, NgramCounter
from workbench.text.segmenters.words import cut_words
from workbench.text.units import UnitSettings

SAMPLE = (
    "哈哈哈哈，粤港澳大湾区的城市，粤港澳大湾区城市群。",
    "提高速度，高速公路提高了速度；高速公路的速度。",
    "港澳和粤港澳，2019年在2019 GDP 2019。",
    "a b a b a b, the red fox the red fox",
)


def runs_of(texts: tuple[str, ...]) -> list[list[str]]:
    return list(visible_runs(cut_words(texts, CharacterCutter())))


def first_lines(shared_data: Path, number: int) -> tuple[str, ...]:
    path = shared_data / "1_zh_modern" / "zh_pretrain_mix.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return tuple(line.rstrip("\n") for _, line in zip(range(number), file, strict=False))


def recount(sequences: list[list[str]], shortest: int, longest: int, least: int) -> dict[tuple[str, ...], int]:
    """Every window of every length, one by one."""
    counts: Counter[tuple[str, ...]] = Counter()
    for sequence in sequences:
        for length in range(shortest, longest + 1):
            for first in range(len(sequence) - length + 1):
                counts[tuple(sequence[first : first + length])] += 1
    return {gram: count for gram, count in counts.items() if count >= least}


@pytest.fixture(params=[1 << 22, 7])
def parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted at once, and in many parts and blocks."""
    monkeypatch.setattr("workbench.text.ngram_counts._MOST_AT_ONCE", request.param)
    monkeypatch.setattr("workbench.text.scratch._SAMPLE_EVERY", 2)
    monkeypatch.setattr("workbench.text.scratch._MAPPED_TOGETHER", request.param)
    monkeypatch.setattr("workbench.text.ngram_counts._BLOCK", max(5, request.param))


@pytest.mark.usefixtures("parts")
def test_overlapping_occurrences_count() -> None:
    found = {entry.text: entry.count for entry in find_frequent(runs_of(SAMPLE), FrequencySettings(least_count=2))}
    assert (found["哈哈"], found["哈哈哈"]) == (3, 2)
    assert (found["粤港澳"], found["港澳"], found["粤港澳大湾区"]) == (3, 4, 2)
    assert (found["a b a"], found["a b a b"]) == (2, 2)
    assert "b a b a" not in found
    assert found["the red fox"] == 2


@pytest.mark.usefixtures("parts")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.sampled_from("甲乙丙丁"), max_size=14), max_size=14),
    st.integers(2, 3), st.integers(3, 8), st.integers(1, 4),
)  # fmt: skip
def test_counts_equal_a_naive_recount(sequences: list[list[str]], shortest: int, longest: int, least: int) -> None:
    chosen = FrequencySettings(shortest=shortest, longest=longest, least_count=least)
    found = {entry.text: entry.count for entry in find_frequent(sequences, chosen)}
    expected = recount(sequences, shortest, longest, least)
    assert found == {"".join(gram): count for gram, count in expected.items()}


def test_real_text_has_the_counts_of_a_recount(shared_data: Path) -> None:
    sequences = runs_of(first_lines(shared_data, 1500))
    found = find_frequent(sequences, FrequencySettings(least_count=8))
    expected = recount(sequences, 2, 7, 8)
    texts: Counter[str] = Counter()
    for gram, count in expected.items():
        texts[join_words(gram)] += count
    assert {entry.text: entry.count for entry in found} == texts
    assert [entry.count for entry in found] == sorted((entry.count for entry in found), reverse=True)


def test_entries_stand_in_the_text_as_often_as_they_were_counted(
    shared_data: Path, project: Project, memory_corpus: Callable[..., Any]
) -> None:
    """Two ways to count that share nothing: runs of characters here, matching of the text there."""
    corpus = memory_corpus([first_lines(shared_data, 1500)])
    mined = mine_lexicon(project, corpus, "l", FrequencySettings(least_count=6), UnitSettings())
    counts = measure_coverage(project, corpus, mined, UnitSettings()).counts.tolist()
    assert len(mined) > 2000
    for entry, count in zip(mined.entries, counts, strict=True):
        assert count >= entry.count
        # A number is one word with its point: 年5 stands in 年5.12, and is no run of its words.
        assert count == entry.count or any(map(str.isdigit, entry.text))
    words = FrequencySettings(least_count=6, unit=MiningUnit.WORD)
    mined = mine_lexicon(project, corpus, "l", words, UnitSettings())
    counts = measure_coverage(project, corpus, mined, UnitSettings()).counts.tolist()
    assert all(count >= entry.count for count, entry in zip(counts, mined.entries, strict=True))


def test_the_pmi_of_a_pair_is_the_ordinary_one() -> None:
    """ln(p(ab) / (p(a) p(b))): 10 of 20 pairs, each of both words 10 of 40."""
    sequences = [["葡", "萄"]] * 10 + [["的", "是"]] * 5 + [["的", "不"]] * 5
    found = {entry.text: entry.pmi for entry in find_frequent(sequences, FrequencySettings(least_count=5))}
    assert found["葡萄"] == pytest.approx(math.log((10 / 20) / ((10 / 40) * (10 / 40))), abs=1e-4)
    kept = find_frequent(sequences, FrequencySettings(least_count=5, least_pmi=2.05))
    assert [entry.text for entry in kept] == ["葡萄", "的不", "的是"]
    assert find_frequent(sequences, FrequencySettings(least_count=5, least_pmi=3.0)) == []


def test_only_the_most_frequent_have_a_place() -> None:
    sequences = [list("甲乙丙")] * 3 + [list("甲乙")] * 2
    found = find_frequent(sequences, FrequencySettings(least_count=1, size=2))
    assert [(entry.text, entry.count) for entry in found] == [("甲乙", 5), ("乙丙", 3)]


def test_only_what_can_still_have_a_place_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of longer runs than pairs, those that are met less often than the last pair with a place are not even kept."""
    sequences = [list("甲乙丙丁")] * 9 + [list("戊己庚")] * 2 + [["辛", "壬", "癸"]]
    asked: list[int] = []
    grow = NgramCounter.grow

    def spy(self: NgramCounter, least: int) -> Level:
        asked.append(least)
        return grow(self, least)

    monkeypatch.setattr(NgramCounter, "grow", spy)
    found = find_frequent(sequences, FrequencySettings(least_count=1, size=5, longest=4))
    everything = recount(sequences, 2, 4, 1)
    best = sorted((-count, "".join(gram)) for gram, count in everything.items())[:5]
    assert [(-entry.count, entry.text) for entry in found] == best
    assert asked == [1, 2, 9]


def test_ties_take_no_more_room_than_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = [chr(0x4E00 + number) for number in range(300)]
    held: list[int] = []
    most = frequent._most_frequent

    def spy(found: dict[str, LexiconEntry], size: int) -> list[LexiconEntry]:
        held.append(len(found))
        return most(found, size)

    monkeypatch.setattr(frequent, "_most_frequent", spy)
    found = find_frequent([signs], FrequencySettings(least_count=1, size=4, longest=2))
    assert [entry.text for entry in found] == ["".join(signs[place : place + 2]) for place in range(4)]
    assert max(held) == 9


@pytest.mark.usefixtures("parts")
def test_more_than_memory_holds_is_refused_with_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    sequences = [
        [chr(0x4E00 + number)] * (number + 1) for number in range(1, 40)
    ]  # the pair of number n is met n times
    monkeypatch.setattr("workbench.text.ngram_counts.MOST_KEPT", 10)
    told = r"39 different runs of 2 words are met 1 times or more.* Set a least count of 30 or more, or look at shorter"
    for mine in (
        lambda least: find_frequent(sequences, FrequencySettings(least_count=least, longest=2)),
        lambda least: find_collocations(sequences, CollocationSettings(least_count=least, longest=2)),
        lambda least: find_phrases(sequences, MiningSettings(least_count=least, least_frequency=0, longest=2)),
    ):
        with pytest.raises(WorkbenchError, match=told.replace("39", r"3\d").replace("1 times", r"\d times")):
            mine(1)
        assert len(mine(30)) <= 10


def test_nothing_and_a_stop() -> None:
    assert find_frequent([], FrequencySettings()) == []
    with NgramCounter([["甲", "乙"]], cancelled=lambda: True) as counter, pytest.raises(StoppedError):
        counter.grow(1)
