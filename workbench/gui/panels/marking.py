"""Marking phrases and entities in the text with the mouse: the lists of marks, and the small bar that asks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from workbench.gui.context import Context
from workbench.gui.draft import Step
from workbench.gui.i18n import tr
from workbench.gui.icons import icon
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.entity_classes import ENTITY_CLASSES, ClassBox
from workbench.gui.panels.list_keeper import ListKeeper
from workbench.gui.theme import GRID, colours_of
from workbench.text.lexicon import (
    MARKED,
    Lexicon,
    LexiconKind,
    LexiconSource,
)

#: Which unit setting names the lists of a kind.
LIST_FIELDS = {
    LexiconKind.PHRASE: "phrase_lists",
    LexiconKind.ENTITY: "entity_lists",
    LexiconKind.NGRAM: "ngram_lists",
    LexiconKind.WORD: "word_lists",
    LexiconKind.SYNONYM: "synonyms",
}


def marked_name(kind: LexiconKind) -> str:
    """The name of the project's list of marks of a kind."""
    return f"{MARKED}-{kind.value}"


class Marks:
    """Adds and removes marks as steps of the history; the list's file and its use by the experiment go together."""

    def __init__(self, context: Context, keeper: ListKeeper) -> None:
        self._context, self._keeper = context, keeper

    def lexicon(self, kind: LexiconKind) -> Lexicon | None:
        """The list of marks of a kind, None while nothing has been marked."""
        return self._keeper.newest(marked_name(kind))

    def add(self, text: str, kind: LexiconKind, label: str = "") -> None:
        """Mark a text, wherever it occurs."""
        before = self.lexicon(kind)
        empty = Lexicon(marked_name(kind), kind, (), LexiconSource.MARKED)
        after = (before or empty).with_entry(text, label)
        what = tr("entity") if kind is LexiconKind.ENTITY else tr("phrase")
        self._push(tr("Mark “{text}” as {what}", text=text, what=what), before, after)

    def remove(self, text: str, kind: LexiconKind) -> bool:
        """Take a mark back; False where the text is not marked."""
        before = self.lexicon(kind)
        if before is None or text not in {entry.text for entry in before.entries}:
            return False
        self._push(tr("Remove the mark on “{text}”", text=text), before, before.without_entry(text))
        return True

    def _push(self, name: str, before: Lexicon | None, after: Lexicon) -> None:
        history = self._context.draft.history
        history.beginMacro(name)
        history.push(Step(name, lambda: self._keeper.put(after), lambda: self._restore(before, after.name)))
        use_lists(self._context, after.kind, [after.name])
        history.endMacro()

    def _restore(self, before: Lexicon | None, name: str) -> None:
        if before is None:
            self._keeper.discard(name)
        else:
            self._keeper.put(before)


def use_lists(context: Context, kind: LexiconKind, names: Sequence[str]) -> None:
    """Let the experiment use these lists beside those that it uses."""
    field = LIST_FIELDS[kind]
    used = getattr(context.draft.spec.units, field)
    missing = [name for name in names if name not in used]
    if missing:
        context.draft.set(f"units.{field}", [*used, *missing], tr("Use the list {name}", name=missing[0]))


class MarkBar(QFrame):
    """Floats over the page after a drag. ``marked`` carries (text, kind, class); ``closed`` comes when it goes."""

    marked = Signal(str, object, str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self._text = ""
        self._before: QWidget | None = None
        self._words = PlainLabel(parent=self)
        self.phrase_button = QPushButton(tr("Phrase"), self)
        self.label = ClassBox(ENTITY_CLASSES, self)
        self.label.setAccessibleName(tr("Class of the entity"))
        self.entity_button = QPushButton(tr("Entity"), self)
        self._close = QToolButton(self, autoRaise=True)
        self._close.setAccessibleName(tr("Close"))
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID // 2, GRID // 2)
        for widget in (self._words, self.phrase_button, self.label, self.entity_button, self._close):
            row.addWidget(widget)
        self.phrase_button.clicked.connect(lambda _checked=False: self._mark(LexiconKind.PHRASE))
        self.entity_button.clicked.connect(lambda _checked=False: self._mark(LexiconKind.ENTITY))
        self._close.clicked.connect(self.close_bar)
        self.hide()

    def ask(self, text: str, near: QPoint, known: str = "") -> None:
        """Ask what a text is, close to a point of the parent. The class that the text is ``known`` to have is offered
        first; without one, that of the last mark."""
        self._text = text
        if known:
            self.label.offer((known, *ENTITY_CLASSES))
        self._before = self._page.window().focusWidget()
        self._words.setText(tr("Mark “{text}” as", text=text if len(text) <= 16 else f"{text[:15]}…"))
        self._close.setIcon(icon("x", self.palette()))
        self.adjustSize()
        room = self._page.size() - self.size()
        left = min(max(near.x(), GRID), max(GRID, room.width() - GRID))
        top = min(near.y(), room.height() - GRID)
        self.move(left, max(0, top))
        self.show()
        self.raise_()
        self.entity_button.setFocus()

    def _mark(self, kind: LexiconKind) -> None:
        label = self.label.label if kind is LexiconKind.ENTITY else ""
        self._go()
        self.marked.emit(self._text, kind, label)

    def _go(self) -> None:
        """Hide, and give the keyboard back to where it was."""
        self.hide()
        if self._before is not None and isValid(self._before):
            self._before.setFocus()

    @Slot()
    def close_bar(self) -> None:
        """Mark nothing."""
        self._go()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the bar."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A raised box with the accent's border."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setPen(QPen(QColor(colours.accent), 1))
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
