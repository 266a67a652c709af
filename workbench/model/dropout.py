"""Dropout from 16 random bits an element: four elements share one draw.

torch draws a number for each element, on one core. Here its generator gives a seed for a whole tensor and numpy's
SFC64, which is the faster one, the bits, so that the state of torch's generator still decides all that comes. An
element is dropped where its 16 bits, as a number, lie below a threshold. Of the two thresholds next to ``p * 2**16``
one is drawn for each tensor such that the chance of each element is exactly ``p``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

_LEVELS = 1 << 16
_LOWEST = -(1 << 15)
_A_DRAW = 4  #: elements that share one draw of 64 bits
_LARGEST = (1 << 64) - 1


@dataclass(frozen=True)
class Bits:
    """Which elements of a tensor are kept: ``values`` of its shape are 16 bits each; ``scale`` is 1 / (1 - p)."""

    values: Tensor
    threshold: int
    scale: float

    @staticmethod
    def draw(shape: tuple[int, ...], p: float) -> Bits:
        """Bits for a tensor of a shape, seeded by the default generator of the processor."""
        size = torch.Size(shape).numel()
        seed = int(torch.empty((), dtype=torch.int64).random_().item())
        generator = np.random.Generator(np.random.SFC64(seed))
        draws = generator.integers(0, _LARGEST, -(-size // _A_DRAW), dtype=np.uint64, endpoint=True)
        values = torch.from_numpy(draws.view(np.int16))[:size].view(shape)
        threshold = int(p * _LEVELS + torch.rand(()).item())
        return Bits(values, threshold + _LOWEST, 1 / (1 - p))

    def part(self, start: int, shape: tuple[int, ...]) -> Bits:
        """Those of a part, from ``start`` of bits [n] on, in a shape."""
        values = self.values[start : start + torch.Size(shape).numel()]
        return Bits(values.view(shape), self.threshold, self.scale)

    def kept(self, dtype: torch.dtype) -> Tensor:
        """1 where an element is kept and 0 where it is dropped; times ``scale`` it is the factor of dropout."""
        kept = torch.empty(self.values.shape, dtype=dtype)
        if self.threshold >= -_LOWEST:  # p so near to 1 that no number of 16 bits lies above
            return kept.zero_()
        return torch.ge(self.values, self.threshold, out=kept)
