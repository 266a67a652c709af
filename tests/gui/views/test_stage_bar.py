"""Stages as a bar: what is where, and what mouse and keys do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.stage_bar import Segment, StageBar

SEGMENTS = (
    Segment("basic", "Single tokens 15 %", 1, 50, [(1.0, "#8a939e")]),
    Segment("mixed", "Mixture 15 %", 51, 80, [(0.5, "#E69F00"), (0.5, "#009E73")]),
    Segment("last", "Entities 15 %", 81, 100, [(1.0, "#009E73")]),
)


@pytest.fixture
def bar(dressed: QApplication, qtbot: QtBot) -> StageBar:
    made = StageBar()
    qtbot.addWidget(made)
    made.resize(1001, made.sizeHint().height())
    made.show_segments(SEGMENTS, 1)
    made.show()
    return made


def move_to(bar: StageBar, point: QPoint) -> None:
    where, none = QPointF(point), Qt.KeyboardModifier.NoModifier
    left = Qt.MouseButton.LeftButton
    QApplication.sendEvent(bar, QMouseEvent(QEvent.Type.MouseMove, where, where, left, left, none))


def test_widths_are_the_shares_of_the_steps(bar: StageBar) -> None:
    bar.grab()
    assert [bar.rect_of(place).width() for place in range(3)] == [500, 300, 200]
    assert [bar.place_at(bar.rect_of(place).center()) for place in range(3)] == [0, 1, 2]
    assert bar.border_at(QPoint(502, 5)) == 0
    assert bar.border_at(QPoint(650, 5)) == bar.border_at(QPoint(1000, 5)) == -1
    assert "mixed: Mixture 15 %, steps 51 to 80" in bar.accessibleDescription()


def test_a_click_chooses_and_two_rename(bar: StageBar, qtbot: QtBot) -> None:
    chosen: list[int] = []
    renaming: list[int] = []
    bar.chosen.connect(chosen.append)
    bar.renaming.connect(renaming.append)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.rect_of(2).center())
    qtbot.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=bar.rect_of(0).center())
    assert chosen[0] == 2
    assert renaming == [0]


def test_a_border_is_dragged_and_let_go(bar: StageBar, qtbot: QtBot) -> None:
    moved: list[tuple[int, int]] = []
    settled: list[tuple[int, int]] = []
    bar.border_moved.connect(lambda *at: moved.append(at))
    bar.border_set.connect(lambda *at: settled.append(at))
    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(801, 10))
    move_to(bar, QPoint(700, 10))
    assert not settled
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(600, 10))
    assert moved == [(1, 70)]
    assert settled == [(1, 60)]


def test_everything_by_keyboard(bar: StageBar, qtbot: QtBot) -> None:
    chosen: list[int] = []
    settled: list[tuple[int, int]] = []
    renaming: list[int] = []
    bar.chosen.connect(chosen.append)
    bar.border_set.connect(lambda *at: settled.append(at))
    bar.renaming.connect(renaming.append)
    qtbot.keyClick(bar, Qt.Key.Key_Left)
    qtbot.keyClick(bar, Qt.Key.Key_Right)
    qtbot.keyClick(bar, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(bar, Qt.Key.Key_F2)
    assert chosen == [0, 2]
    assert settled == [(1, 81)]
    assert renaming == [1]


def test_nothing_to_show(bar: StageBar, qtbot: QtBot) -> None:
    bar.show_segments((), 0)
    bar.grab()
    qtbot.keyClick(bar, Qt.Key.Key_Right)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert bar.place_at(QPoint(5, 5)) == -1
