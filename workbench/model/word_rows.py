"""Rows of the word table, where the table is also the decoder: one gradient for both uses, without a second table."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable


class TableGradient:
    """What tied decoders leave in a backward pass for the lookup, which comes last and hands it on as its own."""

    def __init__(self) -> None:
        self._sum: Tensor | None = None

    def add(self, gradient: Tensor) -> None:
        """Add a gradient of the whole table [V, E], which is kept and changed."""
        self._sum = gradient if self._sum is None else self._sum.add_(gradient)

    def take(self, table: Tensor) -> Tensor:
        """The sum, zeros where no decoder was used; it begins anew."""
        found, self._sum = self._sum, None
        return torch.zeros_like(table) if found is None else found


def word_rows(table: Tensor, ids: Tensor, gradient: TableGradient) -> Tensor:
    """Rows [T, E] of ``table`` [V, E]. Its gradient is that of the rows and of what decoders add to ``gradient``.

    Decoders must come after the rows in the same graph, which makes their backward come first.
    """
    rows: Tensor = _WordRows.apply(table, ids, gradient)  # type: ignore[no-untyped-call]
    return rows


class _WordRows(Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, ids: Tensor, gradient: TableGradient) -> Tensor:
        ctx.save_for_backward(table, ids)
        ctx.gradient = gradient
        return table.index_select(0, ids)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        table, ids = ctx.saved_tensors
        return ctx.gradient.take(table).index_add_(0, ids, gradient), None, None
