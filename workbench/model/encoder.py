"""The stack: embeddings, layers, and the pooler where there is one."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from workbench.model.embeddings import Embeddings
from workbench.model.inputs import Inputs
from workbench.model.layer import Layer, make_layers
from workbench.model.packed import work_dtype
from workbench.model.packing import Packing
from workbench.model.side import NgramEncoder
from workbench.model.tap import Tap
from workbench.model.watching import Watch
from workbench.model.word_rows import TableGradient
from workbench.spec.encoder import EncoderSpec
from workbench.spec.ngrams import NgramSpec


class Encoder(nn.Module):
    """Contextual vectors of passages (sheet 0.1, 0.2).

    ``layers`` are those that tokens go through one after another; what they share is one module in several of them.
    Tables may be those of ``shared`` embeddings. With ``ngrams`` there is an n-gram encoder beside, whose vectors are
    added after each layer, behind its last norm, so that the next layer reads sums that no norm follows.
    """

    def __init__(
        self,
        spec: EncoderSpec,
        vocabulary_size: int,
        shared: Embeddings | None = None,
        ngrams: NgramSpec | None = None,
    ) -> None:
        super().__init__()
        self.embeddings = Embeddings(spec, vocabulary_size, shared)
        self.layers = nn.ModuleList(make_layers(spec))
        self.ngrams = None if ngrams is None else NgramEncoder(spec, ngrams)
        self.pooler = nn.Linear(spec.hidden, spec.hidden) if spec.pooler else None
        self.watch = Watch()

    def forward(self, inputs: Inputs, tap: Tap | None = None) -> Tensor:
        """Hidden vectors [B, N, H] of the last layer; those at padding mean nothing."""
        if tap is None and inputs.ids.device.type == "cpu":
            packing = Packing.of(inputs)
            return packing.unpack(self.packed(inputs, packing, TableGradient()))
        return self.padded(inputs, tap)

    def padded(self, inputs: Inputs, tap: Tap | None = None) -> Tensor:
        """The same with all padding computed, by plain operations of torch."""
        keys = None if inputs.real is None else inputs.real[:, None, None, :]
        added = self._added(inputs, tap)
        hidden: Tensor = self.embeddings(inputs)
        for number, layer in enumerate(self.layers):
            if tap is not None:
                tap.record_hidden(hidden)
            hidden = layer(hidden, keys, tap)
            if added:
                hidden = hidden + added[min(number, len(added) - 1)]
        if tap is not None:
            tap.record_hidden(hidden)
        return hidden

    def _added(self, inputs: Inputs, tap: Tap | None) -> list[Tensor]:
        """What n-grams add after the first layers, the last of it after all later ones too; nothing without n-grams."""
        if self.ngrams is None or inputs.ngrams is None:
            return []
        if tap is not None:
            tap.ngrams = Tap()
        return self.ngrams.padded(inputs.ngrams, inputs.ids.shape, None if tap is None else tap.ngrams)

    def packed(self, inputs: Inputs, packing: Packing, gradient: TableGradient) -> Tensor:
        """Hidden vectors [T, H] of the real tokens, computed without padding on the processor.

        ``gradient`` takes what decoders that are tied to the word table add to its gradient.
        """
        dtype = work_dtype(self.embeddings.word.weight)
        with torch.autocast("cpu", enabled=False):
            added: list[Tensor] = []
            if self.ngrams is not None and inputs.ngrams is not None:
                added = self.ngrams.packed(inputs.ngrams, packing, dtype)
            hidden: Tensor = self.embeddings.packed(inputs, packing, gradient, dtype)
            for number, layer in enumerate(self.layers):
                assert isinstance(layer, Layer)
                self.watch.before_layer(hidden)
                hidden = layer.packed(hidden, packing, dtype)
                if added:
                    hidden = hidden + added[min(number, len(added) - 1)]
        return hidden

    def summary(self, first: Tensor) -> Tensor:
        """One vector a passage [B, H] from the first token's: tanh of the pooler, or that vector itself."""
        return first if self.pooler is None else torch.tanh(self.pooler(first))
