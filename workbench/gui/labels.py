"""Labels that show text as it is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from workbench.gui.fonts import scaled


class PlainLabel(QLabel):
    """For what comes from corpora, lists, files and names: Qt would take a text with tags in it for a page, draw
    that, and fetch its pictures. ``properties`` are those of QLabel."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **properties: Any) -> None:
        super().__init__(text, parent, textFormat=Qt.TextFormat.PlainText, **properties)


def muted_label(text: str, parent: QWidget, **properties: Any) -> PlainLabel:
    """A smaller label that holds back behind what it explains."""
    label = PlainLabel(text, parent, **properties)
    label.setFont(scaled(label.font(), 0.85))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
