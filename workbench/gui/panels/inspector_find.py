"""Looking for words in a sentence under inspection, which may have hundreds of tokens."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton


def found_tokens(answer: Answer, wanted: str) -> list[range]:
    """The tokens of each place where ``wanted`` stands in the sentence or its pair, whatever tokens these are cut
    into; capitals and small letters are the same. Places do not overlap."""
    folded = wanted.strip().lower()
    if not folded:
        return []
    found: list[range] = []
    numbered = [(number, span) for number, span in enumerate(answer.inspected.spans) if span is not None]
    for part, tokens in groupby(numbered, key=lambda one: one[1][0]):
        spans = [(number, start, end) for number, (_, start, end) in tokens]
        text = _lowered(answer.texts[part])
        begin = text.find(folded)
        while begin >= 0:
            stop = begin + len(folded)
            touched = [number for number, start, end in spans if start < stop and end > begin]
            if touched:
                found.append(range(touched[0], touched[-1] + 1))
            begin = text.find(folded, stop)
    return sorted(found, key=itemgetter(0))


def _lowered(text: str) -> str:
    """Small letters, each at the place of its capital: of the few that would become two, none is changed."""
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)


class FindBar(QWidget):
    """A field, how many places there are, and a way to the next and the one before. ``moved`` carries the tokens of a
    place (a range, empty for none), ``closed`` says that nobody looks for anything any more."""

    moved = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: Answer | None = None
        self._found: list[range] = []
        self._at = 0
        self.field = QLineEdit(self, clearButtonEnabled=True)
        self.field.setPlaceholderText(tr("Find in the sentence"))
        self.field.setAccessibleName(tr("Find in the sentence"))
        self.field.setMaximumWidth(40 * GRID)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.count = PlainLabel(parent=self)
        self.before = ToolButton("chevron-up", tr("The place before (Shift+Enter)"), lambda: self.go(-1), self)
        self.after = ToolButton("chevron-down", tr("The next place (Enter)"), lambda: self.go(1), self)
        self.close_button = ToolButton("x", tr("Close (Esc)"), self.end, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(self.field, 1)
        for widget in (self.before, self.after, self.count):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.close_button)
        self._tell()

    def begin(self) -> None:
        """Show the bar and look for what was looked for last."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self._search()

    @Slot()
    def end(self) -> None:
        """Hide the bar; no place is lit any more."""
        self.hide()
        self.moved.emit(range(0))
        self.closed.emit()

    def show_answer(self, answer: Answer) -> None:
        """Look in another sentence, or in another look at the same."""
        self._answer = answer
        if not self.isHidden():
            self._search()

    @property
    def place(self) -> range:
        """The tokens of the place that is lit."""
        return self._found[self._at] if self._found else range(0)

    def go(self, by: int) -> None:
        """To a place further on or back, round and round."""
        if self._found:
            self._at = (self._at + by) % len(self._found)
        self._tell()
        self.moved.emit(self.place)

    @Slot()
    def _search(self) -> None:
        before = self.place
        self._found = [] if self._answer is None else found_tokens(self._answer, self.field.text())
        # Who goes on typing stays where he is, as far as that is still a place.
        later = (number for number, place in enumerate(self._found) if before and place[0] >= before[0])
        self._at = next(later, 0)
        self._tell()
        self.moved.emit(self.place)

    def _tell(self) -> None:
        for button in (self.before, self.after):
            button.setEnabled(len(self._found) > 1)
        if not self.field.text().strip():
            self.count.setText("")
        elif self._found:
            self.count.setText(tr("{number} of {count}", number=self._at + 1, count=len(self._found)))
        else:
            self.count.setText(tr("Not in the sentence"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Shift+Enter move, Esc closes."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.end()
                return True
        return super().eventFilter(watched, event)
