"""Arrays on disk that grow while they are written, and are mapped into memory when they are read."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


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


def map_array(path: Path) -> NDArray[Any]:
    """The array of a file, mapped read-only; an empty one is read, since nothing cannot be mapped."""
    mapped: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return mapped
