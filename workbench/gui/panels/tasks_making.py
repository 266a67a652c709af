"""The tasks that the window makes of runs and labelled files, in the background."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.paths import Project
from workbench.spec.task import TaskSpec
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.queue import RunQueue
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.store.tasks import Trial, create_task, same_task


def steps_of(runs: Sequence[Run]) -> list[int]:
    """The steps of the checkpoints of a single run, rising; none for several."""
    return sorted(checkpoint_folders(runs[0].folder)) if len(runs) == 1 else []


def make_tasks(project: Project, runs: Sequence[Run], task: TaskSpec, step: int | None) -> list[int]:
    """A task for each run, where there is not the same already; those that are not done wait in the queue, which
    goes. Returns their numbers."""
    with Store.open(project) as store, store.transaction():
        trial = Trial(task, step=step)
        tasks = [same_task(store, run, trial) or create_task(store, run, trial) for run in runs]
        waiting = [one.id for one in tasks if one.status is not Status.DONE and not one.active]
        queue = RunQueue(store)
        queue.add(waiting)
        if waiting:
            queue.going = True
        return [one.id for one in tasks]
