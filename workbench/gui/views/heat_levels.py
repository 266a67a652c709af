"""What a heatmap shows of a matrix, and which numbers its colours stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from workbench.gui.i18n import tr
from workbench.gui.views.colour_scale import to_levels

Matrix = NDArray[np.floating]


class Scale(StrEnum):
    """What the brightest colour stands for: the greatest value of the row, of this head, or of all heads."""

    ROW = "row"
    HEAD = "head"
    GLOBAL = "global"


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


def brightest(values: Matrix, scale: Scale, greatest: float) -> float:
    """What the brightest colour stands for; 1 for rows, whose colours are shares of the row's greatest value."""
    if scale is Scale.ROW or values.size == 0:
        return 1.0
    return greatest if scale is Scale.GLOBAL else float(values.max())


def levels_of(values: Matrix, scale: Scale, greatest: float) -> NDArray[np.uint8]:
    """Colour levels of a matrix; ``greatest`` is the greatest value of all heads, for the global scale."""
    if values.size == 0:
        return np.zeros(values.shape, np.uint8)
    if scale is Scale.ROW:
        return to_levels(values, 0.0, values.max(axis=1, keepdims=True))
    return to_levels(values, 0.0, brightest(values, scale, greatest))


def mode_words(scale: Scale, hidden: bool, renormalise: bool) -> str:
    """Scale and hiding in words, for captions and exports."""
    scales = {Scale.ROW: tr("scale by row"), Scale.HEAD: tr("scale by head"), Scale.GLOBAL: tr("scale over all heads")}
    if not hidden:
        return scales[scale]
    hiding = tr("hidden tokens, rows renormalised") if renormalise else tr("hidden tokens, values as they are")
    return f"{scales[scale]}; {hiding}"
