"""The n-gram encoder beside the encoder, and what it adds to the tokens (ZEN; ERNIE sheet 3.3)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.inputs import Inputs, NgramInputs
from workbench.model.layer import Layer, make_layers
from workbench.model.mixing import Mixing
from workbench.model.packed import drop
from workbench.model.packing import Packing
from workbench.model.tap import Tap
from workbench.spec.encoder import EncoderSpec
from workbench.spec.ngrams import NgramSpec, ngram_encoder


class NgramEncoder(nn.Module):
    """Vectors of n-grams: id and segment, norm, dropout, and layers among the n-grams of a passage. There is no table
    of positions; row 0 of the ids is padding.

    Both roads give what is added to the tokens after each layer of the encoder, W times the vectors of the n-gram layer
    of the same number; the last one is added after all later layers too.
    """

    def __init__(self, spec: EncoderSpec, ngrams: NgramSpec) -> None:
        super().__init__()
        self.table = nn.Embedding(ngrams.table_rows, spec.hidden)
        self.segment = nn.Embedding(spec.segments, spec.hidden)
        self.norm = nn.LayerNorm(spec.hidden, eps=spec.layer_norm_epsilon)
        self.dropout = spec.hidden_dropout
        self.layers = nn.ModuleList(make_layers(ngram_encoder(spec, ngrams)))

    def padded(self, ngrams: NgramInputs, tokens: torch.Size, tap: Tap | None = None) -> list[Tensor]:
        """What is added to tokens [B, N], [B, N, H] for each n-gram layer, by plain operations of torch."""
        weights = dense_weights(ngrams, tokens)
        vectors = self.norm(self.table(ngrams.slots.ids) + self.segment(ngrams.slots.segments))
        vectors = functional.dropout(vectors, self.dropout, self.training)
        keys, added = visible(ngrams.slots), []
        for layer in self.layers:
            if tap is not None:
                tap.record_hidden(vectors)
            vectors = layer(vectors, keys, tap)
            with torch.autocast(vectors.device.type, enabled=False):
                wide = vectors if vectors.dtype is torch.float64 else vectors.float()
                added.append(weights.to(wide.dtype) @ wide)
        if tap is not None:
            tap.record_hidden(vectors)
        return added

    def packed(self, ngrams: NgramInputs, packing: Packing, dtype: torch.dtype) -> list[Tensor]:
        """The same for the packed rows of tokens, as [T, H], on the processor."""
        slots = Packing.of(ngrams.slots)
        rows = slots.take(ngrams.slots.ids), slots.take(ngrams.slots.segments)
        vectors = drop(self.norm(self.table(rows[0]) + self.segment(rows[1])), self.dropout if self.training else 0.0)
        mixing = Mixing.of(
            packing.rows(ngrams.tokens),
            slots.rows(ngrams.columns),
            ngrams.weights,
            (len(packing.tokens), len(slots.tokens)),
        )
        added = []
        for layer in self.layers:
            assert isinstance(layer, Layer)
            vectors = layer.packed(vectors, slots, dtype)
            added.append(mixing(vectors))
        return added


def visible(slots: Inputs) -> Tensor | None:
    """Which slots may be looked at [B, 1, 1, K]; all of a passage without any, as attention to nothing is no number."""
    if slots.real is None:
        return None
    return (slots.real | ~slots.real.any(1, keepdim=True))[:, None, None, :]


def dense_weights(ngrams: NgramInputs, tokens: torch.Size) -> Tensor:
    """W of all passages [B, N, K]."""
    passages, count = ngrams.slots.ids.shape
    place = ngrams.tokens * count + ngrams.columns % count
    values = torch.ones_like(place, dtype=torch.float32) if ngrams.weights is None else ngrams.weights
    return values.new_zeros(tokens.numel() * count).index_put((place,), values).view(passages, tokens[1], count)
