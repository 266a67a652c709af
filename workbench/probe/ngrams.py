"""Which n-grams an encoder is given of a sentence, and which of them it believes in, layer by layer (ERNIE sheet 3.5).

Three quantities of each n-gram that is kept, none of which the released code defines:

- ``received``: attention that n-grams pay to it in an n-gram layer, mean over heads and looking n-grams; those of a
  layer come to 1;
- ``injected``: the length of its vector in that layer (after the last n-gram layer, of that one), as a share of the
  lengths of all n-grams;
- ``share``: how much of a character it makes, W |u| / |x|, mean over the characters that it covers.

Beside them stands how alike the vectors of different n-grams are in each layer: where all are, no n-gram tells the
encoder anything that another would not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch.nn import functional

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.inspection.ngrams import Candidate, Dropped, Floats, NgramInspection
from workbench.model.encoding import EncodedText, encode_text
from workbench.model.ngram_inputs import TextNgrams
from workbench.model.side import dense_weights
from workbench.model.tap import Tap
from workbench.probe.subject import Subject
from workbench.text.ngram_settings import NgramChoice
from workbench.text.ngram_slots import NgramSlots

Match = tuple[int, int, int]  #: id, start and length in tokens
FREQUENT = 3  #: n-grams of the lexicon that are named where a sentence has none

_BY_CHOICE = {NgramChoice.FREQUENT: Dropped.FREQUENT, NgramChoice.SHUFFLE: Dropped.SHUFFLE}


def inspect_ngrams(subject: Subject, text: str, pair: str | None = None) -> NgramInspection:
    """:func:`ngrams_of` of a text without hidden tokens."""
    return ngrams_of(subject, encode_text(text, pair, subject.vocabulary, subject.spec.encoder))


@torch.no_grad()
def ngrams_of(subject: Subject, encoded: EncodedText) -> NgramInspection:
    """The n-grams of a sentence and what becomes of them, on the explicit path. Those that a hidden token takes from
    the encoder are among the dropped ones.

    Raises :class:`ArgumentError` for a run without an n-gram encoder.
    """
    ngrams = subject.ngrams
    if ngrams is None:
        raise ArgumentError(
            mark("This run has no n-gram encoder."), mark("Runs that are made from a preset of ZEN have one.")
        )
    lexicon = ngrams.matcher.lexicon
    return NgramInspection(
        tuple(subject.vocabulary.token(token) for token in encoded.ids),
        tuple(encoded.segments),
        tuple(encoded.spans),
        tuple(sorted(_candidates(ngrams, encoded), key=lambda one: one.id)),
        int(ngrams.matcher.caps(np.array([len(encoded.ids)]), ngrams.longest)[0]),
        len(lexicon),
        lexicon.texts[:FREQUENT],
        *_figures(subject, encoded),
    )


def _candidates(ngrams: TextNgrams, encoded: EncodedText) -> Iterator[Candidate]:
    """The matches by id, then what the sentence without hidden tokens has besides."""
    found = ngrams.find(encoded.passages())
    column = np.cumsum(found.kept) - 1
    why = _BY_CHOICE[ngrams.matcher.settings.choice]
    for row, match in enumerate(_matches(found)):
        kept = bool(found.kept[row])
        yield _candidate(ngrams, match, int(column[row]) if kept else None, None if kept else why)
    if encoded.answers:
        there = set(_matches(found))
        for match in _matches(ngrams.find(encoded.unmasked().passages())):
            if match not in there:
                yield _candidate(ngrams, match, None, Dropped.MASK)


def _matches(found: NgramSlots) -> list[Match]:
    return list(zip(found.id.tolist(), found.start.tolist(), found.length.tolist(), strict=True))


def _candidate(ngrams: TextNgrams, match: Match, column: int | None, dropped: Dropped | None) -> Candidate:
    (number, start, length), lexicon = match, ngrams.matcher.lexicon
    return Candidate(number, lexicon.texts[number - 1], lexicon.counts[number - 1], start, length, column, dropped)


def _figures(subject: Subject, encoded: EncodedText) -> tuple[Floats, Floats, Floats, Floats, tuple[float | None, ...]]:
    """Received, injected, share and weights, which without a kept n-gram have no columns; and the cosines."""
    inputs, tap = subject.inputs(encoded), Tap()
    subject.model.encoder(inputs, tap)
    side = subject.model.encoder.ngrams
    assert side is not None
    if tap.ngrams is None or inputs.ngrams is None:
        layers, own = len(tap.hidden) - 1, len(side.layers)
        empty = [np.zeros((rows, 0), np.float32) for rows in (own, layers, layers, len(encoded.ids))]
        return empty[0], empty[1], empty[2], empty[3], (None,) * own
    weights = dense_weights(inputs.ngrams, inputs.ids.shape)[0].float()
    lengths = torch.stack(
        [_reached(tap.ngrams.hidden[1:], layer)[0].float().norm(dim=-1) for layer in range(len(tap.hidden) - 1)]
    )
    hidden = torch.stack([vectors[0].float().norm(dim=-1) for vectors in tap.hidden[1:]])
    covered = (weights > 0).sum(0).clamp(min=1)
    shares = lengths * ((weights[None] / hidden[:, :, None]).sum(1) / covered)
    received = tap.ngrams.stacked()[:, 0].float().mean((1, 2))
    injected = lengths / lengths.sum(1, keepdim=True)
    cosines = tuple(_cosine(vectors[0].float(), inputs.ngrams.slots.ids[0]) for vectors in tap.ngrams.hidden[1:])
    return received.numpy(), injected.numpy(), shares.numpy(), weights.numpy(), cosines


def _cosine(vectors: torch.Tensor, ids: torch.Tensor) -> float | None:
    """The mean over all pairs of vectors [K, H] that belong to different ``ids`` [K]; None where there is none."""
    others = ids[:, None] != ids[None, :]
    unit = functional.normalize(vectors, dim=-1)
    return float((unit @ unit.T)[others].mean()) if others.any() else None


def _reached(vectors: Sequence[torch.Tensor], layer: int) -> torch.Tensor:
    """The vectors that are added after a layer: those of the n-gram layer of its number, or of the last one."""
    return vectors[min(layer, len(vectors) - 1)]
