"""The running average of weights."""

from __future__ import annotations

import torch
from torch import nn

from workbench.train.average import WeightAverage


def test_equals_the_plain_formula() -> None:
    torch.manual_seed(1)
    model = nn.Linear(3, 2)
    average = WeightAverage(model, 0.9)
    expected = model.weight.detach().double().clone()
    for updates in range(1, 101):
        with torch.no_grad():
            model.weight.add_(torch.randn(2, 3))
        average.update(updates)
        kept = min(0.9, (1 + updates) / (10 + updates))
        expected = kept * expected + (1 - kept) * model.weight.detach().double()
    torch.testing.assert_close(average.tensors()["weight"].double(), expected, rtol=1e-5, atol=1e-5)


def test_the_model_has_the_average_only_inside() -> None:
    model = nn.Linear(3, 2)
    average = WeightAverage(model, 0.5)
    first = model.weight.detach().clone()
    with torch.no_grad():
        model.weight.zero_()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    with average.in_place():
        assert torch.equal(model.weight, first)
    assert torch.equal(model.weight, torch.zeros(2, 3))
    assert torch.equal(average.tensors()["weight"], first)
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    assert torch.equal(model.weight, -torch.ones(2, 3)), "the optimizer still has hold of the weights"
    assert torch.equal(average.tensors()["weight"], first)


def test_it_comes_back() -> None:
    one, other = (WeightAverage(nn.Linear(3, 2), 0.5) for _ in range(2))
    other.load({name: tensor.clone() for name, tensor in one.tensors().items()})
    assert all(torch.equal(tensor, one.tensors()[name]) for name, tensor in other.tensors().items())


def test_it_begins_anew_with_weights_that_came_from_elsewhere() -> None:
    model = nn.Linear(3, 2)
    average = WeightAverage(model, 0.5)
    with torch.no_grad():
        model.weight.fill_(7.0)
    average.begin()
    assert torch.equal(average.tensors()["weight"], model.weight)
    assert average.tensors()["weight"] is not model.weight
