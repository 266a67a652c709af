"""Heads small enough to see all of them at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.inspection.colours import Bytes, greatest_of_blocks, to_levels

PIXELS = 48  #: most pixels of a thumbnail's side


def thumbnails(heads: NDArray[np.floating], pixels: int = PIXELS) -> Bytes:
    """Colour levels [..., s, s] of heads [..., n, n], s <= ``pixels``.

    Each pixel is the greatest value of its block, so that thin lines stay visible; each head has its own scale.
    """
    pooled = greatest_of_blocks(heads, max(1, -(-heads.shape[-1] // pixels)))
    return to_levels(pooled, 0.0, pooled.max(axis=(-2, -1), keepdims=True))
