"""Attention among packed tokens: a few passages of one length at a time, so that their scores stay in the cache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from workbench.model.dropout import Bits
from workbench.model.packing import Group, Packing

_BYTES = 1 << 21  #: of scores computed at a time


def packed_attention(joined: Tensor, packing: Packing, heads: int, dropout: float) -> Tensor:
    """Mixed values [T, H] of queries, keys and values side by side [T, 3 H], each passage by itself, dropout on the
    probabilities.

    Filler gets zeros.
    """
    mixed: Tensor = _PackedAttention.apply(joined, packing, heads, dropout)  # type: ignore[no-untyped-call]
    return mixed


def chunks(packing: Packing, heads: int, scores: int) -> Iterator[Group]:
    """The groups in parts of about so many ``scores``, at least a passage each."""
    for group in packing.groups:
        most = max(1, scores // (heads * group.length**2))
        for done in range(0, group.passages, most):
            count = min(most, group.passages - done)
            yield Group(group.start + done * group.length, count, group.length)


def _by_head(values: Tensor, chunk: Group, heads: int, parts: int) -> Tensor:
    """The chunk's rows of [T, parts * H], seen as [parts, passages, A, n, D]."""
    rows = values[chunk.start : chunk.start + chunk.passages * chunk.length]
    return rows.view(chunk.passages, chunk.length, parts, heads, -1).permute(2, 0, 3, 1, 4)


def _copied(values: Tensor, chunk: Group, heads: int, parts: int) -> tuple[Tensor, ...]:
    """Each of the parts, copied to [passages * A, n, D]."""
    copied = _by_head(values, chunk, heads, parts).reshape(parts, chunk.passages * heads, chunk.length, -1)
    return copied.unbind()


def _product(left: Tensor, right: Tensor, scale: float, out: Tensor | None = None) -> Tensor:
    """``scale`` times the products of [n, a, b] and [n, b, c]."""
    if out is None:
        out = left.new_empty(left.shape[0], left.shape[1], right.shape[2])
    return out.baddbmm_(left, right, beta=0, alpha=scale)


class _PackedAttention(Function):
    """Keeps, chunk by chunk, queries, keys and values by head, and the probabilities before dropout; and the bits of
    what was dropped."""

    @staticmethod
    def forward(ctx: Any, joined: Tensor, packing: Packing, heads: int, dropout: float) -> Tensor:
        width = joined.shape[1] // 3
        ctx.heads, ctx.scale, ctx.shape, ctx.count = heads, (width // heads) ** -0.5, joined.shape, packing.count
        ctx.bits, ctx.kept = None, []
        if dropout:
            ctx.bits = Bits.draw((sum(heads * group.passages * group.length**2 for group in packing.groups),), dropout)
        mixed, start = joined.new_empty(len(joined), width), 0
        mixed[packing.count :] = 0
        for chunk in chunks(packing, heads, _BYTES // joined.element_size()):
            query, key, value = _copied(joined, chunk, heads, 3)
            probabilities = _product(query, key.transpose(1, 2), ctx.scale).softmax(-1)
            bits = None if ctx.bits is None else ctx.bits.part(start, tuple(probabilities.shape))
            start += probabilities.numel()
            ctx.kept.append((chunk, query, key, value, probabilities, bits))
            if bits is None:
                found, back = probabilities @ value, 1.0
            else:
                found, back = bits.kept(value.dtype).mul_(probabilities) @ value, bits.scale
            out = _by_head(mixed, chunk, heads, 1)
            torch.mul(found.view(out.shape), back, out=out)
        return mixed

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        found = gradient.new_empty(ctx.shape)
        found[ctx.count :] = 0
        while ctx.kept:
            chunk, query, key, value, probabilities, bits = ctx.kept.pop()
            (mixed,) = _copied(gradient, chunk, ctx.heads, 1)
            back = 1.0 if bits is None else bits.scale
            to_scores, used = _product(mixed, value.transpose(1, 2), back), probabilities
            if bits is not None:
                kept = bits.kept(gradient.dtype)
                to_scores.mul_(kept)
                used = kept.mul_(probabilities)
            to_scores = torch.ops.aten._softmax_backward_data(to_scores, probabilities, -1, gradient.dtype)
            parts = query.new_empty(3, *query.shape)
            _product(to_scores, key, ctx.scale, parts[0])
            _product(to_scores.transpose(1, 2), query, ctx.scale, parts[1])
            _product(used.transpose(1, 2), mixed, back, parts[2])
            out = _by_head(found, chunk, ctx.heads, 3)
            out.copy_(parts.view(out.shape))
        return found, None, None, None
