"""The small editors of a form: number, choice, switch, text, list. Each takes and gives its field's plain value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.icons import icon
from workbench.gui.theme import GRID
from workbench.spec.wording import number_text

TYPING_MILLISECONDS = 150  #: of rest after a key before what was typed is told


class WheelGuard(QObject):
    """Lets the wheel scroll the form and not change a field that it merely passes over."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow wheel events of widgets without the keyboard."""
        if isinstance(event, QWheelEvent) and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


class Editor(QWidget):
    """Base of the editors: ``edited`` carries the new plain value of every change that the user makes."""

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


class TypedEditor(Editor):
    """Base of the editors that are typed into: they tell what was typed while one still types, after a short rest.

    Text that stands for the value that was set is left as it was typed until the editing is finished, so that ``1.``
    does not become ``1`` under the user's hands. Esc goes back to that value.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: Any = None  # what the owner set last
        self._told: Any = None
        self._pause = QTimer(self, interval=TYPING_MILLISECONDS, singleShot=True)
        self._pause.timeout.connect(self._tell_typed)

    def read(self) -> Any:
        """The value that stands in the field, or its text where that is none."""
        raise NotImplementedError

    def _line(self) -> QLineEdit:
        raise NotImplementedError

    def _write(self, value: Any) -> str:
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        self._value = self._told = value
        if not self._line().isModified() or self.read() != value:
            self._line().setText(self._write(value))

    @Slot()
    def _wait(self) -> None:
        self._pause.start()

    @Slot()
    def _tell_typed(self) -> None:
        self._pause.stop()
        typed = self.read()
        if typed != self._told:
            self._told = typed
            self.edited.emit(typed)

    @Slot()
    def _finish(self) -> None:
        """Tell what is not told yet, and write a value that was taken as it is usually written."""
        self._tell_typed()
        if self.read() == self._value:
            self._line().setText(self._write(self._value))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes back what was typed and not taken."""
        if event.key() == Qt.Key.Key_Escape and self.read() != self._value:
            self._line().setText(self._write(self._value))
            self._tell_typed()
        else:
            super().keyPressEvent(event)


class NumberBox(QAbstractSpinBox):
    """Takes any text, so that a wrong number can be shown with its reason; the arrows step within the bounds."""

    stepped = Signal()

    def __init__(self, whole: bool, low: float | None, high: float | None, step: float | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole, self._low, self._high = whole, low, high
        self._step = step
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def read(self) -> int | float | str:
        """The number, or the text itself where it is none."""
        text = self.lineEdit().text().replace(",", "").replace("_", "").replace("\u2009", "").strip()
        try:
            number = float(text)
        except ValueError:
            return text
        return int(number) if self._whole and number.is_integer() and abs(number) < 2**53 else number

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
        self.lineEdit().setText(written(round(stepped) if self._whole else stepped))
        self.stepped.emit()

    def sizeHint(self) -> QSize:
        """Room for ten figures."""
        return self._room_for(10)

    def minimumSizeHint(self) -> QSize:
        """Room for four, where a unit stands beside them in a narrow form."""
        return self._room_for(4)

    def _room_for(self, figures: int) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("0" * figures) + 4 * GRID, super().sizeHint().height())


def written(number: Any) -> str:
    """A number as short as it can be read back."""
    return number_text(number) if isinstance(number, float) else str(number)


class NumberEditor(TypedEditor):
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
        self.box.lineEdit().textEdited.connect(self._wait)
        self.box.editingFinished.connect(self._finish)
        self.box.stepped.connect(self._tell_typed)
        if unit:
            words = QLabel(unit, self)
            words.setFont(scaled(words.font(), 0.85))
            self._row.addWidget(words)

    def read(self) -> int | float | str:
        return self.box.read()

    def _line(self) -> QLineEdit:
        return self.box.lineEdit()

    def _write(self, value: Any) -> str:
        return written(value)


class ChoiceEditor(Editor):
    """One of several values, each shown by its label (pairs of value and translated label)."""

    def __init__(self, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox(self)
        self.box.setMinimumContentsLength(8)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for value, label in choices:
            self.box.addItem(label, value)
        self._hold(self.box)
        self.box.activated.connect(lambda _place: self._tell(self.box.currentData()))

    def set_value(self, value: Any) -> None:
        self.box.setCurrentIndex(self.box.findData(value))


class SwitchEditor(Editor):
    """On or off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(self)
        self._hold(self.box)
        self.box.clicked.connect(self._tell)

    def set_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))


class TextEditor(TypedEditor):
    """A line of text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(self)
        self._hold(self.line)
        self.line.textEdited.connect(self._wait)
        self.line.editingFinished.connect(self._finish)

    def read(self) -> str:
        return self.line.text()

    def _line(self) -> QLineEdit:
        return self.line

    def _write(self, value: Any) -> str:
        return str(value)


class ChosenTextEditor(TextEditor):
    """A line of text with a button beside it: ``choice_asked`` asks the owner to let the user choose one."""

    choice_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QToolButton(self)
        self.button.setText("…")
        self.button.clicked.connect(lambda _checked=False: self.choice_asked.emit())
        self._row.addWidget(self.button)

    def name(self, title: str, help_text: str) -> None:
        super().name(title, help_text)
        words = tr("Choose: {what}", what=title)
        self.button.setToolTip(words)
        self.button.setAccessibleName(words)


class ListEditor(Editor):
    """Several texts: a list, a field to add one (suggestions come from the owner), and a button to remove."""

    def __init__(self, suggestions: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        self.list.setFixedHeight(9 * GRID)
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
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
        if rows := sorted((self.list.row(item) for item in self.list.selectedItems()), reverse=True):
            for row in rows:
                self.list.takeItem(row)
            self.list.setCurrentRow(min(rows[-1], self.list.count() - 1))
            self.edited.emit(self.values())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete removes the chosen entries."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if watched is self.list and isinstance(event, QKeyEvent) and pressed and event.key() == Qt.Key.Key_Delete:
            self._remove()
            return True
        return super().eventFilter(watched, event)
