"""Labels that show text as it is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QWidget

from workbench.gui.fonts import scaled

MOST_CHARACTERS = 1000


def bounded(text: str) -> str:
    """A text of any length as a window can show it at once: Qt lays out a megabyte, as some library says in an error,
    for seconds."""
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


class PlainLabel(QLabel):
    """For what comes from corpora, lists, files and names: Qt would take a text with tags in it for a page, draw
    that, and fetch its pictures. ``properties`` are those of QLabel."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **properties: Any) -> None:
        super().__init__(text, parent, textFormat=Qt.TextFormat.PlainText, **properties)


class ElidedLabel(PlainLabel):
    """One line that takes what room there is, and ends in an ellipsis where that is too little (Qt would cut through a
    letter); its tooltip is the whole."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def shown(self) -> str:
        """What of the text is drawn."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def paintEvent(self, _event: QPaintEvent) -> None:
        place = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        self.style().drawItemText(
            QPainter(self),
            self.contentsRect(),
            place,
            self.palette(),
            self.isEnabled(),
            self.shown(),
            self.foregroundRole(),
        )


def muted_label(text: str, parent: QWidget, **properties: Any) -> PlainLabel:
    """A smaller label that holds back behind what it explains."""
    label = PlainLabel(text, parent, **properties)
    label.setFont(scaled(label.font(), 0.85))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
