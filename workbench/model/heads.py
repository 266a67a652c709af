"""Heads: what is predicted from hidden vectors (sheet 1.5, 2.6, 3.1, 4.5, 4.7)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.core.registry import Registry
from workbench.core.texts import mark
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


class CopyHead(VocabularyHead):
    """A vocabulary head that may also copy the token that is there, with a chance of its own: sigmoid of a linear map
    (All-Tokens MLM)."""

    def __init__(self, spec: EncoderSpec, vocabulary_size: int) -> None:
        super().__init__(spec, vocabulary_size)
        self.copy = nn.Linear(spec.hidden, 1)

    def copying(self, vectors: Tensor) -> Tensor:
        """Logits [R] of copying, of vectors [R, H]."""
        logits: Tensor = self.copy(vectors)
        return logits.squeeze(-1)


class DetectionHead(nn.Module):
    """Whether each token was replaced: dense H -> H, activation, linear H -> 1; no norm and no dropout."""

    def __init__(self, spec: EncoderSpec, vocabulary_size: int) -> None:
        super().__init__()
        self.activation = ACTIVATIONS[spec.activation]
        self.dense = nn.Linear(spec.hidden, spec.hidden)
        self.output = nn.Linear(spec.hidden, 1)

    def forward(self, vectors: Tensor) -> Tensor:
        """Logits [...] of vectors [..., H], above 0 for a replaced token."""
        logits: Tensor = self.output(self.activation(self.dense(vectors)))
        return logits.squeeze(-1)


class ClassHead(nn.Module):
    """A linear map to ``classes`` logits, of each token's vector or of a passage's summary; no dropout."""

    def __init__(self, spec: EncoderSpec, classes: int) -> None:
        super().__init__()
        self.linear = nn.Linear(spec.hidden, classes)

    def forward(self, vectors: Tensor) -> Tensor:
        """Logits [..., classes] of vectors [..., H]."""
        logits: Tensor = self.linear(vectors)
        return logits


#: Heads of tokens; they are made with the number of their classes, which is that of the vocabulary where they predict.
#: A head of another name is a :class:`ClassHead` of passages.
TOKEN_HEADS: Registry[type[VocabularyHead] | type[DetectionHead] | type[ClassHead]] = Registry(
    mark("head"),
    {
        "mlm": VocabularyHead,
        "replaced_token": DetectionHead,
        "replaced_mlm": VocabularyHead,
        "all_tokens_mlm": CopyHead,
        "capitalization": ClassHead,
        "token_document": ClassHead,
    },
)
