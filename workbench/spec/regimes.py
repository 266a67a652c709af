"""In which order several tasks are trained (ERNIE sheet 2.4): all at once, one after another, or each new one together
with all before it. A regime is written into a spec as plain stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import stage_groups


class Regime(Labelled):
    """``multi-task``: all from the first step. ``continual``: one after another. ``sequential``: a new task begins with
    the weights of those before and is trained together with them, as in ERNIE 2.0."""

    MULTI_TASK = "multi-task", mark("Multi-task")
    CONTINUAL = "continual", mark("Continual")
    SEQUENTIAL = "sequential", mark("Sequential multi-task")


@dataclass(frozen=True)
class TaskSteps:
    """The steps of a task, named as its first stage, in each group of stages that take turns."""

    name: str
    steps: tuple[int, ...]

    @property
    def total(self) -> int:
        """Its steps in the whole run."""
        return sum(self.steps)


def tasks_of(spec: RunSpec) -> list[Stage]:
    """The different tasks of a run's stages in order: stages that differ in name, share and turn alone are one."""
    return list({_task(stage): stage for stage in reversed(spec.stages)}.values())[::-1]


def task_table(spec: RunSpec) -> list[TaskSteps]:
    """How many steps each task takes in each group of stages, as a plan of a run."""
    groups = stage_groups(spec.stages, spec.training.steps)
    rows = {_task(stage): (stage.name, [0] * len(groups)) for stage in tasks_of(spec)}
    for group in groups:
        for stage, count in zip(group.stages, group.counts, strict=True):
            rows[_task(spec.stages[stage])][1][group.number] += count
    return [TaskSteps(name, tuple(steps)) for name, steps in rows.values()]


def with_regime(spec: RunSpec, regime: Regime, *, replay: int = 0, task_steps: int = 0) -> RunSpec:
    """The tasks of a spec's stages under a regime, with ``task_steps`` steps each; 0 shares those of the run evenly,
    leaving out what does not divide.

    In sequential training, ``replay`` is how many of its steps a task takes in each stage after its own. Raises
    :class:`ArgumentError` where there is a single task, or where steps or replay do not suffice.
    """
    tasks = tasks_of(spec)
    if len(tasks) < 2:
        raise ArgumentError(
            mark("A regime orders several tasks, but all stages of this run are one."),
            mark("Make one stage for each task, with passages or objectives of its own."),
        )
    steps = task_steps or spec.training.steps // len(tasks)
    if not steps:
        raise ArgumentError(
            mark("{steps:,} steps are too few for {tasks} tasks."),
            mark("Set as many steps as tasks, or more."),
            steps=spec.training.steps,
            tasks=len(tasks),
        )
    counts = regime_steps(len(tasks), steps, regime, replay)
    training = spec.training.model_copy(update={"steps": steps * len(tasks)})
    return spec.model_copy(update={"stages": _stages(tasks, counts), "training": training})


def regime_steps(tasks: int, steps: int, regime: Regime, replay: int = 0) -> list[list[int]]:
    """The steps of each task in each stage, [stages][tasks]; the ``steps`` of a task over all stages are the same for
    all. In sequential training, task t of T (from 1) has ``steps`` - ``replay``·(T - t) in stage t and ``replay`` in
    each later one. Raises :class:`ArgumentError` where the first task would not have a step in its own stage."""
    if regime is Regime.MULTI_TASK:
        return [[steps] * tasks]
    if regime is Regime.CONTINUAL:
        return [[steps if task == stage else 0 for task in range(tasks)] for stage in range(tasks)]
    most = (steps - 1) // (tasks - 1)
    if most < 1:
        raise ArgumentError(
            mark("{steps:,} steps a task are too few to train {tasks} tasks together one after another."),
            mark("Set {tasks} steps a task, or more."),
            steps=steps,
            tasks=tasks,
        )
    if not 1 <= replay <= most:
        raise ArgumentError(
            mark("{replay:,} steps in each later stage do not fit: the first of {tasks} tasks has {steps:,} in all."),
            mark("Set a replay of 1 to {most:,} steps."),
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


def _stages(tasks: Sequence[Stage], counts: Sequence[Sequence[int]]) -> tuple[Stage, ...]:
    """A stage for each task with steps in each stage of a regime; shares are steps, whose sums are exact. The second of
    a name is called after the stage of the regime that it is of."""
    made: list[Stage] = []
    taken = {task.name for task in tasks}
    seen: set[str] = set()
    for number, row in enumerate(counts, 1):
        together = False
        for task, count in zip(tasks, row, strict=True):
            if not count:
                continue
            name, place = task.name, number
            while name in seen or (name != task.name and name in taken):
                name, place = f"{task.name} {place}", place + 1
            seen.add(name)
            made.append(task.model_copy(update={"name": name, "share": float(count), "together": together}))
            together = True
    return tuple(made)


def _task(stage: Stage) -> str:
    """What makes a stage's task: all its settings but for when and how often."""
    return stage.model_dump_json(exclude={"name", "share", "together"})
