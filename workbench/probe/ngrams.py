"""Which n-grams an encoder is given of a sentence, and which of them it believes in, layer by layer (ERNIE sheet 3.5).

Three quantities of each n-gram that is kept, none of which the released code defines:

- ``received``: attention that n-grams pay to it in an n-gram layer, mean over heads and looking n-grams; those of a
  layer come to 1;
- ``injected``: the length of its vector in that layer (after the last n-gram layer, of that one), as a share of the
  lengths of all n-grams;
- ``share``: how much of a character it makes, W |u| / |x|, mean over the characters that it covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from workbench.core.errors import ArgumentError
from workbench.core.files import replacing
from workbench.core.texts import mark
from workbench.model.encoding import EncodedText, encode_text
from workbench.model.ngram_inputs import TextNgrams
from workbench.model.side import dense_weights
from workbench.model.tap import Tap
from workbench.probe.subject import Subject
from workbench.text.ngram_slots import NgramSlots

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Candidate:
    """A match of ``length`` tokens from ``start`` on: its ``id``, the ``text`` and ``count`` that the lexicon has, and
    its ``column`` in the arrays; None for one that the cap dropped."""

    id: int
    text: str
    count: int
    start: int
    length: int
    column: int | None

    @property
    def kept(self) -> bool:
        """Whether the encoder is given it."""
        return self.column is not None


@dataclass(frozen=True)
class NgramInspection:
    """``tokens`` [n] and all ``candidates`` of a sentence by id; of the K kept ones ``received`` [n-gram layers, K],
    ``injected`` and ``share`` [layers, K], and the ``weights`` [n, K] by which they are added to tokens."""

    tokens: tuple[str, ...]
    segments: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    received: Floats
    injected: Floats
    share: Floats
    weights: Floats

    def as_dict(self) -> dict[str, Any]:
        """For JSON, without the arrays."""
        return {
            "tokens": list(self.tokens),
            "segments": list(self.segments),
            "ngrams": [{**asdict(one), "kept": one.kept} for one in self.candidates],
            "layers": len(self.injected),
            "ngram_layers": len(self.received),
        }

    def arrays(self) -> dict[str, Any]:
        """The arrays by name."""
        return {name: getattr(self, name) for name in ("received", "injected", "share", "weights")}

    def save(self, path: Path) -> None:
        """Write everything as ``.npz``: candidates as ``ngram_id``, ``ngram_text`` and so on, ``ngram_column`` is -1
        for one that is dropped. Raises :class:`WorkbenchError` where it can't be written."""
        content: dict[str, Any] = {"tokens": np.array(self.tokens), "segments": np.array(self.segments)}
        for name in ("id", "text", "count", "start", "length"):
            content[f"ngram_{name}"] = np.array([getattr(one, name) for one in self.candidates])
        places = [-1 if one.column is None else one.column for one in self.candidates]
        content["ngram_column"] = np.array(places, dtype=np.int64)
        with replacing(path) as file:
            np.savez(file, **content, **self.arrays())


@torch.no_grad()
def inspect_ngrams(subject: Subject, text: str, pair: str | None = None) -> NgramInspection:
    """The n-grams of a text and what becomes of them, on the explicit path; raises :class:`ArgumentError` for a run
    without an n-gram encoder."""
    if subject.ngrams is None:
        raise ArgumentError(
            mark("This run has no n-gram encoder."), mark("Runs that are made from a preset of ZEN have one.")
        )
    encoded = encode_text(text, pair, subject.vocabulary, subject.spec.encoder)
    found = subject.ngrams.find(encoded.passages())
    tokens = tuple(subject.vocabulary.token(token) for token in encoded.ids)
    candidates = tuple(_candidates(subject.ngrams, found))
    return NgramInspection(tokens, tuple(encoded.segments), candidates, *_quantities(subject, encoded))


def _candidates(ngrams: TextNgrams, found: NgramSlots) -> list[Candidate]:
    column = np.cumsum(found.kept) - 1
    lexicon = ngrams.matcher.lexicon
    return [
        Candidate(
            id=number,
            text=lexicon.texts[number - 1],
            count=lexicon.counts[number - 1],
            start=int(found.start[place]),
            length=int(found.length[place]),
            column=int(column[place]) if found.kept[place] else None,
        )
        for place, number in enumerate(found.id.tolist())
    ]


def _quantities(subject: Subject, encoded: EncodedText) -> tuple[Floats, Floats, Floats, Floats]:
    """Received, injected, share and weights; without a kept n-gram they have no columns."""
    inputs, tap = encoded.inputs(subject.ngrams), Tap()
    subject.model.encoder(inputs, tap)
    side = subject.model.encoder.ngrams
    assert side is not None
    if tap.ngrams is None or inputs.ngrams is None:
        layers, own = len(tap.hidden) - 1, len(side.layers)
        empty = [np.zeros((rows, 0), np.float32) for rows in (own, layers, layers, len(encoded.ids))]
        return empty[0], empty[1], empty[2], empty[3]
    weights = dense_weights(inputs.ngrams, inputs.ids.shape)[0].float()
    lengths = torch.stack(
        [_reached(tap.ngrams.hidden[1:], layer)[0].float().norm(dim=-1) for layer in range(len(tap.hidden) - 1)]
    )
    hidden = torch.stack([vectors[0].float().norm(dim=-1) for vectors in tap.hidden[1:]])
    covered = (weights > 0).sum(0).clamp(min=1)
    shares = lengths * ((weights[None] / hidden[:, :, None]).sum(1) / covered)
    received = tap.ngrams.stacked()[:, 0].float().mean((1, 2))
    injected = lengths / lengths.sum(1, keepdim=True)
    return received.numpy(), injected.numpy(), shares.numpy(), weights.numpy()


def _reached(vectors: Sequence[torch.Tensor], layer: int) -> torch.Tensor:
    """The vectors that are added after a layer: those of the n-gram layer of its number, or of the last one."""
    return vectors[min(layer, len(vectors) - 1)]
