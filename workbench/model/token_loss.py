"""Cross-entropy of predicted tokens, a few rows of the vocabulary's width at a time and in the memory of the logits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.nn import functional

from workbench.model.products import affine, column_sums
from workbench.model.word_rows import TableGradient

_ELEMENTS = 1 << 18  #: logits worked on at a time

#: Is shown the chances [n, V] of some rows, each up to a factor of its row, while they are in the cache.
Look = Callable[[slice, Tensor], None]


def token_loss(
    vectors: Tensor,
    table: Tensor,
    bias: Tensor,
    labels: Tensor,
    dtype: torch.dtype,
    gradient: TableGradient,
    *,
    each: bool = False,
    look: Look | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Sum of the losses of P predictions in nats, or with ``each`` all of them [P]; which of them are right [P]; and
    all losses [P] once more, without a gradient.

    ``vectors`` [P or more, E] of ``dtype``, the rest being filler, ``table`` [V, E], ``bias`` [V], ``labels`` [P].
    Logits are computed in ``dtype``; what follows is in that of the table, whose gradient goes to ``gradient``. The
    gradient of the logits takes their place at once, so that the width of the vocabulary is held once; who wants to see
    the predictions themselves gives a ``look``.
    """
    loss, hits, losses = _TokenLoss.apply(vectors, table.detach(), bias, labels, dtype, gradient, each, look)  # type: ignore[no-untyped-call]
    return loss, hits, losses


class _TokenLoss(Function):
    """Forward leaves the gradient of the logits, backward multiplies it out; the loss's own gradient goes in last."""

    @staticmethod
    def forward(
        ctx: Any,
        vectors: Tensor,
        table: Tensor,
        bias: Tensor,
        labels: Tensor,
        dtype: torch.dtype,
        table_gradient: TableGradient,
        each: bool,
        look: Look | None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        matrix = table.to(dtype)
        logits = affine(vectors, matrix, bias.to(dtype))
        losses, hits = torch.zeros(len(labels), dtype=table.dtype), torch.zeros(len(labels), dtype=torch.bool)
        total = torch.zeros((), dtype=table.dtype)
        step = max(1, _ELEMENTS // logits.shape[1])
        for start in range(0, len(labels), step):
            rows = slice(start, min(start + step, len(labels)))
            see = None if look is None else partial(look, rows)
            found = _rows(logits[rows], labels[rows], hits[rows], table.dtype, any(ctx.needs_input_grad), see)
            losses[rows] = found
            total += found.sum()
        if any(ctx.needs_input_grad):
            logits[len(labels) :] = 0
            ctx.save_for_backward(vectors, matrix, logits)
        ctx.dtype, ctx.table_gradient = table.dtype, table_gradient
        kept = losses.clone() if each else losses  # an output with a gradient cannot be one without, too
        ctx.mark_non_differentiable(hits, kept)
        return losses if each else total, hits, kept

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor, *_: Tensor) -> tuple[Tensor | None, ...]:
        vectors, matrix, logits = ctx.saved_tensors
        if gradient.dim():  # one of each row, and none of filler
            gradient = functional.pad(gradient, (0, len(logits) - len(gradient)))[:, None]
        to_vectors = (logits @ matrix).mul_(gradient)
        ctx.table_gradient.add((logits.t() @ (vectors * gradient.to(vectors.dtype))).to(ctx.dtype))
        if gradient.dim():
            to_bias = column_sums(logits * gradient.to(logits.dtype)).to(ctx.dtype)
        else:
            to_bias = column_sums(logits).to(ctx.dtype).mul_(gradient)
        return to_vectors, None, to_bias, None, None, None, None, None


def _rows(
    logits: Tensor,
    labels: Tensor,
    right: Tensor,
    dtype: torch.dtype,
    differentiate: bool,
    see: Callable[[Tensor], None] | None,
) -> Tensor:
    """Losses of some rows [n], which marks in ``right`` those predicted; with ``differentiate`` their logits become
    softmax minus the label's one."""
    wide = logits.to(dtype)
    wanted = wide.gather(1, labels[:, None])
    largest = wide.amax(1, keepdim=True)
    # The first of the largest logits is the guess; only rows where the label's is largest are searched for it.
    best = (wanted == largest)[:, 0].nonzero()[:, 0]
    right[best] = wide[best].argmax(1) == labels[best]
    powers = torch.sub(wide, largest, out=wide if differentiate or wide is not logits else None).exp_()
    if see is not None:
        see(powers)
    sums = powers.sum(1, keepdim=True)
    losses = (sums.log() + largest - wanted)[:, 0]
    if differentiate:
        powers.div_(sums)
        powers.scatter_add_(1, labels[:, None], powers.new_full((len(labels), 1), -1.0))
        if powers is not logits:
            logits.copy_(powers)
    return losses
