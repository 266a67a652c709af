"""The small editors of a form: number, choice, switch, text, list. Each takes and gives its field's plain value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.i18n import tr
from workbench.gui.icons import icon
from workbench.gui.theme import GRID


class WheelGuard(QObject):
    """Lets the wheel scroll the form and not change a field that it merely passes over."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow wheel events of widgets without the keyboard."""
        if isinstance(event, QWheelEvent) and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


class Editor(QWidget):
    """Base of the editors: ``edited`` carries the new plain value when the user has finished a change."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID // 2)

    def _hold(self, widget: QWidget) -> None:
        self._row.addWidget(widget, 1)
        self.setFocusProxy(widget)
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.installEventFilter(WheelGuard(widget))

    def _tell(self, value: Any) -> None:
        self.edited.emit(value)

    def set_value(self, value: Any) -> None:
        """Show a value without telling anyone."""
        raise NotImplementedError

    def name(self, title: str, help_text: str) -> None:
        """What a screen reader says, and the tooltip."""
        widget = self.focusProxy() or self
        widget.setAccessibleName(title)
        widget.setAccessibleDescription(help_text)
        self.setToolTip(help_text)


class NumberBox(QAbstractSpinBox):
    """Takes any text, so that a wrong number can be shown with its reason; the arrows step within the bounds."""

    finished = Signal(object)

    def __init__(self, whole: bool, low: float | None, high: float | None, step: float | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole, self._low, self._high = whole, low, high
        self._step = step
        self._shown = ""
        self.editingFinished.connect(self._finish)

    def show_number(self, value: Any) -> None:
        """Show a number as short as it can be read back."""
        self._shown = self._write(value)
        self.lineEdit().setText(self._shown)

    def _write(self, value: Any) -> str:
        if isinstance(value, float):
            return f"{value:.10g}".replace("e-0", "e-").replace("e+0", "e+")
        return str(value)

    def read(self) -> int | float | str:
        """The number, or the text itself where it is none."""
        text = self.lineEdit().text().replace(",", "").replace("_", "").replace("\u2009", "").strip()
        try:
            number = float(text)
        except ValueError:
            return text
        return int(number) if self._whole and number.is_integer() and abs(number) < 2**53 else number

    @Slot()
    def _finish(self) -> None:
        if self.lineEdit().text() != self._shown:
            self._shown = self.lineEdit().text()
            self.finished.emit(self.read())

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Every text may stand."""
        return QValidator.State.Acceptable, text, place

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Arrows work wherever a number stands."""
        both = QAbstractSpinBox.StepEnabledFlag.StepUpEnabled | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        return QAbstractSpinBox.StepEnabledFlag.StepNone if isinstance(self.read(), str) else both

    def stepBy(self, steps: int) -> None:
        """Add the field's step; a float without one is doubled or halved, which suits rates and epsilons."""
        value = self.read()
        if isinstance(value, str):
            return
        if self._step is None and not self._whole:
            stepped: float = value * 2.0**steps
        else:
            stepped = value + steps * (self._step or 1)
        stepped = max(stepped, self._low) if self._low is not None else stepped
        stepped = min(stepped, self._high) if self._high is not None else stepped
        self.lineEdit().setText(self._write(round(stepped) if self._whole else stepped))
        self._finish()

    def sizeHint(self) -> QSize:
        """Room for ten figures."""
        return QSize(self.fontMetrics().horizontalAdvance("0" * 10) + 4 * GRID, super().sizeHint().height())


class NumberEditor(Editor):
    """A whole or a floating number with bounds, step and unit (translated)."""

    def __init__(
        self,
        whole: bool,
        low: float | None = None,
        high: float | None = None,
        step: float | None = None,
        unit: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.box = NumberBox(whole, low, high, step, self)
        self._hold(self.box)
        self.box.finished.connect(self._tell)
        if unit:
            self._row.addWidget(QLabel(unit, self))

    def set_value(self, value: Any) -> None:
        self.box.show_number(value)


class ChoiceEditor(Editor):
    """One of several values, shown with the names that spec files use."""

    def __init__(self, choices: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox(self)
        self.box.setMinimumContentsLength(8)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.addItems(list(choices))
        self._hold(self.box)
        self.box.textActivated.connect(self._tell)

    def set_value(self, value: Any) -> None:
        self.box.setCurrentText(str(value))


class SwitchEditor(Editor):
    """On or off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(self)
        self._hold(self.box)
        self.box.clicked.connect(self._tell)

    def set_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))


class TextEditor(Editor):
    """A line of text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(self)
        self._shown = ""
        self._hold(self.line)
        self.line.editingFinished.connect(self._finish)

    def set_value(self, value: Any) -> None:
        self._shown = str(value)
        self.line.setText(self._shown)

    @Slot()
    def _finish(self) -> None:
        if self.line.text() != self._shown:
            self._shown = self.line.text()
            self.edited.emit(self._shown)


class ListEditor(Editor):
    """Several texts: a list, a field to add one (suggestions come from the owner), and a button to remove."""

    def __init__(self, suggestions: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        self.list.setFixedHeight(9 * GRID)
        self.entry = QComboBox(self)
        self.typed = QLineEdit(self.entry)
        self.entry.setEditable(True)
        self.entry.setLineEdit(self.typed)
        self.entry.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.entry.setMinimumContentsLength(8)
        self.typed.setPlaceholderText(tr("Add…"))
        self.suggest(suggestions)
        self.typed.returnPressed.connect(self._add)
        self.entry.installEventFilter(WheelGuard(self.entry))
        self._plus = self._button("plus", tr("Add to the list"), self._add)
        self._minus = self._button("trash", tr("Remove from the list"), self._remove)
        self.list.installEventFilter(self)
        line = QHBoxLayout()
        line.addWidget(self.entry, 1)
        line.addWidget(self._plus)
        line.addWidget(self._minus)
        column = QVBoxLayout()
        column.setSpacing(GRID // 2)
        column.addWidget(self.list)
        column.addLayout(line)
        self._row.addLayout(column, 1)
        self.setFocusProxy(self.list)

    def _button(self, picture: str, title: str, run: Any) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(picture, self.palette()))
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.clicked.connect(lambda _checked=False: run())
        return button

    def suggest(self, suggestions: Sequence[str]) -> None:
        """Offer these texts in the field."""
        self.entry.clear()
        self.entry.addItems(list(suggestions))
        self.entry.setCurrentIndex(-1)
        self.entry.clearEditText()

    def set_value(self, value: Any) -> None:
        self.list.clear()
        self.list.addItems([str(item) for item in value])

    def values(self) -> tuple[str, ...]:
        """What the list holds."""
        return tuple(self.list.item(row).text() for row in range(self.list.count()))

    def _add(self) -> None:
        text = self.entry.currentText().strip()
        if text and text not in self.values():
            self.list.addItem(text)
            self.entry.clearEditText()
            self.edited.emit(self.values())

    def _remove(self) -> None:
        if (row := self.list.currentRow()) >= 0:
            self.list.takeItem(row)
            self.edited.emit(self.values())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete removes the chosen entry."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if watched is self.list and isinstance(event, QKeyEvent) and pressed and event.key() == Qt.Key.Key_Delete:
            self._remove()
            return True
        return super().eventFilter(watched, event)
