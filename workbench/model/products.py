"""Matrix products on the processor: with the bias added while the product is written, where oneDNN is there.

``addmm`` first copies the bias over the whole result and then adds to it: one pass over memory more. Without AVX-512,
oneDNN reads a matrix as it lies; MKL copies blocks of it that fit the cache, which for large ones outweighs that pass.
"""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

_LARGE = 1 << 18  #: elements of a matrix; those of 1 MiB in fp32, as much as a core's own cache holds


def affine(values: Tensor, matrix: Tensor, bias: Tensor) -> Tensor:
    """``values`` [T, in] times ``matrix`` [out, in] transposed, plus ``bias`` [out]; all of one dtype."""
    copied = matrix.numel() > _LARGE and _has_copying_products(values.dtype)
    if values.numel() and not copied and _has_fused_bias(values.dtype):
        found: Tensor = torch.ops.mkldnn._linear_pointwise(values, matrix, bias, "none", [], "")
        return found
    return torch.addmm(bias, values, matrix.t())


def column_sums(values: Tensor) -> Tensor:
    """Sums [N] over the rows of [T, N]; for fp32 by a product with ones, which is the faster."""
    if values.dtype is torch.float32:
        return (values.new_ones(1, len(values)) @ values)[0]
    return values.sum(0)


@cache
def _has_fused_bias(dtype: torch.dtype) -> bool:
    """Whether this build and processor have oneDNN's linear map for a dtype."""
    if not torch.backends.mkldnn.is_available() or not hasattr(torch.ops.mkldnn, "_linear_pointwise"):  # type: ignore[no-untyped-call]
        return False
    if dtype is torch.bfloat16:
        return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    return dtype is torch.float32


@cache
def _has_copying_products(dtype: torch.dtype) -> bool:
    """Whether ``addmm`` is MKL's, on a processor where that is the faster for large matrices."""
    return dtype is torch.float32 and torch.backends.mkl.is_available() and not torch.cpu._is_avx512_supported()  # type: ignore[no-untyped-call]
