"""Turning over passages: one back, one on, or to a number."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton


class PassageTurner(QWidget):
    """``moved`` carries the number, from 0, of the passage that the user turns to."""

    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.back = ToolButton("chevron-left", tr("Passage before (←)"), self.go_back, self)
        self.on = ToolButton("chevron-right", tr("Passage after (→)"), self.go_on, self)
        self.place = QSpinBox(self, minimum=1, maximum=1)
        self.place.setKeyboardTracking(False)
        self.place.setAccessibleName(tr("Number of the passage"))
        self.place.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self._of = PlainLabel(parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        for widget in (self.back, self.place, self._of, self.on):
            row.addWidget(widget)
        self.place.valueChanged.connect(self._move)
        self._enable()

    @property
    def number(self) -> int:
        """The passage on show, from 0."""
        return self.place.value() - 1

    def show_count(self, count: int, sample: str = "") -> None:
        """How many passages there are; ``sample`` (translated) says of what they are one, where they are."""
        self._count = count
        with QSignalBlocker(self.place):
            self.place.setMaximum(max(1, count))
        number = grouped(count)
        self._of.setText(tr("/ {count} (sample)", count=number) if sample else tr("/ {count}", count=number))
        self._of.setToolTip(sample)
        self._enable()

    def begin_at(self, number: int) -> None:
        """The passage, from 0, to show first, before it is known how many there are."""
        with QSignalBlocker(self.place):
            self.place.setMaximum(number + 1)
            self.place.setValue(number + 1)

    def go_back(self) -> None:
        """One passage back."""
        self.place.setValue(self.place.value() - 1)

    def go_on(self) -> None:
        """One passage on."""
        self.place.setValue(self.place.value() + 1)

    @Slot()
    def _move(self) -> None:
        self._enable()
        self.moved.emit(self.number)

    def _enable(self) -> None:
        self.back.setEnabled(self.number > 0)
        self.on.setEnabled(self.number + 1 < self._count)
