"""Dropout from 16 bits: its rate, its scale, its dependence on the seed."""

from __future__ import annotations

import math

import pytest
import torch

from workbench.model import dropout as module
from workbench.model.dropout import Bits
from workbench.model.packed import drop

DRAWS = 1 << 20


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9999])
def test_mean_and_variance(p: float) -> None:
    torch.manual_seed(3)
    bits = Bits.draw((DRAWS,), p)
    factor = bits.kept(torch.float64) * bits.scale
    variance = p / (1 - p)
    assert abs(factor.mean().item() - 1) < 5 * math.sqrt(variance / DRAWS) + 1 / (1 << 16) / (1 - p)
    assert set(bits.kept(torch.float32).unique().tolist()) <= {0.0, 1.0}
    if p < 0.9:
        assert factor.var().item() == pytest.approx(variance, rel=0.02)


def test_neighbours_are_independent() -> None:
    torch.manual_seed(4)
    kept = Bits.draw((DRAWS,), 0.3).kept(torch.float64) - 0.7
    for distance in (1, 2, 3, 4, 8, 1024):
        correlation = (kept[:-distance] * kept[distance:]).mean().item() / 0.21
        assert abs(correlation) < 5 / math.sqrt(DRAWS), distance


def test_the_threshold_is_exact_on_average() -> None:
    torch.manual_seed(5)
    thresholds = [Bits.draw((1,), 0.1).threshold + (1 << 15) for _ in range(4000)]
    assert set(thresholds) == {6553, 6554}
    assert sum(thresholds) / len(thresholds) / (1 << 16) == pytest.approx(0.1, abs=5 * 0.5 / 65536 / math.sqrt(4000))


def test_the_seed_and_only_it_decides() -> None:
    def drawn(seed: int) -> torch.Tensor:
        torch.manual_seed(seed)
        return torch.cat([Bits.draw((7, 3), 0.4).kept(torch.float32) for _ in range(3)])

    assert torch.equal(drawn(1), drawn(1))
    assert not torch.equal(drawn(1), drawn(2))


def test_all_is_dropped_where_no_number_lies_above() -> None:
    bits = Bits(torch.full((4,), (1 << 15) - 1, dtype=torch.int16), module._LEVELS - (1 << 15), 1.0)
    assert bits.kept(torch.float32).tolist() == [0.0] * 4


def test_forward_and_backward_drop_the_same() -> None:
    torch.manual_seed(6)
    values = torch.full((50, 3), 2.0, requires_grad=True)
    dropped = drop(values, 0.25)
    dropped.sum().backward()
    assert values.grad is not None
    assert torch.equal(values.grad * 2, dropped)
    assert dropped.unique().tolist() == pytest.approx([0, 8 / 3])
    assert drop(values, 0.0) is values
