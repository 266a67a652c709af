"""Tokens near one of the sentence: in the input table, or in the sentence after a layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QGridLayout, QVBoxLayout, QWidget

from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer, Neighbour
from workbench.gui.panels.probe_asking import Asking
from workbench.gui.tables.record_files import records_arrays, records_csv
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tasks import Tasks, Work
from workbench.gui.theme import GRID
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import widget_picture, widget_svg
from workbench.inspection.report import Section, table_html
from workbench.spec.wording import MISSING


class NeighboursView(QWidget):
    """A token and where to look beside the table of what is near it there."""

    def __init__(self, tasks: Tasks, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probe = probe
        self._answer: Answer | None = None
        self.token, self.where = QComboBox(self), QComboBox(self)
        self.token.setAccessibleName(tr("Token"))
        self.where.setAccessibleName(tr("Where neighbours are looked for"))
        self.table = RecordsModel[Neighbour](
            [
                Column(tr("Neighbour"), lambda row: row.token),
                Column(tr("Cosine"), lambda row: f"{row.cosine:.4f}", lambda row: row.cosine, True),
                Column(tr("Place"), lambda row: MISSING if row.position is None else str(row.position),
                       lambda row: -1 if row.position is None else row.position, True),
            ],
            self,
        )  # fmt: skip
        self.view = records_view(self.table, tr("Nearest tokens"), self, stretch=0)
        self.problem = ErrorLabel(self)
        self._asking = Asking(self, tasks, self.problem, self._begin, self.table.put)
        self._arrange()
        for box in (self.token, self.where):
            box.currentIndexChanged.connect(lambda _index: self._asking.ask())

    def _arrange(self) -> None:
        grid = QGridLayout()
        for number, (title, box) in enumerate(((tr("Token"), self.token), (tr("Among"), self.where))):
            grid.addWidget(label_of(title, box), number, 0)
            grid.addWidget(box, number, 1)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addWidget(self.problem)
        column.addWidget(self.view, 1)
        self.setMinimumWidth(28 * GRID)

    def show_answer(self, answer: Answer) -> None:
        """Take the tokens of another sentence; place and layer stay as far as there are such."""
        self._answer = answer
        place, layer = max(self.token.currentIndex(), 0), max(self.where.currentIndex(), 0)
        with QSignalBlocker(self.token), QSignalBlocker(self.where):
            self.token.clear()
            for number, token in enumerate(answer.tokens):
                self.token.addItem(f"{number}  {token}", number)
            self.token.setCurrentIndex(min(place or 1, self.token.count() - 1))
            self.where.clear()
            self.where.addItem(tr("input vectors of the vocabulary"), None)
            for number in range(answer.inspected.weights.layers + 1):
                self.where.addItem(layer_words(number), number)
            self.where.setCurrentIndex(min(layer, self.where.count() - 1))
        self._asking.ask()

    def _begin(self) -> Work | None:
        if self._answer is None or self.token.currentIndex() < 0:
            return None
        probe, question = self._probe, self._answer.question
        position, layer = self.token.currentData(), self.where.currentData()
        return lambda report, cancelled: probe.ask_neighbours(question, position, layer)

    # Export

    def picture(self) -> Drawn:
        """What is shown."""
        return widget_picture(self)

    def svg(self) -> Callable[[], bytes]:
        """The same as SVG."""
        return widget_svg(self)

    def as_csv(self) -> str:
        """The table."""
        return records_csv(self.table)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The columns of the table."""
        return records_arrays(self.table)

    def sections(self) -> list[Section]:
        """The neighbours for a report, if they are of this sentence."""
        if not self.table.rows or not self._asking.current:
            return []
        heads = [column.title for column in self.table.columns]
        rows = [[column.text(row) for column in self.table.columns] for row in self.table.rows]
        note = f"{self.token.currentText()} · {self.where.currentText()}"
        return [Section(tr("Nearest tokens"), f'<p class="note">{escape(note)}</p>{table_html(heads, rows)}')]


def layer_words(layer: int) -> str:
    """Vectors of a sentence's tokens after a layer; 0 is what goes into the first."""
    return tr("the sentence, before layer 1") if layer == 0 else tr("the sentence, after layer {layer}", layer=layer)
