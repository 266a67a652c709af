"""Levels of colour as images of Qt."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, qRgb

from workbench.inspection.colours import Bytes


def to_image(levels: Bytes, table: Bytes) -> QImage:
    """An image of levels [rows, columns], one pixel each, with a table of colours [256, 3]."""
    rows, columns = levels.shape
    image = QImage(np.ascontiguousarray(levels).tobytes(), columns, rows, columns, QImage.Format.Format_Indexed8).copy()
    image.setColorTable([qRgb(red, green, blue) for red, green, blue in table.tolist()])
    return image
