"""The stack: embeddings, layers, and the pooler where there is one."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from workbench.model.embeddings import Embeddings
from workbench.model.inputs import Inputs
from workbench.model.layer import Layer
from workbench.model.packed import work_dtype
from workbench.model.packing import Packing
from workbench.model.tap import Tap
from workbench.model.word_rows import TableGradient
from workbench.spec.encoder import EncoderSpec
from workbench.spec.sharing import layer_uses


class Encoder(nn.Module):
    """Contextual vectors of passages (sheet 0.1, 0.2).

    ``layers`` are those that tokens go through one after another; what they share is one module in several of them.
    Tables may be those of ``shared`` embeddings.
    """

    def __init__(self, spec: EncoderSpec, vocabulary_size: int, shared: Embeddings | None = None) -> None:
        super().__init__()
        self.embeddings = Embeddings(spec, vocabulary_size, shared)
        self.layers = nn.ModuleList(_layers(spec))
        self.pooler = nn.Linear(spec.hidden, spec.hidden) if spec.pooler else None

    def forward(self, inputs: Inputs, tap: Tap | None = None) -> Tensor:
        """Hidden vectors [B, N, H] of the last layer; those at padding mean nothing."""
        if tap is None and inputs.ids.device.type == "cpu":
            packing = Packing.of(inputs)
            return packing.unpack(self.packed(inputs, packing, TableGradient()))
        return self.padded(inputs, tap)

    def padded(self, inputs: Inputs, tap: Tap | None = None) -> Tensor:
        """The same with all padding computed, by plain operations of torch."""
        keys = None if inputs.real is None else inputs.real[:, None, None, :]
        hidden: Tensor = self.embeddings(inputs)
        for layer in self.layers:
            if tap is not None:
                tap.record_hidden(hidden)
            hidden = layer(hidden, keys, tap)
        if tap is not None:
            tap.record_hidden(hidden)
        return hidden

    def packed(self, inputs: Inputs, packing: Packing, gradient: TableGradient) -> Tensor:
        """Hidden vectors [T, H] of the real tokens, computed without padding on the processor.

        ``gradient`` takes what decoders that are tied to the word table add to its gradient.
        """
        dtype = work_dtype(self.embeddings.word.weight)
        with torch.autocast("cpu", enabled=False):
            hidden: Tensor = self.embeddings.packed(inputs, packing, gradient, dtype)
            for layer in self.layers:
                assert isinstance(layer, Layer)
                hidden = layer.packed(hidden, packing, dtype)
        return hidden

    def summary(self, first: Tensor) -> Tensor:
        """One vector a passage [B, H] from the first token's: tanh of the pooler, or that vector itself."""
        return first if self.pooler is None else torch.tanh(self.pooler(first))


def _layers(spec: EncoderSpec) -> list[Layer]:
    """A layer for each pass, made of its own blocks and those of the layers that it shares with."""
    uses = layer_uses(spec)
    layers: list[Layer] = []
    for number, (attention, feed_forward) in enumerate(zip(uses.attention, uses.feed_forward, strict=True)):
        layers.append(
            Layer(
                spec,
                layers[attention] if attention < number else None,
                layers[feed_forward] if feed_forward < number else None,
            )
        )
    return layers
