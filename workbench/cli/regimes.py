"""Options that put the tasks of a spec under a regime, and the plan of a run's tasks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from workbench.cli.output import print_line, print_table
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.spec.rate import RunRate
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import RunSpec
from workbench.spec.task_plan import TaskSteps, task_table

_KINDS = [regime.value for regime in Regime]


def add_regime_options(parser: argparse.ArgumentParser) -> None:
    """Options for one regime; its stages are written into the spec."""
    parser.add_argument("--regime", choices=_KINDS, metavar="R",
                        help="train the tasks of the stages all at once (multi-task), one after another (continual), "
                             "or each new one together with all before it (sequential)")  # fmt: skip
    parser.add_argument("--replay", type=int, metavar="N",
                        help="in sequential training, steps of a task in each stage after its own; a fifth of them "
                             "unless given, as in ERNIE 2.0")  # fmt: skip
    parser.add_argument("--task-steps", type=int, metavar="N",
                        help="steps of each task of a regime; else those of the run are shared evenly")  # fmt: skip


def regimes_of(arguments: argparse.Namespace, names: Sequence[str]) -> list[Regime]:
    """The regimes of these names; raises :class:`ArgumentError` where one is none, or options do not go with them."""
    if unknown := next((name for name in names if name not in _KINDS), None):
        raise ArgumentError(
            mark("“{regime}” is no regime."), mark("There are {regimes}."), regime=unknown, regimes=", ".join(_KINDS)
        )
    regimes = [Regime(name) for name in names]
    if any(given is not None and given < 1 for given in (arguments.replay, arguments.task_steps)):
        raise ArgumentError(mark("Steps are counted from 1."), mark("Give --replay and --task-steps as 1 or more."))
    if Regime.SEQUENTIAL not in regimes and arguments.replay:
        raise ArgumentError(mark("Only sequential training has a replay."), mark("Leave --replay out."))
    if not regimes and arguments.task_steps:
        raise ArgumentError(mark("--task-steps goes with a regime."), mark("Set training.steps instead."))
    return regimes


def in_regime(spec: RunSpec, arguments: argparse.Namespace) -> RunSpec:
    """The spec with its tasks under the regime of ``--regime``, if there is one."""
    others = getattr(arguments, "regimes", "")
    if others and arguments.regime is not None:
        raise ArgumentError(mark("Give either --regime or --regimes."), mark("--regimes tries several."))
    if others:
        return spec
    for regime in regimes_of(arguments, [] if arguments.regime is None else [arguments.regime]):
        spec = with_regime(spec, regime, replay=arguments.replay or 0, task_steps=arguments.task_steps or 0)
    return spec


def plan_data(table: Sequence[TaskSteps]) -> list[dict[str, Any]]:
    """The plan as plain data: of each task its steps in each group of stages, and in all."""
    return [{**asdict(task), "total": task.total} for task in table]


def print_plan_of_tasks(spec: RunSpec) -> None:
    """A line a task: its steps in each group of stages, and in all; with the sums below, and the warm-ups where each
    group has one."""
    translate, table = terminal_translate(), task_table(spec)
    print_line(f"{translate(mark('steps of each task by stage'))}:")
    sums = tuple(map(sum, zip(*(task.steps for task in table), strict=True)))
    rows = [*table, TaskSteps(translate(mark("in all")), sums)]
    lines = [(row.name, *(f"{steps:,}" if steps else "–" for steps in row.steps), f"{row.total:,}") for row in rows]
    if spec.training.restart_schedule:
        warmups = (f"{steps:,}" for steps in RunRate(spec).warmups)
        lines.append((translate(mark("warm-up")), *warmups, ""))
    print_table((translate(mark("task")), *map(str, range(1, len(sums) + 1)), translate(mark("in all"))), lines)
