"""Accuracy by kind of unit: of the masked tokens of words, phrases, entities and n-grams, and of units as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from workbench.masking.strategy import MaskedBatch
from workbench.text.document import KINDS, Ints
from workbench.train.batch import Batch


@dataclass(frozen=True)
class TargetUnits:
    """For each predicted token of a batch, [P]: the ``kind`` of its unit (a code of ``KINDS``), and the ``unit``'s
    number in the batch."""

    kind: NDArray[np.uint8]
    unit: Ints


@dataclass(frozen=True)
class EvaluationBatch(Batch):
    """A batch that knows which unit each of its targets belongs to; evaluation batches stay the same all run long."""

    units: TargetUnits


def with_units(batch: Batch, masked: MaskedBatch) -> EvaluationBatch:
    """The batch that ``masked`` was collated to, with the units of its targets, which keep their order."""
    chosen = masked.picks.unit
    return EvaluationBatch(**vars(batch), units=TargetUnits(masked.choice.units.kind[chosen], chosen))


@dataclass
class UnitTally:
    """Counts by kind code, [kinds] each: targets and right ones, units and those of which every target is right."""

    targets: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))
    right: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))
    units: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))
    whole: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))

    def add(self, targets: TargetUnits, right: Tensor) -> None:
        """Count a batch; ``right`` [P] says which targets were predicted."""
        good = right.to(torch.bool).numpy()
        self.targets += np.bincount(targets.kind, minlength=len(KINDS))
        self.right += np.bincount(targets.kind[good], minlength=len(KINDS))
        numbers, first, sizes = np.unique(targets.unit, return_index=True, return_counts=True)
        kinds = targets.kind[first]
        hits = np.bincount(np.searchsorted(numbers, targets.unit[good]), minlength=len(numbers))
        self.units += np.bincount(kinds, minlength=len(KINDS))
        self.whole += np.bincount(kinds[hits == sizes], minlength=len(KINDS))

    def accuracies(self) -> dict[str, float]:
        """Right targets among all, by kind; kinds without any are left out."""
        return _shares(self.right, self.targets)

    def whole_units(self) -> dict[str, float]:
        """Units that are right as a whole among all, by kind."""
        return _shares(self.whole, self.units)

    def counts(self) -> dict[str, int]:
        """Units by kind."""
        return {kind.value: int(count) for kind, count in zip(KINDS, self.units, strict=True) if count}


def _shares(part: Ints, whole: Ints) -> dict[str, float]:
    return {kind.value: float(some / every) for kind, some, every in zip(KINDS, part, whole, strict=True) if every}
