"""What someone does who sees only the page: find phrase masking, mark an entity, save a picture; each click counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.notices import NoticeArea
from workbench.gui.panels.masking import MaskingPanel
from workbench.masking.entity import Entity
from workbench.masking.phrase import Phrase
from workbench.text.document import UnitKind


class Mouse:
    """Presses what stands on the screen, and counts."""

    def __init__(self, qtbot: QtBot) -> None:
        self.clicks = 0
        self._qtbot = qtbot

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        assert widget.isVisible()
        assert widget.isEnabled()
        self.clicks += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or widget.rect().center())

    def choose(self, box: QComboBox, words: str) -> None:
        """Open a box and take what is written there."""
        self.click(box)
        self._qtbot.waitUntil(box.view().isVisible)
        self._qtbot.wait(QApplication.doubleClickInterval() + 50)  # else Qt takes it for a part of the first click
        row = box.findText(words)
        assert row >= 0
        self.click(box.view().viewport(), box.view().visualRect(box.model().index(row, 0)).center())

    def choose_entry(self, button: QPushButton, words: str) -> None:
        """Click on a button that has a menu, and on an entry of that; the menu may hold up the first click."""
        menu = button.menu()
        assert isinstance(menu, QMenu)
        chosen: list[str] = []

        def choose() -> None:
            entry = next(action for action in menu.actions() if words in action.text())
            self.click(menu, menu.actionGeometry(entry).center())
            chosen.append(entry.text())

        menu.aboutToShow.connect(lambda: QTimer.singleShot(50, menu, choose))
        self.click(button)
        self._qtbot.waitUntil(lambda: len(chosen) == 1 and not menu.isVisible())


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the dialog of the system, which no test can press, saves when its button is pressed."""
    path = tmp_path / "masks.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    return path


@pytest.fixture
def notices(ready: Context, qtbot: QtBot) -> NoticeArea:
    """The line under the page, as the window has it."""
    area = NoticeArea()
    qtbot.addWidget(area)
    area.resize(1200, 100)
    area.show()
    ready.noticed.connect(area.add)
    ready.withdrawn.connect(area.withdraw)
    return area


def test_phrases_an_entity_and_a_picture_in_eight_clicks(
    page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, saved: Path, notices: NoticeArea
) -> None:
    mouse, card = Mouse(qtbot), panel.column.cards[0]
    mouse.choose(card.kind, "Phrases")
    assert isinstance(card.strategy, Phrase)
    assert mouse.clicks == 2

    page.settle()
    page.drag(card.strip, *page.cells_of("京大"))
    mouse.clicks += 1
    assert panel.marks.bar.label.label == "organisation", "nothing has to be chosen: it is on offer already"
    mouse.click(panel.marks.bar.entity_button)
    page.settle()
    button = next(one for one in notices.findChildren(QPushButton) if "Compare with" in one.text())
    mouse.click(button)
    page.settle()
    assert isinstance(panel.column.cards[1].strategy, Entity)
    assert page.kinds_of("京大", card=1) == {UnitKind.ENTITY}
    assert mouse.clicks == 5

    mouse.choose_entry(panel.actions_row.export, "Picture of the comparison")
    mouse.clicks += 1  # "Save" in the dialog of the system
    page.settle()
    assert b"<svg" in saved.read_bytes()
    assert mouse.clicks == 8
    page.settle()


def test_the_same_by_keys(page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, saved: Path) -> None:
    card = panel.column.cards[0]
    card.kind.setFocus()
    qtbot.keyClick(card.kind, Qt.Key.Key_Down)
    qtbot.keyClick(card.kind, Qt.Key.Key_Down)
    assert isinstance(card.strategy, Phrase)
    page.settle()
    card.strip.setFocus()
    for key, shift in ((Qt.Key.Key_Right, False), (Qt.Key.Key_Right, False), (Qt.Key.Key_Right, True)):
        modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
        qtbot.keyClick(card.strip, key, modifier)
    qtbot.keyClick(card.strip, Qt.Key.Key_Return)
    assert panel.marks.bar.isVisible()
    qtbot.keyClick(panel.marks.bar.entity_button, Qt.Key.Key_Space)
    page.settle()
    assert ready.draft.spec.units.entity_lists
    run: dict[str, Callable[[], None]] = {command.title: command.run for command in panel.commands()}
    run["Picture of the comparison…"]()
    page.settle()
    assert saved.is_file()
    page.settle()
