"""Hashes of paragraphs and documents on disk, and what is asked of them in memory that does not grow with their number.

A hash is a BLAKE2b digest of 64 bits: two different texts among ten million share one with a probability of about 3e-6.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints

Hashes = NDArray[np.uint64]

#: Hashes that are sorted together; a corpus with more is gone through once for each such share of it, which bounds
#: memory and costs little time next to the sorting.
_SORTED_TOGETHER = 1 << 21
_PIECE = 1 << 18


def text_hash(text: str) -> bytes:
    """The hash of a text, eight bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def text_hashes(texts: Iterable[str]) -> Hashes:
    """The hashes of texts [n] as numbers."""
    return np.frombuffer(b"".join(map(text_hash, texts)), "<u8").astype(np.uint64)


class HashFile:
    """The hashes in a file that is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.length = path.stat().st_size // 8

    def read(self, begin: int, end: int) -> Hashes:
        """The hashes ``begin`` to ``end``."""
        return np.fromfile(self.path, "<u8", end - begin, offset=8 * begin)

    def pieces(self) -> Iterator[tuple[int, Hashes]]:
        """All hashes in their order, a bounded number at a time, each time with the number of the first."""
        begin = 0
        with self.path.open("rb") as file:
            while data := file.read(8 * _PIECE):
                yield begin, np.frombuffer(data, "<u8")
                begin += len(data) // 8

    def ranges(self) -> Iterator[tuple[Ints, Hashes]]:
        """Places and hashes, from the range of the smallest hashes to that of the largest; places rise in each."""
        bits = max(0, (self.length - 1) // _SORTED_TOGETHER).bit_length()
        for number in range(1 << bits):
            places, found = [], []
            for begin, hashes in self.pieces():
                inside = np.flatnonzero(hashes >> np.uint64(64 - bits) == number) if bits else np.arange(len(hashes))
                places.append(begin + inside)
                found.append(hashes[inside])
            if found:
                yield np.concatenate(places), np.concatenate(found)


class HashWriter:
    """Writes a file of hashes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] = path.open("wb")
        self._pending = bytearray()

    def append(self, digest: bytes) -> None:
        """One more, as its eight bytes (little-endian)."""
        self._pending += digest
        if len(self._pending) >= 8 * _PIECE:
            self._flush()

    def append_file(self, other: HashFile) -> None:
        """All hashes of a file."""
        self._flush()
        for _, hashes in other.pieces():
            self._file.write(hashes.tobytes())

    def _flush(self) -> None:
        self._file.write(self._pending)
        self._pending = bytearray()

    def close(self) -> None:
        """Write what is left; a second call does nothing."""
        if not self._file.closed:
            self._flush()
            self._file.close()


def count_copies(file: HashFile) -> int:
    """How many hashes have come before."""
    return sum(int(np.count_nonzero(hashes[1:] == hashes[:-1])) for hashes in map(np.sort, _values(file)))


def _values(file: HashFile) -> Iterator[Hashes]:
    return (hashes for _, hashes in file.ranges())


def first_ones(file: HashFile) -> Bools:
    """Which hashes [n] have not come before."""
    keep = np.ones(file.length, np.bool_)
    for places, hashes in file.ranges():
        order = np.argsort(hashes, kind="stable")
        ordered = hashes[order]
        keep[places[order[1:][ordered[1:] == ordered[:-1]]]] = False
    return keep


def choose_evaluation(file: HashFile, share: float) -> Bools:
    """Which documents [D] are set aside: about ``share`` of them, those of the smallest hashes.

    Copies (equal hashes) fall on the same side. At least one document is chosen and at least one stays, where there
    are two different ones; with ``share`` 0 none is.
    """
    mask = np.zeros(file.length, np.bool_)
    if share <= 0 or not _has_different(file):
        return mask
    chosen = _smallest(file, max(1, round(share * file.length)))
    for begin, hashes in file.pieces():
        place = np.minimum(np.searchsorted(chosen, hashes), len(chosen) - 1)
        mask[begin : begin + len(hashes)] = chosen[place] == hashes
    return mask


def _has_different(file: HashFile) -> bool:
    """Whether any hash is another than the first."""
    return any(bool((hashes != file.read(0, 1)).any()) for _, hashes in file.pieces())


def _smallest(file: HashFile, target: int) -> Hashes:
    """The smallest hashes, sorted, that together stand for at most ``target`` documents.

    What alone stands for more is left out; where all do, the one that stands for the fewest is taken.
    """
    chosen: list[Hashes] = []
    taken, fewest = 0, (file.length + 1, np.uint64(0))
    for hashes in _values(file):
        values, copies = np.unique(hashes, return_counts=True)
        if len(values):
            rarest = int(np.argmin(copies))
            fewest = min(fewest, (int(copies[rarest]), values[rarest]), key=lambda pair: pair[0])
        small = copies <= target
        totals = taken + np.cumsum(copies[small])
        fits = totals <= target
        chosen.append(values[small][fits])
        taken = int(totals[fits][-1]) if fits.any() else taken
        if not fits.all():
            break
    return np.concatenate(chosen) if taken else np.asarray([fewest[1]], np.uint64)
