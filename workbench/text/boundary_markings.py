"""The units of sentences while a corpus is imported: on disk in sorted runs, and merged by the hash of the sentence."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints
from workbench.text.ragged import borders_of, ranges, starts_of
from workbench.text.scratch import KeyRuns, ScratchArray

_WAITING = 1 << 15  #: sentences and units that wait in memory until they are sorted
_MERGED_TOGETHER = 1 << 16

Units = NDArray[np.int32]


@dataclass(frozen=True)
class Markings:
    """Sentences by the hash of each, ``key`` [S]; how many units each has, ``sizes`` [S]; these units [U, 3], in order:
    start and end in the sentence's characters, and number of the class; and which sentences are ``torn`` [S], that is,
    marked in different ways."""

    key: NDArray[np.uint64]
    sizes: Ints
    units: Units
    torn: Bools

    def take(self, chosen: Ints) -> Markings:
        """Some of the sentences, by their places."""
        sizes = self.sizes[chosen]
        units = self.units[ranges(starts_of(self.sizes)[chosen], sizes)]
        return Markings(self.key[chosen], sizes, units, self.torn[chosen])

    def each_once(self) -> Markings:
        """Every sentence once, by rising hash, with the first of its markings that has the most units."""
        order = np.lexsort((-self.sizes, self.key))
        border = borders_of(self.key[order])
        head = order[np.flatnonzero(border)]
        owner = np.cumsum(border) - 1
        torn = self._differ(order, head[owner]) | self.torn[order]
        found = self.take(head)
        return Markings(found.key, found.sizes, found.units, np.bincount(owner, torn, len(head)) > 0)

    def _differ(self, one: Ints, other: Ints) -> Bools:
        """Whether sentences [n] have other units than others [n]."""
        differ: Bools = self.sizes[one] != self.sizes[other]
        starts, like = starts_of(self.sizes), np.flatnonzero(~differ & (one != other))
        sizes = self.sizes[one[like]]
        first, second = (self.units[ranges(starts[places[like]], sizes)] for places in (one, other))
        differ[np.repeat(like, sizes)[(first != second).any(axis=1)]] = True
        return differ


class MarkingFile:
    """Collects markings of sentences in scratch files, in memory that does not grow with their number."""

    def __init__(self, folder: Path) -> None:
        self._files = ExitStack()
        self._keys = self._files.enter_context(closing(KeyRuns(np.uint64, folder)))
        self._starts, self._sizes, self._torn = (
            self._files.enter_context(closing(ScratchArray(kind, folder))) for kind in (np.int64, np.int32, np.bool_)
        )
        self._units = self._files.enter_context(closing(ScratchArray(np.int32, folder, columns=3)))
        self._key, self._size, self._flat = array("Q"), array("i"), array("i")

    def add(self, key: int, units: Sequence[tuple[int, int, int]]) -> None:
        """The units of the next sentence."""
        self._key.append(key)
        self._size.append(len(units))
        for unit in units:
            self._flat.extend(unit)
        if len(self._key) + len(self._flat) // 3 > _WAITING:
            self._flush()

    def _flush(self) -> None:
        key = np.array(self._key, np.uint64)
        units = np.array(self._flat, np.int32).reshape(-1, 3)
        waiting = Markings(key, np.array(self._size, np.int64), units, np.zeros(len(key), np.bool_))
        self._key, self._size, self._flat = array("Q"), array("i"), array("i")
        if len(key):
            self._append(waiting.each_once())

    def extend(self, markings: Markings) -> None:
        """Sentences after those that are there, each once, by rising hash."""
        self._flush()
        self._append(markings)

    def _append(self, markings: Markings) -> None:
        self._starts.append(len(self._units) + starts_of(markings.sizes)[:-1])
        self._sizes.append(markings.sizes)
        self._torn.append(markings.torn)
        self._units.append(markings.units)
        self._keys.append(markings.key)

    def merged(self) -> Iterator[Markings]:
        """All sentences each once, by rising hash, a bounded number at a time."""
        self._flush()
        for stretches, key in self._keys.ranges(_MERGED_TOGETHER):
            sizes = [self._sizes.read(begin, end).astype(np.int64) for begin, end in stretches]
            first = [int(self._starts.read(begin, begin + 1)[0]) for begin, _ in stretches]
            places = [(begin, begin + int(own.sum())) for begin, own in zip(first, sizes, strict=True)]
            units, torn = self._units.read_all(places), self._torn.read_all(stretches)
            yield Markings(key, np.concatenate(sizes), units, torn).each_once()

    def close(self) -> None:
        """Remove the scratch files; a second call does nothing."""
        self._files.close()
