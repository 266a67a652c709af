"""Models by tasks: what came of every model on every task, and which differences are more than spread.

Runs that differ in nothing but their seed are one model; weights of other steps are another. Of a model of several
runs, a cell has the spread of the runs' means; of a single run, that of the seeds of its task.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from workbench.core.config import Labelled
from workbench.core.statistics import Spread, distinguishable
from workbench.core.texts import mark
from workbench.spec.task import TaskMode, TaskSpec, task_name
from workbench.store.origin import settings_of
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.store.task_results import MAJORITY, RANDOM, TRAINED, results_of
from workbench.text.labelled.records import MAIN_SCORE, TaskKind

_BETWEEN = re.compile(r"([-_. ])")

NOT_BETTER = mark("no better than random weights")
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
    """The ``spread`` over so many ``runs`` or, of a single one, over seeds; how it stands to the best of its column,
    and whether it is better than random weights by more than spread (None where one has none)."""

    spread: Spread
    runs: int
    verdict: Verdict = Verdict.UNKNOWN
    beats_random: bool | None = None


@dataclass(frozen=True)
class Model:
    """A row: a name, the numbers of the runs that are this model (none for random weights and mere guessing), and the
    step of their weights, where they were tried at several."""

    name: str
    runs: tuple[int, ...] = ()
    baseline: str = ""
    step: str = ""


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
    """``scores`` of one task by weights and seed."""

    run: int
    step: str
    column: Column
    scores: Mapping[tuple[str, int], float]


def task_matrix(store: Store, runs: Sequence[Run]) -> TaskMatrix:
    """The matrix of runs, in the order given, and the tasks that they were tried on, in the order in which these were
    begun."""
    tasks = [task for run in runs for task in store.tasks_of(run)]
    measured = [found for task in sorted(tasks, key=lambda one: one.id) if (found := _measured(store, task))]
    columns = tuple(dict.fromkeys(found.column for found in measured))
    models = _models(runs, measured)
    cells: dict[tuple[int, int], Cell] = {}
    for place, column in enumerate(columns):
        here = [found for found in measured if found.column == column]
        rivals = _baseline(here, RANDOM)
        own = {number: cell for number, model in enumerate(models) if (cell := _cell(model, here)) is not None}
        cells |= {(number, place): cell for number, cell in _judged(own, rivals).items()}
        for number, spread in enumerate((rivals, _baseline(here, MAJORITY)), len(models)):
            if spread is not None:
                cells[number, place] = Cell(spread, 0)
    rows = (*models, Model(RANDOM, baseline=RANDOM), Model(MAJORITY, baseline=MAJORITY))
    return TaskMatrix(rows, columns, cells, sum(task.status is not Status.DONE for task in tasks))


def _measured(store: Store, task: Run) -> _Measured | None:
    spec = task.spec.task
    results = results_of(store, task)
    if spec is None or task.parent is None or not any(result.weights == TRAINED for result in results):
        return None
    score = MAIN_SCORE[spec.kind]
    scores = {(result.weights, result.seed): result.scores[score] for result in results}
    _name, _at, step = task.spec.training.start_from.rpartition("@")
    return _Measured(task.parent, step, _column(spec, results[0].data), scores)


def _column(task: TaskSpec, data: str) -> Column:
    """Tasks with the same examples, mode and recipe stand in one column, wherever their files lie."""
    settings = task.model_dump(mode="json", exclude={"file", "development", "test", "seeds", "random_weights"})
    return Column(task_name(task), task.kind, task.mode, json.dumps(settings, sort_keys=True), data)


def _models(runs: Sequence[Run], measured: Sequence[_Measured]) -> tuple[Model, ...]:
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(_identity(run), []).append(run)
    return tuple(model for group in groups.values() for model in _of_group(group, measured))


def _of_group(group: Sequence[Run], measured: Sequence[_Measured]) -> list[Model]:
    """The models that a group of runs is: one, or one for each step where a run was tried at several."""
    numbers, name = tuple(run.id for run in group), _name_of(group)
    steps = {number: {found.step for found in measured if found.run == number} for number in numbers}
    if all(len(tried) <= 1 for tried in steps.values()):
        return [Model(name, numbers)]
    every = sorted({step for tried in steps.values() for step in tried}, key=lambda step: (len(step), step))
    return [Model(f"{name}@{step}", numbers, step=step) for step in every]


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
    by_run: dict[int, dict[int, float]] = {}
    for found in measured:  # the newest last: what was measured again replaces what was measured before
        if found.run in model.runs and model.step in ("", found.step):
            own = {seed: value for (weights, seed), value in found.scores.items() if weights == TRAINED}
            by_run.setdefault(found.run, {}).update(own)
    if not by_run:
        return None
    if len(by_run) == 1:
        return Cell(Spread.of(list(next(iter(by_run.values())).values())), 1)
    return Cell(Spread.of([Spread.of(list(values.values())).mean for values in by_run.values()]), len(by_run))


def _baseline(measured: Sequence[_Measured], wanted: str) -> Spread | None:
    """What random weights came to in all tasks of a column, or guessing, which is the same in all."""
    values = [value for found in measured for (weights, _seed), value in found.scores.items() if weights == wanted]
    if not values:
        return None
    return Spread.of(values if wanted == RANDOM else values[:1])


def _judged(cells: Mapping[int, Cell], rivals: Spread | None) -> dict[int, Cell]:
    """The cells of a column with their verdicts; ``rivals`` are random weights."""
    if not cells:
        return {}
    best = max(cells, key=lambda number: cells[number].spread.mean)
    judged: dict[int, Cell] = {}
    for number, cell in cells.items():
        verdict = Verdict.BEST if number == best else _verdict(cells[best].spread, cell.spread)
        apart = None if rivals is None else distinguishable(cell.spread, rivals)
        better = None if apart is None or rivals is None else apart and cell.spread.mean > rivals.mean
        judged[number] = replace(cell, verdict=verdict, beats_random=better)
    return judged


def _verdict(best: Spread, other: Spread) -> Verdict:
    found = distinguishable(best, other)
    if found is None:
        return Verdict.UNKNOWN
    return Verdict.WORSE if found else Verdict.SAME
