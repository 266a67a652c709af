"""What came of runs that are repeated with other seeds: a row for those that are alike but for these, and of each
evaluation its mean and spread, so that a difference can be told from chance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.core.statistics import Spread, Verdict, verdicts
from workbench.core.texts import Text, mark
from workbench.store.records import Run
from workbench.store.run_groups import alike_but_for_seeds, group_name
from workbench.store.store import Store
from workbench.store.sweep_targets import Targets, compared_targets, measured_by

WHOLE = ("eval/loss", "eval/perplexity")  #: made of all that is asked at the end
_LOWER = ("eval/loss", "eval/task", "eval/perplexity", "eval/bits_per_character")
RULE = mark("Runs that differ in nothing but their seed are one. Last values of the evaluations, ± standard deviation.")


@dataclass(frozen=True)
class GroupFigure:
    """The mean and spread of a metric over the runs of a row, and how it stands to the best row; None where it is
    not compared."""

    spread: Spread
    verdict: Verdict | None = None


@dataclass(frozen=True)
class GroupRow:
    """Runs that are alike but for their seeds, with what was measured by metric."""

    name: str
    runs: tuple[int, ...]
    figures: Mapping[str, GroupFigure]


@dataclass(frozen=True)
class GroupTable:
    """The rows, the ``metrics`` that any of them has, and why some of these are no fair comparison; such ones have no
    verdict."""

    rows: tuple[GroupRow, ...]
    metrics: tuple[str, ...]
    problems: tuple[Text, ...]


def group_table(store: Store, runs: Sequence[Run]) -> GroupTable:
    """The table of runs, in their order."""
    groups = alike_but_for_seeds(runs)
    finals = [[store.final_values(run) for run in group] for group in groups]
    finite = {name for group in finals for final in group for name, value in final.items() if math.isfinite(value)}
    metrics = sorted(filter(_is_shown, finite), key=_place)
    rows = [
        GroupRow(group_name(group), tuple(run.id for run in group), _figures(values, metrics))
        for group, values in zip(groups, finals, strict=True)
    ]
    settings = [measured_by(run) for run in runs]
    targets, problems = compared_targets(settings)
    for metric in metrics:
        if targets is Targets.SAME or (targets is Targets.SAME_TASKS and metric not in WHOLE):
            rows = _judged(rows, metric)
    return GroupTable(tuple(rows), tuple(metrics), tuple(problems))


def have_repeats(runs: Sequence[Run]) -> bool:
    """Whether there are several groups, of which one has more than one run."""
    return 1 < len(alike_but_for_seeds(runs)) < len(runs)


def spread_text(spread: Spread) -> str:
    """A mean, of several runs with the deviation."""
    digits = 1 if abs(spread.mean) >= 100 else 3
    words = f"{spread.mean:,.{digits}f}"
    return words if spread.deviation is None else f"{words} ± {spread.deviation:,.{digits}f}"


def _figures(finals: Sequence[Mapping[str, float]], metrics: Sequence[str]) -> dict[str, GroupFigure]:
    found: dict[str, GroupFigure] = {}
    for metric in metrics:
        values = [final[metric] for final in finals if math.isfinite(final.get(metric, math.nan))]
        if values:
            found[metric] = GroupFigure(Spread.of(values))
    return found


def _judged(rows: Sequence[GroupRow], metric: str) -> list[GroupRow]:
    """The rows with verdicts on a metric, where two of them have it: one alone is no best."""
    if sum(metric in row.figures for row in rows) < 2:
        return list(rows)
    spreads = [row.figures[metric].spread if metric in row.figures else None for row in rows]
    judged: list[GroupRow] = []
    for row, verdict in zip(rows, verdicts(spreads, lowest=metric.startswith(_LOWER)), strict=True):
        own = {metric: replace(row.figures[metric], verdict=verdict)} if metric in row.figures else {}
        judged.append(replace(row, figures={**row.figures, **own}))
    return judged


def _is_shown(metric: str) -> bool:
    """Losses and accuracies of what is asked; not those of single kinds of units, of which there are few."""
    return metric.startswith("eval/") and not metric.startswith("eval/whole") and metric.count("/") < 3


def _place(metric: str) -> tuple[bool, str, bool, str]:
    """Whole losses first, then a task's loss and accuracy side by side."""
    return metric.count("/") > 1, metric.rpartition("/")[2], not metric.startswith("eval/loss"), metric
