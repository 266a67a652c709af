"""What came of runs that were repeated with other seeds: mean and spread of each evaluation."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.gui.i18n import tr, translate
from workbench.gui.panels.runs_figures import FigurePane, Line, told_apart
from workbench.gui.run_words import VERDICT_SIGNS, metric_title, objective_title
from workbench.store.group_table import RULE, GroupFigure, GroupTable, spread_text


class SeedPane(FigurePane):
    """Runs that differ in nothing but their seed as one column."""

    def show_table(self, table: GroupTable) -> None:
        """Show another table in place of the one before."""
        names = told_apart([row.name for row in table.rows])
        self.show_figures(tr("Means of seeds"), names, _lines(table), table.problems, [translate(RULE)])


def _lines(table: GroupTable) -> Iterator[Line]:
    yield tr("Runs"), *(str(len(row.runs)) for row in table.rows)
    for metric in table.metrics:
        yield _title(metric), *(_figure_text(row.figures.get(metric)) for row in table.rows)


def _title(metric: str) -> str:
    """What a figure is of before what it is, as room is short; all are of evaluations."""
    kind, _, name = metric.removeprefix("eval/").rpartition("/")
    if kind == "accuracy":
        return tr("{task} · accuracy", task=objective_title(name))
    return tr("{task} · loss", task=objective_title(name)) if kind == "loss" else metric_title(metric)


def _figure_text(figure: GroupFigure | None) -> str:
    """A figure behind the sign of how it stands to the best, where it is compared; a dash for none."""
    if figure is None:
        return "–"
    sign = "" if figure.verdict is None else VERDICT_SIGNS[figure.verdict]
    return f"{sign} {spread_text(figure.spread)}".strip()
