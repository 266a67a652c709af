"""Linear maps on the processor: the same by either library, and which one a matrix is left to."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional

from workbench.model import products
from workbench.model.products import affine


@pytest.mark.parametrize("copying", [False, True])
@pytest.mark.parametrize("size", [64, 520], ids=["small", "large"])
def test_a_map_is_the_plain_one(size: int, copying: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "_has_copying_products", lambda _: copying)
    values, matrix, bias = torch.randn(33, size), torch.randn(size, size), torch.randn(size)
    expected = functional.linear(values.double(), matrix.double(), bias.double())
    torch.testing.assert_close(affine(values, matrix, bias).double(), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("size", "copying", "fused"), [(512, True, True), (513, True, False), (513, False, True)])
def test_large_matrices_are_copied_where_that_is_faster(
    size: int, copying: bool, fused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[torch.dtype] = []
    monkeypatch.setattr(products, "_has_copying_products", lambda _: copying)

    def note(dtype: torch.dtype) -> bool:
        asked.append(dtype)
        return False

    monkeypatch.setattr(products, "_has_fused_bias", note)
    affine(torch.randn(2, size), torch.randn(size, size), torch.randn(size))
    assert bool(asked) is fused
