"""Many vectors as points of a plane."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark

INSTALL = "pip install bert-workbench[projection]"
MOST_PERPLEXITY = 30.0


@dataclass(frozen=True)
class Plane:
    """``points`` [n, 2] of n vectors, and the ``shares`` [2] of the variance that the axes hold (none for t-SNE)."""

    points: NDArray[np.float64]
    shares: tuple[float, ...] = ()


def pca(vectors: NDArray[np.floating]) -> Plane:
    """The two directions in which vectors [n, H] vary most; each axis points to where its greatest value is positive.

    With fewer directions than two the missing ones are 0.
    """
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    points = np.zeros((len(vectors), 2))
    found = min(2, len(sizes))
    points[:, :found] = left[:, :found] * sizes[:found]
    for axis in range(2):
        if points[np.abs(points[:, axis]).argmax(), axis] < 0:
            points[:, axis] *= -1
    total = float((sizes**2).sum())
    shares = [float(size**2) / total if total > 0 else 0.0 for size in sizes[:2]]
    return Plane(points, (*shares, 0.0, 0.0)[:2])


def has_tsne() -> bool:
    """Whether the library for t-SNE is installed; it is not loaded."""
    return find_spec("sklearn") is not None


def tsne(vectors: NDArray[np.floating], seed: int = 1) -> Plane:
    """Neighbours stay neighbours, distances between groups mean nothing; the same ``seed`` gives the same picture.

    Raises :class:`WorkbenchError` without scikit-learn, or with fewer than four vectors.
    """
    if not has_tsne():
        raise WorkbenchError(
            mark("t-SNE needs scikit-learn, which is not installed."), mark("{command}"), command=INSTALL
        )
    if len(vectors) < 4:
        raise WorkbenchError(mark("t-SNE needs four points or more."))
    from sklearn.manifold import TSNE

    perplexity = min(MOST_PERPLEXITY, (len(vectors) - 1) / 3)
    made = TSNE(2, perplexity=perplexity, init="pca", random_state=seed, method="exact" if len(vectors) < 500 else
                "barnes_hut")  # fmt: skip
    return Plane(np.asarray(made.fit_transform(vectors.astype(np.float64)), np.float64))
