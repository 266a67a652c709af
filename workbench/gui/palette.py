"""The command palette: every action, page, preset and setting, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panel import Command
from workbench.gui.theme import GRID

MOST_SHOWN = 50


def rank(query: str, title: str) -> int | None:
    """How well a title fits: 0 begins so, 1 holds it, 2 holds all words, 3 holds the letters in order; else None."""
    wanted, text = query.casefold().strip(), title.casefold()
    if text.startswith(wanted):
        return 0
    if wanted in text:
        return 1
    if all(word in text for word in wanted.split()):
        return 2
    letters = iter(text)
    return 3 if all(letter in letters for letter in wanted.replace(" ", "")) else None


def matching(query: str, commands: Sequence[Command]) -> list[Command]:
    """The commands that fit, best first, otherwise in their own order."""
    ranked = [
        (place, number, command)
        for number, command in enumerate(commands)
        if (place := rank(query, command.title)) is not None
    ]
    return [command for _, _, command in sorted(ranked, key=lambda entry: entry[:2])]


class CommandPalette(QDialog):
    """A field and a list; Enter runs the chosen command, Esc closes."""

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._commands = commands
        self._field = QLineEdit(
            self, placeholderText=tr("Find an action, page, preset or setting"), clearButtonEnabled=True
        )
        self._field.setAccessibleName(tr("Find an action, page, preset or setting"))
        self._list = QListWidget(self)
        self._list.setUniformItemSizes(True)
        self._list.setAccessibleName(tr("Found"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.addWidget(self._field)
        column.addWidget(self._list)
        self._field.textChanged.connect(self._find)
        self._field.installEventFilter(self)
        self._list.itemClicked.connect(self._run)
        self.resize(min(parent.width() - 8 * GRID, 70 * GRID), 48 * GRID)
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - self.width()) // 2, corner.y() + 6 * GRID)
        self._find("")
        self._field.setFocus()

    @Slot(str)
    def _find(self, query: str) -> None:
        self._list.clear()
        for command in matching(query, self._commands)[:MOST_SHOWN]:
            item = QListWidgetItem(f"{command.title}    {command.keys}".rstrip())
            item.setData(Qt.ItemDataRole.UserRole, command)
            self._list.addItem(item)
        self._list.setCurrentRow(0)

    @Slot(QListWidgetItem)
    def _run(self, item: QListWidgetItem | None) -> None:
        self.accept()
        if item is not None:
            run: Callable[[], None] = item.data(Qt.ItemDataRole.UserRole).run
            run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list while the field is typed in; Enter runs."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            if event.key() in moves:
                row = self._list.currentRow() + moves[Qt.Key(event.key())]
                self._list.setCurrentRow(max(0, min(self._list.count() - 1, row)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)
