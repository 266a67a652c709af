"""One number a head: how spread its attention is, and how far it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.inspection.hiding import Matrix

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class HeadFigures:
    """``entropy`` in nats and ``distance`` in tokens, means over queries, of heads in any shape."""

    entropy: Floats
    distance: Floats


def entropy(attention: Matrix) -> NDArray[np.floating]:
    """-sum_j a_ij ln a_ij in nats of each row of [..., n, m], where 0 ln 0 is 0: from 0 (one token) to ln m (all)."""
    logs = np.log(attention, out=np.zeros_like(attention), where=attention > 0)
    sums: NDArray[np.floating] = -np.einsum("...ij,...ij->...i", attention, logs)
    return sums


def distance(attention: Matrix, places: NDArray[np.integer]) -> NDArray[np.floating]:
    """sum_j a_ij |i - j| in tokens of each row of [..., n, n]; ``places`` [n] are those of the tokens in the text."""
    apart = np.abs(places[:, None] - places[None, :]).astype(attention.dtype)
    sums: NDArray[np.floating] = np.einsum("...ij,ij->...i", attention, apart)
    return sums


def head_figures(attention: Matrix, hidden: Sequence[int] = ()) -> HeadFigures:
    """Figures of heads [..., n, n]; without the ``hidden`` tokens the rows that are left are made to sum to 1.

    A head of a sentence of which nothing is left has 0 of both.
    """
    kept = np.setdiff1d(np.arange(attention.shape[-1]), hidden)
    if not len(kept):
        nothing = np.zeros(attention.shape[:-2], np.float32)
        return HeadFigures(nothing, nothing)
    if hidden:
        attention = attention[..., kept[:, None], kept[None, :]]
        sums = attention.sum(-1, keepdims=True)
        attention = np.divide(attention, sums, out=np.zeros_like(attention), where=sums > 0)
    return HeadFigures(
        entropy(attention).mean(-1).astype(np.float32), distance(attention, kept).mean(-1).astype(np.float32)
    )
