"""Rules by which weights are updated: what is common to them, and AdamW."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

Betas = tuple[float, float]


class Rule(ABC):
    """Groups of parameters with their settings, and a state for each parameter, as in torch's optimizers.

    It is not one of them: the first of a process loads all of torch.compile, for which every run would wait.
    """

    def __init__(self, groups: Iterable[dict[str, Any]], **settings: Any) -> None:
        self.param_groups = [{**settings, **group} for group in groups]
        self.state: defaultdict[Tensor, dict[str, Tensor]] = defaultdict(dict)

    @torch.no_grad()
    def step(self) -> None:
        """One update of all tensors that have a gradient."""
        for group in self.param_groups:
            parameters = [parameter for parameter in group["params"] if parameter.grad is not None]
            if parameters:
                self._step_group(parameters, [parameter.grad for parameter in parameters], group)

    def zero_grad(self) -> None:
        """Drop the gradients."""
        for group in self.param_groups:
            for parameter in group["params"]:
                parameter.grad = None

    @abstractmethod
    def _step_group(self, parameters: list[Tensor], gradients: list[Tensor], group: dict[str, Any]) -> None:
        """Update the parameters of a group by their gradients, in place."""


class AdamW(Rule):
    """torch's fused kernel (Loshchilov and Hutter, 2019), which needs ``lr`` and ``weight_decay`` of each group."""

    def __init__(self, groups: Iterable[dict[str, Any]], lr: float, betas: Betas, eps: float) -> None:
        super().__init__(groups, lr=lr, betas=betas, eps=eps, weight_decay=0.0)

    def _step_group(self, parameters: list[Tensor], gradients: list[Tensor], group: dict[str, Any]) -> None:
        states = [self.state[parameter] or self.begin(parameter) for parameter in parameters]
        means, squares, steps = ([state[key] for state in states] for key in ("exp_avg", "exp_avg_sq", "step"))
        torch._foreach_add_(steps, 1)
        beta1, beta2 = group["betas"]
        torch._fused_adamw_(
            parameters, gradients, means, squares, [], steps, lr=group["lr"], beta1=beta1, beta2=beta2,
            weight_decay=group["weight_decay"], eps=group["eps"], amsgrad=False, maximize=False,
        )  # fmt: skip

    def begin(self, parameter: Tensor, steps: float = 0.0) -> dict[str, Tensor]:
        """Give a parameter empty moments after so many steps, a number that the kernel keeps as fp32 on the device."""
        state = {
            "step": torch.full((), steps, device=parameter.device, dtype=torch.float32),
            "exp_avg": torch.zeros_like(parameter, memory_format=torch.preserve_format),
            "exp_avg_sq": torch.zeros_like(parameter, memory_format=torch.preserve_format),
        }
        self.state[parameter] = state
        return state
