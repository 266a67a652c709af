"""What a step differentiates: the losses of a part of a batch, in one process or in one of several (torch's DDP)."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from workbench.model.build import Model
from workbench.train.batch import Batch, Counts
from workbench.train.group import Group
from workbench.train.losses import Losses, compute_losses, share_names


class LossModule(nn.Module):
    """A model with its losses as one module, as DDP wants it; ``scale`` multiplies what is differentiated."""

    def __init__(self, model: Model, scale: int) -> None:
        super().__init__()
        self.model = model
        self.scale = scale

    def forward(self, batch: Batch | None, counts: Counts, weights: dict[str, float]) -> tuple[Tensor, Losses]:
        """The total, for DDP to find, and all losses. A process without a passage in a batch has none to compute, but
        a gradient of 0 to bring, since the others wait for it."""
        if batch is None:
            norm = self.model.read_by(weights).embeddings.norm.weight
            none = norm.detach().new_zeros(())
            shares = dict.fromkeys(share_names(weights), none)
            losses = Losses(0.0 * norm.sum(), dict.fromkeys(weights, none), shares, {}, {})
        else:
            losses = compute_losses(self.model, batch, counts, weights)
        return self.scale * losses.total, losses


class Learner:
    """Computes losses whose gradients are those of the whole batch, whichever process has which of its passages.

    Losses are divided by the targets of all, so that gradients are to be added; DDP averages them over the processes,
    and so the loss is multiplied by their number. A parameter that no process used in a step has no gradient, as with
    one process.
    """

    def __init__(self, model: Model, device: torch.device, group: Group) -> None:
        self._model, self._device, self._group = model, device, group

    @cached_property
    def _module(self) -> nn.Module:
        losses = LossModule(self._model, self._group.size)
        if self._group.size == 1:
            return losses
        devices = [self._device] if self._device.type == "cuda" else None
        return DistributedDataParallel(
            losses,
            device_ids=devices,
            find_unused_parameters=True,
            gradient_as_bucket_view=True,
        )

    def begin(self) -> None:
        """Give all processes the weights of the first."""
        _ = self._module

    def losses(self, part: Batch | None, counts: Counts, weights: dict[str, float]) -> Losses:
        """The losses of a part, None for no passage at all; ``total`` is what to call ``backward`` of."""
        batch = None if part is None else part.to(self._device)
        total, losses = cast(tuple[Tensor, Losses], self._module(batch, counts, weights))
        return replace(losses, total=total)

    def part(self, *, last: bool) -> AbstractContextManager[None]:
        """Around the forward pass of a part: only with the ``last`` one gradients are sent to the other processes."""
        if last or not isinstance(self._module, DistributedDataParallel):
            return nullcontext()
        return cast(AbstractContextManager[None], self._module.no_sync())
