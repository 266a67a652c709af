"""How things of the project are shown that are there and cannot be opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.icons import draw_icon
from workbench.gui.labels import PlainLabel
from workbench.gui.tables.records import Column
from workbench.gui.theme import GRID, colours_of
from workbench.text.found import Damaged, Named

Thing = TypeVar("Thing", bound=Named)


def damage_words(damaged: Damaged) -> str:
    """What is wrong with a damaged thing, and what to do."""
    return render(damaged.problem)


def make_column(
    title: str, text: Callable[[Thing], str], key: Callable[[Thing], int] | None = None, *, damaged: str = "–"
) -> Column[Thing | Damaged]:
    """A column of the list; ``key`` makes it one of numbers, and ``damaged`` stands there for what cannot be opened."""

    def shown(row: Thing | Damaged) -> str:
        return damaged if isinstance(row, Damaged) else text(row)

    def tip(row: Thing | Damaged) -> str:
        return damage_words(row) if isinstance(row, Damaged) else text(row)

    number = None if key is None else (lambda row: -1 if isinstance(row, Damaged) else key(row))
    return Column(title, shown, number, number=key is not None, tip=tip)


class DamagedPane(QWidget):
    """Says what is wrong with a thing that cannot be opened; ``deleted`` carries its name."""

    deleted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.damaged: Damaged | None = None
        self._picture = QLabel(self)
        self._title = PlainLabel(parent=self)
        self._title.setFont(scaled(self.font(), 1.25, bold=True))
        self._words = PlainLabel(parent=self, wordWrap=True)
        self.delete_button = QPushButton(tr("Delete"), self)
        self.delete_button.clicked.connect(self._delete)
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self._picture)
        top.addWidget(self._title, 1)
        top.addWidget(self.delete_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addLayout(top)
        column.addWidget(self._words)
        column.addStretch(1)
        self._draw()

    def show_damaged(self, damaged: Damaged) -> None:
        """Show another."""
        self.damaged = damaged
        self._title.setText(tr("{name} is damaged", name=damaged.name))
        self._words.setText(damage_words(damaged))

    @property
    def words(self) -> str:
        """What is said about it."""
        return self._words.text()

    @Slot()
    def _delete(self) -> None:
        if self.damaged is not None:
            self.deleted.emit(self.damaged.name)

    def _draw(self) -> None:
        self._picture.setPixmap(draw_icon("alert-triangle", colours_of(self.palette()).error))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
