"""What can be done to a plan of tasks: each a spec from a spec, with exactly the steps that are asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.registry import PASSAGE_OBJECTIVES, TOKEN_OBJECTIVES
from workbench.objectives.sentences import DocSentences
from workbench.objectives.token_question import TokenQuestion
from workbench.spec.run import RunSpec, Stage
from workbench.spec.task_plan import MOST_STEPS, TaskPlan, TaskRow, task_plan, with_task_plan

T = TypeVar("T")

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "万": 10_000}


def read_steps(text: str) -> int:
    """A number of steps as people write it, as ``50000``, ``50,000`` or ``50k``; nothing and a dash are 0. Raises
    :class:`ArgumentError` for anything else."""
    typed = re.sub(r"[\s,，'_]", "", text).lower()
    if typed in ("", "-", "–"):
        return 0
    found = re.fullmatch(r"(\d{1,12})([km万]?)", typed)
    if found is None:
        raise ArgumentError(
            mark("“{text}” is no number of steps."),
            mark("Type a whole number, as 500 or 50k, or nothing for none."),
            text=text,
        )
    steps = int(found[1]) * _UNITS[found[2]]
    if steps > MOST_STEPS:
        raise ArgumentError(
            mark("{steps:,} steps are too many; a run has {most:,} at most."), steps=steps, most=MOST_STEPS
        )
    return steps


def set_steps(spec: RunSpec, task: int, column: int, steps: int) -> RunSpec:
    """With so many steps for a task in a group, 0 to leave it out there; all else has what it had, so that the run is
    as much longer or shorter. A group that is left without a task goes. Raises :class:`ArgumentError` where the task
    would be left without a step."""
    plan = task_plan(spec)
    row = plan.rows[task]
    row = replace(row, steps=_with(row.steps, column, steps))
    if not row.total:
        raise ArgumentError(
            mark("“{name}” would be left without a step."),
            mark("Give it steps in another stage first, or remove the task."),
            name=row.stage.name,
        )
    return with_task_plan(spec, replace(plan, rows=_with(plan.rows, task, row)))


def set_warmup(spec: RunSpec, column: int, steps: int | None) -> RunSpec:
    """With a warm-up of its own for a group, or None for that of the training."""
    plan = task_plan(spec)
    return with_task_plan(spec, replace(plan, warmups=_with(plan.warmups, column, steps)))


def set_restart(spec: RunSpec, anew: bool) -> RunSpec:
    """With a schedule that begins anew with each group, or goes over the whole run and leaves groups no warm-up of
    their own."""
    training = spec.training.model_copy(update={"restart_schedule": anew})
    stages = spec.stages if anew else tuple(one.model_copy(update={"warmup_steps": None}) for one in spec.stages)
    return spec.model_copy(update={"training": training, "stages": stages})


def rename_task(spec: RunSpec, task: int, name: str) -> RunSpec:
    """With another name for a task, and for its stages that are named after it. Raises :class:`ArgumentError` where it
    is blank or a stage of another task has it."""
    plan, name = task_plan(spec), name.strip()
    if not name:
        raise ArgumentError(mark("A task needs a name."))
    others = [row for place, row in enumerate(plan.rows) if place != task]
    if any(name == row.stage.name or name in row.names for row in others):
        raise ArgumentError(mark("There are two tasks named “{name}”."), mark("Choose another name."), name=name)
    return _with_stage(spec, plan, task, plan.rows[task].stage.model_copy(update={"name": name}))


def set_task_id(spec: RunSpec, task: int, number: int) -> RunSpec:
    """With another row of the encoder's table of tasks in all stages of a task."""
    plan = task_plan(spec)
    return _with_stage(spec, plan, task, plan.rows[task].stage.model_copy(update={"task": number}))


def add_task(spec: RunSpec, stage: Stage) -> RunSpec:
    """With a task more in the last group, with as many steps there as the task that has most."""
    plan = task_plan(spec)
    most = max(row.steps[-1] for row in plan.rows)
    steps = (*(0,) * (plan.columns - 1), most)
    row = TaskRow(stage, steps, ("",) * plan.columns)
    return with_task_plan(spec, replace(plan, rows=(*plan.rows, row)))


def duplicate_task(spec: RunSpec, task: int) -> RunSpec:
    """With a copy of a task behind it, with the same steps and, where one is free, a task id of its own."""
    plan = task_plan(spec)
    row = plan.rows[task]
    name = _free_name(spec, f"{row.stage.name} copy")
    number = row.stage.task if not spec.encoder.task_types else _free_id(spec, row.stage.task)
    copy = TaskRow(row.stage.model_copy(update={"name": name, "task": number}), row.steps, tuple("" for _ in row.names))
    return with_task_plan(spec, replace(plan, rows=(*plan.rows[: task + 1], copy, *plan.rows[task + 1 :])))


def remove_task(spec: RunSpec, task: int) -> RunSpec:
    """Without a task and its steps. Raises :class:`ArgumentError` where it is the only one."""
    plan = task_plan(spec)
    if len(plan.rows) == 1:
        raise ArgumentError(mark("A run has at least one task."))
    return with_task_plan(spec, replace(plan, rows=(*plan.rows[:task], *plan.rows[task + 1 :])))


def move_task(spec: RunSpec, task: int, to: int) -> RunSpec:
    """With two tasks in each other's place: the steps of both rows stay where they are."""
    plan = task_plan(spec)
    one, other = plan.rows[task], plan.rows[to]
    rows = _with(plan.rows, task, TaskRow(other.stage, one.steps, ("",) * plan.columns))
    rows = _with(rows, to, TaskRow(one.stage, other.steps, ("",) * plan.columns))
    return with_task_plan(spec, replace(plan, rows=rows))


def ask_as(spec: RunSpec, task: int, other: int) -> RunSpec:
    """With a task that asks what another one does, and masks and reads as that: one task with it again, but where both
    are in one group."""
    plan = task_plan(spec)
    row, like = plan.rows[task], plan.rows[other]
    return _with_stage(spec, plan, task, like.stage.model_copy(update={"name": row.stage.name}))


def add_column(spec: RunSpec, after: int) -> RunSpec:
    """With a group more behind another, in which its tasks go on with as many steps each."""
    plan = task_plan(spec)
    rows = [
        TaskRow(row.stage, _doubled(row.steps, after), (*row.names[: after + 1], "", *row.names[after + 1 :]))
        for row in plan.rows
    ]
    return with_task_plan(spec, TaskPlan(tuple(rows), _doubled(plan.warmups, after)))


def remove_column(spec: RunSpec, column: int) -> RunSpec:
    """Without a group and its steps. Raises :class:`ArgumentError` where it is the only one, or a task has no other."""
    plan = task_plan(spec)
    if plan.columns == 1:
        raise ArgumentError(mark("A run has at least one stage."))
    if only := next((row for row in plan.rows if row.total == row.steps[column]), None):
        raise ArgumentError(
            mark("“{name}” has steps in stage {stage} alone."),
            mark("Give it steps in another stage first, or remove the task."),
            name=only.stage.name,
            stage=column + 1,
        )
    rows = [replace(row, steps=_with(row.steps, column, 0)) for row in plan.rows]
    return with_task_plan(spec, replace(plan, rows=tuple(rows)))


def new_tasks(spec: RunSpec) -> list[Stage]:
    """What can be added as a task, by what it asks: masked tokens, each question about tokens and each about passages,
    with the masks and sizes of the last task, a name and, where one is free, a task id of its own."""
    stages = [row.stage for row in task_plan(spec).rows]
    quiet = next((one.passage for one in stages if not one.passage.head and not one.passage.roles), DocSentences())
    made: dict[str, dict[str, Any]] = {}
    for name, objective in TOKEN_OBJECTIVES.items():
        if issubclass(objective, (MaskedLanguageModel, TokenQuestion)):
            made[name] = {"tokens": (objective(),), "passage": quiet}
    for name, passage in PASSAGE_OBJECTIVES.items():
        if passage.head:
            made[name] = {"tokens": (), "passage": passage()}
    own = {"task": _free_id(spec, 0) if spec.encoder.task_types else 0, "warmup_steps": None}
    last = stages[-1]
    return [last.model_copy(update={"name": _free_name(spec, name), **own, **parts}) for name, parts in made.items()]


def _free_name(spec: RunSpec, name: str) -> str:
    """A name that no stage has, and that is not one of those with a number, which belong to later stages of a task."""
    while any(stage.name == name for stage in spec.stages):
        name = f"{name} copy"
    return name


def _free_id(spec: RunSpec, fallback: int) -> int:
    """The first row of the table of tasks that no stage trains with."""
    used = {stage.task for stage in spec.stages}
    return next((number for number in range(spec.encoder.task_types) if number not in used), fallback)


def _with_stage(spec: RunSpec, plan: TaskPlan, task: int, stage: Stage) -> RunSpec:
    return with_task_plan(spec, replace(plan, rows=_with(plan.rows, task, replace(plan.rows[task], stage=stage))))


def _with(items: Sequence[T], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _doubled(items: Sequence[T], place: int) -> tuple[T, ...]:
    return (*items[: place + 1], *items[place:])
