"""Moves of layers and projections."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.inspection.layers import layer_moves
from workbench.inspection.projection import pca, tsne


def test_moves_of_a_layer() -> None:
    before = np.array([[1.0, 0.0], [0.0, 2.0]])
    turned = np.array([[0.0, 1.0], [0.0, 4.0]])
    found = layer_moves([before, turned, turned])
    np.testing.assert_allclose(found.l2, [(np.sqrt(2) + 2) / 2, 0], rtol=1e-6)
    np.testing.assert_allclose(found.cosine, [0.5, 1], rtol=1e-6)
    np.testing.assert_allclose(found.degrees, [45, 0], atol=1e-4)


def test_a_vector_of_zeros_is_at_right_angles() -> None:
    found = layer_moves([np.zeros((1, 3)), np.ones((1, 3))])
    assert found.degrees[0] == pytest.approx(90)


def test_pca_is_that_of_the_covariance() -> None:
    vectors = np.random.default_rng(0).normal(size=(40, 6)) * [5, 3, 1, 1, 1, 1]
    plane = pca(vectors)
    values, directions = np.linalg.eigh(np.cov(vectors.T))
    for axis in range(2):
        expected = (vectors - vectors.mean(0)) @ directions[:, -1 - axis]
        found = plane.points[:, axis]
        assert min(np.abs(found - expected).max(), np.abs(found + expected).max()) < 1e-9
        assert plane.shares[axis] == pytest.approx(values[-1 - axis] / values.sum())
    np.testing.assert_array_equal(pca(vectors).points, plane.points)


@pytest.mark.parametrize("vectors", [np.ones((1, 4)), np.ones((3, 4)), np.arange(3.0)[:, None]])
def test_pca_of_few_vectors_or_directions(vectors: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    plane = pca(vectors)
    assert plane.points.shape == (len(vectors), 2)
    assert np.isfinite(plane.points).all()
    assert len(plane.shares) == 2


def test_tsne_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.inspection.projection.has_tsne", lambda: False)
    with pytest.raises(WorkbenchError, match="needs scikit-learn"):
        tsne(np.zeros((9, 3)))


@pytest.mark.skipif(find_spec("sklearn") is None, reason="scikit-learn is an extra")
def test_tsne_keeps_two_heaps_apart_and_repeats_itself() -> None:
    heaps = np.random.default_rng(0).normal(size=(30, 5))
    heaps[:15] += 20
    plane = tsne(heaps)
    first, second = plane.points[:15], plane.points[15:]
    spread = max(np.ptp(first, axis=0).max(), np.ptp(second, axis=0).max())
    assert np.linalg.norm(first.mean(0) - second.mean(0)) > spread
    np.testing.assert_array_equal(tsne(heaps).points, plane.points)
    with pytest.raises(WorkbenchError, match="four points"):
        tsne(heaps[:3])
