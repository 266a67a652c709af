"""How files are read: the name of a corpus, and a field for each of the settings of an import."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from workbench.core.config import Labelled
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.corpus_answers import AnswerOptions, field_box, offer
from workbench.gui.panels.corpus_preview import AUTO
from workbench.gui.theme import GRID
from workbench.text.readers.encodings import KNOWN
from workbench.text.readers.settings import (
    ENCODING,
    FIELD,
    FORMAT,
    DocumentRule,
    Duplicates,
    FileFormat,
    ImportSettings,
    Width,
)


class ImportOptions(QWidget):
    """Two columns of fields; ``changed`` comes when a file may have to be read otherwise, ``renamed`` with the name."""

    changed = Signal()
    renamed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the corpus"))
        self.format = _choice(_labelled(FileFormat), translate(FORMAT.label))
        self.field = field_box(translate(FIELD.label), tr("the likeliest"), self)
        self.beside = AnswerOptions(self)
        self.documents = _choice(_labelled(DocumentRule), tr("Documents"))
        self.encoding = _choice([(AUTO, tr("detected"))] + [(name, name) for name in KNOWN], translate(ENCODING.label))
        self.evaluation = QDoubleSpinBox(self, minimum=0.0, maximum=50.0, singleStep=1.0, decimals=1, suffix=" %")
        self.evaluation.setValue(100 * ImportSettings().evaluation_share)
        self.evaluation.setAccessibleName(tr("Evaluation share"))
        self.evaluation.setToolTip(
            tr("Share of documents that no run trains on, so that runs can be compared on them.")
        )
        self.duplicates = _choice(_labelled(Duplicates), tr("Duplicates"))
        self.full_width = _choice(_labelled(Width), tr("Full-width characters"))
        self.html = QCheckBox(tr("Remove HTML"), self)
        self.lone_cr = QCheckBox(tr("A lone CR ends a line"), self)
        self.lone_cr.setChecked(True)
        described: tuple[tuple[str, QWidget], ...] = (
            ("duplicates", self.duplicates),
            ("width", self.full_width),
            ("html", self.html),
            ("lone_cr", self.lone_cr),
        )
        for name, widget in described:
            widget.setToolTip(translate(ImportSettings.model_fields[name].description or ""))
        self._arrange()
        for box in self._boxes:
            box.currentIndexChanged.connect(self.changed)
        for switch in (self.html, self.lone_cr):
            switch.toggled.connect(self.changed)
        self.field.currentTextChanged.connect(self.changed)
        self.beside.changed.connect(self.changed)
        self.name.textChanged.connect(self.renamed)

    @property
    def _boxes(self) -> tuple[QComboBox, ...]:
        return self.format, self.documents, self.encoding, self.duplicates, self.full_width

    def _arrange(self) -> None:
        whole, columns = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GRID)
        whole.addLayout(columns)
        whole.addWidget(self.beside)
        columns.setSpacing(3 * GRID)
        left, right = QFormLayout(), QFormLayout()
        left.addRow(tr("Name"), self.name)
        left.addRow(tr("Documents"), self.documents)
        left.addRow(translate(ENCODING.label), self.encoding)
        left.addRow(tr("Duplicates"), self.duplicates)
        left.addRow("", self.html)
        right.addRow(translate(FORMAT.label), self.format)
        right.addRow(translate(FIELD.label), self.field)
        right.addRow(tr("Evaluation share"), self.evaluation)
        right.addRow(tr("Full-width characters"), self.full_width)
        right.addRow("", self.lone_cr)
        for form in (left, right):
            form.setVerticalSpacing(GRID)
            columns.addLayout(form, 1)

    def settings(self) -> ImportSettings:
        """The options as they stand."""
        return ImportSettings.model_validate(
            {
                "format": self.format.currentData(),
                "field": self.field.currentText().strip(),
                **self.beside.values(),
                "documents": self.documents.currentData(),
                "encoding": self.encoding.currentData(),
                "evaluation_share": self.evaluation.value() / 100,
                "duplicates": self.duplicates.currentData(),
                "width": self.full_width.currentData(),
                "html": self.html.isChecked(),
                "lone_cr": self.lone_cr.isChecked(),
            }
        )

    def offer_fields(self, fields: Sequence[str]) -> None:
        """The fields that a file has; what is chosen or typed stays."""
        offer(self.field, fields)
        self.beside.offer_fields(fields)

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
        for box in self._boxes:
            box.setCurrentIndex(0)
        self.field.clear()
        self.beside.clear()
        self.html.setChecked(False)
        self.lone_cr.setChecked(True)


def _labelled(kind: type[Labelled]) -> list[tuple[str, str]]:
    return [(rule.value, translate(rule.label)) for rule in kind]


def _choice(entries: Sequence[tuple[str, str]], name: str) -> QComboBox:
    box = QComboBox()
    for value, text in entries:
        box.addItem(text, value)
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return box
