"""Labels that show text as it is."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.labels import ElidedLabel

WORDS = "“Use for training” takes a strategy into this stage."


def _drawn(label: ElidedLabel, width: int) -> QPixmap:
    label.resize(width, label.sizeHint().height())
    return label.grab(QRect(0, 0, width, label.height()))


def test_words_without_room_end_in_an_ellipsis(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    label = ElidedLabel(parent)
    label.setText(WORDS)
    wide = label.fontMetrics().horizontalAdvance(WORDS) + 10
    label.resize(wide, 20)
    assert label.shown() == WORDS
    label.resize(wide // 2, 20)
    shown = label.shown()
    assert shown.endswith("…")
    assert WORDS.startswith(shown[:-1])
    assert (label.text(), label.toolTip()) == (WORDS, WORDS), "the whole can still be had"


def test_what_is_shown_is_what_is_drawn(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    whole, cut = ElidedLabel(parent), ElidedLabel(parent)
    whole.setText(WORDS)
    width = whole.fontMetrics().horizontalAdvance(WORDS) // 2
    picture = _drawn(whole, width).toImage()
    cut.setText(whole.shown())
    assert picture == _drawn(cut, width).toImage()
    cut.setText("")
    assert picture != _drawn(cut, width).toImage(), "something is drawn"
    assert whole.textFormat() is Qt.TextFormat.PlainText
