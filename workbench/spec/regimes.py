"""In which order several tasks are trained (ERNIE sheet 2.4): all at once, one after another, or each new one together
with all before it. A regime is written into a spec as plain stages."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError
from workbench.core.texts import Text, mark
from workbench.spec.run import RunSpec, Stage
from workbench.spec.task_plan import TaskPlan, TaskRow, task_plan, with_task_plan


class Regime(Labelled):
    """``multi-task``: all from the first step. ``continual``: one after another. ``sequential``: a new task begins with
    the weights of those before and is trained together with them, as in ERNIE 2.0."""

    MULTI_TASK = "multi-task", mark("Multi-task")
    CONTINUAL = "continual", mark("Continual")
    SEQUENTIAL = "sequential", mark("Sequential multi-task")


@dataclass(frozen=True)
class RegimeOf:
    """The regime that a plan follows, with the ``steps`` of each task and, in sequential training, the ``replay``."""

    regime: Regime
    steps: int
    replay: int = 0


def regime_text(spec: RunSpec) -> Text | None:
    """The regime of a run's tasks in words, with its numbers; None where there is a single task."""
    found = regime_of(spec) if len(spec.stages) > 1 else None
    if found is None:
        return Text(mark("own plan")) if len(tasks_of(spec)) > 1 else None
    values = {"regime": Text(found.regime.label), "steps": found.steps, "replay": found.replay}
    if found.regime is Regime.SEQUENTIAL:
        return Text(mark("{regime}: {steps:,} a task, {replay:,} in each later stage"), values)
    return Text(mark("{regime}: {steps:,} a task"), values)


def tasks_of(spec: RunSpec) -> list[Stage]:
    """The first stages of a run's tasks, in the order of their beginning."""
    return [row.stage for row in task_plan(spec).rows]


def regime_of(spec: RunSpec) -> RegimeOf | None:
    """The regime that the stages of a run are in; None where there is a single task, or a plan of its own."""
    plan = task_plan(spec)
    tasks, steps = len(plan.rows), plan.rows[0].total
    if tasks < 2:
        return None
    found = [list(column) for column in zip(*(row.steps for row in plan.rows), strict=True)]
    for regime in Regime:
        replay = plan.rows[0].steps[1] if regime is Regime.SEQUENTIAL and plan.columns == tasks else 0
        with suppress(ArgumentError):
            if found == regime_steps(tasks, steps, regime, replay):
                return RegimeOf(regime, steps, replay)
    return None


def usual_replay(tasks: int, steps: int) -> int:
    """How many of its ``steps`` a task takes in each stage after its own where nobody says it: a fifth, as in ERNIE 2.0
    (10,000 of 50,000); of more than five tasks as large a part as leaves the first one the same in its own stage."""
    return max(1, steps // max(5, tasks))


def most_replay(tasks: int, steps: int) -> int:
    """The largest replay, which leaves the first task one step in its own stage; 0 where there is none."""
    return (steps - 1) // (tasks - 1)


def with_regime(spec: RunSpec, regime: Regime, *, replay: int = 0, task_steps: int = 0) -> RunSpec:
    """The tasks of a spec's stages under a regime, with ``task_steps`` steps each; 0 shares those of the run evenly,
    leaving out what does not divide.

    In sequential training, ``replay`` is how many of its steps a task takes in each stage after its own, 0 for
    :func:`usual_replay`. Warm-ups of groups stay with the groups of the same number. Raises :class:`ArgumentError`
    where there is a single task, or where steps or replay do not suffice.
    """
    plan = task_plan(spec)
    tasks = len(plan.rows)
    if tasks < 2:
        raise ArgumentError(
            mark("A regime orders several tasks, but all stages of this run are one."),
            mark("Make one stage for each task, with passages or objectives of its own."),
        )
    steps = task_steps or spec.training.steps // tasks
    if not steps:
        raise ArgumentError(
            mark("{steps:,} steps are too few for {tasks} tasks."),
            mark("Set as many steps as tasks, or more."),
            steps=spec.training.steps,
            tasks=tasks,
        )
    if regime is Regime.SEQUENTIAL:
        replay = replay or usual_replay(tasks, steps)
    counts = regime_steps(tasks, steps, regime, replay)
    rows = [
        TaskRow(row.stage, tuple(column), ("",) * len(counts))
        for row, column in zip(plan.rows, zip(*counts, strict=True), strict=True)
    ]
    warmups = (*plan.warmups, *(None,) * len(counts))[: len(counts)]
    return with_task_plan(spec, TaskPlan(tuple(rows), warmups))


def regime_steps(tasks: int, steps: int, regime: Regime, replay: int = 0) -> list[list[int]]:
    """The steps of each task in each stage, [stages][tasks]; the ``steps`` of a task over all stages are the same for
    all. In sequential training, task t of T (from 1) has ``steps`` - ``replay``·(T - t) in stage t and ``replay`` in
    each later one. Raises :class:`ArgumentError` where the first task would not have a step in its own stage."""
    if regime is Regime.MULTI_TASK:
        return [[steps] * tasks]
    if regime is Regime.CONTINUAL:
        return [[steps if task == stage else 0 for task in range(tasks)] for stage in range(tasks)]
    most = most_replay(tasks, steps)
    if most < 1:
        raise ArgumentError(
            mark(
                "{steps:,} {steps:step a task is|steps a task are} too few to train {tasks} tasks together one after "
                "another."
            ),
            mark("Set {tasks} steps a task, or more."),
            steps=steps,
            tasks=tasks,
        )
    if not 1 <= replay <= most:
        raise ArgumentError(
            mark("{replay:,} steps in each later stage do not fit: the first of {tasks} tasks has {steps:,} in all."),
            mark("Set a replay of 1 to {most:,} steps.") if most > 1 else mark("Set a replay of 1 step."),
            replay=replay,
            tasks=tasks,
            steps=steps,
            most=most,
        )
    own = [steps - replay * (tasks - 1 - task) for task in range(tasks)]
    return [
        [own[task] if task == stage else replay if task < stage else 0 for task in range(tasks)]
        for stage in range(tasks)
    ]
