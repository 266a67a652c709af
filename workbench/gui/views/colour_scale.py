"""From numbers to colours: viridis and cividis for amounts, blue-white-red for differences."""

from __future__ import annotations

from functools import cache

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtGui import QImage, qRgb

Bytes = NDArray[np.uint8]


@cache
def colour_table(name: str) -> Bytes:
    """256 colours [256, 3] of ``viridis``, ``cividis`` or ``difference``."""
    if name == "difference":
        stops = np.array([[33, 102, 172], [247, 247, 247], [178, 24, 43]], dtype=float)
        places = np.linspace(0, 2, 256)
        mixed = np.stack([np.interp(places, [0, 1, 2], stops[:, channel]) for channel in range(3)], axis=1)
        table: Bytes = mixed.round().astype(np.uint8)
        return table
    chosen: Bytes = pg.colormap.get(name).getLookupTable(nPts=256, alpha=False).astype(np.uint8)
    return chosen


def to_levels(
    values: NDArray[np.floating], low: NDArray[np.floating] | float, high: NDArray[np.floating] | float
) -> Bytes:
    """Values as numbers 0-255 between ``low`` and ``high`` (which broadcast); NaN and empty ranges give 0."""
    width = np.asarray(high - low, dtype=np.float32)
    factor = np.where(width > 0, 255 / np.where(width > 0, width, 1), 0)
    shares = (values - low) * factor
    np.clip(shares, 0, 255, out=shares)
    np.nan_to_num(shares, copy=False)
    levels: Bytes = np.rint(shares, out=shares).astype(np.uint8)
    return levels


def to_image(levels: Bytes, table: Bytes) -> QImage:
    """An image of levels [rows, columns], one pixel each, with a table of colours [256, 3]."""
    rows, columns = levels.shape
    image = QImage(np.ascontiguousarray(levels).tobytes(), columns, rows, columns, QImage.Format.Format_Indexed8).copy()
    image.setColorTable([qRgb(red, green, blue) for red, green, blue in table.tolist()])
    return image
