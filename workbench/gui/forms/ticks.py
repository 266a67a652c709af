"""The editor of a field that holds some of several choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from workbench.gui.editors import Editor
from workbench.gui.theme import GRID


class TicksEditor(Editor):
    """Several choices, each with a tick (pairs of value and translated label); its value is a tuple of those ticked, in
    the order of the choices."""

    def __init__(self, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        self.list.setFixedHeight(14 * GRID)
        for value, label in choices:
            item = QListWidgetItem(f"{label} · {value}", self.list)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            item.setData(Qt.ItemDataRole.UserRole, value)
        self.list.itemChanged.connect(self._change)
        self._hold(self.list)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def set_value(self, value: Any) -> None:
        wanted = {str(one) for one in value}
        with QSignalBlocker(self.list):
            for item in self._items():
                ticked = item.data(Qt.ItemDataRole.UserRole) in wanted
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def values(self) -> tuple[str, ...]:
        """The choices that are ticked."""
        return tuple(
            item.data(Qt.ItemDataRole.UserRole) for item in self._items() if item.checkState() is Qt.CheckState.Checked
        )

    @Slot(QListWidgetItem)
    def _change(self, _item: QListWidgetItem) -> None:
        self._tell(self.values())
