"""What a heatmap shows of a matrix, and which numbers its colours stand for."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from workbench.gui.i18n import tr
from workbench.inspection.colours import to_levels
from workbench.inspection.hiding import Matrix


class Scale(StrEnum):
    """What the brightest colour stands for: the greatest value of the row, of this head, or of all heads."""

    ROW = "row"
    HEAD = "head"
    GLOBAL = "global"


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
