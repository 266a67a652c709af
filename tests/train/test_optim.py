"""Updates of sheet 0.6 against naive float64 references."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch import nn

from workbench.spec.rate import learning_rate
from workbench.spec.training import DecayExclusion, OptimizerKind, TrainingSpec
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


def updates_of(model: Parts, training: TrainingSpec, steps: int = 12) -> Iterator[tuple[int, dict[str, Moments]]]:
    """Take steps on random ids, clipped to 0.5, and give what a reference needs: the weights before the first step,
    and moments by the plain formulas."""
    optimizer = Optimizer(model, training)
    moments = {name: Moments(p.detach().clone(), torch.zeros_like(p)) for name, p in model.named_parameters()}
    for step in range(steps):
        ids = torch.randint(7, (5,))
        nn.functional.cross_entropy(model(ids), ids).backward()
        gradients = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
        norm = math.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        assert optimizer.clip().item() == pytest.approx(norm, rel=1e-9)
        assert optimizer.step(step) == learning_rate(training, step)
        for name, moment in moments.items():
            g = gradients[name] * min(1.0, 0.5 / (norm + 1e-6))
            moment.mean = training.adam_beta1 * moment.mean + (1 - training.adam_beta1) * g
            moment.square = training.adam_beta2 * moment.square + (1 - training.adam_beta2) * g**2
        yield step, moments


@dataclass
class Moments:
    """Reference of a tensor: weights and moments in float64."""

    weight: torch.Tensor
    mean: torch.Tensor
    square: torch.Tensor = field(init=False)

    def __post_init__(self) -> None:
        self.square = torch.zeros_like(self.mean)


def assert_equal(model: Parts, moments: dict[str, Moments]) -> None:
    for name, parameter in model.named_parameters():
        expected = moments[name].weight
        torch.testing.assert_close(parameter.detach(), expected, rtol=1e-7, atol=1e-9, msg=lambda t, n=name: n + t)


RECIPE: dict[str, Any] = {
    "steps": 50, "warmup_steps": 3, "learning_rate": 0.01, "weight_decay": 0.1, "gradient_clip": 0.5,
}  # fmt: skip


@pytest.mark.parametrize("corrected", [True, False])
@pytest.mark.parametrize("exclusion", DecayExclusion)
def test_adamw_agrees_with_the_formulas(corrected: bool, exclusion: DecayExclusion) -> None:
    torch.manual_seed(3)
    training = TrainingSpec(**RECIPE, bias_correction=corrected, decay_exclusion=exclusion)
    model = Parts().double()
    spared = {name for name, p in model.named_parameters() if id(p) in undecayed(model, exclusion)}
    for step, moments in updates_of(model, training):
        first, second = (1 - 0.9 ** (step + 1), 1 - 0.999 ** (step + 1)) if corrected else (1.0, 1.0)
        for name, own in moments.items():
            update = (own.mean / first) / (torch.sqrt(own.square / second) + 1e-6)
            decay = 0.0 if name in spared else 0.1
            own.weight = own.weight - learning_rate(training, step) * (update + decay * own.weight)
        assert_equal(model, moments)


def test_adamw_is_torchs_own_to_the_bit() -> None:
    """Also where a tensor has no gradient in some step."""
    torch.manual_seed(4)
    ours, theirs = Parts(), Parts()
    theirs.load_state_dict(ours.state_dict())
    training = TrainingSpec(**RECIPE, decay_exclusion=DecayExclusion.NOTHING)
    optimizer = Optimizer(ours, training)
    reference = torch.optim.AdamW(theirs.parameters(), betas=(0.9, 0.999), eps=1e-6, weight_decay=0.1, fused=True)
    for step in range(6):
        for model in (ours, theirs):
            model(torch.tensor([step, 1])).square().sum().backward()
            model.bias.grad = model.bias.grad if step % 2 else None
        reference.param_groups[0]["lr"] = optimizer.step(step)
        reference.step()
        reference.zero_grad()
        for mine, other in zip(ours.parameters(), theirs.parameters(), strict=True):
            assert torch.equal(mine, other)


def test_fairseq_decays_first_and_adds_epsilon_before_the_correction() -> None:
    """Its order of decay makes no difference; with a large epsilon, its place does."""
    torch.manual_seed(3)
    training = TrainingSpec(
        **RECIPE, adam_beta2=0.98, adam_epsilon=0.01, decay_exclusion=DecayExclusion.NOTHING, early_epsilon=True
    )
    model = Parts().double()
    for step, moments in updates_of(model, training):
        rate = learning_rate(training, step)
        step_size = rate * math.sqrt(1 - 0.98 ** (step + 1)) / (1 - 0.9 ** (step + 1))
        for own in moments.values():
            own.weight = own.weight * (1 - rate * 0.1)
            own.weight = own.weight - step_size * own.mean / (torch.sqrt(own.square) + 0.01)
        assert_equal(model, moments)


@pytest.mark.parametrize("exclusion", DecayExclusion)
@pytest.mark.parametrize("corrected", [True, False])
def test_lamb_agrees_with_the_formulas(exclusion: DecayExclusion, corrected: bool) -> None:
    """Never corrected, whatever AdamW would do; what is not decayed is not scaled."""
    torch.manual_seed(3)
    training = TrainingSpec(
        **RECIPE, optimizer=OptimizerKind.LAMB, decay_exclusion=exclusion, bias_correction=corrected
    )
    model = Parts().double()
    spared = {name for name, p in model.named_parameters() if id(p) in undecayed(model, exclusion)}
    with torch.no_grad():
        model.map.weight.zero_()  # norm 0: ratio 1
    ratios = set()
    for step, moments in updates_of(model, training):
        for name, own in moments.items():
            decay = 0.0 if name in spared else 0.1
            update = own.mean / (torch.sqrt(own.square) + 1e-6) + decay * own.weight
            weight_norm, update_norm = own.weight.norm().item(), update.norm().item()
            ratio = weight_norm / update_norm if weight_norm and update_norm and name not in spared else 1.0
            ratios.add(ratio)
            own.weight = own.weight - learning_rate(training, step) * ratio * update
        assert_equal(model, moments)
    assert 1.0 in ratios
    assert min(ratios) < 0.9


def test_no_correction_also_where_a_tensor_joins_late() -> None:
    """As the head of a question that only a later stage asks: its first step is uncorrected too."""
    model = nn.ParameterList([torch.zeros(1), torch.zeros(1)])
    training = TrainingSpec(steps=10, warmup_steps=0, bias_correction=False, schedule="constant", learning_rate=1.0)
    optimizer = Optimizer(model, training)
    for step in range(5):
        model[0].grad = torch.ones(1)
        if step == 4:
            model[1].grad = torch.ones(1)
        optimizer.step(step)
    assert model[1].item() == pytest.approx(-0.1 / (math.sqrt(0.001) + 1e-6), rel=1e-5)


def test_steps_that_were_not_taken_do_not_count_for_the_correction() -> None:
    models = [nn.ParameterList([torch.zeros(3)]) for _ in range(2)]
    training = TrainingSpec(
        steps=10, warmup_steps=0, schedule="constant", learning_rate=0.1, adam_epsilon=0.01, early_epsilon=True
    )
    straight, skipping = (Optimizer(model, training) for model in models)
    for model, optimizer, steps in ((models[0], straight, (0, 1, 2)), (models[1], skipping, (0, 2, 3))):
        for number, step in enumerate(steps):
            model[0].grad = torch.tensor([0.1, 0.02, 0.003]) * (number + 1)
            optimizer.step(step)
            optimizer.forget_gradients()
    assert torch.equal(models[0][0], models[1][0])


def test_without_a_limit_gradients_stay_as_they_are() -> None:
    model = Parts()
    optimizer = Optimizer(model, TrainingSpec(gradient_clip=0.0))
    (model(torch.tensor([1])).sum() * 1000).backward()
    before = model.map.weight.grad
    assert before is not None
    before = before.clone()
    assert optimizer.clip() > 1
    assert torch.equal(before, model.map.weight.grad)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", OptimizerKind)
@pytest.mark.parametrize("corrected", [True, False])
def test_moments_come_back(kind: OptimizerKind, corrected: bool) -> None:
    torch.manual_seed(1)
    first, second = Parts(), Parts()
    training = TrainingSpec(steps=10, warmup_steps=0, optimizer=kind, bias_correction=corrected)
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


def test_updates_are_those_of_the_parameter_that_has_most() -> None:
    """Loaded where a tensor joined late, as a head does that only a later stage asks."""
    models = [nn.ParameterList([torch.zeros(2), torch.zeros(2)]) for _ in range(2)]
    training = TrainingSpec(
        steps=10, warmup_steps=0, schedule="constant", learning_rate=0.1, adam_epsilon=0.01, early_epsilon=True
    )
    straight, resumed = (Optimizer(model, training) for model in models)

    def take(number: int, step: int, optimizer: Optimizer) -> None:
        for place, parameter in enumerate(models[number]):
            parameter.grad = torch.tensor([0.1, 0.02]) if step >= 3 * place else None
        optimizer.step(step)

    for step in range(4):
        take(0, step, straight)
    models[1].load_state_dict(models[0].state_dict())
    resumed.load({name: tensor.clone() for name, tensor in straight.tensors().items()})
    take(0, 4, straight)
    take(1, 4, resumed)
    for one, other in zip(*models, strict=True):
        assert torch.equal(one, other)
