"""Vocabularies side by side, by the runs that are compared: tokens, speed and bits per character."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from workbench.core.statistics import Spread
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import muted_label
from workbench.gui.run_words import VERDICT_SIGNS
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.store.task_matrix import RULE as WELCH
from workbench.store.vocabulary_table import FIGURES, RULE, VocabularyRow, VocabularyTable, figure_text, unknown_text

Figure = Callable[[VocabularyRow], Spread | float | None]


class VocabularyPane(QWidget):
    """A table with a line for runs that differ in their seed alone, and what to know of its figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: QTableView | None = None
        self.problems = ErrorLabel(self)
        signs = tr("★ best, ≈ not distinguishable from it, ? one measurement has no spread.")
        self.rule = muted_label(" ".join([translate(RULE), signs, translate(WELCH)]), self, wordWrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, GRID, 0, 0)
        self._column.addWidget(self.problems)
        self._column.addWidget(self.rule)

    def show_table(self, table: VocabularyTable) -> None:
        """Show another table in place of the one before."""
        self.problems.show_sentences([render(problem) for problem in table.problems])
        model = RecordsModel[VocabularyRow](_columns())
        model.put(table.rows)
        view = records_view(model, tr("Vocabularies"), self)
        model.setParent(view)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        view.resizeColumnsToContents()
        if self.view is not None:
            self.view.deleteLater()
        self.view = view
        self._column.insertWidget(1, view, 1)


def _columns() -> list[Column[VocabularyRow]]:
    return [
        Column(tr("Name"), lambda row: row.name),
        Column(tr("Vocabulary"), lambda row: row.vocabulary),
        Column(tr("Size"), lambda row: "–" if row.size is None else grouped(row.size), lambda row: row.size or 0,
               number=True),
        Column(tr("Runs"), lambda row: str(len(row.runs)), lambda row: len(row.runs), number=True),
        *(_figure_column(title, figure) for title, figure in FIGURES.items()),
        Column(tr("[UNK]"), unknown_text, lambda row: row.unknown or 0.0, number=True,
               meaning=tr("Share of the characters that stand under [UNK]")),
    ]  # fmt: skip


def _figure_column(title: str, figure: Figure) -> Column[VocabularyRow]:
    """Rows without the figure come last; the bits say how they stand to the best."""

    def text(row: VocabularyRow) -> str:
        value = figure(row)
        sign = VERDICT_SIGNS[row.verdict] if value is not None and value is row.bits else ""
        return f"{sign} {figure_text(value)}".strip()

    def key(row: VocabularyRow) -> float:
        value = figure(row)
        return math.inf if value is None else value.mean if isinstance(value, Spread) else value

    return Column(translate(title), text, key, number=True, last=lambda row: figure(row) is None)
