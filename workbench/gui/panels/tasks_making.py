"""Labelled files as the window looks at them, and the tasks that it makes of them, in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, never
from workbench.spec.task import TaskSpec
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.queue import RunQueue
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.store.tasks import Trial, create_task, same_task
from workbench.text.labelled.columns import Wanted
from workbench.text.labelled.reading import LabelledFile, read_labelled
from workbench.text.labelled.records import TaskKind, label_counts
from workbench.text.labelled.splits import files_beside

MOST_PREVIEWED = 5000  #: examples by which a file is judged before anything is started


@dataclass(frozen=True)
class TaskPreview:
    """A labelled file as it would be read: its first examples, how often each label stands among them (the most
    frequent first), and the files ``beside`` it to choose the epoch by and to measure on."""

    found: LabelledFile
    balance: tuple[tuple[str, int], ...]
    beside: tuple[Path | None, Path | None]

    @property
    def is_whole(self) -> bool:
        """Whether these are all of its examples."""
        return len(self.found.examples) < MOST_PREVIEWED


def preview_task(path: Path, kind: TaskKind | None, wanted: Wanted, cancelled: Cancelled = never) -> TaskPreview:
    """Look at a file; raises as :func:`read_labelled`."""
    found = read_labelled(path, kind, wanted, most=MOST_PREVIEWED, cancelled=cancelled)
    counted = found.kind is not TaskKind.REGRESSION
    balance = tuple(label_counts(found.examples).most_common()) if counted else ()
    return TaskPreview(found, balance, files_beside(path))


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
