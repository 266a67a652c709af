"""N-grams of words ranked by the PMI of n words (ERNIE sheet 7.4), as PMI masking uses them.

The score of an n-gram is the least, over all ways to cut it into two or more pieces, of

    ln p(w1 ... wn) - sum of ln p(piece)

so that one strong part does not carry the whole; the published lists square the probability of the n-gram itself. For
two words the unsquared score is the ordinary PMI.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Config, option
from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconSource
from workbench.text.mining import MiningUnit, NumberedText, corpus_runs, join_words, require_free, save_mined
from workbench.text.streaming import SentenceSource
from workbench.text.units import UnitSettings


class CollocationSettings(Config):
    """Which n-grams are looked at and how many are kept; the defaults are those of the paper, with a smaller list."""

    longest: int = option(5, label=mark("Longest run"), unit=mark("words"), ge=2, le=8)
    least_count: int = option(
        10, label=mark("Least count"), help=mark("N-grams must be met more often than this."), ge=1
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


@dataclass(frozen=True)
class _Level:
    """N-grams of one length: ``gram`` [T] is the number of the n-gram that begins at a place (-1 for none that is
    frequent), ``first`` [g] a place of each, ``count`` [g], ``log_p`` [g], and ``loosest`` [g]: the largest sum of log
    probabilities over all ways to cut it into one or more pieces."""

    gram: NDArray[np.int64]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    log_p: NDArray[np.float64]
    loosest: NDArray[np.float64]


def find_collocations(sequences: Iterable[Sequence[str]], settings: CollocationSettings) -> list[Collocation]:
    """The best n-grams of sequences of words: of each length the highest scores first, ties by text.

    A sequence is a run without punctuation.
    """
    text = NumberedText.of(sequences)
    levels = [_single(text)]
    found: list[Collocation] = []
    shares = length_shares(settings)
    for length in range(2, settings.longest + 1):
        level, best_cut = _longer(text, levels, length, settings.least_count)
        if not len(level.first):
            break
        score = (2.0 if settings.squared else 1.0) * level.log_p - best_cut
        room = round(settings.size * shares[length - 2])
        found += _best(text, level, score, length, room)
        levels.append(level)
    return found


def length_shares(settings: CollocationSettings) -> list[float]:
    """Shares of the list by length from 2 on: a half, a quarter, ..., the last as large as the one before."""
    lengths = settings.longest - 1
    shares = [0.5 ** (place + 1) for place in range(lengths)]
    shares[-1] = 1.0 - sum(shares[:-1])
    return shares


def _single(text: NumberedText) -> _Level:
    """Words as n-grams of one."""
    count = np.bincount(text.ids, minlength=len(text.words)).astype(np.int64)
    log_p = np.log(np.maximum(count, 1) / max(len(text.ids), 1))
    first = np.zeros(len(count), dtype=np.int64)
    first[text.ids[::-1]] = np.arange(len(text.ids))[::-1]
    return _Level(text.ids, first, count, log_p, log_p)


def _longer(
    text: NumberedText, levels: Sequence[_Level], length: int, least_count: int
) -> tuple[_Level, NDArray[np.float64]]:
    """The n-grams of a length, and the largest sum of log probabilities over all ways to cut each in two or more.

    An n-gram that is frequent has frequent parts, so that no other place need be looked at.
    """
    before = levels[-1]
    places = np.flatnonzero(text.joined)
    places = places[(before.gram[places] >= 0) & (before.gram[places + 1] >= 0)]
    total = _places_of_length(text, length)
    key = before.gram[places] * max(len(text.words), 1) + text.ids[places + length - 1]
    _, row, number, count = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    frequent = count > least_count
    renumbered = np.cumsum(frequent) - 1
    gram = np.full(len(text.ids), -1, dtype=np.int64)
    gram[places] = np.where(frequent[number], renumbered[number], -1)
    first = places[row[frequent]]
    log_p = np.log(count[frequent] / max(total, 1))
    best_cut = np.full(len(first), -np.inf)
    for left in range(1, length):
        right = length - left
        pieces = levels[left - 1].loosest[levels[left - 1].gram[first]]
        pieces = pieces + levels[right - 1].loosest[levels[right - 1].gram[first + left]]
        best_cut = np.maximum(best_cut, pieces)
    return _Level(gram, first, count[frequent], log_p, np.maximum(log_p, best_cut)), best_cut


def _places_of_length(text: NumberedText, length: int) -> int:
    """How many n-grams of a length the text has."""
    ends = np.flatnonzero(~text.joined)
    sizes = np.diff(ends, prepend=-1)
    return int(np.maximum(sizes - length + 1, 0).sum())


def _best(text: NumberedText, level: _Level, score: NDArray[np.float64], length: int, room: int) -> list[Collocation]:
    """The ``room`` highest scores of a length."""
    order = np.argsort(-score, kind="stable")[:room]
    found = []
    for gram in order.tolist():
        place = int(level.first[gram])
        words = tuple(text.words[number] for number in text.ids[place : place + length].tolist())
        found.append(Collocation(words, int(level.count[gram]), float(score[gram])))
    return sorted(found, key=lambda entry: (-entry.score, entry.words))


def mine_collocations(
    project: Project,
    corpus: SentenceSource,
    name: str,
    settings: CollocationSettings,
    units: UnitSettings,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Lexicon:
    """Make an n-gram list of a corpus and keep it in the project. Raises StoppedError on cancel."""
    require_free(project, name)
    runs = corpus_runs(project, corpus, units, MiningUnit.WORD, progress, cancelled)
    entries = tuple(
        LexiconEntry(join_words(found.words, " "), "", found.count) for found in find_collocations(runs, settings)
    )
    if cancelled():
        raise StoppedError(mark("Mining n-grams was stopped."))
    lexicon = Lexicon(name, LexiconKind.NGRAM, entries, LexiconSource.MINED)
    save_mined(project, lexicon)
    return lexicon
