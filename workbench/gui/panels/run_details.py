"""What the training page reads of the chosen run besides its row and curves."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.core.paths import Project
from workbench.store.store import Store


@dataclass(frozen=True)
class RunDetails:
    """``events`` as lines of JSON; ``resume_step`` is the step of the newest checkpoint (0 for none), which was
    ``saved_at`` (seconds since the epoch)."""

    run: int
    events: list[str]
    resume_step: int
    saved_at: float


def read_details(project: Project, run: int) -> RunDetails:
    """The details of a run, from a connection of its own, for a background call."""
    with Store.open(project) as store:
        checkpoints = store.checkpoints(run)
        newest = checkpoints[-1] if checkpoints else None
        step, moment = (newest.step, newest.time) if newest else (0, 0.0)
        return RunDetails(run, store.events(run), step, moment)
