"""Phrases mined from a corpus by pointwise mutual information of neighbouring words or characters.

The procedure is that of T-DNA and ZEN 2 (ERNIE sheet 3.1): neighbours whose PMI reaches a threshold are strong; each
sentence is cut at every other border; the maximal runs that are met often and are not too long are the phrases, and
they are counted again over the whole corpus, overlaps included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Config, Labelled, option
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.cutting import project_cutter
from workbench.text.document import Bools, Ints
from workbench.text.lexicon import LexiconEntry
from workbench.text.ngram_counts import Level, NgramCounter
from workbench.text.segmenters.characters import CharacterClass, code_points, is_han
from workbench.text.segmenters.user_words import UserWords
from workbench.text.segmenters.words import WordTable, cut_words
from workbench.text.streaming import SentenceSource
from workbench.text.units import UnitSettings
from workbench.text.vocabulary_training import sentence_batches


class MiningUnit(Labelled):
    """What a mined run is made of. Among characters, a word or number of other scripts counts as one, as it does for a
    tokenizer of Chinese characters: no entry begins inside of one."""

    WORD = "word", mark("Words")
    CHARACTER = "character", mark("Characters")


class MiningSettings(Config):
    """Thresholds of the procedure; the defaults are those of the sheet."""

    unit: MiningUnit = option(MiningUnit.WORD, label=mark("Runs of"))
    least_count: int = option(
        5, label=mark("Count above"), help=mark("Words, pairs and runs must be met more often than this."), ge=0
    )
    least_pmi: float = option(
        1.0, label=mark("Least PMI"), help=mark("Natural logarithm; neighbours below it are cut apart."), step=0.1
    )
    longest: int = option(5, label=mark("Longest run"), ge=2, le=20)
    least_frequency: int = option(
        5, label=mark("Frequency above"), help=mark("A phrase must stand in the corpus more often than this."), ge=0
    )


def find_phrases(
    sequences: Iterable[Sequence[str]],
    settings: MiningSettings,
    *,
    scratch: Path | None = None,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> list[LexiconEntry]:
    """Phrases of word (or character) sequences, the most frequent first, with the least PMI of neighbours in each.

    A sequence is a run without punctuation; ``scratch`` is a folder for scratch files.
    """
    phrases: dict[str, LexiconEntry] = {}
    with NgramCounter(sequences, scratch, progress=progress, cancelled=cancelled) as counter:
        pmi = _keep_strong_pairs(counter, settings)
        for level, kept in _runs(counter, settings):
            weakest = _weakest_pair(counter, level.first[kept], level.length, pmi)
            for first, count, least in zip(
                level.first[kept].tolist(), level.count[kept].tolist(), weakest.tolist(), strict=True
            ):
                text = join_words(counter.words_at(first, level.length))
                known = phrases.get(text, LexiconEntry(text, "", 0, least))
                phrases[text] = LexiconEntry(text, "", known.count + count, _least_of(known.pmi, least))
    return sorted(phrases.values(), key=lambda entry: (-entry.count, entry.text))


def _least_of(known: float | None, pmi: float) -> float:
    """The lower PMI of a phrase that is spelled by several runs of words."""
    return round(pmi if known is None else min(known, pmi), 4)


def _keep_strong_pairs(counter: NgramCounter, settings: MiningSettings) -> NDArray[np.float64]:
    """Count pairs and keep the strong ones; returns the PMI of these.

    PMI(a, b) = ln(N c(ab) / (c(a) c(b))); N counts all pairs.
    """
    pairs = counter.grow(settings.least_count + 1)
    words = counter.levels[0].count
    first, second = counter.ids_at(pairs.first), counter.ids_at(pairs.first + 1)
    pmi = np.log(counter.num_windows(2) * pairs.count / (words[first] * words[second]))
    strong = pmi >= settings.least_pmi
    counter.restrict(strong)
    kept: NDArray[np.float64] = pmi[strong]
    return kept


def _runs(counter: NgramCounter, settings: MiningSettings) -> Iterator[tuple[Level, Bools]]:
    """The runs of strong pairs of each length from two on, and which of them are phrases.

    All occurrences of a run of strong pairs are runs of strong pairs, so that no other place need be looked at.
    """
    strong = counter.begins()
    least = max(settings.least_count, settings.least_frequency) + 1
    level = counter.levels[-1]
    while len(level):
        whole = counter.count_where(partial(_is_whole, strong, level.length))
        yield level, (whole > settings.least_count) & (level.count > settings.least_frequency)
        if level.length == settings.longest:
            return
        level = counter.grow(least)


def _is_whole(strong: Bools, length: int, begin: int, end: int) -> Bools:
    """At which places from ``begin`` to ``end`` a run of a length has weak borders at either side."""
    after = np.zeros(end - begin, np.bool_)
    found = strong[begin + length - 1 : end + length - 1]
    after[: len(found)] = found
    before = np.zeros(end - begin, np.bool_)
    before[1 if begin == 0 else 0 :] = strong[max(begin - 1, 0) : end - 1]
    return ~(before | after)


def _weakest_pair(counter: NgramCounter, first: Ints, length: int, pmi: NDArray[np.float64]) -> NDArray[np.float64]:
    """The least PMI of neighbours in the runs at places ``first`` [n]."""
    least = np.full(len(first), np.inf)
    for place in range(length - 1):
        least = np.minimum(least, pmi[counter.parts(first + place, 2)])
    return least


def join_words(words: Sequence[str]) -> str:
    """The words as text: a space stands between two of them unless a Chinese character is beside it."""
    text = words[0]
    for word in words[1:]:
        text += ("" if is_han(text[-1]) or is_han(word[0]) else " ") + word
    return text


class CharacterCutter:
    """Cuts every Chinese character from its neighbours; other words stay whole."""

    user: UserWords | None = None

    @property
    def identity(self) -> str:
        return "characters"

    def cut(self, text: str) -> tuple[Ints, NDArray[np.uint8]]:
        """Every character is a word; the rule for words that are not Chinese joins what belongs together."""
        return np.ones(len(text), np.int64), np.zeros(len(text), np.uint8)


def corpus_runs(
    project: Project,
    corpus: SentenceSource,
    units: UnitSettings,
    unit: MiningUnit,
    progress: Report,
    cancelled: Cancelled,
) -> Iterator[list[str]]:
    """The :func:`visible_runs` of a corpus, cut with the settings of an experiment."""
    project.cache.mkdir(parents=True, exist_ok=True)
    cutter = project_cutter(project, units) if unit is MiningUnit.WORD else CharacterCutter()
    for batch in sentence_batches(corpus, mark("Cutting words"), progress, cancelled):
        yield from visible_runs(cut_words(batch, cutter))


def visible_runs(words: WordTable) -> Iterator[list[str]]:
    """Runs of two or more neighbouring words that :func:`join_words` puts together as they stand in the text: cut at
    punctuation, at spaces beside a Chinese character, and at more than one space."""
    classes, codes = words.classes, code_points(words.text)
    shown = classes[words.start] != CharacterClass.SPACE
    start, end, owner = (array[shown] for array in (words.start, words.end, words.owner))
    breaks = classes[start] >= CharacterClass.APOSTROPHE
    before, after = end[:-1], start[1:]
    parted = (classes[before - 1] != CharacterClass.HAN) & (classes[after] != CharacterClass.HAN)
    as_joined = np.where(parted, (after - before == 1) & (codes[before] == ord(" ")), after == before)
    edges = np.ones(len(start) + 1, np.bool_)
    edges[1:-1] = breaks[1:] | breaks[:-1] | (owner[1:] != owner[:-1]) | ~as_joined
    borders = np.flatnonzero(edges).tolist() if len(start) else []
    pieces = [words.text[first:last] for first, last in zip(start.tolist(), end.tolist(), strict=True)]
    for first, last in pairwise(borders):
        if last - first > 1:
            yield pieces[first:last]
