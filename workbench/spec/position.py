"""Where a run stands in its data, and which passages each step takes: a function of the spec and its seed alone.

Trainer and replay share it, so that what is shown of a step is what the step was fed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, never
from workbench.core.seeding import derive, purpose_code, uniforms
from workbench.core.texts import mark
from workbench.objectives.examples import ExampleMaker
from workbench.spec.run import RunSpec, Stage
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan

_WINDOW = 16  #: batches within which passages are sorted by length


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
        do not change from epoch to epoch, even that is one division."""
        stage = stage_at(self.ends, step)
        batch = step - (self.ends[stage - 1] if stage else 0)
        if self._repeats(stage):
            epoch, batch = divmod(batch, self._num_batches(stage, 0))
            return Position(stage, epoch, batch)
        epoch = 0
        while batch >= (count := self._num_batches(stage, epoch)):
            if cancelled():
                raise StoppedError(mark("Stopped."))
            epoch, batch = epoch + 1, batch - count
        return Position(stage, epoch, batch)

    def epochs(self, position: Position) -> float:
        """How often the training text of its stage was read before a position, as 1.25."""
        if not position.batch:  # the epoch that comes next may not be counted yet
            return float(position.epoch)
        return position.epoch + position.batch / self._num_batches(position.stage, position.epoch)

    def _repeats(self, stage: int) -> bool:
        """Whether every epoch of a stage has as many passages as the first."""
        settings = self.spec.stages[stage]
        return not settings.dynamic or not settings.passage.redrawn

    def _num_batches(self, stage: int, epoch: int) -> int:
        """Batches of an epoch, counted once."""
        if (stage, epoch) not in self._counts:
            self._counts[stage, epoch] = num_batches(self.makers[stage].count(epoch), self.spec.training.batch_size)
        return self._counts[stage, epoch]

    def _epoch(self, position: Position) -> tuple[PassagePlan, list[Ints]]:
        """Plan and batches of a position's epoch; those of the last one asked for are kept."""
        first, opened = Position(position.stage, position.epoch), self._opened
        if opened is None or opened[0] != first:
            plan = self.makers[first.stage].plan(first.epoch)
            batch_size, seed = self.spec.training.batch_size, self.spec.seed
            opened = first, plan, epoch_batches(plan.lengths, batch_size, seed, first.stage, first.epoch)
            self._counts[first.stage, first.epoch] = len(opened[2])
            self._opened = opened  # one assignment, since several threads may ask for steps of different epochs
        return opened[1:]


def stage_ends(stages: Sequence[Stage], steps: int) -> list[int]:
    """The step at which each stage ends: shares of the whole, rounded so that they end with the run."""
    shares = np.cumsum([stage.share for stage in stages])
    return [round(float(share) * steps / float(shares[-1])) for share in shares]


def stage_at(ends: Sequence[int], step: int) -> int:
    """The stage of a step."""
    return next(number for number, end in enumerate(ends) if step < end)


def num_batches(passages: int, batch_size: int) -> int:
    """Batches of an epoch: a last one that is not full is left out, unless it is all there is."""
    return max(1, passages // batch_size)


def epoch_batches(lengths: Ints, batch_size: int, seed: int, stage: int, epoch: int) -> list[Ints]:
    """Rows of each batch of an epoch; ``lengths`` [n] are tokens of each passage, in shuffled order already.

    Passages of like length come together, so that little padding is computed: within windows of 16 batches rows are
    sorted by length, and then the batches are shuffled.
    """
    key = derive(np.int64(seed), purpose_code("order of batches"), stage, epoch)
    full = num_batches(len(lengths), batch_size)
    order = np.arange(min(len(lengths), full * batch_size))
    windows = [order[at : at + _WINDOW * batch_size] for at in range(0, len(order), _WINDOW * batch_size)]
    by_length = [window[np.argsort(lengths[window], kind="stable")] for window in windows]
    batches = [rows[at : at + batch_size] for rows in by_length for at in range(0, len(rows), batch_size)]
    return [batches[number] for number in np.argsort(uniforms(key, "batch", np.arange(full)), kind="stable")]
