"""What ``probe`` prints of tasks: scores with their spread, figures of classes, and the matrix."""

from __future__ import annotations

from typing import Any

from workbench.cli.output import print_line, print_table, print_text
from workbench.core.statistics import Verdict
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.task_matrix import RULE, Cell, TaskMatrix
from workbench.store.task_results import TRAINED, Summary, class_means, confusion_of, results_of, summaries
from workbench.store.task_words import BEST_EPOCH, WEIGHTS_TITLES, spread_text

VERDICT_SIGNS = {Verdict.BEST: "*", Verdict.SAME: "≈", Verdict.WORSE: "", Verdict.UNKNOWN: "?"}
#: What the signs mean.
SIGNS = mark(
    "* best, ≈ not distinguishable from it, ° not better than random weights; n: runs, or seeds of a single run."
)
_NOT_BETTER = "°"  #: than random weights


def print_task(store: Store, task: Run) -> None:
    """What came of one task."""
    translate = terminal_translate()
    found = summaries(results_of(store, task))
    if not found:
        return
    names = list(found[0].scores)
    rows = [
        (
            translate(WEIGHTS_TITLES[one.weights]),
            len(one.results),
            *(spread_text(one.scores[name]) for name in names),
        )
        for one in found
    ]
    print_table(("", "seeds", *names), rows)
    _print_classes(found[0])
    print_text(BEST_EPOCH)


def _print_classes(summary: Summary) -> None:
    classes = class_means(summary.results)
    if classes and summary.weights == TRAINED:
        rows = [
            (one.name, f"{one.precision:.4f}", f"{one.recall:.4f}", f"{one.f1:.4f}", one.support) for one in classes
        ]
        print_line()
        print_table(("class", "precision", "recall", "f1", "examples"), rows)


def task_data(store: Store, task: Run) -> dict[str, Any]:
    """The results of a task as plain data."""
    results = results_of(store, task)
    return {
        "number": task.id,
        "name": task.name,
        "run": task.parent,
        "status": task.status.value,
        "task": None if task.spec.task is None else task.spec.task.model_dump(mode="json"),
        "results": [result.model_dump(mode="json", exclude={"run", "event"}) for result in results],
        "spread": {
            one.weights: {name: vars(spread) for name, spread in one.scores.items()} for one in summaries(results)
        },
        "confusion": confusion_of(results),
    }


def print_matrix(matrix: TaskMatrix) -> None:
    """Models by tasks, the best of each task marked, and the rule behind the marks."""
    translate = terminal_translate()
    if not matrix.columns:
        print_text(mark("Nothing was measured yet."))
        return
    header = ["", *(f"{column.name} ({column.mode.value}, {column.score})" for column in matrix.columns)]
    rows = []
    for number, model in enumerate(matrix.models):
        cells = [matrix.cells.get((number, place)) for place in range(len(matrix.columns))]
        if any(cells):
            name = model.title.render(translate)
            rows.append((name, *(_cell_text(cell) for cell in cells)))
    print_table(header, rows)
    print_text(SIGNS)
    print_text(RULE)
    if matrix.waiting:
        print_text(mark("{count} {count:task is|tasks are} not done yet."), count=matrix.waiting)


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    sign = VERDICT_SIGNS[cell.verdict] + (_NOT_BETTER if cell.beats_random is False else "") if cell.runs else ""
    return f"{spread_text(cell.spread)} (n={cell.spread.count}) {sign}".rstrip()


def matrix_data(matrix: TaskMatrix) -> dict[str, Any]:
    """The matrix as plain data."""
    return {
        "models": [
            {"name": model.name, "runs": list(model.runs), "baseline": model.baseline} for model in matrix.models
        ],
        "columns": [
            {"name": one.name, "kind": one.kind.value, "mode": one.mode.value, "score": one.score, "data": one.data}
            for one in matrix.columns
        ],
        "cells": [
            {"model": row, "column": place, **vars(cell.spread), "runs": cell.runs,
             "verdict": cell.verdict.value if cell.runs else None,
             "beats_random": cell.beats_random}
            for (row, place), cell in matrix.cells.items()
        ],
        "rule": Text(RULE).render(),
        "waiting": matrix.waiting,
    }  # fmt: skip
