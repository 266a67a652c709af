"""What ``sweep`` says of its runs before they are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.cli.output import print_json, print_table, print_text
from workbench.core.errors import SpecError
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.store.sweep_plan import SweepPlan


def print_plan(plan: SweepPlan, *, as_json: bool) -> None:
    """A line a run: what is its own, its steps, their compute and, where a run has been measured, the time they take.

    With ``as_json`` each line is the whole spec. Raises :class:`SpecError` afterwards where runs can't be made.
    """
    if as_json:
        for run in plan.runs:
            print_json(run.spec.model_dump(mode="json"))
    else:
        _print_table(plan)
        print_warnings(plan.warnings)
    if plan.problems:
        raise SpecError(plan.problems)


def print_warnings(warnings: Iterable[Text]) -> None:
    """A line each."""
    for warning in warnings:
        print_text(mark("Warning: {message}"), message=warning)


def _print_table(plan: SweepPlan) -> None:
    own = [path.removeprefix("stages.0.").removesuffix(".kind") for path in plan.varied]
    timed, translate = plan.seconds is not None, terminal_translate()
    rows = []
    for run in plan.runs:
        time = [f"{run.seconds:,.0f}"] if timed else []
        regime = ["–" if run.regime is None else run.regime.render(translate)] if plan.has_regimes else []
        steps = f"{run.spec.training.steps:,}"
        rows.append((run.spec.name, *map(_shown, run.values), steps, f"{run.flops:.3g}", *time, *regime))
    print_table(("name", *own, "steps", "FLOP", *(["seconds"] if timed else []),
                 *(["regime"] if plan.has_regimes else [])), rows)  # fmt: skip
    if plan.seconds is not None:
        print_text(mark("about {seconds:,.0f} seconds in all, by what an earlier run did"), seconds=plan.seconds)


def _shown(value: Any) -> str:
    return "–" if value in (None, "") else str(value)
