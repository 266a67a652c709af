"""The scale of the loss in fp16, without which small gradients would be zero there."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from workbench.train.rule import Rule

PREFIX = "scaler/"  #: before the names that it is saved under
_SAVED = {"scale": float, "_growth_tracker": int}  #: of :meth:`torch.amp.GradScaler.state_dict`


class LossScale:
    """torch's gradient scaler; where it is not ``enabled`` nothing is scaled, nor saved."""

    def __init__(self, device: torch.device, *, enabled: bool) -> None:
        self._scaler = torch.amp.GradScaler(device.type, enabled=enabled)

    @property
    def value(self) -> float:
        """What the loss is multiplied by; 1 where it is not scaled."""
        return self._scaler.get_scale()

    def scaled(self, loss: Tensor) -> Tensor:
        """The loss to differentiate."""
        return self._scaler.scale(loss)

    def scale_back(self, rule: Rule) -> None:
        """Divide the gradients by the scale."""
        self._scaler.unscale_(rule)  # type: ignore[arg-type]  # of an optimizer it reads the groups alone

    def keep(self) -> None:
        """After a step with good numbers; after many of them the scale grows."""
        self._scaler.update()

    def lower(self) -> None:
        """After a step with bad ones: by the rule of torch's scaler, but also where the loss alone is not finite, of
        which that does not know."""
        if self._scaler.is_enabled():
            state = self._scaler.state_dict()
            self._scaler.update()  # forgets what it has seen of this step
            lower = state["scale"] * state["backoff_factor"]
            self._scaler.load_state_dict({**state, "scale": lower, "_growth_tracker": 0})

    def tensors(self) -> dict[str, Tensor]:
        """The scale, and how many good steps there were since it changed, to be saved."""
        if not self._scaler.is_enabled():
            return {}
        state = self._scaler.state_dict()
        return {PREFIX + name: torch.tensor(state[name], dtype=torch.float64) for name in _SAVED}

    def load(self, tensors: Mapping[str, Tensor]) -> None:
        """Take back what :meth:`tensors` gave."""
        if self._scaler.is_enabled():
            saved = {name: kind(tensors[PREFIX + name]) for name, kind in _SAVED.items()}
            self._scaler.load_state_dict({**self._scaler.state_dict(), **saved})
