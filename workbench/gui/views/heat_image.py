"""The cells of a heatmap as images, one for each level of detail."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from workbench.gui.views.colour_scale import to_image
from workbench.gui.views.heat_levels import Tones, levels_of
from workbench.inspection.colours import colour_table, greatest_of_blocks
from workbench.inspection.hiding import Matrix

MOST_PIXELS = 4096  #: of the side of an image in a file


class HeatImages:
    """A matrix in colours. Where cells are smaller than a pixel, a pixel shows the greatest value of its block (of
    differences the one farthest from 0), so that a line as thin as one token is seen at any size."""

    def __init__(self, values: Matrix, tones: Tones) -> None:
        self._values, self._tones = values, tones
        self._images: dict[int, QImage] = {}

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return self._values.size == 0

    def image(self, block: int) -> QImage:
        """An image with a pixel for each block of ``block`` by ``block`` cells."""
        if block not in self._images:
            levels = levels_of(_pooled(self._values, block), self._tones)
            self._images[block] = to_image(levels, colour_table(self._tones.table))
        return self._images[block]

    def paint(self, painter: QPainter, corner: QPointF, cell: float) -> None:
        """Draw all cells with the upper left at ``corner``, as fine as pixels allow."""
        block = max(1, math.floor(1 / cell))
        image = self.image(block)
        painter.drawImage(
            QRectF(corner, corner + QPointF(image.width() * block * cell, image.height() * block * cell)), image
        )

    def paint_sharp(self, painter: QPainter, corner: QPointF, cell: float) -> None:
        """Draw all cells as whole squares of pixels, which no viewer of a file blurs into each other."""
        rows, columns = self._values.shape
        side = max(1, min(math.ceil(2 * cell), MOST_PIXELS // max(rows, columns)))
        image = self.image(1).scaled(columns * side, rows * side)
        painter.drawImage(QRectF(corner, corner + QPointF(columns * cell, rows * cell)), image)


def _pooled(values: Matrix, block: int) -> Matrix:
    if block <= 1 or not (values < 0).any():
        return greatest_of_blocks(values, block)
    high, low = greatest_of_blocks(values, block), -greatest_of_blocks(-values, block)
    pooled: Matrix = np.where(np.abs(low) > high, low, high)
    return pooled
