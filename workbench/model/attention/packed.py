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

_BYTES = 1 << 21  #: of scores computed at a time; not by the cores there are, since draws follow the parts


def packed_attention(query: Tensor, key: Tensor, value: Tensor, packing: Packing, heads: int, dropout: float) -> Tensor:
    """Mixed values [T, H] of queries, keys and values [T, H], each passage by itself, dropout on the probabilities.

    Filler gets zeros.
    """
    mixed: Tensor = _PackedAttention.apply(query, key, value, packing, heads, dropout)  # type: ignore[no-untyped-call]
    return mixed


def _chunks(packing: Packing, heads: int, scores: int) -> Iterator[Group]:
    """The groups in parts of about so many ``scores``, at least a passage each."""
    for group in packing.groups:
        most = max(1, scores // (heads * group.length**2))
        for done in range(0, group.passages, most):
            count = min(most, group.passages - done)
            yield Group(group.start + done * group.length, count, group.length)


def _by_head(values: Tensor, chunk: Group, heads: int) -> Tensor:
    """The chunk's rows of [T, H], seen as [passages, A, n, D]."""
    rows = values[chunk.start : chunk.start + chunk.passages * chunk.length]
    return rows.view(chunk.passages, chunk.length, heads, -1).transpose(1, 2)


def _scaled(values: Tensor, scale: float) -> Tensor:
    """[passages, A, n, D] times ``scale`` as [passages * A, n, D], copied."""
    copied = torch.empty(values.shape, dtype=values.dtype)
    return torch.mul(values, scale, out=copied).flatten(0, 1)


class _PackedAttention(Function):
    """Keeps the probabilities before dropout and the bits of what was dropped, chunk by chunk."""

    @staticmethod
    def forward(
        ctx: Any, query: Tensor, key: Tensor, value: Tensor, packing: Packing, heads: int, dropout: float
    ) -> Tensor:
        ctx.save_for_backward(query, key, value)
        ctx.heads, ctx.count = heads, packing.count
        ctx.kept = []
        scale = (query.shape[1] // heads) ** -0.5
        mixed = torch.empty_like(query)
        mixed[packing.count :] = 0
        for chunk in _chunks(packing, heads, _BYTES // query.element_size()):
            q = _scaled(_by_head(query, chunk, heads), scale)
            k, v = (_by_head(part, chunk, heads).flatten(0, 1) for part in (key, value))
            probabilities = (q @ k.transpose(1, 2)).softmax(-1)
            bits = Bits.draw(tuple(probabilities.shape), dropout) if dropout else None
            ctx.kept.append((chunk, probabilities, bits))
            if bits is None:
                found, back = probabilities @ v, 1.0
            else:
                found, back = bits.kept(value.dtype).mul_(probabilities) @ v, bits.scale
            torch.mul(found.view(-1, heads, *found.shape[1:]), back, out=_by_head(mixed, chunk, heads))
        return mixed

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        query, key, value = ctx.saved_tensors
        heads, scale = ctx.heads, (query.shape[1] // ctx.heads) ** -0.5
        found = [torch.empty_like(query) for _ in range(3)]
        for whole in found:
            whole[ctx.count :] = 0
        while ctx.kept:
            chunk, probabilities, bits = ctx.kept.pop()
            back = 1.0 if bits is None else bits.scale
            g = _scaled(_by_head(gradient, chunk, heads), back)
            q, k, v = (_by_head(part, chunk, heads).flatten(0, 1) for part in (query, key, value))
            to_scores = g @ v.transpose(1, 2)
            if bits is None:
                used = probabilities
            else:
                kept = bits.kept(query.dtype)
                to_scores.mul_(kept)
                used = kept.mul_(probabilities)
            to_value = used.transpose(1, 2) @ g
            to_scores = torch.ops.aten._softmax_backward_data(to_scores, probabilities, -1, query.dtype)
            parts = ((to_scores @ k, scale), (to_scores.transpose(1, 2) @ q, scale), (to_value, 1.0))
            for whole, (part, factor) in zip(found, parts, strict=True):
                torch.mul(part.view(-1, heads, *part.shape[1:]), factor, out=_by_head(whole, chunk, heads))
        return *found, None, None, None
