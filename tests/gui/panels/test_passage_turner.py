"""Turning over passages, by button or by number."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.panels.passage_turner import PassageTurner


def test_buttons_end_where_passages_do(qtbot: QtBot) -> None:
    turner, moves = PassageTurner(), list[int]()
    qtbot.addWidget(turner)
    turner.moved.connect(moves.append)
    assert (turner.back.isEnabled(), turner.on.isEnabled()) == (False, False)
    turner.show_count(3)
    for _ in range(4):  # the last click meets a button that is off
        QTest.mouseClick(turner.on, Qt.MouseButton.LeftButton)
    QTest.mouseClick(turner.back, Qt.MouseButton.LeftButton)
    assert moves == [1, 2, 1]
    assert turner.number == 1
    assert (turner.back.isEnabled(), turner.on.isEnabled()) == (True, True)
    assert turner._of.text() == "/ 3"
    turner.show_count(1, "of a corpus")
    assert (turner._of.text(), turner._of.toolTip()) == ("/ 1 (sample)", "of a corpus")
    assert turner.number == 0
    assert moves == [1, 2, 1], "the owner knows that there are fewer"
    assert (turner.back.isEnabled(), turner.on.isEnabled()) == (False, False)


def test_pictures_follow_the_theme(qtbot: QtBot) -> None:
    turner = PassageTurner()
    qtbot.addWidget(turner)
    before = turner.back.icon().cacheKey()
    palette = QPalette(turner.palette())
    palette.setColor(QPalette.ColorRole.ButtonText, QColor("#ff0000"))
    turner.setPalette(palette)
    assert turner.back.icon().cacheKey() != before
