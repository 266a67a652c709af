"""Mined phrases agree with a naive recount."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.text.lexicon import find_lexicon
from workbench.text.lexicon_building import build_lexicon
from workbench.text.mining import CharacterCutter, MiningSettings, MiningUnit, find_phrases, visible_runs
from workbench.text.segmenters.words import cut_words, make_cutter
from workbench.text.units import Segmenter, UnitSettings


def naive(sequences: list[str], settings: MiningSettings) -> dict[str, int]:
    """The procedure of ERNIE sheet 3.1 step by step, by counting in strings."""
    count = {c: sum(s.count(c) for s in sequences) for c in set("".join(sequences))}
    pairs = [a + b for s in sequences for a, b in pairwise(s)]
    strong = {
        pair
        for pair in set(pairs)
        if pairs.count(pair) > settings.least_count
        and math.log(len(pairs) * pairs.count(pair) / (count[pair[0]] * count[pair[1]])) >= settings.least_pmi
    }
    runs: list[str] = []
    for sequence in sequences:
        run = sequence[:1]
        for character in sequence[1:]:
            if run[-1] + character in strong:
                run += character
            else:
                runs.append(run)
                run = character
        runs.append(run)
    kept = {r for r in runs if 2 <= len(r) <= settings.longest and runs.count(r) > settings.least_count}
    found = {r: sum(s.startswith(r, i) for s in sequences for i in range(len(s))) for r in kept}
    return {run: n for run, n in found.items() if n > settings.least_frequency}


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.text("甲乙丙丁", min_size=2, max_size=12), min_size=1, max_size=30),
    st.integers(0, 3), st.floats(-1, 1.5), st.integers(2, 5), st.integers(0, 4),
)  # fmt: skip
def test_counts_equal_a_naive_recount(sequences: list[str], least: int, pmi: float, longest: int, often: int) -> None:
    chosen = MiningSettings(least_count=least, least_pmi=pmi, longest=longest, least_frequency=often)
    found = {entry.text: entry.count for entry in find_phrases(sequences, chosen)}
    assert found == naive(sequences, chosen)


def test_a_real_word_stays_and_a_chance_neighbour_goes() -> None:
    """量子 stands 50 times, 子的 10 times beside many other 的."""
    sequences = ["量子纠缠"] * 40 + ["量子的世界"] * 10 + ["我的书", "他的家", "新的路", "好的人"] * 100
    found = {entry.text: entry.count for entry in find_phrases(sequences, MiningSettings(unit=MiningUnit.CHARACTER))}
    assert "子的" not in found
    assert all("子的" not in text for text in found)
    pairs = MiningSettings(unit=MiningUnit.CHARACTER, longest=2)
    sequences = ["量子"] * 40 + ["量子的世界"] * 10 + ["我的书", "他的家", "新的路", "好的人"] * 100
    assert {entry.text: entry.count for entry in find_phrases(sequences, pairs)}["量子"] == 50


def test_runs_stand_in_the_text_as_they_are_joined() -> None:
    words = cut_words(
        ["我来到北京，清华大学好！", "of  the day", "好", "用 手机 打电话"], make_cutter(Segmenter.AUTO, hmm=False)
    )
    assert list(visible_runs(words)) == [
        ["我", "来到", "北京"], ["清华大学", "好"], ["the", "day"],
    ]  # fmt: skip
    characters = cut_words(["我用iPhone 15打电话，OK", "café au lait"], CharacterCutter())
    assert list(visible_runs(characters)) == [["我", "用", "iPhone", "15", "打", "电", "话"], ["café", "au", "lait"]]


class Texts:
    """Sentences in memory."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self.num_sentences = len(texts)

    def sentence(self, index: int, /) -> str:
        return self._texts[index]

    def sentences(self, begin: int, end: int, /) -> list[str]:
        return self._texts[begin:end]


def test_a_corpus_is_mined_into_the_project(tmp_path: Path) -> None:
    project = Project(tmp_path).create()
    other = ["他们在学校读书", "我们去公园散步", "the red fox", "a red dog"] * 10
    corpus = Texts(["城市规划部门", "white house garden"] * 10 + other)
    lexicon = build_lexicon(project, corpus, "p", MiningSettings(), UnitSettings())
    found = {entry.text: entry.count for entry in lexicon.entries}
    assert found["城市规划部门"] == found["white house garden"] == 10
    assert find_lexicon(project, "p") == lexicon
    with pytest.raises(StoppedError):
        build_lexicon(project, corpus, "q", MiningSettings(), UnitSettings(), cancelled=lambda: True)
