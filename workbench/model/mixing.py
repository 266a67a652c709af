"""Rows of one table added to rows of another by a matrix of few entries, on the processor.

The sums are bags of rows, forward by token and backward by slot: each is one pass without a dense matrix, and adds in
the same order whenever it is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.nn import functional


@dataclass(frozen=True)
class Bags:
    """For each of ``starts`` - 1 sums the ``rows`` [p] that it takes, and their ``weights`` [p] (None for 1)."""

    rows: Tensor
    starts: Tensor
    weights: Tensor | None

    @staticmethod
    def of(owner: Tensor, rows: Tensor, weights: Tensor | None, count: int) -> Bags:
        """The rows [p] that belong to ``count`` owners, by owner [p]."""
        order = owner.argsort(stable=True)
        starts = torch.zeros(count + 1, dtype=torch.int64)
        starts[1:] = owner.bincount(minlength=count).cumsum(0)
        return Bags(rows[order], starts, None if weights is None else weights[order])

    def sums(self, values: Tensor) -> Tensor:
        """The sums [count, H] of values [n, H]."""
        weights = None if self.weights is None else self.weights.to(values.dtype)
        return functional.embedding_bag(
            self.rows, values, self.starts, mode="sum", per_sample_weights=weights, include_last_offset=True
        )


@dataclass(frozen=True)
class Mixing:
    """W and its transpose: what tokens take of slots, and what slots take of tokens' gradients."""

    forth: Bags
    back: Bags

    @staticmethod
    def of(tokens: Tensor, slots: Tensor, weights: Tensor | None, shape: tuple[int, int]) -> Mixing:
        """W of a shape (tokens, slots) from its entries [p]."""
        return Mixing(Bags.of(tokens, slots, weights, shape[0]), Bags.of(slots, tokens, weights, shape[1]))

    def __call__(self, vectors: Tensor) -> Tensor:
        """W times vectors [slots, H], as [tokens, H]."""
        mixed: Tensor = _Mix.apply(vectors, self)  # type: ignore[no-untyped-call]
        return mixed


class _Mix(Function):
    @staticmethod
    def forward(ctx: Any, vectors: Tensor, mixing: Mixing) -> Tensor:
        ctx.back = mixing.back
        return mixing.forth.sums(vectors)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return ctx.back.sums(gradient.contiguous()), None
