"""The stack: embeddings, layers, and the pooler where there is one."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from workbench.model.embeddings import Embeddings
from workbench.model.inputs import Inputs
from workbench.model.layer import Layer
from workbench.model.tap import Tap
from workbench.spec.encoder import EncoderSpec


class Encoder(nn.Module):
    """Contextual vectors of passages (sheet 0.1, 0.2)."""

    def __init__(self, spec: EncoderSpec, vocabulary_size: int) -> None:
        super().__init__()
        self.embeddings = Embeddings(spec, vocabulary_size)
        self.layers = nn.ModuleList(Layer(spec) for _ in range(spec.layers))
        self.pooler = nn.Linear(spec.hidden, spec.hidden) if spec.pooler else None

    def forward(self, inputs: Inputs, tap: Tap | None = None) -> Tensor:
        """Hidden vectors [B, N, H] of the last layer; those at padding mean nothing."""
        keys = None if inputs.real is None else inputs.real[:, None, None, :]
        hidden: Tensor = self.embeddings(inputs)
        for layer in self.layers:
            hidden = layer(hidden, keys, tap)
        return hidden

    def summary(self, hidden: Tensor) -> Tensor:
        """One vector a passage [B, H]: tanh of the pooler on the first token, or that token's own vector."""
        first = hidden[:, 0]
        return first if self.pooler is None else torch.tanh(self.pooler(first))
