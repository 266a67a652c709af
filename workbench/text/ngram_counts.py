"""Exact counts of the n-grams of a corpus, length by length, in bounded memory.

A frequent n-gram has frequent parts, so that of each length only those places are looked at where an n-gram of the
length before begins and the next place begins one too. Text and n-grams lie in scratch files; a length is counted in
parts of at most :data:`_MOST_AT_ONCE` places, parted by key, so that each n-gram is counted in one of them. Every
occurrence counts, those that overlap too: 哈哈哈哈 holds 哈哈 three times.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.document import Bools, Ints

_MOST_AT_ONCE = 1 << 21  #: places counted together; each takes about 60 bytes meanwhile
_BLOCK = 1 << 20  #: places read together
_SAMPLE_EVERY = 256
_SPOOL = 1 << 16
_BETWEEN = -1  #: stands between sequences, and where no n-gram begins

Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class Level:
    """The n-grams of one length: ``key`` [g], rising, is number of the n-gram without its last word times the number of
    words, plus the last word; ``count`` [g]; ``first`` [g] the first place of each in the text."""

    length: int
    key: Ints
    count: Ints
    first: Ints

    def __len__(self) -> int:
        return len(self.key)

    def take(self, kept: Bools) -> Level:
        """Some of the n-grams."""
        return Level(self.length, self.key[kept], self.count[kept], self.first[kept])


class NgramCounter:
    """Counts n-grams of sequences of words; a context manager that removes its scratch files.

    ``words`` are numbered in the order in which they are first met. ``levels[0]`` are single words: all of them, so
    that their place is their number.
    """

    def __init__(
        self,
        sequences: Iterable[Sequence[str]],
        folder: Path | None = None,
        *,
        progress: Report = silent,
        cancelled: Cancelled = never,
    ) -> None:
        """Read the sequences; ``folder`` is for scratch files, the system's own where None."""
        self._folder, self._progress, self._cancelled = folder, progress, cancelled
        self._files = ExitStack()
        try:
            self.words, self._ids, self._run_lengths = self._spool(sequences)
        except BaseException:
            self._files.close()
            raise
        self._gram, self._spare = self._scratch(np.int32), self._scratch(np.int32)
        self.levels = [self._single_words()]
        self._grown = False

    def __enter__(self) -> NgramCounter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def _spool(self, sequences: Iterable[Sequence[str]]) -> tuple[list[str], Numbers, Ints]:
        """Words, numbers of the text with :data:`_BETWEEN` around each sequence, and how many sequences have each
        length."""
        numbers: dict[str, int] = {}
        file = self._file()
        waiting = array("i", [_BETWEEN])
        lengths = array("i")
        for sequence in sequences:
            waiting.extend([numbers.setdefault(word, len(numbers)) for word in sequence])
            waiting.append(_BETWEEN)
            lengths.append(len(sequence))
            if len(waiting) > _SPOOL:
                file.write(waiting.tobytes())
                del waiting[:]
        file.write(waiting.tobytes())
        file.flush()
        size = file.tell() // waiting.itemsize
        return list(numbers), np.memmap(file, np.int32, "r", shape=(size,)), np.bincount(lengths or [0])

    def _file(self) -> IO[bytes]:
        """A scratch file."""
        return self._files.enter_context(tempfile.TemporaryFile(dir=self._folder))

    def _scratch(self, kind: Any) -> NDArray[Any]:
        """An array as long as the text, in a file that goes with this object."""
        return np.memmap(self._file(), kind, "w+", shape=(len(self._ids),))

    def _single_words(self) -> Level:
        count = np.zeros(len(self.words), np.int64)
        first = np.full(len(self.words), len(self._ids), np.int64)
        for begin, ids in self._blocks(self._ids):
            places = np.flatnonzero(ids >= 0)
            count += np.bincount(ids[places], minlength=len(self.words))
            np.minimum.at(first, ids[places], places + begin)
        return Level(1, np.arange(len(self.words)), count, first)

    def _blocks(self, values: NDArray[Any]) -> Iterator[tuple[int, NDArray[Any]]]:
        """The array in blocks, each with its first place."""
        for begin in range(0, len(values), _BLOCK):
            yield begin, values[begin : begin + _BLOCK]

    def num_windows(self, length: int) -> int:
        """How many n-grams of a length the text has, frequent or not."""
        room = np.arange(len(self._run_lengths)) - length + 1
        return int((self._run_lengths * np.maximum(room, 0)).sum())

    def grow(self, least: int) -> Level:
        """Count the n-grams that are one longer than those of the last level; those of ``least`` occurrences and more
        stay. Raises :class:`StoppedError` when they are no longer wanted."""
        length = self.levels[-1].length + 1
        if not self._grown:
            self._number_single_words(least)
        following, self._spare = self._spare, self._gram
        for _, block in self._blocks(following):
            block[:] = _BETWEEN
        edges = self._edges(length)
        parts: list[Level] = []
        known = 0
        for low, high in pairwise(edges):
            part = self._count_part(length, low, high, least, known, following)
            known += len(part)
            parts.append(part)
            self._progress(Progress(length, 0, "words", mark("Counting n-grams")))
        self._gram = following
        joined = [np.concatenate([getattr(part, field) for part in parts]) for field in ("key", "count", "first")]
        self.levels.append(Level(length, *joined))
        return self.levels[-1]

    def _number_single_words(self, least: int) -> None:
        """Words that are met less often are in no n-gram."""
        frequent = np.append(self.levels[0].count >= max(1, least), False)  # the last is what stands between
        for begin, ids in self._blocks(self._ids):
            self._gram[begin : begin + len(ids)] = np.where(frequent[ids], ids, _BETWEEN)
        self._grown = True

    def _candidates(self, length: int) -> Iterator[tuple[Ints, Ints]]:
        """Places where an n-gram of a length may be frequent, and its key."""
        for begin in range(0, len(self._gram) - 1, _BLOCK):
            if self._cancelled():
                raise StoppedError(mark("Counting n-grams was stopped."))
            here = np.asarray(self._gram[begin : begin + _BLOCK + 1])
            places = np.flatnonzero((here[:-1] >= 0) & (here[1:] >= 0))
            last = self._ids[places + (begin + length - 1)]
            yield places + begin, here[places].astype(np.int64) * len(self.words) + last

    def _edges(self, length: int) -> list[int]:
        """Keys at which the parts begin and end, so that no part has many more places than fit at once."""
        sample, total = [], 0
        for places, keys in self._candidates(length):
            sample.append(keys[::_SAMPLE_EVERY])
            total += len(places)
        parts = -(-total // _MOST_AT_ONCE)
        top = int(np.iinfo(np.int64).max)
        if parts <= 1:
            return [0, top]
        ordered = np.sort(np.concatenate(sample))
        inner = ordered[np.linspace(0, len(ordered), parts + 1).astype(np.int64)[1:-1]]
        return [0, *np.unique(inner[inner > 0]).tolist(), top]

    def _count_part(self, length: int, low: int, high: int, least: int, known: int, following: Numbers) -> Level:
        """Count the n-grams with keys from ``low`` to below ``high``; numbers from ``known`` on go into ``following``
        at their places."""
        found = []
        for places, keys in self._candidates(length):
            wanted = (keys >= low) & (keys < high)
            found.append((places[wanted], keys[wanted]))
        places = np.concatenate([pair[0] for pair in found] or [np.zeros(0, np.int64)])
        keys = np.concatenate([pair[1] for pair in found] or [np.zeros(0, np.int64)])
        del found
        order = np.argsort(keys, kind="stable")
        places, keys = places[order], keys[order]
        begins = np.flatnonzero(np.diff(keys, prepend=-1))
        counts = np.diff(np.append(begins, len(keys)))
        kept = counts >= least
        number = np.where(kept, known + np.cumsum(kept) - 1, _BETWEEN)
        following[places] = np.repeat(number, counts)
        return Level(length, keys[begins], counts, places[begins]).take(kept)

    def restrict(self, kept: Bools) -> Level:
        """Drop the n-grams of the last level that are not ``kept`` [g]; longer ones that hold them are never met."""
        number = np.append(np.where(kept, np.cumsum(kept) - 1, _BETWEEN), _BETWEEN).astype(np.int32)
        for begin, gram in self._blocks(self._gram):
            self._gram[begin : begin + len(gram)] = number[gram]
        self.levels[-1] = self.levels[-1].take(kept)
        return self.levels[-1]

    def begins(self) -> Bools:
        """Where an n-gram of the last level begins [T], in a scratch file."""
        found: Bools = self._scratch(np.bool_)
        for begin, gram in self._blocks(self._gram):
            found[begin : begin + len(gram)] = gram >= 0
        return found

    def count_where(self, wanted: Callable[[int, int], Bools]) -> Ints:
        """How often each n-gram of the last level begins at a place that is wanted; ``wanted(begin, end)`` says it of
        the places in between."""
        counts = np.zeros(len(self.levels[-1]), np.int64)
        for begin, gram in self._blocks(self._gram):
            counted = gram[(gram >= 0) & wanted(begin, begin + len(gram))]
            counts += np.bincount(counted, minlength=len(counts))
        return counts

    def ids_at(self, places: Ints) -> Ints:
        """The words at places [n], as numbers."""
        found: Ints = self._ids[places].astype(np.int64)
        return found

    def words_at(self, place: int, length: int) -> list[str]:
        """The words of one n-gram."""
        return [self.words[number] for number in self._ids[place : place + length].tolist()]

    def parts(self, first: Ints, length: int) -> Ints:
        """Numbers, in their level, of the n-grams of a length that begin at the places ``first`` [n]; every one must be
        frequent, as the parts of a frequent n-gram are."""
        number = self.ids_at(first)
        for level in self.levels[1:length]:
            key = number * len(self.words) + self.ids_at(first + level.length - 1)
            number = np.searchsorted(level.key, key)
        return number
