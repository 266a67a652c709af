"""Exact counts of the n-grams of a corpus, length by length, in time linear in its size.

A frequent n-gram has frequent parts, so that of each length only those places are looked at where an n-gram of the
length before begins and the next place begins one too. Every occurrence counts, those that overlap too: 哈哈哈哈 holds
哈哈 three times.

Text and n-grams lie in scratch files. Of a length each block of the text is counted by itself, and the counts of all
blocks are then merged by range of keys. What stays in memory are the different words (about 100 bytes each), and the
n-grams that are kept (24 bytes each, and what a caller works out of them). With a least count of 1 these would be all
that the text has, so that more than :data:`MOST_KEPT` are refused, with the least count that keeps fewer.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.document import Bools, Ints
from workbench.text.scratch import KeyRuns, ScratchArray

#: N-grams of all lengths that a counter keeps. With their scores, and while these are made, they take about 1 GB.
MOST_KEPT = 10_000_000
_MOST_AT_ONCE = 1 << 19  #: counts that are merged together; each takes about 100 bytes meanwhile
_BLOCK = 1 << 19  #: places counted together
_SPOOL = 1 << 16
_MOST_TALLIED = 1 << 16  #: of n-grams that are met more often than this, it is not known how often
_BETWEEN = -1  #: stands between sequences, and where no n-gram begins


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
            self.words, self._run_lengths = self._spool(sequences)
            self.levels = [self._single_words()]
        except BaseException:
            self._files.close()
            raise
        self._grown = False

    def __enter__(self) -> NgramCounter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def _spool(self, sequences: Iterable[Sequence[str]]) -> tuple[list[str], Ints]:
        """Spool the numbers of the words with :data:`_BETWEEN` around each sequence; returns the words, and how many
        sequences have each length."""
        self._ids = self._scratch(np.int32)
        numbers: dict[str, int] = {}
        waiting = array("i", [_BETWEEN])
        lengths: Counter[int] = Counter()
        for sequence in sequences:
            waiting.extend([numbers.setdefault(word, len(numbers)) for word in sequence])
            waiting.append(_BETWEEN)
            lengths[len(sequence)] += 1
            if len(waiting) > _SPOOL:
                self._ids.append(np.array(waiting))
                del waiting[:]
        self._ids.append(np.array(waiting))
        run_lengths = np.zeros(max(lengths, default=0) + 1, np.int64)
        run_lengths[list(lengths.keys())] = list(lengths.values())
        return list(numbers), run_lengths

    def _scratch(self, kind: Any) -> ScratchArray:
        """A scratch array that goes with this object."""
        return self._files.enter_context(closing(ScratchArray(kind, self._folder)))

    def _single_words(self) -> Level:
        count = np.zeros(len(self.words), np.int64)
        first = np.full(len(self.words), len(self._ids), np.int64)
        for begin, ids in _blocks(self._ids):
            places = np.flatnonzero(ids >= 0)
            count += np.bincount(ids[places], minlength=len(self.words))
            np.minimum.at(first, ids[places], places + begin)
        return Level(1, np.arange(len(self.words)), count, first)

    def num_windows(self, length: int) -> int:
        """How many n-grams of a length the text has, frequent or not."""
        room = np.arange(len(self._run_lengths)) - length + 1
        return int((self._run_lengths * np.maximum(room, 0)).sum())

    def grow(self, least: int) -> Level:
        """Count the n-grams that are one longer than those of the last level; those of ``least`` occurrences and more
        stay. Raises :class:`StoppedError` when they are no longer wanted, and :class:`WorkbenchError` where they
        would be too many."""
        length = self.levels[-1].length + 1
        room = MOST_KEPT - sum(map(len, self.levels[1:]))
        if not self._grown:
            self._number_single_words(least)
        with closing(_BlockCounts(self._folder)) as counts:
            for places, keys in self._candidates(length):
                counts.add(places, keys)
            level = counts.merge(length, least, room)
            self._progress(Progress(length, 0, "words", mark("Counting n-grams")))
            self._renumber(counts)
        self.levels.append(level)
        return level

    def _number_single_words(self, least: int) -> None:
        """Words that are met less often are in no n-gram."""
        frequent = np.append(self.levels[0].count >= max(1, least), False)  # the last is what stands between
        self._gram = self._scratch(np.int32)
        for _, ids in _blocks(self._ids):
            self._gram.append(np.where(frequent[ids], ids, _BETWEEN))
        self._grown = True

    def _candidates(self, length: int) -> Iterator[tuple[Ints, Ints]]:
        """Places where an n-gram of a length may be frequent, and its key, block by block."""
        for begin, places, gram in self._pairs():
            last = self._ids.read(begin + length - 1, begin + length - 1 + _BLOCK)[places]
            yield places + begin, gram[places].astype(np.int64) * len(self.words) + last

    def _pairs(self) -> Iterator[tuple[int, Ints, NDArray[Any]]]:
        """The n-grams of the last level block by block: where the block begins, at which of its places two of them
        begin one after the other, and their numbers [places of the block]."""
        for begin in range(0, len(self._gram), _BLOCK):
            if self._cancelled():
                raise StoppedError(mark("Counting n-grams was stopped."))
            here = self._gram.read(begin, begin + _BLOCK + 1)
            yield begin, np.flatnonzero((here[:-1] >= 0) & (here[1:] >= 0)), here[:_BLOCK]

    def _renumber(self, counts: _BlockCounts) -> None:
        """Put the n-grams that were counted in the place of those that they begin with."""
        following = self._scratch(np.int32)
        for number, (_, places, gram) in enumerate(self._pairs()):
            gram[:] = _BETWEEN
            gram[places] = counts.numbers(number)
            following.append(gram)
        self._gram.close()
        self._gram = following

    def restrict(self, kept: Bools) -> Level:
        """Drop the n-grams of the last level that are not ``kept`` [g]; longer ones that hold them are never met."""
        number = np.append(np.where(kept, np.cumsum(kept) - 1, _BETWEEN), _BETWEEN).astype(np.int32)
        for begin, gram in _blocks(self._gram):
            self._gram.write([(begin, begin + len(gram))], number[gram])
        self.levels[-1] = self.levels[-1].take(kept)
        return self.levels[-1]

    def begins(self) -> Bools:
        """Where an n-gram of the last level begins [T], in a scratch file."""
        found = self._scratch(np.bool_)
        for _, gram in _blocks(self._gram):
            found.append(gram >= 0)
        return found.map()

    def count_where(self, wanted: Callable[[int, int], Bools]) -> Ints:
        """How often each n-gram of the last level begins at a place that is wanted; ``wanted(begin, end)`` says it of
        the places in between."""
        counts = np.zeros(len(self.levels[-1]), np.int64)
        for begin, gram in _blocks(self._gram):
            counted = gram[(gram >= 0) & wanted(begin, begin + len(gram))]
            counts += np.bincount(counted, minlength=len(counts))
        return counts

    def ids_at(self, places: Ints) -> Ints:
        """The words at places [n], as numbers."""
        return self._ids.take(places).astype(np.int64)

    def words_at(self, place: int, length: int) -> list[str]:
        """The words of one n-gram."""
        return [self.words[number] for number in self._ids.read(place, place + length).tolist()]

    def parts(self, first: Ints, length: int) -> Ints:
        """Numbers, in their level, of the n-grams of a length that begin at the places ``first`` [n]; every one must be
        frequent, as the parts of a frequent n-gram are."""
        number = self.ids_at(first)
        for level in self.levels[1:length]:
            key = number * len(self.words) + self.ids_at(first + level.length - 1)
            number = np.searchsorted(level.key, key)
        return number


def _too_many(length: int, least: int, wanted: int, tally: Ints, room: int) -> WorkbenchError:
    """That n-grams would not fit into memory, with the least count at which those of this length would."""
    at_least = np.cumsum(tally[::-1])[::-1]
    enough = max(least + 1, int(np.argmax(at_least <= room)) if at_least[-1] <= room else len(tally))
    return WorkbenchError(
        mark("{number:,} different runs of {length} words are met {least} times or more, too many to keep."),
        mark("Set a least count of {enough:,} or more, or look at shorter runs."),
        number=wanted,
        length=length,
        least=least,
        enough=enough,
    )


def _blocks(values: ScratchArray) -> Iterator[tuple[int, NDArray[Any]]]:
    """An array in blocks, each with its first place."""
    for begin in range(0, len(values), _BLOCK):
        yield begin, values.read(begin, begin + _BLOCK)


class _BlockCounts:
    """The n-grams of one length: counted block by block, merged by ranges of keys, and numbered at their places."""

    def __init__(self, folder: Path | None) -> None:
        self._files = ExitStack()
        self._keys = self._files.enter_context(closing(KeyRuns(np.int64, folder)))
        #: Of each key of a block: occurrences, the first place, and (from the merging on) its number in the level.
        self._counts, self._first, self._numbers = (
            self._scratch(kind, folder) for kind in (np.int32, np.int64, np.int32)
        )
        #: Of each place of a candidate: which key of its block it has.
        self._inverse = self._scratch(np.int32, folder)
        self._key_starts, self._place_starts = [0], [0]

    def _scratch(self, kind: Any, folder: Path | None) -> ScratchArray:
        return self._files.enter_context(closing(ScratchArray(kind, folder)))

    def add(self, places: Ints, keys: Ints) -> None:
        """Count the next block: its places [n], rising, and their keys [n]."""
        different, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
        self._keys.append(different)
        self._counts.append(counts)
        self._first.append(places[first])
        self._numbers.append(counts)  # makes room
        self._inverse.append(inverse)
        self._key_starts.append(len(self._keys))
        self._place_starts.append(len(self._inverse))

    def merge(self, length: int, least: int, room: int) -> Level:
        """The n-grams that are met ``least`` times or more in all blocks; raises :class:`WorkbenchError` where there
        are more than ``room``."""
        parts = [Level(length, *(np.zeros(0, np.int64) for _ in range(3)))]
        known = wanted = 0
        tally = np.zeros(_MOST_TALLIED + 1, np.int64)  # n-grams by the number of times that they are met
        for stretches, keys in self._keys.ranges(_MOST_AT_ONCE):
            key, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
            counts = np.bincount(inverse, self._counts.read_all(stretches)).astype(np.int64)
            tally += np.bincount(np.minimum(counts, _MOST_TALLIED), minlength=len(tally))
            kept = counts >= least
            wanted += int(np.count_nonzero(kept))
            if wanted > room:
                continue  # from here on it is only told how many they would be
            numbers = np.where(kept, known + np.cumsum(kept) - 1, _BETWEEN)
            self._numbers.write(stretches, numbers[inverse])
            parts.append(Level(length, key, counts, self._first.read_all(stretches)[first]).take(kept))
            known += len(parts[-1])
        if wanted > room:
            raise _too_many(length, least, wanted, tally, room)
        return Level(
            length, *(np.concatenate([getattr(part, name) for part in parts]) for name in ("key", "count", "first"))
        )

    def numbers(self, block: int) -> NDArray[Any]:
        """The numbers in the level of the candidates of a block [n], in the order of their places."""
        numbers = self._numbers.read(self._key_starts[block], self._key_starts[block + 1])
        found: NDArray[Any] = numbers[self._inverse.read(self._place_starts[block], self._place_starts[block + 1])]
        return found

    def close(self) -> None:
        """Remove the scratch files."""
        self._files.close()
