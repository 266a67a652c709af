"""Learning rates of sheet 0.5 and updates of sheet 0.6, against the formulas."""

from __future__ import annotations

import math

import pytest
import torch
from torch import nn

from workbench.spec.rate import learning_rate
from workbench.spec.training import DecayExclusion, TrainingSpec
from workbench.train.optim import Optimizer, undecayed


class Parts(nn.Module):
    """A table, a map, a norm, and a bias of its own, as a prediction head has."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(7, 4)
        self.map = nn.Linear(4, 4)
        self.full_layer_layer_norm = nn.LayerNorm(4)
        self.bias = nn.Parameter(torch.randn(7))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Logits over the table."""
        logits: torch.Tensor = self.full_layer_layer_norm(self.map(self.table(ids))) @ self.table.weight.T + self.bias
        return logits


def test_decay_spares_biases_and_norms_by_their_kind() -> None:
    model = Parts()
    spared = undecayed(model, DecayExclusion.BIAS_AND_NORM)
    names = {name for name, parameter in model.named_parameters() if id(parameter) in spared}
    assert names == {"map.bias", "full_layer_layer_norm.weight", "full_layer_layer_norm.bias", "bias"}
    assert not undecayed(model, DecayExclusion.NOTHING)


@pytest.mark.parametrize("corrected", [True, False])
@pytest.mark.parametrize("exclusion", DecayExclusion)
def test_updates_agree_with_the_formulas(corrected: bool, exclusion: DecayExclusion) -> None:
    torch.manual_seed(3)
    training = TrainingSpec(
        steps=50, warmup_steps=3, learning_rate=0.01, weight_decay=0.1, bias_correction=corrected,
        decay_exclusion=exclusion, gradient_clip=0.5,
    )  # fmt: skip
    model = Parts().double()
    optimizer = Optimizer(model, training)
    spared = undecayed(model, exclusion)
    state = {
        name: [p.detach().clone(), torch.zeros_like(p), torch.zeros_like(p)] for name, p in model.named_parameters()
    }
    for step in range(12):
        ids = torch.randint(7, (5,))
        nn.functional.cross_entropy(model(ids), ids).backward()
        gradients = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
        norm = math.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        assert optimizer.clip().item() == pytest.approx(norm, rel=1e-9)
        rate = optimizer.step(step)
        assert rate == learning_rate(training, step)
        for name, parameter in model.named_parameters():
            theta, m, v = state[name]
            g = gradients[name] * min(1.0, 0.5 / (norm + 1e-6))
            m.mul_(0.9).add_(0.1 * g)
            v.mul_(0.999).add_(0.001 * g**2)
            decay = 0.0 if id(parameter) in spared else 0.1
            first, second = (1 - 0.9 ** (step + 1), 1 - 0.999 ** (step + 1)) if corrected else (1.0, 1.0)
            update = (m / first) / (torch.sqrt(v / second) + 1e-6) + decay * theta
            theta.sub_(rate * update)
            torch.testing.assert_close(parameter.detach(), theta, rtol=1e-7, atol=1e-9, msg=lambda t, n=name: n + t)


def test_without_a_limit_gradients_stay_as_they_are() -> None:
    model = Parts()
    optimizer = Optimizer(model, TrainingSpec(gradient_clip=0.0))
    (model(torch.tensor([1])).sum() * 1000).backward()
    before = model.map.weight.grad
    assert before is not None
    before = before.clone()
    assert optimizer.clip() > 1
    assert torch.equal(before, model.map.weight.grad)  # type: ignore[arg-type]


def test_moments_come_back() -> None:
    torch.manual_seed(1)
    first, second = Parts(), Parts()
    training = TrainingSpec(steps=10, warmup_steps=0)
    one, other = Optimizer(first, training), Optimizer(second, training)
    for step in range(3):
        first(torch.tensor([1, 2])).sum().backward()
        one.step(step)
    second.load_state_dict(first.state_dict())
    other.load({name: tensor.clone() for name, tensor in one.tensors().items()})
    for model, optimizer in ((first, one), (second, other)):
        model(torch.tensor([3, 4])).sum().backward()
        optimizer.step(3)
    for a, b in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(a, b)
