"""Problems of masks as sentences, each with buttons that mend it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID, colours_of


@dataclass(frozen=True)
class Offer:
    """A button: its translated name, and what it does."""

    name: str
    run: Callable[[], None]


@dataclass(frozen=True)
class Problem:
    """A translated sentence and what mends it."""

    text: str
    offers: Sequence[Offer] = ()


class _Line(QWidget):
    def __init__(self, problem: Problem, parent: QWidget) -> None:
        super().__init__(parent)
        self.problem = problem
        self.words = PlainLabel(problem.text, self, wordWrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.words.setSizePolicy(policy)
        # Else what it would need in a narrow column is its least height, and stands empty in a wide one.
        self.words.setMinimumHeight(self.fontMetrics().height())
        self.buttons = []
        # One button stands beside the sentence, several below it, where they leave it its room.
        downwards = len(problem.offers) > 1
        whole = QVBoxLayout(self) if downwards else QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GRID // 2)
        whole.addWidget(self.words, 0 if downwards else 1)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for offer in problem.offers:
            button = QPushButton(offer.name, self)
            button.clicked.connect(lambda _checked=False, run=offer.run: run())
            row.addWidget(button)
            self.buttons.append(button)
        if downwards:
            row.addStretch(1)
        whole.addLayout(row)
        self._dress()

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours_of(self.palette()).warning))
        self.words.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """The colour follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()


class ProblemLines(QWidget):
    """One line a problem; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[_Line] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems; lines that say the same stay as they are, so that nothing flickers."""
        if [(line.words.text(), [button.text() for button in line.buttons]) for line in self._lines] == [
            (problem.text, [offer.name for offer in problem.offers]) for problem in problems
        ]:
            return
        for line in self._lines:
            line.hide()
            line.deleteLater()
        self._lines = [_Line(problem, self) for problem in problems]
        for line in self._lines:
            self._column.addWidget(line)
        self.setVisible(bool(problems))

    def text(self) -> str:
        """All sentences, one a line."""
        return "\n".join(line.words.text() for line in self._lines)

    def buttons(self) -> list[QPushButton]:
        """All buttons, from above."""
        return [button for line in self._lines for button in line.buttons]
