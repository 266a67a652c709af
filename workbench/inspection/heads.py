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
    return figures_without(attention, [hidden])[0]


def figures_without(attention: Matrix, choices: Sequence[Sequence[int]]) -> list[HeadFigures]:
    """:func:`head_figures` without each of several choices of tokens; the logarithms are taken once for all of them."""
    places = np.arange(attention.shape[-1])
    counted = np.stack([~np.isin(places, hidden) for hidden in choices], axis=1)
    kinds = np.ascontiguousarray(counted.T, attention.dtype)
    apart = np.abs(places[:, None] - places[None, :]).astype(attention.dtype)
    sums = _sums(attention, kinds)
    product = np.log(np.maximum(attention, np.finfo(attention.dtype).tiny))
    product *= attention
    spread = _sums(product, kinds)
    np.multiply(attention, apart, out=product)
    far = _sums(product, kinds)
    shares = np.divide(1, sums, out=np.zeros_like(sums), where=sums > 0)
    # With p = a / s the entropy of p is ln s - (sum a ln a) / s.
    entropy = np.clip(np.log(sums, out=np.zeros_like(sums), where=sums > 0) - spread * shares, 0, None)
    return [
        HeadFigures(_mean(entropy[..., number], kept), _mean((far * shares)[..., number], kept))
        for number, kept in enumerate(counted.T)
    ]


def _sums(values: Matrix, kinds: Matrix) -> Matrix:
    """Sums of rows over each choice of columns [..., n, choices]; a product with each vector, as numpy is
    slow where a matrix has few columns."""
    return np.stack([values @ kind for kind in kinds], axis=-1)


def _mean(rows: Matrix, kept: NDArray[np.bool_]) -> Floats:
    """The mean over the kept rows [..., n], 0 where there are none."""
    total: Floats = (rows[..., kept].sum(-1) / max(1, int(kept.sum()))).astype(np.float32)
    return total
