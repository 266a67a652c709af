"""Entropy and distance against loops."""

from __future__ import annotations

import math

import numpy as np
import pytest

from workbench.inspection.heads import head_figures
from workbench.inspection.hiding import hide


def some_heads(count: int, heads: int = 3) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    rows = np.random.default_rng(0).random((heads, count, count)) ** 4
    return rows / rows.sum(-1, keepdims=True)


def test_entropy_of_one_token_and_of_all() -> None:
    assert head_figures(np.eye(5)).entropy == 0
    assert head_figures(np.full((5, 5), 0.2)).entropy == pytest.approx(math.log(5))


def test_figures_are_those_of_loops() -> None:
    heads = some_heads(7)
    found = head_figures(heads)
    for number, head in enumerate(heads):
        spread = [-sum(weight * math.log(weight) for weight in row) for row in head]
        reach = [sum(weight * abs(i - j) for j, weight in enumerate(row)) for i, row in enumerate(head)]
        assert found.entropy[number] == pytest.approx(sum(spread) / 7, rel=1e-6)
        assert found.distance[number] == pytest.approx(sum(reach) / 7, rel=1e-6)


def test_distance_counts_places_in_the_text() -> None:
    jumping = np.zeros((1, 4, 4))
    jumping[0, [0, 1, 2, 3], [0, 3, 1, 3]] = 1
    assert head_figures(jumping).distance[0] == pytest.approx((0 + 2 + 1 + 0) / 4)
    assert head_figures(jumping, [0, 2]).distance[0] == pytest.approx((2 + 0) / 2)


def test_hidden_tokens_are_left_out_as_in_the_view() -> None:
    heads = some_heads(6)
    without = head_figures(heads, [0, 5])
    for number, head in enumerate(heads):
        shown = hide(head, [0, 5], renormalise=True).values
        assert without.entropy[number] == pytest.approx(-(shown * np.log(shown)).sum(1).mean(), rel=1e-6)
    assert head_figures(heads, range(6)).entropy.tolist() == [0, 0, 0], "nothing is left"


def test_all_eyes_on_sep() -> None:
    """0.9 on [SEP]: with it the head looks sure, without it, it is seen to be evenly spread."""
    swallowed = np.full((1, 10, 10), 0.1 / 9)
    swallowed[..., -1] = 0.9
    assert head_figures(swallowed).entropy[0] < 0.6
    assert head_figures(swallowed, [0, 9]).entropy[0] == pytest.approx(math.log(8), rel=1e-6)
