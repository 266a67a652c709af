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
from workbench.text.document import Bools
from workbench.text.ragged import lengths_of, starts_of


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
    passages, picks = masked.passages, masked.picks
    lengths = passages.lengths
    width = int(lengths.max())
    real = None if int(lengths.min()) == width else np.arange(width, dtype=np.int32) < lengths.astype(np.int32)[:, None]
    # Places move on by the padding of all passages before.
    padding = starts_of(width - lengths)[:-1]
    return Batch(
        Inputs(
            _padded(masked.input_ids, real, width, padding_id),
            _padded(passages.segment, real, width, 0),
            None if real is None else torch.from_numpy(real),
        ),
        torch.from_numpy(picks.position + padding.repeat(lengths_of(picks.position.searchsorted(passages.starts)))),
        torch.from_numpy(picks.original.astype(np.int64)),
        torch.from_numpy(passages.label.astype(np.int64)),
        len(masked.input_ids),
    )


def _padded(flat: NDArray[np.integer], real: Bools | None, width: int, padding: int) -> Tensor:
    """Flat values [T] as [B, width], with ``padding`` where no token is ``real`` [B, width]."""
    if real is None:
        return torch.from_numpy(flat.astype(np.int64).reshape(-1, width))
    padded = np.full(real.shape, padding, dtype=np.int64)
    if flat.any() or padding:
        padded[real] = flat
    return torch.from_numpy(padded)
