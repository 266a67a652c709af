"""Attention that is given how far apart two tokens stand, with their order (ZEN 2; ERNIE sheet 3.3).

score(i, j) = ((q_i + u) · k_j + (q_i + v) · r_(j - i)) / sqrt(D), where u and v are learnt for each head and
r_t = [sin(t w_0) … sin(t w_m), cos(t w_0) … cos(t w_m)], w_k = 10000^(-k / m), so that r knows the sign of t.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.attention.packed import chunks
from workbench.model.attention.softmax import SoftmaxAttention
from workbench.model.packed import linears
from workbench.model.packing import Group, Packing
from workbench.model.tap import Tap

_SLOWEST = 10_000.0  #: the lowest frequency is one over it
_BYTES = 1 << 21  #: of scores computed at a time


class RelativeAttention(SoftmaxAttention):
    """As :class:`SoftmaxAttention`, with ``content_bias`` (u) and ``position_bias`` (v) [A, D] beside."""

    def __init__(self, hidden: int, heads: int, dropout: float) -> None:
        super().__init__(hidden, heads, dropout)
        self.content_bias = nn.Parameter(torch.empty(heads, hidden // heads))
        self.position_bias = nn.Parameter(torch.empty(heads, hidden // heads))
        self.begin_biases()

    @torch.no_grad()
    def begin_biases(self) -> None:
        """Give both their first values."""
        nn.init.xavier_normal_(self.content_bias)
        nn.init.xavier_normal_(self.position_bias)

    def mix(self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor | None, tap: Tap | None) -> Tensor:
        """Mixed values [B, A, N, D]; the part of the scores that hangs on distance is added to the fused ones."""
        distance = self.distance_scores(query)
        query = query + self.content_bias[:, None].to(query.dtype)
        if tap is None:
            mask = distance if keys is None else distance.masked_fill(~keys, -torch.inf)
            dropout = self.dropout if self.training else 0.0
            return functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=dropout)
        return self.explicit(query, key, value, keys, tap, distance)

    def packed(self, hidden: Tensor, packing: Packing) -> Tensor:
        """The same for packed tokens [T, H] on the processor, a few passages of one length at a time."""
        joined = linears(hidden, (self.query, self.key, self.value), hidden.dtype)
        parts = [self._chunk(joined, chunk) for chunk in chunks(packing, self.heads, _BYTES // joined.element_size())]
        filler = hidden.new_zeros(len(hidden) - packing.count, hidden.shape[1])
        return torch.cat([*parts, filler])

    def _chunk(self, joined: Tensor, chunk: Group) -> Tensor:
        """The mixed values [passages * n, H] of some passages from their queries, keys and values side by side."""
        rows = joined[chunk.start : chunk.start + chunk.passages * chunk.length]
        query, key, value = rows.view(chunk.passages, chunk.length, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind()
        return self.mix(query, key, value, None, None).transpose(1, 2).reshape(len(rows), -1)

    def distance_scores(self, query: Tensor) -> Tensor:
        """(q_i + v) · r_(j - i) / sqrt(D) [B, A, N, N] of queries [B, A, N, D]."""
        count, width = query.shape[-2:]
        table = distance_vectors(count, width, query)
        scores = (query + self.position_bias[:, None].to(query.dtype)) @ table.t() * width**-0.5
        return aligned(scores)


def distance_vectors(count: int, width: int, like: Tensor) -> Tensor:
    """r of the distances -(count - 1) to count - 1, [2 count - 1, width], of a tensor's dtype and on its device."""
    half = width // 2
    exact = torch.float64 if like.dtype is torch.float64 else torch.float32
    rates = torch.exp(torch.arange(half, device=like.device, dtype=exact) * (-math.log(_SLOWEST) / max(half - 1, 1)))
    angles = torch.arange(1 - count, count, device=like.device, dtype=exact)[:, None] * rates
    vectors = functional.pad(torch.cat([angles.sin(), angles.cos()], 1), (0, width - 2 * half))
    return vectors.to(like.dtype)


def aligned(scores: Tensor) -> Tensor:
    """From scores by distance [..., N, 2 N - 1] to scores by place [..., N, N]: row i begins at distance -i.

    With one column more, the rows of the flattened scores move by one against each other.
    """
    count = scores.shape[-2]
    moved = functional.pad(scores, (0, 1)).flatten(-2)[..., :-count]
    return moved.view(*scores.shape[:-1], 2 * count - 1)[..., count - 1 :]
