"""AdamW with the choices of the papers, and learning rates by step (sheet 0.5, 0.6)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch import Tensor, nn

from workbench.spec.training import DecayExclusion, Schedule, TrainingSpec


def learning_rate(training: TrainingSpec, step: int) -> float:
    """The rate of the update after ``step`` earlier ones (0 for the first)."""
    peak, warmup, steps = training.learning_rate, training.warmup_steps, training.steps
    if step < warmup:
        return peak * step / warmup
    if training.schedule is Schedule.CONSTANT:
        return peak
    if training.schedule is Schedule.BERT:
        return peak * (1 - step / steps)
    return peak * (1 - (step - warmup) / max(1, steps - warmup))


def undecayed(model: nn.Module, exclusion: DecayExclusion) -> set[int]:
    """Ids of the parameters that weight decay leaves alone, found by module type and never by name."""
    if exclusion is DecayExclusion.NOTHING:
        return set()
    excluded: set[int] = set()
    for module in model.modules():
        if isinstance(module, nn.LayerNorm):
            excluded.update(map(id, module.parameters()))
        bias = getattr(module, "bias", None)
        if isinstance(bias, nn.Parameter):
            excluded.add(id(bias))
    return excluded


class Optimizer:
    """AdamW over a model's parameters, with the rate of :func:`learning_rate`.

    Without bias correction (the original BERT code) the same fused kernel is used: rate, epsilon and decay are scaled
    for each step so that what it computes is the uncorrected update.
    """

    def __init__(self, model: nn.Module, training: TrainingSpec) -> None:
        self.training = training
        self.names = {id(parameter): name for name, parameter in model.named_parameters()}
        excluded = undecayed(model, training.decay_exclusion)
        groups = [
            {"params": [p for p in model.parameters() if id(p) not in excluded], "decay": training.weight_decay},
            {"params": [p for p in model.parameters() if id(p) in excluded], "decay": 0.0},
        ]
        self.adam = torch.optim.AdamW(
            [group for group in groups if group["params"]],
            lr=training.learning_rate,
            betas=(training.adam_beta1, training.adam_beta2),
            eps=training.adam_epsilon,
            fused=True,
        )

    def parameters(self) -> Iterator[Tensor]:
        """All parameters."""
        for group in self.adam.param_groups:
            yield from group["params"]

    def clip(self) -> Tensor:
        """Clip the gradient to the largest global norm allowed; returns the norm before."""
        limit = self.training.gradient_clip or math.inf
        return nn.utils.clip_grad_norm_(list(self.parameters()), limit)

    def step(self, step: int) -> float:
        """Update the weights after ``step`` earlier updates and forget the gradients; returns the rate."""
        rate = learning_rate(self.training, step)
        first, second = 1.0, 1.0
        if not self.training.bias_correction:
            first = 1 - self.training.adam_beta1 ** (step + 1)
            second = math.sqrt(1 - self.training.adam_beta2 ** (step + 1))
        for group in self.adam.param_groups:
            group["lr"] = rate * first / second
            group["eps"] = self.training.adam_epsilon / second
            group["weight_decay"] = group["decay"] * second / first
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)
        return rate

    def forget_gradients(self) -> None:
        """Drop the gradients of a batch that is not used."""
        self.adam.zero_grad(set_to_none=True)

    def tensors(self) -> dict[str, Tensor]:
        """The moments and step counts as ``KEY/PARAMETER``, to be saved."""
        return {
            f"{key}/{self.names[id(parameter)]}": value
            for parameter, state in self.adam.state.items()
            for key, value in state.items()
        }

    def load(self, tensors: dict[str, Tensor]) -> None:
        """Take back what :meth:`tensors` gave; step counts stay where the fused kernel keeps them."""
        by_name = {self.names[id(parameter)]: parameter for parameter in self.parameters()}
        for place, value in tensors.items():
            key, name = place.split("/", 1)
            parameter = by_name[name]
            self.adam.state[parameter][key] = value.to(parameter.device)
