"""Bars of shares are chosen by mouse and keys, and say in words what they show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.views.share_bars import ShareBar, ShareBars

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bars(qtbot: QtBot, dressed: object) -> ShareBars:
    made = ShareBars()
    qtbot.addWidget(made)
    made.resize(240, 200)
    made.show_bars([ShareBar("follows", 1500, 0), ShareBar("of another document", 500, 1), ShareBar("others", 0)])
    made.chosen.connect(lambda key: made.show_bars(made.bars, key))
    made.show()
    return made


def test_a_click_chooses_and_a_second_takes_back(bars: ShareBars) -> None:
    chosen: list[int] = []
    bars.chosen.connect(chosen.append)
    for place in (1, 1, 0, 2):
        QTest.mouseClick(bars, LEFT, pos=bars.row_rect(place).center())
    assert chosen == [1, -1, 0], "what has no key can't be chosen"


def test_keys_go_up_and_down_and_let_go(bars: ShareBars) -> None:
    chosen: list[int] = []
    bars.chosen.connect(chosen.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Escape):
        QTest.keyClick(bars, key)
    assert chosen == [0, 1, 1, 0, -1]


def test_words_and_lengths_are_shares_of_the_whole(bars: ShareBars) -> None:
    assert "follows: 1,500 (75.0" in bars.accessibleDescription()
    assert "of another document: 500 (25.0" in bars.accessibleDescription()
    image = bars.grab().toImage()
    ground = image.pixelColor(238, 2).rgb()

    def filled(place: int) -> int:
        rect = bars.row_rect(place)
        line = rect.top() + 2 + bars.fontMetrics().height() + bars.fontMetrics().height() // 2
        return sum(image.pixelColor(x, line).rgb() != ground for x in range(120))

    assert filled(0) > 2.5 * filled(1) > 0
    bars.show_bars([])
    assert bars.grab().height() > 0
