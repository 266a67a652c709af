"""The operations of a layer on packed tokens [T, H], forward and backward with few passes over memory.

Used on the processor, where passes over memory and random numbers cost as much as the matrix products. Each operation
equals the plain one of torch: products are computed in ``dtype`` (bf16 under autocast), sums, norms and the vectors
between layers in that of the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from workbench.model.dropout import Bits
from workbench.model.products import affine, column_sums


def work_dtype(weight: Tensor) -> torch.dtype:
    """What matrix products on the processor are computed in: autocast's choice, else that of the weights."""
    return torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else weight.dtype


def linear(values: Tensor, module: nn.Linear, dtype: torch.dtype) -> Tensor:
    """``module`` of values [T, in] -> [T, out], both of ``dtype``."""
    return linears(values, (module,), dtype)


def linears(values: Tensor, modules: Sequence[nn.Linear], dtype: torch.dtype) -> Tensor:
    """All of ``modules`` of the same values [T, in], side by side [T, sum of out], by one product."""
    parameters = [*(module.weight for module in modules), *(module.bias for module in modules)]
    found: Tensor = _Linear.apply(values, dtype, *parameters)  # type: ignore[no-untyped-call]
    return found


def add_and_norm(hidden: Tensor, update: Tensor, norm: nn.LayerNorm, dropout: float) -> Tensor:
    """``norm`` of ``hidden`` [T, H] plus ``update`` [T, H] (of any dtype) after dropout."""
    found: Tensor = _AddAndNorm.apply(hidden, update, norm.weight, norm.bias, norm.eps, dropout)  # type: ignore[no-untyped-call]
    return found


def drop(values: Tensor, dropout: float) -> Tensor:
    """Dropout of values."""
    if dropout == 0:
        return values
    found: Tensor = _Drop.apply(values, dropout)  # type: ignore[no-untyped-call]
    return found


class _Linear(Function):
    """Linear maps of the same values; weights are joined and cast once, and their gradients have their own dtype."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, dtype: torch.dtype, *parameters: Tensor) -> Tensor:
        count = len(parameters) // 2
        matrix, bias = (_joined(part).to(dtype) for part in (parameters[:count], parameters[count:]))
        ctx.save_for_backward(values, matrix)
        ctx.dtype, ctx.sizes = parameters[0].dtype, [len(weight) for weight in parameters[:count]]
        return affine(values, matrix, bias)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        values, matrix = ctx.saved_tensors
        to_values = gradient @ matrix if ctx.needs_input_grad[0] else None
        to_matrix, to_bias = (
            part.to(ctx.dtype).split(ctx.sizes) for part in (gradient.t() @ values, column_sums(gradient))
        )
        return to_values, None, *to_matrix, *to_bias


def _joined(parts: Sequence[Tensor]) -> Tensor:
    """The parts one after another; a single one as it is."""
    return parts[0] if len(parts) == 1 else torch.cat(list(parts))


class _AddAndNorm(Function):
    """LN(hidden + dropout(update)), keeping the sum and 16 bits an element."""

    @staticmethod
    def forward(
        ctx: Any, hidden: Tensor, update: Tensor, weight: Tensor, bias: Tensor, epsilon: float, dropout: float
    ) -> Tensor:
        ctx.dtype, ctx.bits = update.dtype, None
        wide = update.to(hidden.dtype)
        if dropout:
            ctx.bits = Bits.draw(tuple(update.shape), dropout)
            total = torch.addcmul(hidden, wide, ctx.bits.kept(hidden.dtype), value=ctx.bits.scale)
        else:
            total = hidden + wide
        normed, mean, deviation = torch.native_layer_norm(total, weight.shape, weight, bias, epsilon)
        ctx.save_for_backward(total, mean, deviation, weight, bias)
        return normed

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        total, mean, deviation, weight, bias = ctx.saved_tensors
        to_total, to_weight, to_bias = torch.ops.aten.native_layer_norm_backward(
            gradient, total, weight.shape, mean, deviation, weight, bias, [True, True, True]
        )
        if ctx.bits is None:
            return to_total, to_total.to(ctx.dtype), to_weight, to_bias, None, None
        to_update = ctx.bits.kept(total.dtype).mul_(to_total).mul_(ctx.bits.scale).to(ctx.dtype)
        return to_total, to_update, to_weight, to_bias, None, None


class _Drop(Function):
    """Dropout that keeps 16 bits an element."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, dropout: float) -> Tensor:
        ctx.bits = Bits.draw(tuple(values.shape), dropout)
        kept: Tensor = ctx.bits.kept(values.dtype)
        return kept.mul_(values).mul_(ctx.bits.scale)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return ctx.bits.kept(gradient.dtype).mul_(gradient).mul_(ctx.bits.scale), None
