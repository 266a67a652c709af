"""Dropout from 16 random bits an element: four elements share one draw of torch's generator.

torch draws a number for each element, on one core. Here an element is dropped where its 16 bits, as a number, lie
below a threshold. Of the two thresholds next to ``p * 2**16`` one is drawn for each tensor such that the chance of
each element is exactly ``p``.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

_LEVELS = 1 << 16
_LOWEST = -(1 << 15)
_A_DRAW = 4  #: elements that share one draw of 64 bits


@dataclass(frozen=True)
class Bits:
    """Which elements of a tensor are kept: ``values`` of its shape are 16 bits each; ``scale`` is 1 / (1 - p)."""

    values: Tensor
    threshold: int
    scale: float

    @staticmethod
    def draw(shape: tuple[int, ...], p: float) -> Bits:
        """Bits for a tensor of a shape, from the default generator of the processor."""
        size = torch.Size(shape).numel()
        draws = torch.empty(-(-size // _A_DRAW), dtype=torch.int64).random_(-(1 << 63), None)
        threshold = int(p * _LEVELS + torch.rand(()).item())
        return Bits(draws.view(torch.int16)[:size].view(shape), threshold + _LOWEST, 1 / (1 - p))

    def kept(self, dtype: torch.dtype) -> Tensor:
        """1 where an element is kept and 0 where it is dropped; times ``scale`` it is the factor of dropout."""
        kept = torch.empty(self.values.shape, dtype=dtype)
        if self.threshold >= -_LOWEST:  # p so near to 1 that no number of 16 bits lies above
            return kept.zero_()
        return torch.ge(self.values, self.threshold, out=kept)
