"""A matrix without some of its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.floating]


@dataclass(frozen=True)
class Shown:
    """A matrix [r, c] with its kept row and column numbers of the whole one."""

    values: Matrix
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]


def hide(matrix: Matrix, hidden: Sequence[int], renormalise: bool) -> Shown:
    """The matrix without some tokens; with ``renormalise`` each row that is left sums to 1 again.

    Without it the values stay as they are. A row that had nothing left stays at 0. It is a view only.
    """
    rows, columns = (np.arange(size) for size in matrix.shape)
    if not hidden:
        return Shown(matrix, rows, columns)
    rows, columns = np.setdiff1d(rows, hidden), np.setdiff1d(columns, hidden)
    values = matrix[np.ix_(rows, columns)]
    if renormalise:
        sums = values.sum(axis=1, keepdims=True)
        values = np.divide(values, sums, out=np.zeros_like(values), where=sums > 0)
    return Shown(values, rows, columns)
