"""What is repeated held against what was recorded, bit by bit."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from workbench.core.events import EventBase
from workbench.store.ingest import points_of
from workbench.store.proof import Difference
from workbench.store.recorded import Recorded


class Comparison:
    """Counts equal ``points`` and keeps the first ``difference``; ``relative`` is the largest difference, divided by
    the larger of two values, or by the largest of a tensor. ``reached`` is the last step that a point came of."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self.points = self.reached = 0
        self.difference: Difference | None = None
        self.relative = 0.0

    def take(self, event: EventBase) -> None:
        """Compare the points of an event with those that were recorded at its step."""
        known = self._recorded.points.get(event.step, {})
        for name, value in points_of(event):
            if name in known:
                self.reached = event.step
                self._compare(event.step, name, known[name], value)

    def _compare(self, step: int, name: str, before: float, after: float) -> None:
        if before == after or (math.isnan(before) and math.isnan(after)):
            self.points += 1
        else:
            self._note(Difference(step, name, before, after), _relative(before, after))

    def take_tensors(self, step: int, saved: Mapping[str, Tensor], repeated: Mapping[str, Tensor]) -> None:
        """Compare saved tensors with those of the same names."""
        for name, before in saved.items():
            after = repeated[name].detach().cpu()
            places = (_bytes(before) != _bytes(after)).nonzero()
            if len(places):
                place = int(places[0]) // before.element_size()
                values = (float(tensor.reshape(-1)[place]) for tensor in (before, after))
                self._note(Difference(step, name, *values), _tensor_relative(before, after))

    def end(self, reached: int, wanted: int) -> None:
        """Steps that the run has taken and the repetition has not are a difference too."""
        if reached < wanted:
            self._note(Difference(reached + 1, "step", float(wanted), float(reached)), math.inf)

    def _note(self, difference: Difference, relative: float) -> None:
        self.difference = self.difference or difference
        self.relative = max(self.relative, relative)


def _bytes(tensor: Tensor) -> Tensor:
    return tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8)


def _relative(before: float, after: float) -> float:
    """Infinite where one of them is not finite."""
    found = abs(before - after) / max(abs(before), abs(after))
    return found if math.isfinite(found) else math.inf


def _tensor_relative(before: Tensor, after: Tensor) -> float:
    """Of whole numbers (random states, counts) nothing but whether they are equal can be said."""
    if not before.is_floating_point():
        return 0.0
    largest = float(before.double().abs().max())
    found = float((before.double() - after.double()).abs().max()) / max(largest, 1e-300)
    return found if math.isfinite(found) else math.inf
