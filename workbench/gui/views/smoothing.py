"""Exponential smoothing that neither lies at the start nor lets one bad value spread."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

MOST = 0.999
SMALLEST = 1e-17  #: a factor that changes no bit
NEGLIGIBLE = math.log(SMALLEST)


def smooth(values: ArrayLike, factor: float) -> NDArray[np.float64]:
    """Bias-corrected exponential mean of values [n]; ``factor`` in [0, 0.999], 0 gives the values back.

    s_t = f s_(t-1) + (1 - f) x_t over the finite values alone, divided by 1 - f^t; non-finite places stay NaN and
    change nothing after them. It is reckoned on the differences to the first finite value, so that a constant series
    stays constant to the last bit.
    """
    data = np.asarray(values, dtype=np.float64)
    finite = np.isfinite(data)
    smoothed = np.full(data.shape, np.nan)
    kept = data[finite]
    if kept.size == 0:
        return smoothed
    factor = min(max(factor, 0.0), MOST)
    if factor == 0.0:
        smoothed[finite] = kept
        return smoothed
    sums = _decaying_sum(kept - kept[0], factor) * (1.0 - factor)
    young = min(kept.size, math.ceil(NEGLIGIBLE / math.log(factor)))
    sums[:young] /= -np.expm1(np.arange(1, young + 1) * math.log(factor))
    smoothed[finite] = kept[0] + sums
    return smoothed


def smooth_pieces(values: NDArray[np.float64], factor: float, edges: Sequence[int]) -> NDArray[np.float64]:
    """:func:`smooth` of the pieces of values [n] that begin at rising ``edges``, each for itself."""
    return np.concatenate([smooth(piece, factor) for piece in np.split(values, edges)])


def _decaying_sum(values: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """sum_i factor^(t - i) values_i for every t: within blocks, and the same again over what the blocks end with.

    Blocks are short enough for factor^-i to keep its precision.
    """
    if factor < SMALLEST:
        return values
    block = min(4096, max(2, int(math.log(1e-4) / math.log(factor))))
    rows = -(-values.size // block)
    padded = np.zeros(rows * block)
    padded[: values.size] = values
    powers = factor ** np.arange(block)
    total: NDArray[np.float64] = np.cumsum(padded.reshape(rows, block) / powers, axis=1) * powers
    if rows > 1:
        carry = _decaying_sum(total[:-1, -1], factor**block)
        total[1:] += carry[:, None] * powers * factor
    return total.reshape(-1)[: values.size]
