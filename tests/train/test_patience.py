"""When to stop early."""

from __future__ import annotations

import math

import pytest

from workbench.train.patience import Patience


@pytest.mark.parametrize(
    ("losses", "least", "best", "since"),
    [
        ([3.0], 0.0, 3.0, 0),
        ([3.0, 2.0, 2.5, 2.1], 0.0, 2.0, 2),
        ([3.0, 2.0, 2.0], 0.0, 2.0, 1),
        ([3.0, 2.95, 2.89], 0.1, 2.89, 0),
        ([3.0, 2.95, 2.91], 0.1, 3.0, 2),
        ([3.0, math.nan, math.inf], 0.0, 3.0, 2),
    ],
)
def test_what_counts_as_better(losses: list[float], least: float, best: float, since: int) -> None:
    patience = Patience()
    for loss in losses:
        patience = patience.after(loss, least)
    assert patience == Patience(best, since)


def test_a_first_loss_that_is_no_number_is_no_best() -> None:
    assert Patience().after(math.nan, 0.0).after(3.0, 0.0) == Patience(3.0, 0)


def test_when_it_is_spent() -> None:
    assert not Patience(1.0, 9).is_spent(0), "never"
    assert not Patience(1.0, 2).is_spent(3)
    assert Patience(1.0, 3).is_spent(3)
