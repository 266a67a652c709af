"""Which numbers the colours of a heatmap stand for."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from workbench.gui.i18n import tr
from workbench.inspection.colours import AMOUNTS, DIFFERENCES, to_levels
from workbench.inspection.hiding import Matrix, Shown


class Scale(StrEnum):
    """What the brightest colour stands for: the greatest value of the row, of this head, or of all heads."""

    ROW = "row"
    HEAD = "head"
    GLOBAL = "global"


@dataclass(frozen=True)
class Tones:
    """Colours of amounts from 0 on by a ``scale``, ``greatest`` being the value of the brightest for
    :attr:`Scale.GLOBAL`; or of ``differences``, with grey for 0 and as far to both sides."""

    scale: Scale = Scale.HEAD
    greatest: float = 1.0
    differences: bool = False

    @property
    def table(self) -> str:
        """The table of colours."""
        return DIFFERENCES if self.differences else AMOUNTS


def brightest(values: Matrix, tones: Tones) -> float:
    """What the brightest colour stands for; 1 for rows, whose colours are shares of the row's greatest value."""
    if values.size == 0:
        return 1.0
    if tones.differences:
        return float(np.abs(values).max())
    if tones.scale is Scale.ROW:
        return 1.0
    return tones.greatest if tones.scale is Scale.GLOBAL else float(values.max())


def levels_of(values: Matrix, tones: Tones) -> NDArray[np.uint8]:
    """Colour levels of a matrix."""
    if values.size == 0:
        return np.zeros(values.shape, np.uint8)
    high = brightest(values, tones)
    if tones.differences:
        return to_levels(values, -(high or 1.0), high or 1.0)
    if tones.scale is Scale.ROW:
        return to_levels(values, 0.0, values.max(axis=1, keepdims=True))
    return to_levels(values, 0.0, high)


def mode_words(tones: Tones, hidden: bool, renormalise: bool) -> str:
    """Scale and hiding in words, for captions and exports."""
    scales = {Scale.ROW: tr("scale by row"), Scale.HEAD: tr("scale by head"), Scale.GLOBAL: tr("scale over all heads")}
    scale = tr("differences, grey is 0") if tones.differences else scales[tones.scale]
    if not hidden:
        return scale
    hiding = tr("hidden tokens, rows renormalised") if renormalise else tr("hidden tokens, values as they are")
    return f"{scale}; {hiding}"


def matrix_csv(head: str, rows: Sequence[str], columns: Sequence[str], shown: Shown) -> str:
    """The shown values with the names of their rows and columns; ``head`` stands in the first cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([head, *(columns[place] for place in shown.columns)])
    for place, row in zip(shown.rows, shown.values, strict=True):
        writer.writerow([rows[place], *(f"{value:.6g}" for value in row)])
    return out.getvalue()
