"""AdamW and LAMB with the choices of the papers (sheet 0.6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from torch import Tensor, nn

from workbench.spec.rate import learning_rate
from workbench.spec.training import DecayExclusion, OptimizerKind, Precision, TrainingSpec
from workbench.train.lamb import Lamb
from workbench.train.loss_scale import PREFIX, LossScale
from workbench.train.rule import AdamW


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


#: Steps after which 1 - beta^steps is 1; one more is the same number in fp32.
_CORRECTED = float(1 << 24)


class Optimizer:
    """AdamW or LAMB over a model's parameters, with the ``rate`` of each step: that of a run, or without one that of
    :func:`workbench.spec.rate.learning_rate`.

    Without bias correction (the original BERT code) the same fused kernel is used, told that so many steps are done
    that no bias is left to correct. What weight decay leaves alone, LAMB does not scale either, as in ALBERT's code.
    In fp16 what is differentiated is ``scale.scaled(loss)``, and :meth:`clip` scales the gradients back.
    """

    def __init__(self, model: nn.Module, training: TrainingSpec, rate: Callable[[int], float] | None = None) -> None:
        self.training = training
        self.rate = rate or partial(learning_rate, training)
        self.names = {id(parameter): name for name, parameter in model.named_parameters()}
        excluded = undecayed(model, training.decay_exclusion)
        groups = [
            {"params": [p for p in model.parameters() if id(p) not in excluded], "decay": training.weight_decay},
            {"params": [p for p in model.parameters() if id(p) in excluded], "decay": 0.0, "adapted": False},
        ]
        self.rule = _RULES[training.optimizer](
            [group for group in groups if group["params"]],
            training.learning_rate,
            (training.adam_beta1, training.adam_beta2),
            training.adam_epsilon,
        )
        device = next(model.parameters()).device
        self.scale = LossScale(device, enabled=training.precision is Precision.FP16)
        self._updates = 0  # fewer than steps, where some were not taken
        if isinstance(self.rule, AdamW) and not training.bias_correction:
            for parameter in self.parameters():
                self.rule.begin(parameter, _CORRECTED)

    def parameters(self) -> Iterator[Tensor]:
        """All parameters."""
        for group in self.rule.param_groups:
            yield from group["params"]

    def clip(self) -> Tensor:
        """Scale the gradient back and clip it to the largest global norm allowed; returns the norm before."""
        self.scale.scale_back(self.rule)
        limit = self.training.gradient_clip or math.inf
        return nn.utils.clip_grad_norm_(list(self.parameters()), limit)

    def step(self, step: int) -> float:
        """Update the weights after ``step`` earlier steps and forget the gradients; returns the rate."""
        training = self.training
        rate, epsilon = self.rate(step), training.adam_epsilon
        if training.early_epsilon and self._corrects:
            # The kernel adds it after the correction, for which it counts updates.
            epsilon /= math.sqrt(1 - training.adam_beta2 ** (self._updates + 1))
        for group in self.rule.param_groups:
            group |= {"lr": rate, "weight_decay": group["decay"], "eps": epsilon}
        self.rule.step()
        self._updates += 1
        self.rule.zero_grad()
        self.scale.keep()
        return rate

    @property
    def _corrects(self) -> bool:
        return self.training.bias_correction and self.training.optimizer is OptimizerKind.ADAMW

    def forget_gradients(self) -> None:
        """Drop the gradients of a batch that is not used, as they are not finite; a loss scale is lowered."""
        self.rule.zero_grad()
        self.scale.lower()

    def tensors(self) -> dict[str, Tensor]:
        """The moments and step counts as ``KEY/PARAMETER``, and the loss scale where there is one, to be saved."""
        moments = {
            f"{key}/{self.names[id(parameter)]}": value
            for parameter, state in self.rule.state.items()
            for key, value in state.items()
        }
        return moments | self.scale.tensors()

    def load(self, tensors: dict[str, Tensor]) -> None:
        """Take back what :meth:`tensors` gave; step counts stay where the fused kernel keeps them."""
        by_name = {self.names[id(parameter)]: parameter for parameter in self.parameters()}
        self.scale.load(tensors)
        for place, value in tensors.items():
            if place.startswith(PREFIX):
                continue
            key, name = place.split("/", 1)
            parameter = by_name[name]
            if key != "step" or self._corrects:
                self.rule.state[parameter][key] = value.to(parameter.device)
            if key == "step" and self._corrects:
                self._updates = max(self._updates, int(value))  # a head that no stage asks for any more has fewer


_RULES: Mapping[OptimizerKind, type[AdamW | Lamb]] = {OptimizerKind.ADAMW: AdamW, OptimizerKind.LAMB: Lamb}
