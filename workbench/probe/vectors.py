"""Vectors of tokens and sentences: neighbours in the input table and in the sentence, and tables for projections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.model.encoding import EncodedText
from workbench.model.tap import Tap
from workbench.probe.subject import Subject


@dataclass(frozen=True)
class Neighbour:
    """A token (with its ``position`` where it is one of the sentence, else its ``id``) and the ``cosine`` of the two
    vectors."""

    token: str
    cosine: float
    id: int
    position: int | None = None


@torch.no_grad()
def table_neighbours(subject: Subject, token: int, top: int) -> tuple[Neighbour, ...]:
    """The tokens whose input vectors point most nearly where that of ``token`` does; without the token itself, special
    tokens and rows of zeros."""
    table = subject.model.encoder.embeddings.word.weight
    cosines = functional.cosine_similarity(table[token][None], table, dim=-1)
    left_out = torch.from_numpy(np.array(subject.vocabulary.is_special)) | (table.norm(dim=-1) == 0)
    left_out[token] = True
    cosines = cosines.masked_fill(left_out, -torch.inf)
    best = cosines.topk(min(top, int((~left_out).sum())))
    return tuple(
        Neighbour(subject.vocabulary.token(number), cosine, number)
        for number, cosine in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def sentence_neighbours(
    subject: Subject, encoded: EncodedText, position: int, layer: int, top: int
) -> tuple[Neighbour, ...]:
    """The tokens of the sentence whose vectors after ``layer`` (0: before the first) point most nearly where that of
    ``position`` does."""
    vectors = hidden_vectors(subject, encoded, layer)
    cosines = functional.cosine_similarity(vectors[position][None], vectors, dim=-1)
    cosines[position] = -torch.inf
    best = cosines.topk(min(top, len(vectors) - 1))
    return tuple(
        Neighbour(subject.vocabulary.token(encoded.ids[place]), cosine, encoded.ids[place], place)
        for place, cosine in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


@torch.no_grad()
def hidden_vectors(subject: Subject, encoded: EncodedText, layer: int) -> Tensor:
    """Vectors [n, H] after ``layer``; 0 is what goes into the first.

    Raises :class:`ArgumentError` where there are not so many layers.
    """
    layers = subject.spec.encoder.passes
    if not 0 <= layer <= layers:
        raise ArgumentError(mark("“{name}” must be a whole number from 0 to {count}."), name="layer", count=layers)
    tap = _HiddenTap()
    subject.model.encoder(subject.inputs(encoded), tap)
    return tap.hidden[layer][0].float()


class _HiddenTap(Tap):
    """Keeps no weights."""

    def record(self, probabilities: Tensor) -> None:
        return


def sentence_vectors(subject: Subject, sentences: Sequence[EncodedText], layer: int) -> NDArray[np.float32]:
    """One vector a sentence [m, H]: the mean of its ordinary tokens' after ``layer``."""
    rows = []
    for encoded in sentences:
        ordinary = [place for place, span in enumerate(encoded.spans) if span is not None]
        vectors = hidden_vectors(subject, encoded, layer)
        rows.append((vectors[ordinary] if ordinary else vectors).mean(0).numpy())
    return np.stack(rows)
