"""The fields of a JSONL or CSV file, each with how many texts it holds and one of them: a click chooses."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.tips import plain_tip
from workbench.text.readers.fields import FieldSample

_ROWS = 4  #: that are on show without scrolling
_EXAMPLE = 2


class FieldsTable(QWidget):
    """Hidden where a file has no fields; ``chosen`` carries the path of the one that was clicked or moved to."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model: RecordsModel[FieldSample] = RecordsModel(
            [
                Column(tr("Field"), lambda row: row.path, tip=lambda row: plain_tip(row.path)),
                Column(
                    tr("Texts"),
                    lambda row: grouped(row.texts),
                    lambda row: row.texts,
                    number=True,
                    meaning=tr("Texts in the first records of the file"),
                ),
                Column(tr("Example"), lambda row: visible(row.example), tip=lambda row: plain_tip(row.example)),
            ],
            self,
        )
        self.view = records_view(self.model, tr("Fields of the file"), self, sort=False, stretch=_EXAMPLE)
        lines = self.view.verticalHeader().defaultSectionSize()
        self.view.setFixedHeight(self.view.horizontalHeader().sizeHint().height() + _ROWS * lines + 4)
        self.view.selectionModel().currentRowChanged.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.hide()

    def show_fields(self, fields: Sequence[FieldSample], current: str) -> None:
        """The fields of a file, with the one that is taken selected."""
        self.setVisible(bool(fields))
        if list(self.model.rows) != list(fields):
            self.model.put(fields)
        paths = [field.path for field in fields]
        selection = self.view.selectionModel()
        selection.blockSignals(True)
        if current in paths:
            flags = QItemSelectionModel.SelectionFlag
            selection.setCurrentIndex(
                self.model.index(paths.index(current), 0), flags.ClearAndSelect | flags.Rows | flags.Current
            )
        else:
            selection.clear()
        selection.blockSignals(False)
        self.view.viewport().update()

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.model.row(index).path)
