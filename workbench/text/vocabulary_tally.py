"""Texts and how often each was met, in memory that does not grow with their number."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path

import numpy as np

from workbench.text.corpus_copies import Hashes, text_hashes
from workbench.text.scratch import KeyRuns

_KEPT = 1 << 15  #: texts that stay when there are twice as many, the commonest; each takes about 300 bytes
_COUNTED_TOGETHER = 1 << 18


@dataclass
class Met:
    """How often a text was met, and where first: sentence, start, end."""

    count: int
    place: tuple[int, int, int]


class Tally:
    """Texts with their counts and first places.

    Where there are very many, the rarest are forgotten now and then: a text that comes again is counted anew, so that
    a count may be too low by at most ``short``. How many different ones there were stays exact: of the forgotten ones
    a hash goes into a scratch file.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """``folder`` is for the scratch file, the system's own where None."""
        self._met: dict[str, Met] = {}
        self._folder = folder
        self._forgotten: KeyRuns | None = None
        self.short = 0

    def add(self, text: str, sentence: int, start: int, end: int) -> None:
        """A text that stands in a sentence from ``start`` to ``end``."""
        found = self._met.get(text)
        if found is not None:
            found.count += 1
            return
        if len(self._met) >= 2 * _KEPT:
            self._forget()
        self._met[text] = Met(1, (sentence, start, end))

    def _forget(self) -> None:
        kept = self.commonest(_KEPT)
        stay = {text for text, _ in kept}
        gone = [text for text in self._met if text not in stay]
        self.short += max(self._met[text].count for text in gone)
        if self._forgotten is None:
            self._forgotten = KeyRuns(np.uint64, self._folder)
        self._forgotten.append(_hashes(gone))
        self._met = dict(kept)

    def commonest(self, most: int) -> list[tuple[str, Met]]:
        """The texts that were met most often, equals by code points."""
        return nsmallest(most, self._met.items(), key=lambda pair: (-pair[1].count, pair[0]))

    def num_different(self) -> int:
        """How many different texts there were."""
        if self._forgotten is None:
            return len(self._met)
        known, number = _hashes(list(self._met)), len(self._met)
        for _, keys in self._forgotten.ranges(_COUNTED_TOGETHER):
            number += int(np.count_nonzero(~np.isin(np.unique(keys), known, assume_unique=True)))
        return number

    def close(self) -> None:
        """Remove the scratch file; a second call does nothing."""
        if self._forgotten is not None:
            self._forgotten.close()


def _hashes(texts: list[str]) -> Hashes:
    """Their hashes [n], rising."""
    return np.sort(text_hashes(texts))
