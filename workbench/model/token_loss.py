"""Cross-entropy of predicted tokens, a few rows of the vocabulary's width at a time and in the memory of the logits."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from workbench.model.products import affine, column_sums
from workbench.model.word_rows import TableGradient

_ELEMENTS = 1 << 18  #: logits worked on at a time


def token_loss(
    vectors: Tensor, table: Tensor, bias: Tensor, labels: Tensor, dtype: torch.dtype, gradient: TableGradient
) -> tuple[Tensor, Tensor]:
    """Sum of the losses of P predictions in nats, and which of them are right [P].

    ``vectors`` [P or more, E] of ``dtype``, the rest being filler, ``table`` [V, E], ``bias`` [V], ``labels`` [P].
    Logits are computed in ``dtype``; what follows is in that of the table, whose gradient goes to ``gradient``. The
    gradient of the logits takes their place at once, so that the width of the vocabulary is held once.
    """
    loss, hits = _TokenLoss.apply(vectors, table.detach(), bias, labels, dtype, gradient)  # type: ignore[no-untyped-call]
    return loss, hits


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
    ) -> tuple[Tensor, Tensor]:
        matrix = table.to(dtype)
        logits = affine(vectors, matrix, bias.to(dtype))
        loss, hits = torch.zeros((), dtype=table.dtype), torch.zeros(len(labels), dtype=torch.bool)
        step = max(1, _ELEMENTS // logits.shape[1])
        real = logits[: len(labels)]
        parts = (torch.split(whole, step) for whole in (real, labels, hits))
        for rows, wanted, right in zip(*parts, strict=True):
            loss += _rows(rows, wanted, right, table.dtype, any(ctx.needs_input_grad))
        if any(ctx.needs_input_grad):
            logits[len(labels) :] = 0
            ctx.save_for_backward(vectors, matrix, logits)
        ctx.dtype, ctx.table_gradient = table.dtype, table_gradient
        ctx.mark_non_differentiable(hits)
        return loss, hits

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor, _: Tensor) -> tuple[Tensor | None, ...]:
        vectors, matrix, logits = ctx.saved_tensors
        to_vectors = (logits @ matrix).mul_(gradient)
        ctx.table_gradient.add((logits.t() @ (vectors * gradient.to(vectors.dtype))).to(ctx.dtype))
        to_bias = column_sums(logits).to(ctx.dtype).mul_(gradient)
        return to_vectors, None, to_bias, None, None, None


def _rows(logits: Tensor, labels: Tensor, right: Tensor, dtype: torch.dtype, differentiate: bool) -> Tensor:
    """Loss of some rows, which marks in ``right`` those predicted; with ``differentiate`` their logits become softmax
    minus the label's one."""
    if not labels.numel():
        return torch.zeros((), dtype=dtype)
    wide = logits.to(dtype)
    wanted = wide.gather(1, labels[:, None])
    largest = wide.amax(1, keepdim=True)
    # The first of the largest logits is the guess; only rows where the label's is largest are searched for it.
    best = (wanted == largest)[:, 0].nonzero()[:, 0]
    right[best] = wide[best].argmax(1) == labels[best]
    powers = torch.sub(wide, largest, out=wide if differentiate or wide is not logits else None).exp_()
    sums = powers.sum(1, keepdim=True)
    loss = (sums.log() + largest - wanted).sum()
    if differentiate:
        powers.div_(sums)
        powers.scatter_add_(1, labels[:, None], powers.new_full((len(labels), 1), -1.0))
        if powers is not logits:
            logits.copy_(powers)
    return loss
