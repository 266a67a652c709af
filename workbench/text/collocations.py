"""N-grams ranked by the PMI of n words (:mod:`workbench.text.ngram_scores`), for PMI masking (ERNIE sheet 7.4).

The paper's own score is the least over all cuts; its published lists square the probability of the n-gram itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from workbench.core.config import Config, option
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.lexicon import LexiconEntry, unique_entries
from workbench.text.mining import MiningUnit, join_words
from workbench.text.ngram_counts import Level, NgramCounter
from workbench.text.ngram_scores import Floats, Scorer


class CollocationSettings(Config):
    """Which n-grams are looked at and how many are kept; the defaults are those of the paper, with a smaller list."""

    unit: MiningUnit = option(MiningUnit.WORD, label=mark("Runs of"))
    longest: int = option(5, label=mark("Longest run"), ge=2, le=8)
    least_count: int = option(
        10, label=mark("Count above"), help=mark("N-grams must be met more often than this."), ge=1
    )
    size: int = option(
        50_000,
        label=mark("Entries"),
        help=mark("Half of them pairs, a quarter triples, and so on; the two longest lengths have equal shares."),
        ge=1,
        le=5_000_000,
    )
    squared: bool = option(
        True, label=mark("Square the n-gram's own probability"), help=mark("As in the published lists."), advanced=True
    )


@dataclass(frozen=True)
class Collocation:
    """An n-gram as words, with its count and its score."""

    words: tuple[str, ...]
    count: int
    score: float


def find_collocations(
    sequences: Iterable[Sequence[str]],
    settings: CollocationSettings,
    *,
    scratch: Path | None = None,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> list[Collocation]:
    """The best n-grams of sequences of words: of each length the highest scores first, ties by text.

    A sequence is a run without punctuation; ``scratch`` is a folder for scratch files.
    """
    found: list[Collocation] = []
    shares = length_shares(settings)
    with NgramCounter(sequences, scratch, progress=progress, cancelled=cancelled) as counter:
        scorer = Scorer(counter)
        for length in range(2, settings.longest + 1):
            level = counter.grow(settings.least_count + 1)
            if not len(level):
                break
            score = scorer.score_level().pmi(2.0 if settings.squared else 1.0)
            found += _best(counter, level, score, round(settings.size * shares[length - 2]))
    return found


def length_shares(settings: CollocationSettings) -> list[float]:
    """Shares of the list by length from 2 on: a half, a quarter, ..., the last as large as the one before."""
    lengths = settings.longest - 1
    shares = [0.5 ** (place + 1) for place in range(lengths)]
    shares[-1] = 1.0 - sum(shares[:-1])
    return shares


def _best(counter: NgramCounter, level: Level, score: Floats, room: int) -> list[Collocation]:
    """The ``room`` highest scores of a length."""
    order = np.argsort(-score, kind="stable")[:room]
    found = []
    for gram in order.tolist():
        words = tuple(counter.words_at(int(level.first[gram]), level.length))
        found.append(Collocation(words, int(level.count[gram]), float(score[gram])))
    return sorted(found, key=lambda entry: (-entry.score, entry.words))


def collocation_entries(
    sequences: Iterable[Sequence[str]],
    settings: CollocationSettings,
    *,
    scratch: Path | None = None,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Sequence[LexiconEntry]:
    """The same as :func:`find_collocations`, as entries of a list."""
    found = find_collocations(sequences, settings, scratch=scratch, progress=progress, cancelled=cancelled)
    return unique_entries(LexiconEntry(join_words(one.words), "", one.count, round(one.score, 4)) for one in found)
