"""How far each layer moves the hidden vectors (ALBERT, figure 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class LayerMoves:
    """Between what goes into a layer and what comes out, means over tokens [layers]: Euclidean distance ``l2``,
    ``cosine``, and the angle in ``degrees``."""

    l2: NDArray[np.float32]
    cosine: NDArray[np.float32]
    degrees: NDArray[np.float32]


def layer_moves(hidden: Sequence[NDArray[np.floating]]) -> LayerMoves:
    """Of hidden vectors [n, H] before the first layer and after each; a vector of zeros is at right angles to all."""
    moves = []
    for before, after in pairwise(hidden):
        before, after = before.astype(np.float64), after.astype(np.float64)
        norms = np.linalg.norm(before, axis=-1) * np.linalg.norm(after, axis=-1)
        dots = np.einsum("nh,nh->n", before, after)
        cosine = np.clip(np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0), -1, 1)
        l2 = np.linalg.norm(after - before, axis=-1)
        moves.append((l2.mean(), cosine.mean(), np.degrees(np.arccos(cosine)).mean()))
    table = np.array(moves, np.float32).reshape(-1, 3)
    return LayerMoves(table[:, 0], table[:, 1], table[:, 2])
