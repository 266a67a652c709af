"""Vectors of tokens: their neighbours, and a plane of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.inspector_neighbours import NeighboursView
from workbench.gui.panels.inspector_projection import ProjectionView
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.tasks import Tasks
from workbench.gui.views.exporting import Exportable
from workbench.inspection.report import Section


class EmbeddingsView(QWidget):
    """Neighbours of one token beside points of many."""

    def __init__(self, tasks: Tasks, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.neighbours = NeighboursView(tasks, probe, self)
        self.projection = ProjectionView(tasks, probe, self)
        both = make_splitter("vectors", Qt.Orientation.Horizontal, (self.neighbours, self.projection), (320, 880))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.addWidget(both)

    def show_answer(self, answer: Answer) -> None:
        """Take another sentence or checkpoint."""
        self.neighbours.show_answer(answer)
        self.projection.show_answer(answer)

    @property
    def shown_view(self) -> Exportable:
        """The neighbours while the keyboard is there, else the plane."""
        focused = self.neighbours.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        return self.neighbours if focused else self.projection.scatter

    def sections(self) -> list[Section]:
        """Both for a report, as far as they are of this sentence."""
        return [*self.neighbours.sections(), *self.projection.sections()]
