"""From numbers to colours without a window: viridis for amounts, blue-white-red for differences, and as PNG."""

from __future__ import annotations

import struct
import zlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

AMOUNTS, DIFFERENCES = "viridis", "difference"

#: Every fifth of viridis' 256 colours (Smith and van der Walt, CC0).
_VIRIDIS = (
    "440154 46085c 471063 481769 481d6f 482475 472a7a 46307e 453781 433d84 414287 3f4889 3d4e8a 3a538b 38598c 355e8d "
    "33638d 31688e 2e6d8e 2c718e 2a768e 297b8e 27808e 25848e 23898e 218e8d 20928c 1f978b 1e9c89 1fa188 21a585 24aa83 "
    "28ae80 2eb37c 35b779 3dbc74 46c06f 50c46a 5ac864 65cb5e 70cf57 7cd250 89d548 95d840 a2da37 b0dd2f bddf26 cae11f "
    "d8e219 e5e419 f1e51d fde725 "
)
_DIVERGING = "2166ac f7f7f7 b2182b"


@cache
def colour_table(name: str) -> Bytes:
    """256 colours [256, 3] of :data:`AMOUNTS` or :data:`DIFFERENCES`, between the stops linear."""
    stops = np.array([list(bytes.fromhex(stop)) for stop in {AMOUNTS: _VIRIDIS, DIFFERENCES: _DIVERGING}[name].split()])
    places = np.linspace(0, len(stops) - 1, 256)
    mixed = np.stack([np.interp(places, np.arange(len(stops)), stops[:, channel]) for channel in range(3)], axis=1)
    table: Bytes = mixed.round().astype(np.uint8)
    return table


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


def greatest_of_blocks(values: NDArray[np.floating], block: int) -> NDArray[np.floating]:
    """The last two axes in blocks of ``block`` by ``block``, each its greatest value, so that thin lines stay."""
    if block <= 1:
        return values
    rows, columns = (np.arange(0, size, block) for size in values.shape[-2:])
    pooled: NDArray[np.floating] = np.maximum.reduceat(np.maximum.reduceat(values, rows, axis=-2), columns, axis=-1)
    return pooled


def png_of(levels: Bytes, table: Bytes) -> bytes:
    """Levels [rows, columns] as a PNG file, one pixel each, with a table of colours [256, 3]."""
    rows, columns = levels.shape
    lines = np.zeros((rows, columns + 1), np.uint8)  # each line begins with the number of its filter, none
    lines[:, 1:] = levels
    head = struct.pack(">IIBBBBB", columns, rows, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", table.tobytes()), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
