"""Vocabularies side by side, by the runs that are compared: tokens, speed and bits per character."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QHeaderView, QTableView, QVBoxLayout, QWidget

from workbench.core.texts import sentences
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import muted_label
from workbench.gui.run_words import VERDICT_SIGNS
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.store.task_matrix import RULE as WELCH
from workbench.store.vocabulary_table import FIGURES, RULE, VocabularyRow, VocabularyTable, figure_text, unknown_text

Line = tuple[str, ...]


class VocabularyPane(QWidget):
    """A column for runs that differ in their seed alone, a line for each figure, and what to know of these."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: QTableView | None = None
        self.problems = ErrorLabel(self)
        self.rule = muted_label("", self, wordWrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, GRID, 0, 0)
        self._column.addWidget(self.problems)
        self._column.addWidget(self.rule)

    def show_table(self, table: VocabularyTable) -> None:
        """Show another table in place of the one before."""
        self.problems.show_sentences([render(problem) for problem in table.problems])
        signs = tr("★ best, ≈ not distinguishable from it, ? one measurement has no spread.")
        self.rule.setText(sentences(*map(render, table.notes), translate(RULE), signs, translate(WELCH)))
        columns = [Column[Line](tr("Figure"), lambda line: line[0])]
        for place, row in enumerate(table.rows, 1):
            columns.append(Column[Line](row.name, lambda line, place=place: line[place], number=True))  # type: ignore[misc]
        model = RecordsModel[Line](columns)
        model.put(list(_lines(table)))
        view = records_view(model, tr("Vocabularies"), self, sort=False)
        model.setParent(view)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        header = view.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        if self.view is not None:
            self.view.deleteLater()
        self.view = view
        self._column.insertWidget(1, view, 1)


def _lines(table: VocabularyTable) -> Iterator[Line]:
    yield tr("Vocabulary"), *(row.vocabulary for row in table.rows)
    yield tr("Size"), *("–" if row.size is None else grouped(row.size) for row in table.rows)
    yield tr("Runs"), *(str(len(row.runs)) for row in table.rows)
    for title, figure in FIGURES.items():
        yield translate(title), *(_signed(row, title, figure_text(figure(row))) for row in table.rows)
    yield tr("characters under [UNK]"), *map(unknown_text, table.rows)


def _signed(row: VocabularyRow, title: str, text: str) -> str:
    """A figure, of bits with the sign of how they stand to the best."""
    return f"{VERDICT_SIGNS[row.verdict]} {text}".strip() if title == "bits/character" and row.bits else text
