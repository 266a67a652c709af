"""Steps of a stored run taken once more by the loop that took them, without anything being written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property

import torch

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Progress, Report, silent
from workbench.core.texts import mark
from workbench.store.recorded import Recorded
from workbench.store.records import Command
from workbench.train.control import Wishes
from workbench.train.loop import Trainer
from workbench.train.meter import Meter


class Cancellable(Wishes):
    """Knows no wish but the one to stop."""

    def __init__(self, cancelled: Cancelled) -> None:
        super().__init__()
        self._cancelled = cancelled

    def _look(self) -> None:
        if self._cancelled():
            self.wish(Command.STOP_NOW)


@dataclass
class RecordedMeter(Meter):
    """Has points where the run has some, over the same steps; a session that ended took what it had gathered along."""

    recorded: Recorded = field(default_factory=Recorded)

    def is_due(self, step: int) -> bool:
        """Whether the run has a point after ``step`` steps."""
        due = step in self.recorded.means
        if not due and step in self.recorded.begins:
            self.forget()
        return due


@dataclass
class Repetition(Trainer):
    """A trainer that stops after ``last`` steps of the run; it saves nothing."""

    last: int = 0
    recorded: Recorded = field(default_factory=Recorded)
    progress: Report = silent
    first: int = 0

    @classmethod
    def of(cls, trainer: Trainer, last: int, recorded: Recorded, progress: Report) -> Repetition:
        """A trainer that stands where the steps to be repeated begin, as one that repeats them."""
        same = {one.name: getattr(trainer, one.name) for one in fields(Trainer)}
        return cls(**same, last=last, recorded=recorded, progress=progress, first=trainer.state.step)

    @cached_property
    def meter(self) -> Meter:
        """Gathers what the run gathered."""
        return RecordedMeter(self.spec.training.steps, recorded=self.recorded)

    def put_point(self) -> None:
        """A point only where the run has one."""
        if self.meter.is_due(self.state.step):
            super().put_point()

    def save(self) -> None:
        """Nothing: the run's checkpoints are its own."""

    def may_go_on(self, beat: Callable[[], None] | None = None) -> bool:
        """Whether a step is left; raises :class:`StoppedError` when nobody wants it any more."""
        step = self.state.step
        self.progress(Progress(step - self.first, self.last - self.first, mark("steps"), mark("repeating steps")))
        if self.control.stopping:
            raise StoppedError(mark("Stopped."))
        threads = int(self.recorded.conditions_of(step + 1).get("threads", 0))
        if threads and threads != torch.get_num_threads():
            torch.set_num_threads(threads)  # sums are rounded otherwise among another number
        return step < self.last
