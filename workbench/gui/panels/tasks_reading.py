"""What the window reads of tasks, in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.events import TaskMeasured, TaskPrepared, Warned, event_from_json
from workbench.core.paths import Project
from workbench.core.texts import Text
from workbench.spec.task import TaskSpec
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.task_matrix import TaskMatrix, task_matrix
from workbench.store.task_results import results_of
from workbench.store.task_words import prepared_texts


@dataclass(frozen=True)
class TaskState:
    """A task of a run with its results so far, and what was told of its examples."""

    run: Run
    task: TaskSpec
    results: tuple[TaskMeasured, ...]
    told: tuple[Text, ...]


def read_tasks(project: Project, number: int) -> list[TaskState]:
    """The tasks of a run, the newest first."""
    with Store.open(project) as store:
        states = []
        for run in reversed(store.tasks_of(number)):
            if (task := run.spec.task) is not None:
                states.append(TaskState(run, task, tuple(results_of(store, run)), tuple(_told(store, run))))
        return states


def _told(store: Store, run: Run) -> list[Text]:
    """What the newest session said of the examples, each sentence once."""
    events = [event_from_json(line) for line in store.events(run, ("task-data", "warning"))]
    texts: list[Text] = []
    for event in events:
        if isinstance(event, TaskPrepared):
            texts = list(prepared_texts(event))
        elif isinstance(event, Warned) and event.kind == "task":
            texts.append(event.words)
    return texts


def read_matrix(project: Project, numbers: Sequence[int]) -> TaskMatrix:
    """The matrix of runs, of all that were tried on a task where none is named."""
    with Store.open(project) as store:
        runs = [store.run(number) for number in numbers] or list(reversed(store.runs()))
        return task_matrix(store, [run for run in runs if store.tasks_of(run)])
