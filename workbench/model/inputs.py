"""What goes into an encoder."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Inputs:
    """Padded passages: ``ids`` [B, N], ``segments`` [B, N], ``real`` [B, N] False at padding; None without padding."""

    ids: Tensor
    segments: Tensor
    real: Tensor | None = None

    def to(self, device: torch.device) -> Inputs:
        """The same on a device; a copy from pinned memory does not wait."""
        real = None if self.real is None else self.real.to(device, non_blocking=True)
        return Inputs(self.ids.to(device, non_blocking=True), self.segments.to(device, non_blocking=True), real)

    def pin(self) -> Inputs:
        """The same in page-locked memory, from where a GPU copies without waiting."""
        real = None if self.real is None else self.real.pin_memory()
        return Inputs(self.ids.pin_memory(), self.segments.pin_memory(), real)
