"""How files are read: name, format, text field, documents, encoding and evaluation share of an import."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFormLayout, QHBoxLayout, QLineEdit, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.corpus_preview import AUTO
from workbench.gui.theme import GRID
from workbench.text.readers.settings import ImportSettings

ENCODINGS = ("utf-8", "gb18030", "big5", "utf-16-le", "utf-16-be")


class ImportOptions(QWidget):
    """Two columns of fields; ``changed`` comes when a file may have to be read otherwise, ``renamed`` with the name."""

    changed = Signal()
    renamed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the corpus"))
        self.format = _choice(
            [
                (AUTO, tr("by its content")),
                ("txt", tr("plain text")),
                ("jsonl", "JSONL"),
                ("csv", "CSV / TSV"),
                ("bio", tr("tokens with tags (BIO)")),
                ("spans", tr("JSONL with units")),
            ],
            tr("Format"),
        )
        self.field = QComboBox(self, editable=True)
        self.field.setAccessibleName(tr("Text field"))
        self.field.setLineEdit(QLineEdit(self.field, placeholderText=tr("the likeliest")))
        self.documents = _choice(
            [
                ("blank-line", tr("separated by blank lines")),
                ("line", tr("one a line")),
                ("file", tr("one a file")),
            ],
            tr("Documents"),
        )
        self.encoding = _choice([(AUTO, tr("detected"))] + [(name, name) for name in ENCODINGS], tr("Encoding"))
        self.evaluation = QDoubleSpinBox(self, minimum=0.0, maximum=50.0, singleStep=1.0, decimals=1, suffix=" %")
        self.evaluation.setValue(100 * ImportSettings().evaluation_share)
        self.evaluation.setAccessibleName(tr("Evaluation share"))
        self.evaluation.setToolTip(
            tr("Share of documents that no run trains on, so that runs can be compared on them.")
        )
        self._arrange()
        for box in (self.format, self.documents, self.encoding):
            box.currentIndexChanged.connect(self.changed)
        self.field.currentTextChanged.connect(self.changed)
        self.name.textChanged.connect(self.renamed)

    def _arrange(self) -> None:
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(3 * GRID)
        left, right = QFormLayout(), QFormLayout()
        left.addRow(tr("Name"), self.name)
        left.addRow(tr("Documents"), self.documents)
        left.addRow(tr("Encoding"), self.encoding)
        right.addRow(tr("Format"), self.format)
        right.addRow(tr("Text field"), self.field)
        right.addRow(tr("Evaluation share"), self.evaluation)
        for form in (left, right):
            form.setVerticalSpacing(GRID)
            columns.addLayout(form, 1)

    def settings(self) -> ImportSettings:
        """The options as they stand."""
        return ImportSettings.model_validate(
            {
                "format": self.format.currentData(),
                "field": self.field.currentText().strip(),
                "documents": self.documents.currentData(),
                "encoding": self.encoding.currentData(),
                "evaluation_share": self.evaluation.value() / 100,
            }
        )

    def offer_fields(self, fields: Sequence[str]) -> None:
        """The fields that a file has; what is chosen or typed stays."""
        current = self.field.currentText()
        self.field.setEnabled(bool(fields) or bool(current))
        if [self.field.itemText(row) for row in range(self.field.count())] == list(fields):
            return
        self.field.blockSignals(True)
        self.field.clear()
        self.field.addItems(list(fields))
        self.field.setEditText(current)
        self.field.blockSignals(False)

    def choose_encoding(self, encoding: str) -> None:
        """Read as this, also where it is none of those offered at first."""
        row = self.encoding.findData(encoding)
        if row < 0:
            self.encoding.addItem(encoding, encoding)
            row = self.encoding.count() - 1
        self.encoding.setCurrentIndex(row)

    def clear(self) -> None:
        """No name, and all as at first."""
        self.name.clear()
        for box in (self.format, self.documents, self.encoding):
            box.setCurrentIndex(0)
        self.field.clear()


def _choice(entries: Sequence[tuple[str, str]], name: str) -> QComboBox:
    box = QComboBox()
    for value, text in entries:
        box.addItem(text, value)
    box.setAccessibleName(name)
    return box
