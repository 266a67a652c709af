"""LAMB as ALBERT's code has it: Adam's update without bias correction, scaled for each tensor (sheet 0.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from workbench.train.rule import Betas, Rule


class Lamb(Rule):
    """u = m/(√v + ε) + λθ, then θ ← θ - η·r·u with r = ‖θ‖/‖u‖ for each stored tensor, unclipped, and 1 where either
    norm is 0.

    Groups have ``lr``, ``weight_decay`` and ``adapted``: tensors of a group that is not adapted always have r = 1.
    """

    def __init__(self, groups: Iterable[dict[str, Any]], lr: float, betas: Betas, eps: float) -> None:
        super().__init__(groups, lr=lr, betas=betas, eps=eps, weight_decay=0.0, adapted=True)

    def _step_group(self, parameters: list[Tensor], gradients: list[Tensor], group: dict[str, Any]) -> None:
        beta1, beta2 = group["betas"]
        means, squares = self._moments(parameters)
        torch._foreach_lerp_(means, gradients, 1 - beta1)
        torch._foreach_mul_(squares, beta2)
        torch._foreach_addcmul_(squares, gradients, gradients, 1 - beta2)
        roots = torch._foreach_sqrt(squares)
        torch._foreach_add_(roots, group["eps"])
        updates = list(torch._foreach_div(means, roots))
        if group["weight_decay"]:
            torch._foreach_add_(updates, parameters, alpha=group["weight_decay"])
        if group["adapted"]:
            torch._foreach_mul_(updates, _ratios(parameters, updates))
        torch._foreach_add_(parameters, updates, alpha=-group["lr"])

    def _moments(self, parameters: list[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
        for parameter in parameters:
            if not self.state[parameter]:
                self.state[parameter] = {
                    "exp_avg": torch.zeros_like(parameter),
                    "exp_avg_sq": torch.zeros_like(parameter),
                }
        states = [self.state[parameter] for parameter in parameters]
        return [state["exp_avg"] for state in states], [state["exp_avg_sq"] for state in states]


def _ratios(parameters: list[Tensor], updates: list[Tensor]) -> list[Tensor]:
    """r of each tensor, on its device: nothing waits for it."""
    sizes, lengths = torch.stack(torch._foreach_norm(parameters)), torch.stack(torch._foreach_norm(updates))
    usable = (sizes > 0) & (lengths > 0)
    return list(torch.where(usable, sizes / lengths, torch.ones_like(sizes)).unbind())
