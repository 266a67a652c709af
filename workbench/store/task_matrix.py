"""Models by tasks: what came of every model on every task, and which differences are more than spread.

Runs that differ in nothing but their seed are one model. Of a model of several runs, a cell has the spread of the runs'
means; of a single run, that of the seeds of its task.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from workbench.core.config import Labelled
from workbench.core.statistics import Spread, distinguishable
from workbench.core.texts import mark
from workbench.spec.task import TaskMode, TaskSpec
from workbench.store.origin import settings_of
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.store.task_results import MAJORITY, RANDOM, TRAINED, results_of
from workbench.store.tasks import task_name
from workbench.text.labelled.records import MAIN_SCORE, TaskKind

_BETWEEN = re.compile(r"([-_. ])")

RULE = mark("Not distinguishable from the best: Welch's interval at 95 % for the difference of the means contains 0.")


class Verdict(Labelled):
    """How a cell stands to the best of its column."""

    BEST = "best", mark("best")
    WORSE = "worse", mark("worse than the best")
    SAME = "not-distinguishable", mark("not distinguishable from the best")
    UNKNOWN = "unknown", mark("one measurement has no spread")


@dataclass(frozen=True)
class Column:
    """A task as a column: what it is called, its settings, and the fingerprint of its examples."""

    name: str
    kind: TaskKind
    mode: TaskMode
    settings: str
    data: str

    @property
    def score(self) -> str:
        """The score that cells show."""
        return MAIN_SCORE[self.kind]


@dataclass(frozen=True)
class Cell:
    """What came to one ``spread`` of ``runs`` models or, of a single one, of seeds; and how it stands to the best."""

    spread: Spread
    runs: int
    verdict: Verdict = Verdict.UNKNOWN


@dataclass(frozen=True)
class Model:
    """A row: a name and the numbers of the runs that are this model; none for random weights and mere guessing."""

    name: str
    runs: tuple[int, ...] = ()
    baseline: str = ""


@dataclass(frozen=True)
class TaskMatrix:
    """``cells`` by place of row and column; those that nothing was measured for are missing. ``waiting`` tasks are not
    done yet."""

    models: tuple[Model, ...]
    columns: tuple[Column, ...]
    cells: Mapping[tuple[int, int], Cell]
    waiting: int = 0


@dataclass(frozen=True)
class _Measured:
    run: int
    column: Column
    scores: Mapping[str, list[float]]


def task_matrix(store: Store, runs: Sequence[Run]) -> TaskMatrix:
    """The matrix of runs, in the order given, and the tasks that they were tried on, in the order in which these were
    begun."""
    tasks = [task for run in runs for task in store.tasks_of(run)]
    measured = [found for task in sorted(tasks, key=lambda one: one.id) if (found := _measured(store, task))]
    columns = tuple(dict.fromkeys(found.column for found in measured))
    models = _models(runs)
    cells: dict[tuple[int, int], Cell] = {}
    for place, column in enumerate(columns):
        here = [found for found in measured if found.column == column]
        own = {number: cell for number, model in enumerate(models) if (cell := _cell(model, here)) is not None}
        cells |= {(number, place): cell for number, cell in _judged(own).items()}
        for number, baseline in enumerate((RANDOM, MAJORITY), len(models)):
            values = [value for found in here for value in found.scores.get(baseline, [])]
            if values:
                kept = values if baseline == RANDOM else values[:1]
                cells[number, place] = Cell(Spread.of(kept), 0)
    rows = (*models, Model(RANDOM, baseline=RANDOM), Model(MAJORITY, baseline=MAJORITY))
    return TaskMatrix(rows, columns, cells, sum(task.status is not Status.DONE for task in tasks))


def _measured(store: Store, task: Run) -> _Measured | None:
    spec = task.spec.task
    results = results_of(store, task)
    if spec is None or task.parent is None or not any(result.weights == TRAINED for result in results):
        return None
    score = MAIN_SCORE[spec.kind]
    scores: dict[str, list[float]] = {}
    for result in results:
        scores.setdefault(result.weights, []).append(result.scores[score])
    return _Measured(task.parent, _column(spec, results[0].data), scores)


def _column(task: TaskSpec, data: str) -> Column:
    """Tasks with the same examples, mode and recipe stand in one column, wherever their files lie."""
    settings = task.model_dump(mode="json", exclude={"file", "development", "test", "seeds", "random_weights"})
    return Column(task_name(task), task.kind, task.mode, json.dumps(settings, sort_keys=True), data)


def _models(runs: Sequence[Run]) -> tuple[Model, ...]:
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(_identity(run), []).append(run)
    return tuple(Model(_name_of(group), tuple(run.id for run in group)) for group in groups.values())


def _identity(run: Run) -> str:
    """All that a run is made of but its seed."""
    settings: dict[str, Any] = {path: value for path, value in settings_of(run).items() if path != "seed"}
    return json.dumps([settings, run.corpus_fingerprint, run.vocabulary_fingerprint], sort_keys=True)


def _name_of(group: Sequence[Run]) -> str:
    """The parts that the names of a group begin with alike, or the first of its names."""
    names = [_BETWEEN.split(run.name) for run in group]
    alike = takewhile(lambda parts: len(set(parts)) == 1, zip(*names, strict=False))
    return "".join(parts[0] for parts in alike).rstrip("-_. ") or group[0].name


def _cell(model: Model, measured: Sequence[_Measured]) -> Cell | None:
    by_run: dict[int, list[float]] = {}
    for found in measured:
        if found.run in model.runs:
            by_run.setdefault(found.run, []).extend(found.scores[TRAINED])
    if not by_run:
        return None
    if len(by_run) == 1:
        return Cell(Spread.of(next(iter(by_run.values()))), 1)
    return Cell(Spread.of([Spread.of(values).mean for values in by_run.values()]), len(by_run))


def _judged(cells: Mapping[int, Cell]) -> dict[int, Cell]:
    """The cells of a column with their verdicts."""
    if not cells:
        return {}
    best = max(cells, key=lambda number: cells[number].spread.mean)
    judged: dict[int, Cell] = {}
    for number, cell in cells.items():
        verdict = Verdict.BEST if number == best else _verdict(cells[best].spread, cell.spread)
        judged[number] = Cell(cell.spread, cell.runs, verdict)
    return judged


def _verdict(best: Spread, other: Spread) -> Verdict:
    found = distinguishable(best, other)
    if found is None:
        return Verdict.UNKNOWN
    return Verdict.WORSE if found else Verdict.SAME
