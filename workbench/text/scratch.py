"""Arrays in scratch files, of which only what is asked for is in memory, and sorted keys that are merged by range."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from workbench.text.document import Ints
from workbench.text.ragged import starts_of

#: Where parts of an array begin and end.
Stretches = Sequence[tuple[int, int]]

_MAPPED_TOGETHER = 1 << 22  #: places of an array that are mapped at once: what is mapped counts as memory in use
_SAMPLE_EVERY = 64


class ScratchArray:
    """A growing array of rows in a file without a name, which goes when it is closed."""

    def __init__(self, dtype: DTypeLike, folder: Path | None = None, columns: int = 0) -> None:
        """``folder`` None stands for the system's own for such files; with ``columns``, rows are as many numbers."""
        self._dtype = np.dtype(dtype)
        self._shape = (-1, columns) if columns else (-1,)
        self._row = self._dtype.itemsize * max(1, columns)
        self._length = 0
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed with the array

    def __len__(self) -> int:
        return self._length

    def append(self, rows: NDArray[Any]) -> None:
        """More rows at the end, cast to the type of the array."""
        self.write([(self._length, self._length + len(rows))], rows)
        self._length += len(rows)

    def read(self, begin: int, end: int) -> NDArray[Any]:
        """Rows ``begin`` to ``end``, or to the end of the array; they can be changed without changing the file."""
        end = min(end, self._length)
        self._file.seek(begin * self._row)
        data = bytearray(self._file.read(max(0, end - begin) * self._row))
        return np.frombuffer(data, self._dtype).reshape(self._shape)

    def read_all(self, stretches: Stretches) -> NDArray[Any]:
        """The rows of some stretches, one after the other."""
        return np.concatenate([self.read(0, 0), *(self.read(begin, end) for begin, end in stretches)])

    def write(self, stretches: Stretches, rows: NDArray[Any]) -> None:
        """Put rows into some stretches, which they fill."""
        place, data = 0, np.ascontiguousarray(rows, self._dtype)
        for begin, end in stretches:
            self._file.seek(begin * self._row)
            self._file.write(data[place : place + end - begin].tobytes())
            place += end - begin

    def take(self, places: Ints) -> NDArray[Any]:
        """The numbers at places [n] in any order; of an array without columns."""
        self._file.flush()
        found = np.empty(len(places), self._dtype)
        order = np.argsort(places)
        ordered = places[order]
        begin = 0
        while begin < len(ordered):
            first = int(ordered[begin])
            end = int(np.searchsorted(ordered, first + _MAPPED_TOGETHER))
            size = int(ordered[end - 1]) + 1 - first
            mapped = np.memmap(self._file, self._dtype, "r", first * self._row, (size,))
            found[order[begin:end]] = mapped[ordered[begin:end] - first]
            begin = end
        return found

    def map(self) -> NDArray[Any]:
        """All rows, mapped into memory as long as the array is not closed."""
        self._file.flush()
        return np.memmap(self._file, self._dtype, "r", shape=(self._length, *self._shape[1:]))

    def close(self) -> None:
        """Remove the file; a second call does nothing."""
        self._file.close()


class KeyRuns:
    """Runs of keys, each sorted, in a scratch file, to be gone through by key in time linear in their number.

    One key in 64 stays in memory, to tell where ranges are to begin.
    """

    def __init__(self, dtype: DTypeLike, folder: Path | None = None) -> None:
        self._keys = ScratchArray(dtype, folder)
        self._lengths: list[int] = []
        self._samples: list[NDArray[Any]] = []

    def __len__(self) -> int:
        return len(self._keys)

    def append(self, keys: NDArray[Any]) -> None:
        """Another run, in rising order."""
        self._samples.append(keys[::_SAMPLE_EVERY].copy())
        self._lengths.append(len(keys))
        self._keys.append(keys)

    def ranges(self, most: int) -> Iterator[tuple[list[tuple[int, int]], NDArray[Any]]]:
        """From the range of the least keys to that of the greatest: the stretches in which they stand, in the order in
        which they came, and the keys [n] in that order. All that are equal are in one range; most ranges have about
        ``most`` keys at the utmost, those of a key that is repeated that often more."""
        if not len(self):
            return
        edges = self._edges(most)
        starts = starts_of(self._lengths)
        cuts = [
            begin + np.searchsorted(self._keys.read(begin, end), edges)
            for begin, end in pairwise(starts.tolist())
        ]  # fmt: skip
        bounds = np.column_stack((starts[:-1], np.stack(cuts), starts[1:]))
        for number in range(bounds.shape[1] - 1):
            stretches = [(begin, end) for begin, end in bounds[:, number : number + 2].tolist() if begin < end]
            if stretches:
                yield stretches, self._keys.read_all(stretches)

    def _edges(self, most: int) -> NDArray[Any]:
        """Keys at which ranges begin, but the first."""
        ordered = np.sort(np.concatenate(self._samples))
        parts = -(-len(self) // most)
        return np.unique(ordered[np.linspace(0, len(ordered), parts + 1).astype(np.int64)[1:-1]])

    def close(self) -> None:
        """Remove the file."""
        self._keys.close()
