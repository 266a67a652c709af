"""One time that a run is at work: what it reads, whom it obeys, and where what it tells goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.core.events import TaskMeasured
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import CHECKPOINTS
from workbench.store.folder import RunFolder
from workbench.train.control import Wishes
from workbench.train.group import ALONE, Group
from workbench.train.journal import Journal
from workbench.train.observer import Observer


def nothing() -> None:
    """The beat of a session without a store."""


def not_before(step: int) -> float:
    """The seconds at work of a run without earlier sessions."""
    return 0.0


@dataclass(frozen=True)
class Session:
    """A session of the run in ``folder``, its ``number`` counted from 1.

    Events begin at ``journal`` and go through ``observer``; ``control`` holds what is asked of the run, ``beat`` is
    called again and again while it waits, and ``worked`` says how many seconds the steps up to one have taken in the
    sessions before. With several processes in its ``group``, each has a session of its own, and that of all but the
    first tells nothing. Of a task, ``results`` are those of earlier sessions. ``ignore_memory`` lets a run begin that
    needs far more memory than there is.
    """

    content: RunFolder
    folder: Path
    journal: Journal
    observer: Observer
    control: Wishes
    number: int = 1
    beat: Callable[[], None] = nothing
    worked: Callable[[int], float] = not_before
    group: Group = ALONE
    results: Sequence[TaskMeasured] = ()
    ignore_memory: bool = False

    @property
    def spec(self) -> RunSpec:
        """What is trained."""
        return self.content.spec

    @property
    def checkpoints(self) -> Path:
        """The folder that checkpoints go to."""
        return self.folder / CHECKPOINTS
