"""A passage in its parts, each with the letter of its segment or role; beside them, where these differ, the text's own
order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.gui.views.strip_cells import mixed

_SIDE = 3 * GRID  #: of the square with a letter


@dataclass(frozen=True)
class Part:
    """A part as it is shown: ``letter`` in the colour of its ``number``, its text, where it is from, and what was done
    to it. All but the text are translated."""

    letter: str
    number: int
    text: str
    place: str = ""
    note: str = ""


class Badge(QWidget):
    """A letter on a tint of its colour."""

    def __init__(self, letter: str, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter, self._number = letter, number
        self.setAccessibleName(letter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(_SIDE, _SIDE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The square and the letter."""
        colours = colours_of(self.palette())
        colour = QColor(categorical(colours, self._number))
        painter = QPainter(self)
        painter.setPen(colour)
        painter.setBrush(mixed(QColor(colours.base), colour, 0.3))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.setPen(QColor(colours.text))
        painter.setFont(scaled(self.font(), 1.0, bold=True))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letter)


class NoteLabel(PlainLabel):
    """What was done to a part, in the colour of what one has to see."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent, wordWrap=True)
        self._dress()

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours_of(self.palette()).warning))
        self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """The colour follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.palette().color(QPalette.ColorRole.WindowText) != QColor(
            colours_of(self.palette()).warning
        ):
            self._dress()


class PassageParts(QWidget):
    """Parts under each other; ``heading`` stands above them where several columns of the same parts are shown."""

    def __init__(self, parts: Sequence[Part], heading: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GRID // 2)
        if heading:
            whole.addWidget(muted_label(heading, self))
        grid = QGridLayout()
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        self.texts: list[PlainLabel] = []
        self.notes: list[PlainLabel] = []
        for row, part in enumerate(parts):
            grid.addWidget(Badge(part.letter, part.number, self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(self._column(part), row, 1)
        whole.addLayout(grid)
        whole.addStretch(1)

    def _column(self, part: Part) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        text = PlainLabel(part.text, self, wordWrap=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.texts.append(text)
        if part.note:
            self.notes.append(NoteLabel(part.note, self))
            column.addWidget(self.notes[-1])
        column.addWidget(text)
        if part.place:
            column.addWidget(muted_label(part.place, self, wordWrap=True))
        return column
