"""What goes into an encoder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor


@dataclass(frozen=True)
class NgramInputs:
    """N-grams of padded passages [B, N]: ``slots`` [B, K] as inputs of their own (an id is a row of the n-gram table, 0
    at padding), and the entries of W that are not 0: they add the slot at ``columns`` [p] of the flattened [B * K] to
    the token at ``tokens`` [p] of the flattened [B * N], times ``weights`` [p] (None where all are 1).
    """

    slots: Inputs
    tokens: Tensor
    columns: Tensor
    weights: Tensor | None = None

    def each(self, change: Callable[[Tensor], Tensor]) -> NgramInputs:
        """The same with every tensor changed."""
        weights = None if self.weights is None else change(self.weights)
        return NgramInputs(self.slots.each(change), change(self.tokens), change(self.columns), weights)


@dataclass(frozen=True)
class Inputs:
    """Padded passages: ``ids`` [B, N], ``segments`` [B, N], ``real`` [B, N] False at padding; None without padding.
    ``ngrams`` are there where one matches and the encoder is given them. ``tasks`` [B] are rows of the encoder's table
    of tasks, one for all tokens of a passage; None is row 0, and an encoder without the table never looks at them.
    Where ``roles`` is set, ``segments`` are rows of the table of roles instead of the segment table, in all passages.
    """

    ids: Tensor
    segments: Tensor
    real: Tensor | None = None
    ngrams: NgramInputs | None = None
    tasks: Tensor | None = None
    roles: bool = False

    def to(self, device: torch.device) -> Inputs:
        """The same on a device; a copy from pinned memory does not wait."""
        return self.each(lambda tensor: tensor.to(device, non_blocking=True))

    def pin(self) -> Inputs:
        """The same in page-locked memory, from where a GPU copies without waiting."""
        return self.each(Tensor.pin_memory)

    def each(self, change: Callable[[Tensor], Tensor]) -> Inputs:
        """The same with every tensor changed."""
        return replace(
            self,
            ids=change(self.ids),
            segments=change(self.segments),
            real=None if self.real is None else change(self.real),
            ngrams=None if self.ngrams is None else self.ngrams.each(change),
            tasks=None if self.tasks is None else change(self.tasks),
        )
