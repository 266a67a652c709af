"""Examples of a question under each other: the parts of a passage with its right answer, or its tokens with theirs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.panels.masking_answers import passage_answer, token_answers
from workbench.gui.panels.masking_asked import Asked
from workbench.gui.panels.masking_examples import Example
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.passage_parts import Part, PassageParts
from workbench.gui.views.token_strip import TokenStrip


class ExampleCard(QFrame):
    """One example. ``answer`` says the right answer about the passage, ``parts`` are its columns, the first as training
    reads it; ``strip`` has the tokens where these are asked about."""

    def __init__(self, asked: Asked, example: Example, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = PlainLabel(_answer(asked, example), self, wordWrap=True)
        self.answer.setFont(scaled(self.font(), 1.0, bold=True))
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.parts: list[PassageParts] = []
        self.strip: TokenStrip | None = None
        top = QHBoxLayout()
        top.addWidget(self.answer, 1)
        top.addWidget(muted_label(tr("passage {number}", number=grouped(example.number)), self))
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.words)
        if asked.of_tokens:
            column.addWidget(self._strip(example))
        else:
            column.addLayout(self._columns(example))
        said = "" if asked.of_tokens or example.explanation.words is None else render(example.explanation.words)
        self.words.setText(said)
        self.words.setVisible(bool(said))

    def _strip(self, example: Example) -> TokenStrip:
        self.strip = TokenStrip(self)
        self.strip.show_brackets = False
        self.strip.show_cells(example.cells)
        if example.passage is not None:
            self.strip.set_hover(example.passage.describe)
        return self.strip

    def _columns(self, example: Example) -> QHBoxLayout:
        order = example.explanation.order
        shown, several = _parts(example), len(order) > 1
        self.parts.append(PassageParts(shown, tr("As the model reads it") if several else "", self))
        if several:
            in_text = [shown[place] for _, place in sorted((number, place) for place, number in enumerate(order))]
            self.parts.append(PassageParts(in_text, tr("As the text has it"), self))
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        for part in self.parts:
            row.addWidget(part, 1)
        return row

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A frame around a ground of its own."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setPen(QColor(colours.border))
        painter.setBrush(QColor(colours.base))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class ExampleColumn(QScrollArea):
    """Some examples under each other. Cards are built one after another, between which the window has its turn: a few
    dozen labels each take their time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self.cards: list[ExampleCard] = []
        self._asked = Asked(0)
        self._waiting: list[Example] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._add_card)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_examples(self, asked: Asked, examples: Sequence[Example]) -> None:
        """Show other examples, from the first one on."""
        self._sheet = QWidget()
        self._column = QVBoxLayout(self._sheet)
        self._column.setContentsMargins(0, 0, GRID, GRID)
        self._column.setSpacing(GRID)
        self._column.addStretch(1)
        self.cards, self._asked, self._waiting = [], asked, list(examples)
        self.setWidget(self._sheet)
        self.verticalScrollBar().setValue(0)
        self._add_card()

    @property
    def is_filling(self) -> bool:
        """Whether there are examples to come."""
        return bool(self._waiting)

    @Slot()
    def _add_card(self) -> None:
        if self._waiting:
            self.cards.append(ExampleCard(self._asked, self._waiting.pop(0), self._sheet))
            self._column.insertWidget(len(self.cards) - 1, self.cards[-1])
        if self._waiting:
            self._timer.start()
        else:
            self._timer.stop()


def _answer(asked: Asked, example: Example) -> str:
    """The right answer in words and as a class; of tokens, how many have each."""
    if asked.of_tokens:
        return token_answers(asked.answers, [cell.answer for cell in example.cells])
    return passage_answer(asked.answers, example.label)


def _parts(example: Example) -> list[Part]:
    """The parts as they are shown."""
    explained = example.explanation
    notes = explained.notes or (None,) * len(example.pieces)
    return [
        Part(piece.letter, piece.segment, piece.text, render(place.text), "" if note is None else render(note))
        for piece, place, note in zip(example.pieces, explained.places, notes, strict=True)
    ]
