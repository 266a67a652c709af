"""What a sweep would train, as a table: a line a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from workbench.gui.figures import duration, grouped, short
from workbench.gui.i18n import render, tr
from workbench.gui.panels.setting_column import setting_column
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.spec.wording import problem_text
from workbench.store.sweep_plan import PlannedRun, SweepPlan

_WIDEST = 28 * GRID  #: of what is wrong, which stands in full below the table


class PlanTable(QWidget):
    """The runs of a plan with what is their own, their steps, compute and time, and what is wrong with them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.view: QTableView | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def show_plan(self, plan: SweepPlan) -> None:
        """Show another plan in place of the one before."""
        model = RecordsModel[PlannedRun](_columns(plan))
        model.put(plan.runs)
        view = records_view(model, tr("Runs of the sweep"), self)
        model.setParent(view)
        view.resizeColumnsToContents()
        if plan.problems:
            view.setColumnWidth(1, min(view.columnWidth(1), _WIDEST))
        if self.view is not None:
            self.view.deleteLater()
        self.view = view
        self._column.addWidget(view)


def _columns(plan: SweepPlan) -> list[Column[PlannedRun]]:
    columns = [Column[PlannedRun](tr("Name"), lambda run: run.spec.name)]
    if plan.problems:
        columns.append(Column(tr("Wrong"), _problem, tip=_problem))
    columns.append(Column(tr("Steps"), lambda run: grouped(run.spec.training.steps),
                          lambda run: run.spec.training.steps, number=True))  # fmt: skip
    compute = tr("Forward and backward passes of all steps, batches counted as full")
    columns.append(Column(tr("Compute"), lambda run: f"{short(run.flops)}FLOP", lambda run: run.flops, number=True,
                          meaning=compute))  # fmt: skip
    if plan.seconds is not None:
        columns.append(Column(tr("Time"), lambda run: duration(_seconds(run)), _seconds, number=True))
    if plan.has_regimes:
        columns.append(Column(tr("Order of the tasks"), _regime))
    return [*columns, *(setting_column(path, _value_at(place)) for place, path in enumerate(plan.varied))]


def _seconds(run: PlannedRun) -> float:
    assert run.seconds is not None
    return run.seconds


def _regime(run: PlannedRun) -> str:
    return "–" if run.regime is None else render(run.regime)


def _value_at(place: int) -> Callable[[PlannedRun], Any]:
    return lambda run: run.values[place]


def _problem(run: PlannedRun) -> str:
    return " ".join(render(problem_text(problem)) for problem in run.problems)
