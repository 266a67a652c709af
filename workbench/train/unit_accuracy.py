"""Accuracy by kind of unit: of the masked tokens of words, phrases, entities and n-grams, and of units as a whole.

Where all runs on a corpus are evaluated under the same masks, targets are told by the units that the text has, whatever
the masks hide; where each stage has its own, by the units that its strategy chose.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from workbench.masking.strategy import MaskedBatch
from workbench.text.document import KIND_CODE, KINDS, Bools, Ints, Layers, UnitKind, Units
from workbench.text.segmenters.matching import Spans, resolve
from workbench.text.units import Overlap
from workbench.train.batch import Batch
from workbench.train.characters import TargetText

#: Layers of a text from the least to the most telling: a target counts for the last that has a unit at its place.
_TELLING = (UnitKind.WORD, UnitKind.NGRAM, UnitKind.PHRASE, UnitKind.ENTITY)


@dataclass(frozen=True)
class TargetUnits:
    """For each predicted token of a batch, [P]: the ``kind`` of its unit (a code of ``KINDS``), the ``unit``'s
    number in the batch, and whether that is hidden as a ``whole``."""

    kind: NDArray[np.uint8]
    unit: Ints
    whole: Bools

    @staticmethod
    def make(kind: NDArray[np.uint8], unit: Ints, size: Ints) -> TargetUnits:
        """From the ``size`` [P] of each target's unit in tokens: one is hidden as a whole where as many are targets."""
        _, place, counts = np.unique(unit, return_inverse=True, return_counts=True)
        return TargetUnits(kind, unit, np.asarray(counts[place] == size))


def chosen_units(masked: MaskedBatch) -> TargetUnits:
    """The units that the strategy chose."""
    units, chosen = masked.choice.units, masked.picks.unit
    return TargetUnits.make(units.kind[chosen], chosen, units.lengths[chosen])


def text_units(layers: Layers, position: Ints) -> TargetUnits:
    """The units of the text at the targets ``position`` [P], all in places of one token axis.

    An entity tells more than a phrase, a phrase more than an n-gram of the lists, an n-gram more than a word; a word
    of one token counts as a single token. Of n-grams that overlap the longest counts.
    """
    kind = np.full(len(position), KIND_CODE[UnitKind.CHAR], np.uint8)
    unit, size = -1 - position, np.ones(len(position), np.int64)
    numbered = 0
    for layer in _TELLING:
        units = _apart(layers[layer]) if layer is UnitKind.NGRAM else layers[layer]
        row = units.start.searchsorted(position, side="right") - 1
        inside = row >= 0
        inside[inside] = position[inside] < units.end[row[inside]]
        if layer is UnitKind.WORD:
            inside[inside] = units.lengths[row[inside]] > 1
        kind[inside] = KIND_CODE[layer]
        unit[inside], size[inside] = numbered + row[inside], units.lengths[row[inside]]
        numbered += len(units)
    return TargetUnits.make(kind, unit, size)


def _apart(units: Units) -> Units:
    """The longest of units that overlap."""
    spans = resolve(Spans.of(units.start, units.end, 0, 0), Overlap.LONGEST)
    return Units.make(spans.start, spans.end, UnitKind.NGRAM)


@dataclass(frozen=True)
class EvaluationBatch(Batch):
    """A batch that knows which unit each of its targets belongs to, and which text; evaluation batches stay the same
    all run long."""

    units: TargetUnits = field(kw_only=True)
    text: TargetText = field(kw_only=True)


def for_evaluation(batch: Batch, units: TargetUnits, text: TargetText) -> EvaluationBatch:
    """The batch with the units and the text of its targets, which keep their order."""
    return EvaluationBatch(**vars(batch), units=units, text=text)


@dataclass
class UnitTally:
    """Counts by kind code, [kinds] each: targets and right ones; units that are hidden as a whole, and those of them of
    which every token is right."""

    targets: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))
    right: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))
    units: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))
    whole: Ints = field(default_factory=lambda: np.zeros(len(KINDS), np.int64))

    def add(self, targets: TargetUnits, right: Tensor) -> None:
        """Count a batch; ``right`` [P] says which targets were predicted."""
        good = right.to(torch.bool).numpy()
        self.targets += np.bincount(targets.kind, minlength=len(KINDS))
        self.right += np.bincount(targets.kind[good], minlength=len(KINDS))
        unit, kind, good = targets.unit[targets.whole], targets.kind[targets.whole], good[targets.whole]
        _, first, place = np.unique(unit, return_index=True, return_inverse=True)
        wrong = np.bincount(place[~good], minlength=len(first))
        self.units += np.bincount(kind[first], minlength=len(KINDS))
        self.whole += np.bincount(kind[first][wrong == 0], minlength=len(KINDS))

    def accuracies(self) -> dict[str, float]:
        """Right targets among all, by kind; kinds without any are left out."""
        return _shares(self.right, self.targets)

    def whole_units(self) -> dict[str, float]:
        """Units of which every token is right among those hidden as a whole, by kind."""
        return _shares(self.whole, self.units)

    def counts(self) -> dict[str, int]:
        """Units hidden as a whole, by kind."""
        return {kind.value: int(count) for kind, count in zip(KINDS, self.units, strict=True) if count}


def _shares(part: Ints, whole: Ints) -> dict[str, float]:
    return {kind.value: float(some / every) for kind, some, every in zip(KINDS, part, whole, strict=True) if every}
