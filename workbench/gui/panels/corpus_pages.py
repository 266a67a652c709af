"""Documents as plain text for the eye: sentences parted by a sign, characters that cannot be seen written out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from workbench.gui.i18n import tr
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import colours_of
from workbench.text.document import Document
from workbench.text.readers.preview import ANSWER
from workbench.text.sentences import split_sentences

SENTENCE_SIGN = "┃"
MOST_DOCUMENTS, MOST_CHARACTERS = 12, 4000
_SIGNS = re.compile(f"{SENTENCE_SIGN}|^── .* ──$|^⚠.*$|⟨U\\+[0-9A-F]+⟩")


def heading(words: str) -> str:
    """A line above a part of the text."""
    return f"── {words} ──"


def documents_text(documents: Sequence[Document]) -> str:
    """The first documents as text with a line above each; characters that cannot be seen are written out."""
    parts: list[str] = []
    for number, document in enumerate(documents[:MOST_DOCUMENTS], 1):
        answer = document.meta.get(ANSWER)
        named = tr("document {number}", number=number)
        if answer is not None:
            named = tr("document {number} · answer: {answer}", number=number, answer=visible(answer))
        parts.append(heading(named))
        parts.extend(visible(f" {SENTENCE_SIGN} ".join(split_sentences(part))) for part in document.parts)
        parts.append("")
    return "\n".join(parts)[:MOST_CHARACTERS]


class DocumentsText(QPlainTextEdit):
    """Read-only; shows text as it is, whatever markup stands in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, readOnly=True)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self._signs = _Signs(self.document())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self._signs.dress()


class _Signs(QSyntaxHighlighter):
    """Colours what is not text of the file."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._accent, self._muted, self._warning = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        colours = colours_of(QApplication.palette())
        self._accent.setForeground(QColor(colours.accent))
        self._muted.setForeground(QColor(colours.muted))
        self._warning.setForeground(QColor(colours.warning))
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour the signs of one line."""
        for match in _SIGNS.finditer(text):
            first = match.group()[0]
            style = {SENTENCE_SIGN: self._accent, "⚠": self._warning}.get(first, self._muted)
            self.setFormat(match.start(), len(match.group()), style)
