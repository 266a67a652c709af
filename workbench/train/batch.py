"""From masked passages to padded tensors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from workbench.masking.strategy import IGNORE, MaskedBatch
from workbench.model.inputs import Inputs
from workbench.text.document import Ints


@dataclass(frozen=True)
class Batch:
    """One part of a batch: ``places`` [P] of predicted tokens in the flattened [B * N], their ``labels`` [P],
    ``passage_labels`` [B] (:data:`IGNORE` for none), and ``num_tokens`` that are no padding."""

    inputs: Inputs
    places: Tensor
    labels: Tensor
    passage_labels: Tensor
    num_tokens: int

    def to(self, device: torch.device) -> Batch:
        """The same on a device."""
        places, labels, passage_labels = (
            tensor.to(device, non_blocking=True) for tensor in (self.places, self.labels, self.passage_labels)
        )
        return Batch(self.inputs.to(device), places, labels, passage_labels, self.num_tokens)

    def pin(self) -> Batch:
        """The same in page-locked memory."""
        places, labels, passage_labels = self.places, self.labels, self.passage_labels
        return Batch(
            self.inputs.pin(), places.pin_memory(), labels.pin_memory(), passage_labels.pin_memory(), self.num_tokens
        )


@dataclass(frozen=True)
class Counts:
    """How many tokens and passages are predicted: what losses are divided by."""

    targets: int
    passages: int

    def of(self, head: str) -> int:
        """What a head's loss is divided by (sheet 0.4)."""
        return self.targets if head == "mlm" else self.passages

    def asked(self, weights: Mapping[str, float]) -> dict[str, float]:
        """The weights of the heads that have something to predict; a mean over nothing is no number."""
        return {head: weight for head, weight in weights.items() if self.of(head)}


def count(batches: list[Batch]) -> Counts:
    """Counts over all parts of a batch."""
    return Counts(
        sum(len(batch.labels) for batch in batches),
        sum(int((batch.passage_labels != IGNORE).sum()) for batch in batches),
    )


def collate(masked: MaskedBatch, padding_id: int) -> Batch:
    """Pad a flat batch to its longest passage; padding gets ``padding_id`` and segment 0 (sheet 1.1)."""
    passages = masked.passages
    lengths = passages.lengths
    width = int(lengths.max())
    places = padded_places(passages.starts, width)
    shape = (len(passages), width)
    return Batch(
        Inputs(
            _padded(masked.input_ids, places, shape, padding_id),
            _padded(passages.segment, places, shape, 0),
            None if int(lengths.min()) == width else torch.from_numpy(np.arange(width) < lengths[:, None]),
        ),
        torch.from_numpy(places[masked.labels != IGNORE]),
        torch.from_numpy(masked.labels[masked.labels != IGNORE].astype(np.int64)),
        torch.from_numpy(passages.label.astype(np.int64)),
        len(masked.input_ids),
    )


def padded_places(starts: Ints, width: int) -> Ints:
    """Where each flat token [T] stands in the flattened padded array [B * width]."""
    lengths = np.diff(starts)
    rows = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    places: Ints = np.arange(starts[-1], dtype=np.int64) - starts[rows] + rows * width
    return places


def _padded(flat: NDArray[np.integer], places: Ints, shape: tuple[int, int], padding: int) -> Tensor:
    padded = np.full(shape, padding, np.int64)
    padded.reshape(-1)[places] = flat
    return torch.from_numpy(padded)
