"""Scaled dot-product attention (sheet 0.1): fused for training, explicit where someone looks."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.attention.packed import packed_attention
from workbench.model.packed import linears
from workbench.model.packing import Packing
from workbench.model.tap import Tap


class SoftmaxAttention(nn.Module):
    """Queries, keys and values of one layer, scores scaled by 1/sqrt(D), dropout on the probabilities.

    Padding is masked on the keys only. The output projection belongs to the layer.
    """

    def __init__(self, hidden: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.dropout = dropout
        self.query = nn.Linear(hidden, hidden)
        self.key = nn.Linear(hidden, hidden)
        self.value = nn.Linear(hidden, hidden)

    def forward(self, hidden: Tensor, keys: Tensor | None, tap: Tap | None = None) -> Tensor:
        """Mixed values [B, N, H] of ``hidden`` [B, N, H]; ``keys`` [B, 1, 1, N] is True where a key may be seen."""
        query, key, value = (self.split(part(hidden)) for part in (self.query, self.key, self.value))
        return self.mix(query, key, value, keys, tap).transpose(1, 2).flatten(2)

    def mix(self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor | None, tap: Tap | None) -> Tensor:
        """Mixed values [B, A, N, D] of queries, keys and values by head."""
        if tap is not None:
            return self.explicit(query, key, value, keys, tap)
        dropout = self.dropout if self.training else 0.0
        return functional.scaled_dot_product_attention(query, key, value, attn_mask=keys, dropout_p=dropout)

    def packed(self, hidden: Tensor, packing: Packing) -> Tensor:
        """The same for packed tokens [T, H] on the processor, in the dtype of ``hidden``."""
        joined = linears(hidden, (self.query, self.key, self.value), hidden.dtype)
        return packed_attention(joined, packing, self.heads, self.dropout if self.training else 0.0)

    def explicit(
        self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor | None, tap: Tap, more: Tensor | None = None
    ) -> Tensor:
        """The same sum through the matrix of probabilities, which the tap keeps; ``more`` [B, A, N, N] is added to the
        scores."""
        scores = query @ key.transpose(2, 3) * query.shape[-1] ** -0.5
        if more is not None:
            scores = scores + more
        if keys is not None:
            scores = scores.masked_fill(~keys, -torch.inf)
        probabilities = scores.softmax(-1)
        tap.record(probabilities)
        return functional.dropout(probabilities, self.dropout, self.training) @ value

    def split(self, projected: Tensor) -> Tensor:
        """[B, N, H] -> [B, A, N, D]."""
        return projected.view(*projected.shape[:2], self.heads, -1).transpose(1, 2)
