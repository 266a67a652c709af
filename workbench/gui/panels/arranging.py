"""Small pieces that pages are arranged from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QWidget


def make_splitter(
    name: str, orientation: Qt.Orientation, widgets: Sequence[QWidget], sizes: Sequence[int]
) -> QSplitter:
    """A splitter whose layout the window remembers under ``name``; the largest part takes the room that comes."""
    splitter = QSplitter(orientation)
    splitter.setObjectName(name)
    splitter.setChildrenCollapsible(False)
    for widget in widgets:
        splitter.addWidget(widget)
    splitter.setSizes(list(sizes))
    for place, size in enumerate(sizes):
        splitter.setStretchFactor(place, int(size == max(sizes)))
    return splitter


def label_of(text: str, buddy: QWidget) -> QLabel:
    """A label whose mnemonic and meaning belong to ``buddy``."""
    label = QLabel(text)
    label.setBuddy(buddy)
    return label
