"""Where a run stands in its data, and which passages each step takes: a function of the spec and its seed alone.

Trainer and replay share it, so that what is shown of a step is what the step was fed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.spec.batches import batch_rule, epoch_batches, num_batches, place_starts
from workbench.spec.run import RunSpec, Stage
from workbench.text.document import Ints

if TYPE_CHECKING:  # the window asks for the stage of a step at its start, which needs nothing of examples
    from workbench.objectives.examples import ExampleMaker
    from workbench.text.pack import PassagePlan


@dataclass(frozen=True)
class Position:
    """The batch that comes next: its number within an epoch of a stage."""

    stage: int = 0
    epoch: int = 0
    batch: int = 0


@dataclass(frozen=True)
class StepRows:
    """The passages of one step: rows of ``plan`` [b] in as many ``parts`` as gradients are accumulated over, the
    ``position`` they stand at, and the one ``after`` them."""

    position: Position
    plan: PassagePlan
    parts: list[Ints]
    after: Position


class RunOrder:
    """Which passages each step of a run takes; ``makers`` make the examples of its stages, in order.

    Steps count from 0 here, as the trainer counts the steps that are done.
    """

    def __init__(self, spec: RunSpec, makers: Sequence[ExampleMaker]) -> None:
        self.spec = spec
        self.makers = makers
        self.rules = [batch_rule(spec, stage) for stage in range(len(spec.stages))]
        self.ends = stage_ends(spec.stages, spec.training.steps)
        self._counts: dict[tuple[int, int], int] = {}
        self._opened: tuple[Position, PassagePlan, list[Ints]] | None = None

    def walk(self, step: int, position: Position) -> Iterator[StepRows]:
        """The steps from ``step``, which takes the batch at ``position``, to the end of the run."""
        for number in range(step, self.spec.training.steps):
            if (stage := stage_at(self.ends, number)) != position.stage:
                position = Position(stage)
            taken = self.take(position)
            yield taken
            position = taken.after

    def take(self, position: Position) -> StepRows:
        """The passages at a position."""
        plan, batches = self._epoch(position)
        rows = batches[position.batch]
        rows = rows[np.argsort(plan.lengths[rows], kind="stable")]  # like lengths together in the parts
        parts = [part for part in np.array_split(rows, self.spec.training.accumulation) if len(part)]
        after = Position(position.stage, position.epoch, position.batch + 1)
        if after.batch == len(batches):
            after = Position(position.stage, position.epoch + 1)
        return StepRows(position, plan, parts, after)

    def at(self, step: int, *, cancelled: Cancelled = never) -> Position:
        """Where a step stands. No batch is made on the way: the epochs before it are counted, and where the passages
        come again after some epochs, those that have passed are one division."""
        stage = stage_at(self.ends, step)
        batch = step - (self.ends[stage - 1] if stage else 0)
        period, epoch = self._period(stage), 0
        while batch >= (count := self._num_batches(stage, epoch)):
            if cancelled():
                raise StoppedError(mark("Stopped."))
            epoch, batch = epoch + 1, batch - count
            if epoch == period:
                rounds, batch = divmod(batch, sum(self._num_batches(stage, number) for number in range(period)))
                epoch += rounds * period
        return Position(stage, epoch, batch)

    def epochs(self, position: Position) -> float:
        """How often the training text of its stage was read before a position, as 1.25."""
        if not position.batch:  # the epoch that comes next may not be counted yet
            return float(position.epoch)
        return position.epoch + position.batch / self._num_batches(position.stage, position.epoch)

    def _period(self, stage: int) -> int:
        """After how many epochs of a stage its passages come again; 0 where they never do."""
        settings = self.spec.stages[stage]
        if not settings.passage.redrawn:
            return 1
        return 0 if settings.dynamic else settings.dupe_factor

    def _num_batches(self, stage: int, epoch: int) -> int:
        """Batches of an epoch, counted once for all epochs with the same passages."""
        _, first = counted = self._counted_as(stage, epoch)
        if counted not in self._counts:
            rule, maker = self.rules[stage], self.makers[stage]
            if rule.sequences:
                self._counts[counted] = num_batches(maker.count(first), rule)
            else:
                lengths = np.sort(maker.plan(first).lengths)
                self._counts[counted] = len(place_starts(lengths, rule.places))
        return self._counts[counted]

    def _counted_as(self, stage: int, epoch: int) -> tuple[int, int]:
        """The stage, and the first of its epochs that has the same passages."""
        return stage, epoch % (self._period(stage) or epoch + 1)

    def _epoch(self, position: Position) -> tuple[PassagePlan, list[Ints]]:
        """Plan and batches of a position's epoch; those of the last one asked for are kept."""
        first, opened = Position(position.stage, position.epoch), self._opened
        if opened is None or opened[0] != first:
            plan = self.makers[first.stage].plan(first.epoch)
            rule = self.rules[first.stage]
            opened = first, plan, epoch_batches(plan.lengths, rule, self.spec.seed, first.stage, first.epoch)
            self._counts[self._counted_as(first.stage, first.epoch)] = len(opened[2])
            self._opened = opened  # one assignment, since several threads may ask for steps of different epochs
        return opened[1:]


def stage_ends(stages: Sequence[Stage], steps: int) -> list[int]:
    """The step at which each stage ends: shares of the whole, rounded so that they end with the run."""
    shares = np.cumsum([stage.share for stage in stages])
    return [round(float(share) * steps / float(shares[-1])) for share in shares]


def stage_at(ends: Sequence[int], step: int) -> int:
    """The stage of a step."""
    return next(number for number, end in enumerate(ends) if step < end)
