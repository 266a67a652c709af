"""N-grams by frequency, as ZEN 1 makes its lexicon (ERNIE sheet 3.1): all runs of a length that are met often enough.

Nested n-grams stay (港澳 beside 粤港澳), single characters are left out. Each comes with its count, occurrences that
overlap included, and with its PMI of n words, since frequency alone also keeps pieces such as 的是.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from workbench.core.config import Config, option
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.lexicon import LexiconEntry
from workbench.text.mining import MiningUnit, join_words
from workbench.text.ngram_counts import Level, NgramCounter
from workbench.text.ngram_scores import Floats, Scorer

_ANY_PMI = -100.0


class FrequencySettings(Config):
    """Which n-grams are kept; the defaults are those of ZEN 1: 2 to 7 characters, met 15 times, 104,088 entries."""

    unit: MiningUnit = option(MiningUnit.CHARACTER, label=mark("Runs of"))
    shortest: int = option(2, label=mark("Shortest run"), ge=2, le=20)
    longest: int = option(7, label=mark("Longest run"), ge=2, le=20)
    least_count: int = option(
        15, label=mark("Least count"), help=mark("Kept from this count on; occurrences that overlap count."), ge=1
    )
    least_pmi: float = option(
        _ANY_PMI,
        label=mark("Least PMI"),
        help=mark("Natural logarithm, the least over all ways to cut the run; −100 keeps every run."),
        step=0.1,
        advanced=True,
    )
    size: int = option(104_088, label=mark("Entries"), help=mark("The most frequent ones."), ge=1, le=5_000_000)


def find_frequent(
    sequences: Iterable[Sequence[str]],
    settings: FrequencySettings,
    *,
    scratch: Path | None = None,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> list[LexiconEntry]:
    """The frequent n-grams of sequences of words or characters, the most frequent first, ties by text.

    A sequence is a run without punctuation; ``scratch`` is a folder for scratch files. Memory does not grow with the
    text but with what is counted: about 100 bytes for each different word and each n-gram that is met often enough.
    Raises :class:`WorkbenchError` where these would be too many (see :mod:`workbench.text.ngram_counts`).
    """
    found: dict[str, LexiconEntry] = {}
    with NgramCounter(sequences, scratch, progress=progress, cancelled=cancelled) as counter:
        chosen = list(_levels(counter, settings))
        floor = _count_of_last(np.concatenate([level.count for level, _ in chosen]), settings.size) if chosen else 0
        for level, pmi in chosen:
            for row in np.flatnonzero(level.count >= floor).tolist():
                text = join_words(counter.words_at(int(level.first[row]), level.length))
                known = found.get(text)
                count = int(level.count[row]) + (known.count if known else 0)
                found[text] = LexiconEntry(text, "", count, round(float(pmi[row]), 4))
                if len(found) > 2 * settings.size:  # many may be met as often as the last that has a place
                    found = {entry.text: entry for entry in _most_frequent(found, settings.size)}
    return _most_frequent(found, settings.size)


def _most_frequent(found: Mapping[str, LexiconEntry], size: int) -> list[LexiconEntry]:
    return sorted(found.values(), key=lambda entry: (-entry.count, entry.text))[:size]


def _levels(counter: NgramCounter, settings: FrequencySettings) -> Iterator[tuple[Level, Floats]]:
    """The n-grams of each length that are kept, and their PMI.

    No n-gram is met more often than a part of it, so that of longer ones only those are counted that can still have a
    place among ``size``.
    """
    scorer = Scorer(counter)
    least, counts = settings.least_count, np.zeros(0, np.int64)
    for length in range(2, settings.longest + 1):
        level = counter.grow(least)
        if not len(level):
            return
        pmi = scorer.score_level().pmi()
        if length >= settings.shortest:
            kept = pmi >= settings.least_pmi
            counts = np.concatenate((counts, level.count[kept]))
            least = max(least, _count_of_last(counts, settings.size))
            yield level.take(kept), pmi[kept]


def _count_of_last(counts: np.ndarray[tuple[int], np.dtype[np.int64]], size: int) -> int:
    """The count of the n-gram that still has a place among ``size``."""
    if len(counts) <= size:
        return 0
    return int(np.partition(counts, len(counts) - size)[len(counts) - size])
