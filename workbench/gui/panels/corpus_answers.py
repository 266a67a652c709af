"""What is read beside the text of a table or of records: a second text, and the answer to each document."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from workbench.gui.i18n import tr, translate
from workbench.gui.theme import GRID
from workbench.spec.wording import form_hints
from workbench.text.readers.answers import split_answers
from workbench.text.readers.settings import ANSWER_FIELD, ANSWERS, SECOND_FIELD, ImportSettings

_EXAMPLE = "2=clicked, 1=shown, 0=unrelated"


class AnswerOptions(QWidget):
    """One row, hidden where a file has no fields. What the values mean is asked for once their field is named."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.second = field_box(translate(SECOND_FIELD.label), tr("none"), self)
        self.field = field_box(translate(ANSWER_FIELD.label), tr("none"), self)
        self.answers = QLineEdit(self, placeholderText=_EXAMPLE)
        self.answers.setAccessibleName(translate(ANSWERS.label))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        described: tuple[tuple[str, QWidget, int], ...] = (
            ("second_field", self.second, 1),
            ("answer_field", self.field, 1),
            ("answers", self.answers, 2),
        )
        for name, widget, stretch in described:
            option = ImportSettings.model_fields[name]
            label = QLabel(translate(form_hints(option)["label"]), self)
            label.setBuddy(widget)
            widget.setToolTip(translate(option.description or ""))
            row.addWidget(label)
            row.addWidget(widget, stretch)
        for box in (self.second, self.field):
            box.currentTextChanged.connect(self._change)
        self.answers.textChanged.connect(self.changed)
        self._change()
        self.hide()

    def _change(self) -> None:
        self.answers.setEnabled(bool(self.field.currentText().strip()))
        self.changed.emit()

    def values(self) -> dict[str, object]:
        """The settings of an import that stand here; answers without a field are none."""
        field = self.field.currentText().strip()
        return {
            "second_field": self.second.currentText().strip(),
            "answer_field": field,
            "answers": split_answers(self.answers.text()) if field else (),
        }

    def offer_fields(self, fields: Sequence[str]) -> None:
        """The fields that a file has; what is chosen or typed stays, and is shown also where a file has none."""
        for box in (self.second, self.field):
            offer(box, fields)
        self.setVisible(bool(fields) or any(box.currentText() for box in (self.second, self.field)))

    def clear(self) -> None:
        """Nothing beside the text."""
        for box in (self.second, self.field):
            box.clear()
        self.answers.clear()


def field_box(name: str, placeholder: str, parent: QWidget) -> QComboBox:
    """A box for the name of a field: of those that a file has, or typed."""
    box = QComboBox(parent, editable=True)
    box.setAccessibleName(name)
    box.setLineEdit(QLineEdit(box, placeholderText=placeholder))
    return box


def offer(box: QComboBox, fields: Sequence[str]) -> None:
    """Put fields into a box; what is chosen or typed stays."""
    current = box.currentText()
    box.setEnabled(bool(fields) or bool(current))
    if [box.itemText(row) for row in range(box.count())] == list(fields):
        return
    box.blockSignals(True)
    box.clear()
    box.addItems(list(fields))
    box.setEditText(current)
    box.blockSignals(False)
