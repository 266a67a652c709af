"""The check list before a start: one line a look, with a link to where it is mended; it never blocks the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.icons import draw_icon
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.check_line import Check, Verdict
from workbench.gui.panels.training_checks import may_start
from workbench.gui.raised import RaisedFrame
from workbench.gui.theme import GRID, Colours, colours_of

_ICONS = {
    Verdict.GOOD: "circle-check",
    Verdict.UNSURE: "info-circle",
    Verdict.WARNING: "alert-triangle",
    Verdict.WRONG: "x",
}


def _colour(verdict: Verdict, colours: Colours) -> str:
    return {
        Verdict.GOOD: colours.success,
        Verdict.UNSURE: colours.muted,
        Verdict.WARNING: colours.warning,
        Verdict.WRONG: colours.error,
    }[verdict]


def verdict_words(verdict: Verdict) -> str:
    """A verdict for tooltips and screen readers."""
    return {
        Verdict.GOOD: tr("in order"),
        Verdict.UNSURE: tr("not known yet"),
        Verdict.WARNING: tr("worth a look"),
        Verdict.WRONG: tr("must be mended"),
    }[verdict]


class CheckList(RaisedFrame):
    """``accepted`` when the user starts, ``fix_asked`` with the check to mend, ``closed`` when it is put away."""

    accepted = Signal()
    fix_asked = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.checks: Sequence[Check] = ()
        self._title = PlainLabel(parent=self)
        self._title.setFont(scaled(self.font(), 1.0, bold=True))
        self.fixes: list[QPushButton] = []
        self._lines = QWidget(self)
        self._pictures: list[tuple[QLabel, Verdict]] = []
        self.start_button = QPushButton(tr("Start now"), self)
        self.start_button.setAutoDefault(True)
        self.start_button.clicked.connect(self.accept)
        self.close_button = QPushButton(tr("Not now"), self)
        self.close_button.clicked.connect(self.put_away)
        buttons = QHBoxLayout()
        buttons.addWidget(self._title, 1)
        buttons.addWidget(self.start_button)
        buttons.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        self._column.setSpacing(GRID // 2)
        self._column.addLayout(buttons)
        self._column.addWidget(self._lines)
        self.hide()

    def add_setting(self, widget: QWidget) -> None:
        """Put a setting that every start has below the lines."""
        self._column.addWidget(widget)

    def show_busy(self) -> None:
        """Say that the checks are being made."""
        self.show_checks(())
        self._title.setText(tr("Looking whether everything is there…"))
        self.start_button.setEnabled(False)
        self.close_button.setFocus()
        self.show()

    def show_checks(self, checks: Sequence[Check]) -> None:
        """Show what was found; the button to start has the keyboard where nothing is wrong."""
        self.checks = checks
        self._rebuild()
        good = may_start(list(checks))
        wrong = sum(check.verdict is Verdict.WRONG for check in checks)
        self._title.setText(tr("Ready to start") if good else tr("Not ready yet: {count} to mend", count=wrong))
        self.start_button.setEnabled(good)
        if self.isVisible():
            (self.start_button if good else self.fixes[0] if self.fixes else self.close_button).setFocus()

    def _rebuild(self) -> None:
        self._column.removeWidget(self._lines)
        self._lines.deleteLater()
        self._lines = QWidget(self)
        self.fixes, self._pictures = [], []
        grid = QGridLayout(self._lines)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(GRID // 2)
        columns = 1 if any(check.verdict is Verdict.WRONG for check in self.checks) else 2
        for place, check in enumerate(self.checks):
            self._add(grid, place // columns, place % columns, check)
        for column in range(columns):
            grid.setColumnStretch(3 * column + 1, 1)
        self._column.insertWidget(1, self._lines)
        self._draw()

    def _add(self, grid: QGridLayout, row: int, column: int, check: Check) -> None:
        picture = QLabel(self._lines)
        picture.setToolTip(verdict_words(check.verdict))
        picture.setAccessibleName(verdict_words(check.verdict))
        self._pictures.append((picture, check.verdict))
        text = PlainLabel(render(check.text), self._lines, wordWrap=True)
        grid.addWidget(picture, row, 3 * column)
        grid.addWidget(text, row, 3 * column + 1)
        if check.page and check.verdict is not Verdict.GOOD:
            fix = QPushButton(tr("Change…"), self._lines)
            fix.setAccessibleName(tr("Change: {what}", what=render(check.text)))
            fix.clicked.connect(lambda _clicked=False, check=check: self.fix_asked.emit(check))
            grid.addWidget(fix, row, 3 * column + 2)
            self.fixes.append(fix)

    @Slot()
    def accept(self) -> None:
        """Start, if nothing is wrong; a second click finds the list put away."""
        if not self.isHidden() and self.start_button.isEnabled():
            self.start_button.setEnabled(False)
            self.hide()
            self.accepted.emit()

    @Slot()
    def put_away(self) -> None:
        """Close the list without a start."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts the list away."""
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    def _draw(self) -> None:
        colours = colours_of(self.palette())
        for picture, verdict in self._pictures:
            picture.setPixmap(draw_icon(_ICONS[verdict], _colour(verdict, colours), 18))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icons for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
