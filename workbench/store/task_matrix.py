"""Models by tasks: what came of every model on every task, and which differences are more than spread.

Runs that differ in nothing but their seed are one model; weights of other steps are another. Of a model of several
runs, a cell has the spread of the runs' means; of a single run, that of the seeds of its task. Random weights are those
of the model's own form, each seed once: runs of one form that were tried with one seed have the very same ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.core.statistics import Spread, Verdict, distinguishable, verdicts
from workbench.core.texts import Text, mark
from workbench.spec.task import TaskMode, TaskSpec, task_name
from workbench.store.records import Run, Status
from workbench.store.run_groups import alike_but_for_seeds, group_name
from workbench.store.store import Store
from workbench.store.task_results import MAJORITY, RANDOM, TRAINED, results_of
from workbench.store.task_words import WEIGHTS_TITLES
from workbench.text.labelled.records import MAIN_SCORE, TaskKind

NOT_BETTER = mark("no better than random weights")
RULE = mark("Not distinguishable from the best: Welch's interval at 95 % for the difference of the means contains 0.")


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
    step of their weights, where they were tried at several. ``form`` stands for the encoder and its vocabulary; random
    weights of several forms are called after the first model of theirs."""

    name: str
    runs: tuple[int, ...] = ()
    baseline: str = ""
    step: str = ""
    form: str = ""

    @property
    def title(self) -> Text:
        """What the row is called."""
        if not self.baseline:
            return Text("{name}", {"name": self.name})
        weights = Text(WEIGHTS_TITLES[self.baseline])
        if self.name == self.baseline:
            return weights
        return Text(mark("{weights}, formed as {name}"), {"weights": weights, "name": self.name})


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
    """``scores`` of one task by weights and seed; ``form`` is that of the encoder."""

    run: int
    form: str
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
    random = _random_models(models, measured)
    rows = (*models, *random, Model(MAJORITY, baseline=MAJORITY))
    cells: dict[tuple[int, int], Cell] = {}
    for place, column in enumerate(columns):
        here = [found for found in measured if found.column == column]
        rivals = {form: spread for form in {model.form for model in models} if (spread := _random(here, form))}
        own = {number: cell for number, model in enumerate(models) if (cell := _cell(model, here)) is not None}
        cells |= {(number, place): cell for number, cell in _judged(own, models, rivals).items()}
        for number, model in enumerate(random, len(models)):
            if model.form in rivals:
                cells[number, place] = Cell(rivals[model.form], 0)
        if guesses := [value for found in here for (weights, _), value in found.scores.items() if weights == MAJORITY]:
            cells[len(rows) - 1, place] = Cell(Spread.of(guesses[:1]), 0)  # the same in all tasks of a column
    return TaskMatrix(rows, columns, cells, sum(task.status is not Status.DONE for task in tasks))


def _measured(store: Store, task: Run) -> _Measured | None:
    spec = task.spec.task
    results = results_of(store, task)
    if spec is None or task.parent is None or not any(result.weights == TRAINED for result in results):
        return None
    score = MAIN_SCORE[spec.kind]
    scores = {(result.weights, result.seed): result.scores[score] for result in results}
    _name, _at, step = task.spec.training.start_from.rpartition("@")
    return _Measured(task.parent, _form(task), step, _column(spec, results[0].data), scores)


def _form(run: Run) -> str:
    """What the random weights of a seed hang on."""
    return json.dumps([run.spec.encoder.model_dump(mode="json"), run.vocabulary_fingerprint], sort_keys=True)


def _column(task: TaskSpec, data: str) -> Column:
    """Tasks with the same examples, mode and recipe stand in one column, wherever their files lie; another task id than
    0 is part of its name."""
    settings = task.model_dump(mode="json", exclude={"file", "development", "test", "seeds", "random_weights"})
    name = task_name(task) + (f" #{task.task_id}" if task.task_id else "")
    return Column(name, task.kind, task.mode, json.dumps(settings, sort_keys=True), data)


def _models(runs: Sequence[Run], measured: Sequence[_Measured]) -> tuple[Model, ...]:
    return tuple(model for group in alike_but_for_seeds(runs) for model in _of_group(group, measured))


def _of_group(group: Sequence[Run], measured: Sequence[_Measured]) -> list[Model]:
    """The models that a group of runs is: one, or one for each step where a run was tried at several."""
    numbers, name = tuple(run.id for run in group), group_name(group)
    steps = {number: {found.step for found in measured if found.run == number} for number in numbers}
    if all(len(tried) <= 1 for tried in steps.values()):
        return [Model(name, numbers, form=_form(group[0]))]
    every = sorted({step for tried in steps.values() for step in tried}, key=lambda step: (len(step), step))
    return [Model(f"{name}@{step}", numbers, step=step, form=_form(group[0])) for step in every]


def _random_models(models: Sequence[Model], measured: Sequence[_Measured]) -> list[Model]:
    """A row of random weights for each form that was tried with some."""
    tried = {found.form for found in measured if any(weights == RANDOM for weights, _seed in found.scores)}
    firsts = {model.form: model.name for model in reversed(models) if model.form in tried}
    forms = [form for form in dict.fromkeys(model.form for model in models) if form in firsts]
    return [Model(firsts[form] if len(forms) > 1 else RANDOM, baseline=RANDOM, form=form) for form in forms]


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


def _random(measured: Sequence[_Measured], form: str) -> Spread | None:
    """What random weights of a form came to in the tasks of a column, each seed once; None where none were tried."""
    by_seed = {
        seed: value
        for found in measured
        if found.form == form
        for (weights, seed), value in found.scores.items()
        if weights == RANDOM
    }
    return Spread.of(list(by_seed.values())) if by_seed else None


def _judged(cells: Mapping[int, Cell], models: Sequence[Model], rivals: Mapping[str, Spread]) -> dict[int, Cell]:
    """The cells of a column with their verdicts; ``rivals`` are random weights by form."""
    if not cells:
        return {}
    found = verdicts([cell.spread for cell in cells.values()])
    judged: dict[int, Cell] = {}
    for (number, cell), verdict in zip(cells.items(), found, strict=True):
        rival = rivals.get(models[number].form)
        apart = None if rival is None else distinguishable(cell.spread, rival)
        better = None if apart is None or rival is None else apart and cell.spread.mean > rival.mean
        judged[number] = replace(cell, verdict=verdict, beats_random=better)
    return judged
