"""Arrays on disk that grow while they are written, and are mapped into memory when they are read."""

from __future__ import annotations

import math
import re
import struct
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_MAGIC = b"\x93NUMPY\x01\x00"  #: an array file of version 1.0
_BEGIN = struct.Struct("<8sH")  #: the magic bytes, and the length of the head
_HEAD = re.compile(rb"\{'descr': '([|<>]\w+)', 'fortran_order': False, 'shape': \((\d+,(?: ?\d+)*)\), \} *\n")
_PIECE = 1 << 18  #: numbers that are looked at together
_WAITING = 4096  #: single numbers that are written together


class ArrayWriter:
    """A ``.npy`` file whose first axis grows; its head is put right when it is closed."""

    def __init__(self, path: Path, dtype: DTypeLike, columns: tuple[int, ...] = ()) -> None:
        self._file = path.open("wb")
        self._dtype = np.dtype(dtype)
        self._columns = columns
        self.length = 0
        self._write_head()

    def __enter__(self) -> ArrayWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append(self, rows: NDArray[Any]) -> None:
        """Write rows [n, ...] at the end, cast to the file's type."""
        assert rows.shape[1:] == self._columns, "rows have the shape of the file"
        self._file.write(np.ascontiguousarray(rows, self._dtype).data.cast("B") if rows.size else b"")
        self.length += len(rows)

    def close(self) -> None:
        """Put the true length into the head; numpy leaves room for it to grow."""
        if not self._file.closed:
            self._file.seek(0)
            self._write_head()
            self._file.close()

    def _write_head(self) -> None:
        shape = (self.length, *self._columns)
        head = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(self._file, head)


class NumberWriter:
    """A growing file of numbers, to which single ones are added too."""

    def __init__(self, path: Path) -> None:
        self._file = ArrayWriter(path, np.int64)
        self._pending: list[int] = []

    def append(self, value: int) -> None:
        """One more number."""
        self._pending.append(value)
        if len(self._pending) >= _WAITING:
            self._flush()

    def extend(self, values: NDArray[np.int64]) -> None:
        """More numbers [n]."""
        self._flush()
        self._file.append(values)

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        self._file.append(np.asarray(pending, np.int64))

    def close(self) -> None:
        """Write what is left; a second call does nothing."""
        if self._pending:
            self._flush()
        self._file.close()


def map_array(path: Path, dtype: DTypeLike, shape: tuple[int | None, ...]) -> NDArray[Any]:
    """The array of a file, mapped read-only; ``None`` in the shape stands for any length.

    Only the head and the size of the file are looked at. Raises ValueError where it is not a whole array of that type
    and shape, OSError where it cannot be opened.
    """
    offset, written, lengths = _read_head(path)
    fits = len(lengths) == len(shape) and all(
        wanted is None or wanted == length for wanted, length in zip(shape, lengths, strict=True)
    )
    size = offset + np.dtype(dtype).itemsize * math.prod(lengths)
    if written != np.dtype(dtype).str or not fits or path.stat().st_size != size:
        raise ValueError(f"{path.name} is not a whole array of {np.dtype(dtype)} {shape}")
    return np.memmap(path, dtype, "r", offset, lengths)


def _read_head(path: Path) -> tuple[int, str, tuple[int, ...]]:
    """Where the numbers of a file begin, their type and shape. Numpy's own reader runs what it finds as Python, and
    raises and warns in many ways where a head is damaged; those that are written here have one form."""
    with path.open("rb") as file:
        begin = file.read(_BEGIN.size)
        if len(begin) < _BEGIN.size or (unpacked := _BEGIN.unpack(begin))[0] != _MAGIC:
            raise ValueError(f"{path.name} is not an array file")
        head = _HEAD.fullmatch(file.read(unpacked[1]))
    if head is None:
        raise ValueError(f"{path.name} has no readable head")
    lengths = tuple(int(length) for length in head[2].split(b",") if length)
    return _BEGIN.size + unpacked[1], head[1].decode("ascii"), lengths


def map_starts(path: Path, count: int, end: int) -> NDArray[np.int64]:
    """Where ``count`` parts of a whole begin, and where it ends [count + 1]; raises as :func:`map_array` does.

    Only the first and the last number are looked at: :func:`is_rising` reads all of them.
    """
    starts: NDArray[np.int64] = map_array(path, np.int64, (count + 1,))
    if starts[0] != 0 or starts[-1] != end:
        raise ValueError(f"{path.name} goes from {starts[0]} to {starts[-1]}, not from 0 to {end}")
    return starts


def is_rising(starts: NDArray[np.int64]) -> bool:
    """Whether no number [n] is less than the one before it; read in pieces, so that memory does not grow with n."""
    return not any(
        (piece[1:] < piece[:-1]).any()
        for piece in (starts[first : first + _PIECE + 1] for first in range(0, len(starts), _PIECE))
    )
