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
from workbench.spec.run import RunSpec
from workbench.spec.stage_groups import StageGroup, group_at, group_of, stage_at, stage_groups
from workbench.text.document import Ints

if TYPE_CHECKING:  # the window asks for the stage of a step at its start, which needs nothing of examples
    from workbench.objectives.examples import ExampleMaker
    from workbench.text.pack import PassagePlan


@dataclass(frozen=True)
class Position:
    """The batch that comes next of a stage: its number within an epoch."""

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

    Steps count from 0 here, as the trainer counts the steps that are done. Stages of a group take turns, and each goes
    on where it left off.
    """

    def __init__(self, spec: RunSpec, makers: Sequence[ExampleMaker]) -> None:
        self.spec = spec
        self.makers = makers
        self.rules = [batch_rule(spec, stage) for stage in range(len(spec.stages))]
        self.groups = stage_groups(spec.stages, spec.training.steps)
        self._counts: dict[tuple[int, int], int] = {}
        self._opened: dict[int, tuple[Position, PassagePlan, list[Ints]]] = {}
        self._stood: dict[int, tuple[int, Position]] = {}

    def stage(self, step: int) -> int:
        """The stage of a step."""
        return stage_at(self.groups, step)

    def group(self, step: int) -> StageGroup:
        """The group of a step; after the last step, the last one."""
        return group_at(self.groups, step)

    def taken(self, stage: int, step: int) -> int:
        """How many steps a stage has taken when ``step`` steps of the run are done."""
        return group_of(self.groups, stage).taken(stage, step)

    def walk(self, step: int, position: Position) -> Iterator[StepRows]:
        """The steps from ``step`` to the end of the run. ``position`` is where the stage of the step before stands; all
        others are where they come to by their own steps."""
        standing = {position.stage: position}
        self._stood[position.stage] = self.taken(position.stage, step), position
        for number in range(step, self.spec.training.steps):
            stage = self.stage(number)
            if stage not in standing:
                standing[stage] = self._position(stage, self.taken(stage, number))
            taken = self.take(standing[stage])
            standing[stage] = taken.after
            yield taken

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
        stage = self.stage(step)
        return self._position(stage, self.taken(stage, step), cancelled)

    def epochs(self, step: int) -> float:
        """How often the training text was read when ``step`` steps are done, as 1.25: of the stage of the last of them;
        in a group, of the one that has read its own most often."""
        group = self.group(max(0, step - 1))
        return max(self._epochs(self._position(stage, group.taken(stage, step))) for stage in group.stages)

    def _epochs(self, position: Position) -> float:
        if not position.batch:  # the epoch that comes next may not be counted yet
            return float(position.epoch)
        return position.epoch + position.batch / self._num_batches(position.stage, position.epoch)

    def _position(self, stage: int, taken: int, cancelled: Cancelled = never) -> Position:
        """Where a stage stands after so many steps of its own; of those that were asked for, the last is gone on
        from."""
        before, known = self._stood.get(stage, (0, Position(stage)))
        if taken < before:
            before, known = 0, Position(stage)
        batch = taken - before + known.batch
        period, epoch = self._period(stage), known.epoch
        while batch and batch >= (count := self._num_batches(stage, epoch)):
            if cancelled():
                raise StoppedError(mark("Stopped."))
            epoch, batch = epoch + 1, batch - count
            if period and epoch % period == 0:
                rounds, batch = divmod(batch, sum(self._num_batches(stage, number) for number in range(period)))
                epoch += rounds * period
        position = Position(stage, epoch, batch)
        self._stood[stage] = taken, position  # one assignment, as threads may ask for other steps meanwhile
        return position

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
        """Plan and batches of a position's epoch; of each stage of its group those of the last one asked for are
        kept."""
        first = Position(position.stage, position.epoch)
        opened = self._opened.get(first.stage)
        if opened is None or opened[0] != first:
            plan = self.makers[first.stage].plan(first.epoch)
            rule = self.rules[first.stage]
            opened = first, plan, epoch_batches(plan.lengths, rule, self.spec.seed, first.stage, first.epoch)
            self._counts[self._counted_as(first.stage, first.epoch)] = len(opened[2])
            group = group_of(self.groups, first.stage)
            kept = {stage: one for stage, one in tuple(self._opened.items()) if stage in group.stages}
            self._opened = kept | {first.stage: opened}  # one assignment, since several threads may ask for steps
        return opened[1:]
