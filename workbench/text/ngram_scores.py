"""The PMI of n words (ERNIE sheet 7.4): how much more often an n-gram is met than its parts side by side would be.

The score of an n-gram is the least, over all ways to cut it into two or more pieces, of

    ln p(w1 ... wn) - sum of ln p(piece)

so that one strong part does not carry the whole. p is a count over all n-grams of its length. For two words it is the
ordinary PMI.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.ngram_counts import NgramCounter

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LevelScores:
    """Of the n-grams of one level: ``log_p`` [g], and ``best_cut`` [g], the largest sum of log probabilities over all
    ways to cut them in two or more (-inf for single words)."""

    log_p: Floats
    best_cut: Floats

    @property
    def loosest(self) -> Floats:
        """The largest sum of log probabilities over all ways to cut into one or more [g]."""
        return np.maximum(self.log_p, self.best_cut)

    def pmi(self, power: float = 1.0) -> Floats:
        """The PMI [g]; the published lists raise the n-gram's own probability to the power 2."""
        return power * self.log_p - self.best_cut


class Scorer:
    """Scores the levels of a counter in turn, beginning with single words."""

    def __init__(self, counter: NgramCounter) -> None:
        self._counter = counter
        self._levels: list[LevelScores] = []
        self.score_level()

    def score_level(self) -> LevelScores:
        """Score the next level that the counter has."""
        level = self._counter.levels[len(self._levels)]
        log_p = np.log(np.maximum(level.count, 1) / max(self._counter.num_windows(level.length), 1))
        best_cut = np.full(len(level), -np.inf)
        for left in range(1, level.length):
            right = level.length - left
            pieces = self._levels[left - 1].loosest[self._counter.parts(level.first, left)]
            pieces = pieces + self._levels[right - 1].loosest[self._counter.parts(level.first + left, right)]
            best_cut = np.maximum(best_cut, pieces)
        self._levels.append(LevelScores(log_p, best_cut))
        return self._levels[-1]
