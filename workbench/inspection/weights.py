"""The attention of a sentence in a file, from which one head is read at a time."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.texts import mark

_ITEM: np.dtype[np.float32] = np.dtype("<f4")


class WeightsWriter:
    """Puts one layer after another into an open file, as little-endian 32-bit numbers and nothing else."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, layer: NDArray[np.float32]) -> None:
        """The heads [A, n, n] of the next layer."""
        np.ascontiguousarray(layer, _ITEM).tofile(self._file)


class WeightsFile:
    """Reads what :class:`WeightsWriter` wrote: ``layers`` of ``heads`` of ``count`` by ``count`` weights.

    Nothing is kept in memory; a read raises :class:`WorkbenchError` where the file has gone or is too short.
    """

    def __init__(self, path: Path, layers: int, heads: int, count: int) -> None:
        self.path = path
        self.layers, self.heads, self.count = layers, heads, count

    @property
    def nbytes(self) -> int:
        """The size of all weights."""
        return self.layers * self.heads * self.head_bytes

    @property
    def head_bytes(self) -> int:
        """The size of one head."""
        return self.count * self.count * _ITEM.itemsize

    def head(self, layer: int, head: int) -> NDArray[np.float32]:
        """The weights [n, n] of one head, both counted from 0."""
        weights: NDArray[np.float32] = self._read((layer * self.heads + head) * self.head_bytes, 1)[0]
        return weights

    def layer(self, layer: int) -> NDArray[np.float32]:
        """The weights [A, n, n] of one layer."""
        return self._read(layer * self.heads * self.head_bytes, self.heads)

    def mean(self, layer: int) -> NDArray[np.float32]:
        """The mean of a layer's heads [n, n], read one after another."""
        total = np.zeros((self.count, self.count), np.float64)
        for head in range(self.heads):
            total += self.head(layer, head)
        return (total / self.heads).astype(np.float32)

    def _read(self, offset: int, heads: int) -> NDArray[np.float32]:
        try:
            with open(self.path, "rb") as file:
                file.seek(offset)
                found = np.fromfile(file, _ITEM, heads * self.count**2)
        except OSError as error:
            raise self._gone(error.strerror or str(error)) from error
        if len(found) != heads * self.count**2:
            raise self._gone("too short")
        return found.reshape(heads, self.count, self.count)

    def _gone(self, reason: str) -> WorkbenchError:
        return WorkbenchError(
            mark("The weights of this sentence can't be read from {file}: {reason}."),
            mark("Look inside again."),
            file=readable(str(self.path)),
            reason=reason,
        )
