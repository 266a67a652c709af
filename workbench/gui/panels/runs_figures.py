"""Figures of compared runs side by side: a column for runs that differ in their seed alone, a line a figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QVBoxLayout, QWidget

from workbench.core.texts import Text, sentences
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import muted_label
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.store.task_matrix import RULE as WELCH

Line = tuple[str, ...]


def told_apart(names: Sequence[str]) -> list[str]:
    """Names without the whole words that all of them begin with."""
    first, last = min(names, default=""), max(names, default="")  # what these share all others have too
    shared = next((place for place, letter in enumerate(first) if last[place] != letter), len(first))
    cut = max(first.rfind(sign, 0, shared) for sign in "-_./ ") + 1
    return [name[cut:] or name for name in names] if len(names) > 1 else list(names)


class FigurePane(QWidget):
    """A table of figures, why some of these are no fair comparison, and what to know of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: QTableView | None = None
        self.problems = ErrorLabel(self)
        self.rule = muted_label("", self, wordWrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, GRID, 0, 0)
        self._column.addWidget(self.problems)
        self._column.addWidget(self.rule)

    def show_figures(
        self, title: str, names: Sequence[str], lines: Iterable[Line], problems: Sequence[Text], rule: Sequence[str]
    ) -> None:
        """Show another table in place of the one before: a column for each of ``names``, lines that begin with what
        they count, and the sentences of ``rule`` before those on signs and on Welch's interval."""
        self.problems.show_sentences([render(problem) for problem in problems])
        signs = tr("★ best, ≈ not distinguishable from it, ? one measurement has no spread.")
        self.rule.setText(sentences(*rule, signs, translate(WELCH)))
        columns = [Column[Line](tr("Figure"), itemgetter(0))]
        for place, name in enumerate(names, 1):
            columns.append(Column[Line](name, itemgetter(place), number=True))
        model = RecordsModel[Line](columns)
        model.put(list(lines))
        view = records_view(model, title, self, sort=False)
        model.setParent(view)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        header = view.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        if self.view is not None:
            self.view.deleteLater()
        self.view = view
        self._column.insertWidget(1, view, 1)
        self._share_width()

    def _share_width(self) -> None:
        """The names of figures take what the figures leave, but for two fifths of the width at least."""
        if self.view is None:
            return
        view = self.view
        taken = sum(view.sizeHintForColumn(column) + GRID for column in range(1, view.model().columnCount()))
        left = max(self.width() - taken - view.verticalScrollBar().sizeHint().width(), self.width() * 2 // 5)
        view.setColumnWidth(0, min(left, view.sizeHintForColumn(0) + GRID))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The names follow the width."""
        super().resizeEvent(event)
        self._share_width()
