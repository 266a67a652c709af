"""Heads: what is predicted from hidden vectors (sheet 1.5, 2.6, 3.1)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.layer import ACTIVATIONS
from workbench.spec.encoder import EncoderSpec


class VocabularyHead(nn.Module):
    """Dense H -> E, activation, LayerNorm, then the word table as decoder (tied) with a bias of its own; no dropout."""

    def __init__(self, spec: EncoderSpec, vocabulary_size: int) -> None:
        super().__init__()
        self.activation = ACTIVATIONS[spec.activation]
        width = spec.embedding_width
        self.dense = nn.Linear(spec.hidden, width)
        self.norm = nn.LayerNorm(width, eps=spec.layer_norm_epsilon)
        self.bias = nn.Parameter(torch.zeros(vocabulary_size))

    def forward(self, vectors: Tensor, table: Tensor) -> Tensor:
        """Logits [P, V] of the vectors [P, H] at predicted places; ``table`` [V, E] is the word table."""
        return functional.linear(self.features(vectors), table, self.bias)

    def features(self, vectors: Tensor) -> Tensor:
        """What the word table is held against, [P, E]."""
        normed: Tensor = self.norm(self.activation(self.dense(vectors)))
        return normed


class PassageHead(nn.Module):
    """A linear map of the passage's summary: ``classes`` logits."""

    def __init__(self, spec: EncoderSpec, classes: int) -> None:
        super().__init__()
        self.linear = nn.Linear(spec.hidden, classes)

    def forward(self, summary: Tensor) -> Tensor:
        """Logits [B, classes] of summaries [B, H]."""
        logits: Tensor = self.linear(summary)
        return logits
