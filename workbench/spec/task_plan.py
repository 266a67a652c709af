"""The stages of a run as a table of tasks: a row a task, a column a group of stages that take turns, a cell its steps.

The table and the stages are the same thing told in two ways. Shares that are whole steps add up exactly, so that a run
takes the very steps that stand in the table; :mod:`workbench.spec.task_plan_edits` changes it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import StageGroup, stage_groups

MOST_STEPS = 10**9  #: of a run


@dataclass(frozen=True)
class TaskRow:
    """A task: its first ``stage``, its ``steps`` in each group (0 where it has none there), and the names of its stages
    in each, empty where they are called after the task and the number of the group."""

    stage: Stage
    steps: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def total(self) -> int:
        """Its steps in the whole run."""
        return sum(self.steps)

    @property
    def start(self) -> int:
        """The group that it begins with, from 0."""
        return next(place for place, count in enumerate(self.steps) if count)


@dataclass(frozen=True)
class TaskPlan:
    """The ``rows`` of a run's tasks in the order of their beginning, and the warm-up that each group has of its own,
    None where it has the run's."""

    rows: tuple[TaskRow, ...]
    warmups: tuple[int | None, ...]

    @property
    def columns(self) -> int:
        """How many groups there are."""
        return len(self.warmups)

    @property
    def sums(self) -> list[int]:
        """The steps of each group."""
        return [sum(row.steps[column] for row in self.rows) for column in range(self.columns)]

    @property
    def total(self) -> int:
        """The steps of the run."""
        return sum(self.sums)


@dataclass
class _Row:
    """A row while it is gathered."""

    stage: Stage
    kind: str
    steps: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


def task_plan(spec: RunSpec) -> TaskPlan:
    """The plan of a run's stages.

    Stages that differ in name, share, turn and warm-up alone are one task. Two such stages that take turns with each
    other are two, and what follows belongs to the one that it is named after. A stage whose share is too small for a
    step, which the check of a spec refuses, counts as one step.
    """
    groups = stage_groups(spec.stages, spec.training.steps)
    return TaskPlan(
        tuple(TaskRow(row.stage, tuple(row.steps), tuple(row.names)) for row in _rows_of(spec, groups)),
        tuple(spec.stages[group.first].warmup_steps for group in groups),
    )


def is_in_plan(path: str) -> bool:
    """Whether a setting, by its dotted path, is one of stages that a plan of tasks sets and nothing else."""
    return path.startswith("stages.") and path.endswith(".warmup_steps")


def stage_numbers(spec: RunSpec) -> list[tuple[int, ...]]:
    """The numbers of the stages that the cells of a plan are, [tasks][groups], -1 where a task is not in a group."""
    return [tuple(row.numbers) for row in _rows_of(spec, stage_groups(spec.stages, spec.training.steps))]


def parted(plan: TaskPlan) -> tuple[str, str] | None:
    """The names of a task and of one that is called after it, but asks, masks or reads otherwise, as when a stage of
    several was changed; None where there are none."""
    pairs = ((one.stage.name, other.stage.name) for one in plan.rows for other in plan.rows if one is not other)
    return next((pair for pair in pairs if _continues(*pair)), None)


def alike(plan: TaskPlan) -> tuple[str, str] | None:
    """The names of two tasks that ask the same, and differ in their steps alone; None where there are none."""
    seen: dict[str, str] = {}
    for row in plan.rows:
        other = seen.setdefault(task_settings(row.stage), row.stage.name)
        if other != row.stage.name:
            return other, row.stage.name
    return None


def with_task_plan(spec: RunSpec, plan: TaskPlan) -> RunSpec:
    """The spec whose stages are those of a plan, and whose steps are its sum; groups without a step are left out.

    The first stage of a task has the task's name, others that name with the number of their group, or the next one that
    is free. Raises :class:`ArgumentError` where there would be more steps than a run may have.
    """
    if plan.total > MOST_STEPS:
        raise ArgumentError(
            mark("The plan has {steps:,} steps; a run has {most:,} at most."),
            mark("Give its tasks fewer steps."),
            steps=plan.total,
            most=MOST_STEPS,
        )
    filled = [place for place, steps in enumerate(plan.sums) if steps]
    rows = [
        replace(row, steps=tuple(row.steps[at] for at in filled), names=tuple(row.names[at] for at in filled))
        for row in plan.rows
        if row.total
    ]
    taken = {row.stage.name for row in rows} | {name for row in rows for name in row.names}
    stages: list[Stage] = []
    for place, warmup in enumerate(plan.warmups[at] for at in filled):
        lead: dict[str, object] = {"together": False, "warmup_steps": warmup}
        for row in rows:
            if not row.steps[place]:
                continue
            name = row.stage.name if place == row.start else row.names[place]
            if not name or (name == row.stage.name and place != row.start):
                name = _numbered(row.stage.name, place + 1, taken)
            taken.add(name)
            stages.append(row.stage.model_copy(update={"name": name, "share": float(row.steps[place]), **lead}))
            lead = {"together": True, "warmup_steps": None}
    training = spec.training.model_copy(update={"steps": plan.total})
    return spec.model_copy(update={"stages": tuple(stages), "training": training})


@dataclass(frozen=True)
class TaskSteps:
    """The steps of a task, named as its first stage, in each group of stages that take turns."""

    name: str
    steps: tuple[int, ...]

    @property
    def total(self) -> int:
        """Its steps in the whole run."""
        return sum(self.steps)


def task_table(spec: RunSpec) -> list[TaskSteps]:
    """How many steps each task takes in each group of stages, as a plan of a run."""
    return [TaskSteps(row.stage.name, row.steps) for row in task_plan(spec).rows]


def table_csv(table: Sequence[TaskSteps], separator: str = ",") -> str:
    """A plan as comma-separated values: a line a task, with its steps in each group and in all; sums below."""
    sums = [sum(column) for column in zip(*(task.steps for task in table), strict=True)]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(["task", *range(1, len(sums) + 1), "total"])
    writer.writerows([task.name, *task.steps, task.total] for task in table)
    writer.writerow(["total", *sums, sum(sums)])
    return out.getvalue()


def _rows_of(spec: RunSpec, groups: Sequence[StageGroup]) -> list[_Row]:
    rows: list[_Row] = []
    for group in groups:
        for number, count in zip(group.stages, group.counts, strict=True):
            stage = spec.stages[number]
            row = _row_for(rows, stage, group.number)
            if row is None:
                places = len(groups)
                row = _Row(stage, task_settings(stage), [0] * places, [""] * places, [-1] * places)
                rows.append(row)
            row.steps[group.number] = max(1, count)
            row.names[group.number] = "" if _continues(row.stage.name, stage.name) else stage.name
            row.numbers[group.number] = number
    return rows


def _row_for(rows: Sequence[_Row], stage: Stage, group: int) -> _Row | None:
    """The row of a stage's task that has no stage in this group yet, first of all the one that it is named after."""
    kind = task_settings(stage)
    free = [row for row in rows if row.kind == kind and not row.steps[group]]
    named = [row for row in free if _continues(row.stage.name, stage.name)]
    return max(named, key=lambda row: len(row.stage.name)) if named else next(iter(free), None)


def task_settings(stage: Stage) -> str:
    """What makes a stage's task: all its settings but for when and how often."""
    return stage.model_dump_json(exclude={"name", "share", "together", "warmup_steps"})


def _continues(task: str, name: str) -> bool:
    """Whether a stage is called after a task: as it, or as it with a number."""
    return name == task or re.fullmatch(rf"{re.escape(task)} \d+", name) is not None


def _numbered(name: str, number: int, taken: set[str]) -> str:
    """A name with the next number that is free."""
    while (numbered := f"{name} {number}") in taken:
        number += 1
    return numbered
