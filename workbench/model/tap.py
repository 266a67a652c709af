"""Looking inside: a tap handed to the encoder records what a fused kernel would keep to itself."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor


@dataclass
class Tap:
    """Collects the attention probabilities [B, A, N, N] of each layer, in order, and the ``hidden`` vectors [B, N, H]
    before the first layer and after each, with what n-grams add to them; ``ngrams`` collects the same of the n-gram
    layers, where there are some.

    An encoder that is given a tap computes attention explicitly; the output is that of the fused path within 1e-5.
    """

    attention: list[Tensor] = field(default_factory=list)
    hidden: list[Tensor] = field(default_factory=list)
    ngrams: Tap | None = None

    def record(self, probabilities: Tensor) -> None:
        """Keep one layer's probabilities."""
        self.attention.append(probabilities.detach())

    def record_hidden(self, hidden: Tensor) -> None:
        """Keep the vectors that go into a layer, or come out of the last."""
        self.hidden.append(hidden.detach())

    def stacked(self) -> Tensor:
        """All layers [layers, B, A, N, N]."""
        return torch.stack(self.attention)
