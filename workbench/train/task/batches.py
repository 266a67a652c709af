"""Batches of a task's examples: which ones, in which order, and their inputs with padding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from workbench.core.seeding import derive, purpose_code
from workbench.model.inputs import Inputs
from workbench.model.ngram_inputs import TextNgrams
from workbench.text.document import Ints
from workbench.text.ngram_slots import Passages
from workbench.text.ragged import lengths_of, ranges, starts_of
from workbench.train.task.examples import Part

_SORTED_BATCHES = 50  #: so many batches are sorted by length together
_TOKENS = 1 << 13  #: tokens of a batch that only looks


@dataclass(frozen=True)
class TaskBatch:
    """``rows`` [B] of a part as inputs, the places [B, 4] of their texts, and for tagging ``places`` [C] of the tokens
    that carry a tag in the flattened [B * N]; ``targets`` of texts or of these tokens are rows of the part's."""

    rows: Ints
    inputs: Inputs
    sides: Tensor
    places: Tensor
    target_rows: Ints

    def to(self, device: torch.device) -> TaskBatch:
        """The same on a device."""
        return TaskBatch(
            self.rows, self.inputs.to(device), self.sides.to(device), self.places.to(device), self.target_rows
        )

    @property
    def num_tokens(self) -> int:
        """Tokens that are no padding."""
        return self.inputs.ids.numel() if self.inputs.real is None else int(self.inputs.real.sum())


def make_batch(
    part: Part, rows: Ints, padding_id: int, ngrams: TextNgrams | None = None, task_id: int | None = None
) -> TaskBatch:
    """The batch of some rows, with the n-grams that ``ngrams`` finds where the encoder is given some, and the row of
    its table of tasks where it has one."""
    inputs = part.inputs
    lengths = inputs.lengths[rows]
    width = int(lengths.max())
    real = np.arange(width) < lengths[:, None]
    tokens = ranges(inputs.starts[:-1][rows], lengths)
    ids = np.full(real.shape, padding_id, np.int64)
    segments = np.zeros(real.shape, np.int64)
    ids[real], segments[real] = inputs.ids[tokens], inputs.segments[tokens]
    padded = Inputs(
        torch.from_numpy(ids),
        torch.from_numpy(segments),
        None if real.all() else torch.from_numpy(real),
        None if ngrams is None else ngrams.inputs(Passages(ids[real], starts_of(lengths), segments[real]), width),
        None if task_id is None else torch.full((len(rows),), task_id),
    )
    places, target_rows = np.zeros(0, np.int64), rows
    if inputs.alignments:
        counts = lengths_of(part.edges)[rows]
        target_rows = ranges(part.edges[:-1][rows], counts)
        shift = np.arange(len(rows)) * width - inputs.starts[:-1][rows]
        places = part.carriers[target_rows] + np.repeat(shift, counts)
    return TaskBatch(rows, padded, torch.from_numpy(inputs.sides[rows]), torch.from_numpy(places), target_rows)


def shuffled(count: int, seed: int, epoch: int) -> Ints:
    """An order [count] that hangs on seed and epoch alone."""
    return np.argsort(derive(seed, purpose_code("task"), epoch, np.arange(count)), kind="stable")


def training_rows(lengths: Ints, size: int, seed: int, epoch: int) -> Iterator[Ints]:
    """The rows of the batches of an epoch, in random order; those of a batch are of like length."""
    order = shuffled(len(lengths), seed, epoch)
    window = _SORTED_BATCHES * size
    batches: list[NDArray[np.int64]] = []
    for at in range(0, len(order), window):
        rows = order[at : at + window]
        rows = rows[np.argsort(lengths[rows], kind="stable")]
        batches += [rows[place : place + size] for place in range(0, len(rows), size)]
    for number in shuffled(len(batches), seed, ~epoch).tolist():
        yield batches[number]


def looking_rows(lengths: Ints) -> Iterator[Ints]:
    """All rows from the shortest to the longest, so many at a time as fit."""
    order = np.argsort(lengths, kind="stable")
    at = 0
    while at < len(order):
        size = max(1, _TOKENS // int(lengths[order[min(at + 255, len(order) - 1)]]))
        yield order[at : at + size]
        at += size
