"""The packed operations against the plain ones of torch, with the same elements dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.attention import packed as attention_module
from workbench.model.attention.packed import packed_attention
from workbench.model.dropout import Bits
from workbench.model.inputs import Inputs
from workbench.model.packed import add_and_norm, linear, linears
from workbench.model.packing import Packing

HEADS, HIDDEN = 2, 8


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Bits]:
    """All bits that are drawn, in order."""
    found: list[Bits] = []
    draw = Bits.draw

    def noted(shape: tuple[int, ...], p: float) -> Bits:
        found.append(draw(shape, p))
        return found[-1]

    monkeypatch.setattr(Bits, "draw", staticmethod(noted))
    return found


def doubles(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64, requires_grad=True)


def same_gradients(found: Tensor, expected: Tensor, *leaves: Tensor) -> None:
    mixing = torch.randn_like(expected)
    for one, other in zip(
        torch.autograd.grad((found * mixing).sum(), leaves),
        torch.autograd.grad((expected * mixing).sum(), leaves),
        strict=True,
    ):
        torch.testing.assert_close(one, other)


def plain_attention(parts: list[Tensor], packing: Packing, factors: list[Tensor]) -> Tensor:
    """Passage by passage through the whole matrix of probabilities; ``factors`` of dropout, a group's one after
    another."""
    rows, given = [], iter(factors)
    for group in packing.groups:
        for number in range(group.passages):
            start = group.start + number * group.length
            q, k, v = (
                part[start : start + group.length].view(group.length, HEADS, -1).transpose(0, 1) for part in parts
            )
            chances = (q @ k.transpose(1, 2) / (HIDDEN // HEADS) ** 0.5).softmax(-1)
            if factors:
                chances = chances * next(given)
            rows.append((chances @ v).transpose(0, 1).flatten(1))
    found = torch.cat(rows)
    return torch.cat([found, torch.zeros(len(packing.tokens) - packing.count, HIDDEN)])


@pytest.mark.parametrize("budget", [1 << 21, 1], ids=["whole groups", "one passage at a time"])
@pytest.mark.parametrize("dropout", [0.0, 0.4])
def test_attention(
    budget: int, dropout: float, pairs: Callable[..., Inputs], drawn: list[Bits], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attention_module, "_BYTES", budget)
    packing = Packing.of(pairs(3, 7, 3, 7, 1))
    parts = [doubles(32, HIDDEN) for _ in range(3)]
    found = packed_attention(torch.cat(parts, 1), packing, HEADS, dropout)
    lengths = [group.length for group in packing.groups for _ in range(group.passages)]
    assert lengths == [7, 7, 3, 3, 1]
    assert len(drawn) == (1 if dropout else 0)
    factors = [
        factor.view(HEADS, length, length)
        for bits in drawn
        for length, factor in zip(
            lengths, (bits.kept(torch.float64) * bits.scale).split([HEADS * n * n for n in lengths]), strict=True
        )
    ]
    expected = plain_attention(parts, packing, factors)
    torch.testing.assert_close(found, expected)
    same_gradients(found, expected, *parts)


@pytest.mark.parametrize("dropout", [0.0, 0.4])
def test_sum_and_norm(dropout: float, drawn: list[Bits]) -> None:
    hidden, update, norm = doubles(5, HIDDEN), doubles(5, HIDDEN), nn.LayerNorm(HIDDEN).double()
    nn.init.normal_(norm.weight)
    nn.init.normal_(norm.bias)
    found = add_and_norm(hidden, update, norm, dropout)
    factor = drawn[0].kept(torch.float64) * drawn[0].scale if dropout else 1.0
    expected = norm(hidden + update * factor)
    torch.testing.assert_close(found, expected)
    same_gradients(found, expected, hidden, update, norm.weight, norm.bias)


def test_linear_maps_of_the_same_values() -> None:
    values, modules = doubles(5, HIDDEN), [nn.Linear(HIDDEN, size).double() for size in (6, 4, 6)]
    found = linears(values, modules, torch.float64)
    expected = torch.cat([module(values) for module in modules], 1)
    torch.testing.assert_close(found, expected)
    same_gradients(found, expected, values, *(p for module in modules for p in module.parameters()))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_products_in_other_precisions(dtype: torch.dtype) -> None:
    values, module = torch.randn(33, 64, requires_grad=True), nn.Linear(64, 48)
    found = linear(values.to(dtype), module, dtype)
    assert found.dtype is dtype
    expected = functional.linear(values.double(), module.weight.double(), module.bias.double())
    share = 0.03 if dtype is torch.bfloat16 else 1e-5
    torch.testing.assert_close(found.double(), expected, rtol=share, atol=share)
    mixing = torch.randn_like(found)
    leaves = (values, module.weight, module.bias)
    ours = torch.autograd.grad((found * mixing).sum(), leaves)
    theirs = torch.autograd.grad((expected * mixing.double()).sum(), leaves)
    for one, other in zip(ours, theirs, strict=True):
        assert one.dtype is torch.float32
        assert (one - other).norm() < share * other.norm()
