"""Passages without their padding: real tokens one after another, so that nothing is computed for the others.

The number of rows is rounded up with filler, since oneDNN compiles a kernel for each new shape of a product, which can
take longer than the product itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import torch
from torch import Tensor

from workbench.model.inputs import Inputs


@dataclass(frozen=True)
class Group:
    """Passages of one length that follow each other: the first token's row, how many passages, tokens of each."""

    start: int
    passages: int
    length: int


ROUND = 32  #: rows are rounded up to a multiple of this


def rounded(places: Tensor) -> Tensor:
    """Places [n], and the first of them again and again up to a multiple of :data:`ROUND`."""
    missing = -len(places) % ROUND if len(places) else 0
    return torch.cat([places, places[:1].expand(missing)]) if missing else places


@dataclass(frozen=True)
class Packing:
    """Where the real tokens of padded passages [B, N] lie: passage after passage, those of one length together.

    ``tokens`` [T] are their places in the flattened [B * N], with filler after the ``count`` real ones that nothing
    reads; ``firsts`` [B] the packed row of each passage's first one.
    """

    tokens: Tensor
    firsts: Tensor
    groups: tuple[Group, ...]
    shape: tuple[int, int]
    count: int

    @staticmethod
    def of(inputs: Inputs) -> Packing:
        """The packing of passages, the longest first."""
        passages, width = inputs.ids.shape
        if inputs.real is None:
            tokens = torch.arange(passages * width)
            groups = (Group(0, passages, width),)
            return Packing(rounded(tokens), tokens[::width], groups, (passages, width), len(tokens))
        lengths, order = inputs.real.sum(1).sort(descending=True, stable=True)
        rows, columns = inputs.real[order].nonzero(as_tuple=True)
        starts = lengths.cumsum(0) - lengths
        found, start = [], 0
        for length, same in groupby(lengths.tolist()):
            count = len(list(same))
            if length:  # a passage may have no n-gram
                found.append(Group(start, count, length))
            start += count * length
        tokens = rounded(order[rows] * width + columns)
        return Packing(tokens, starts[order.argsort()], tuple(found), (passages, width), len(rows))

    @property
    def columns(self) -> Tensor:
        """Index of each token in its passage [T]."""
        return self.tokens % self.shape[1]

    @property
    def owners(self) -> Tensor:
        """Number of each token's passage [T]."""
        return self.tokens // self.shape[1]

    def take(self, padded: Tensor) -> Tensor:
        """Of [B, N] those of the packed rows [T]."""
        return padded.flatten().index_select(0, self.tokens)

    def rows(self, places: Tensor) -> Tensor:
        """Packed rows [P] of places [P] in the flattened [B * N]."""
        inverse = torch.zeros(self.shape[0] * self.shape[1], dtype=torch.int64)
        inverse[self.tokens[: self.count]] = torch.arange(self.count)
        return inverse.index_select(0, places)

    def unpack(self, packed: Tensor) -> Tensor:
        """[T, H] -> [B, N, H], with zeros at padding."""
        flat = packed.new_zeros(self.shape[0] * self.shape[1], packed.shape[1])
        return flat.index_copy(0, self.tokens[: self.count], packed[: self.count]).view(*self.shape, -1)
