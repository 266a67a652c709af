"""Small operations on flat arrays with starts, in place of loops over items."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.text.document import Bools, Ints

_WORD_BITS = 64
_Number = TypeVar("_Number", np.int64, np.float64)


def starts_of(lengths: ArrayLike) -> Ints:
    """Starts [n + 1] of items with these lengths [n] laid end to end."""
    sizes = np.asarray(lengths, dtype=np.int64)
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    sizes.cumsum(out=starts[1:])
    return starts


def lengths_of(starts: Ints) -> Ints:
    """Lengths [n] of the items that begin at ``starts`` [n + 1]."""
    return starts[1:] - starts[:-1]


def ranges(first: ArrayLike, lengths: ArrayLike) -> Ints:
    """``first[i], first[i] + 1, ...`` of each item, ``lengths[i]`` of them, one item after another."""
    sizes = np.asarray(lengths, dtype=np.int64)
    return ranges_at(first, sizes.cumsum() - sizes, sizes)


def ranges_at(first: ArrayLike, starts: Ints, lengths: Ints) -> Ints:
    """The same for items whose ranges begin at ``starts`` [n] of the result, where these are known."""
    places: Ints = (np.asarray(first, dtype=np.int64) - starts).repeat(lengths)
    places += np.arange(len(places), dtype=np.int64)
    return places


def running_totals(owner: Ints, values: NDArray[_Number]) -> NDArray[_Number]:
    """Sums of ``values`` up to and with each element, begun anew wherever the (sorted) owner changes."""
    totals: NDArray[_Number] = values.cumsum()
    borders = (owner[1:] != owner[:-1]).nonzero()[0]
    if len(borders):
        sizes = lengths_of(np.concatenate((borders, [len(owner) - 1])))
        totals[borders[0] + 1 :] -= totals[borders].repeat(sizes)
    return totals


def borders_of(groups: NDArray[np.generic]) -> Bools:
    """Which of ``groups`` [n] differ from their neighbour before; the first does."""
    border = np.ones(len(groups), dtype=np.bool_)
    np.not_equal(groups[1:], groups[:-1], out=border[1:])
    return border


def heads_of(groups: NDArray[np.generic]) -> Ints:
    """Where each run of equal neighbours begins in ``groups`` [n]."""
    return borders_of(groups).nonzero()[0]


def reached(jump: Ints, begin: Ints) -> Bools:
    """Which places lie on the paths ``p, jump[p], jump[jump[p]], ...`` from the places ``begin``.

    ``jump`` [n] leads to a later place, or to n for the end. Takes log2(n) passes: a path of up to 2^k steps is known
    after k of them.
    """
    size = len(jump)
    step = np.append(jump, size)
    found = np.zeros(size + 1, dtype=np.bool_)
    found[begin] = True
    count = 0
    while True:
        found[step[found.nonzero()[0]]] = True
        now = int(np.count_nonzero(found))
        if now == count:
            return found[:size]
        count = now
        step = step[step]


def stable_order(codes: NDArray[np.uint64], bits: int) -> Ints:
    """The same as ``np.argsort(codes, kind="stable")`` for codes [n] below 2^bits.

    Where there is room, the place of each code stands in its low bits, and the codes themselves are sorted: numpy does
    that ten times as fast as it sorts places.
    """
    width = len(codes).bit_length()
    if bits + width > _WORD_BITS:
        return np.argsort(codes, kind="stable")
    packed = codes << np.uint64(width)
    packed |= np.arange(len(codes), dtype=np.uint64)
    packed.sort()
    packed &= np.uint64((1 << width) - 1)
    return packed.view(np.int64)
