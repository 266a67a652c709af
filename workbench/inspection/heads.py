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


def head_figures(attention: Matrix, hidden: Sequence[int] = ()) -> HeadFigures:
    """Figures of heads [..., n, n]; without the ``hidden`` tokens the rows that are left are made to sum to 1.

    The entropy of a row is -sum_j a_ij ln a_ij, from 0 (one token) to ln n (all alike); its distance is
    sum_j a_ij |i - j|, i and j being places in the sentence. A head of which nothing is left has 0 of both.
    """
    places = np.arange(attention.shape[-1])
    kept = np.setdiff1d(places, hidden)
    if not len(kept):
        nothing = np.zeros(attention.shape[:-2], np.float32)
        return HeadFigures(nothing, nothing)
    counted = np.isin(places, kept).astype(attention.dtype)
    sums = (attention @ counted)[..., kept]
    apart = np.abs(places[:, None] - places[None, :]).astype(attention.dtype)
    shares = np.divide(1, sums, out=np.zeros_like(sums), where=sums > 0)
    # With p = a / s the entropy of p is ln s - (sum a ln a) / s, so that no second matrix of logarithms is made.
    logs = np.log(np.maximum(attention, np.finfo(attention.dtype).tiny))
    logs *= attention
    spread = np.log(sums, out=np.zeros_like(sums), where=sums > 0) - (logs @ counted)[..., kept] * shares
    np.multiply(attention, apart, out=logs)
    far = (logs @ counted)[..., kept] * shares
    return HeadFigures(np.clip(spread, 0, None).mean(-1).astype(np.float32), far.mean(-1).astype(np.float32))
