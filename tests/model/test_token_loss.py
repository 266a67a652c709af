"""Loss and gradients of predicted tokens against torch's, and the gradient of a table that is used twice."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional

from workbench.model import token_loss as module
from workbench.model.token_loss import token_loss
from workbench.model.word_rows import TableGradient, word_rows


@pytest.mark.parametrize("budget", [1 << 18, 1], ids=["all rows", "row by row"])
@pytest.mark.parametrize("count", [0, 1, 9])
def test_agrees_with_cross_entropy(budget: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ELEMENTS", budget)
    table = torch.randn(12, 6, dtype=torch.float64, requires_grad=True)
    bias = torch.randn(12, dtype=torch.float64, requires_grad=True)
    mixing = torch.randn(count, 6, dtype=torch.float64)
    ids, labels = torch.randint(12, (count,)), torch.randint(12, (count,))

    gradient = TableGradient()
    rows = word_rows(table, ids, gradient)
    filler = torch.randn(3, 6, dtype=torch.float64)
    loss, hits, each = token_loss(torch.cat([rows * mixing, filler]), table, bias, labels, torch.float64, gradient)
    logits = functional.linear(functional.embedding(ids, table) * mixing, table, bias)
    expected = functional.cross_entropy(logits, labels, reduction="sum")
    torch.testing.assert_close(loss, expected)
    torch.testing.assert_close(each, functional.cross_entropy(logits.detach(), labels, reduction="none"))
    assert not each.requires_grad
    assert torch.equal(hits, logits.argmax(1) == labels)
    ours = torch.autograd.grad(0.3 * loss, (table, bias))
    for one, other in zip(ours, torch.autograd.grad(0.3 * expected, (table, bias)), strict=True):
        torch.testing.assert_close(one, other)


def test_large_logits_and_ties() -> None:
    table = torch.tensor([[500.0], [500.0], [-500.0]], requires_grad=True)
    vectors, bias = torch.ones(3, 1), torch.zeros(3)
    loss, hits, _ = token_loss(vectors, table, bias, torch.tensor([0, 1, 2]), torch.float32, TableGradient())
    assert hits.tolist() == [True, False, False], "of equal logits the first is the prediction"
    assert loss.item() == pytest.approx(1000 + 3 * torch.tensor(2.0).log().item())


def test_bf16_is_close() -> None:
    torch.manual_seed(1)
    table, vectors = torch.randn(100, 32) / 6, torch.randn(20, 32, requires_grad=True)
    labels, bias = torch.randint(100, (20,)), torch.zeros(100)
    exact, _, _ = token_loss(vectors, table, bias, labels, torch.float32, TableGradient())
    rough, _, _ = token_loss(vectors.bfloat16(), table, bias, labels, torch.bfloat16, TableGradient())
    assert rough.dtype is torch.float32
    assert rough.item() == pytest.approx(exact.item(), rel=2e-3)
    one, other = torch.autograd.grad(rough, vectors)[0], torch.autograd.grad(exact, vectors)[0]
    assert (one - other).norm() < 0.02 * other.norm()


def test_without_a_decoder_the_rows_alone_have_a_gradient() -> None:
    table = torch.randn(5, 3, requires_grad=True)
    word_rows(table, torch.tensor([1, 1, 4]), TableGradient()).sum().backward()
    assert table.grad is not None
    assert table.grad[:, 0].tolist() == [0, 2, 0, 0, 1]
