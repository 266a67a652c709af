"""What would keep the user waiting is put off while he does something."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from workbench.gui import quiet
from workbench.gui.quiet import QuietMoment


@pytest.fixture
def moment(qtbot: QtBot) -> QuietMoment:
    owner = QObject()
    qtbot.owner = owner  # type: ignore[attr-defined] - lives as long as the test
    return QuietMoment(owner)


def test_a_quiet_moment_comes_at_once_where_nothing_is_done(qtbot: QtBot, moment: QuietMoment) -> None:
    with qtbot.waitSignal(moment.came, timeout=5000):
        moment.ask()
    moment.end()


def test_typing_puts_it_off(qtbot: QtBot, moment: QuietMoment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet, "AFTER_MILLISECONDS", 10**6)
    line = QLineEdit()
    qtbot.addWidget(line)
    moment.ask()
    QTest.keyClick(line, Qt.Key.Key_A)
    with qtbot.assertNotEmitted(moment.came, wait=3 * quiet.AT_ONCE_MILLISECONDS):
        pass
    moment.end()
    moment.ask()
    with qtbot.waitSignal(moment.came, timeout=5000):
        pass
    moment.end()


def test_nothing_comes_after_the_end(qtbot: QtBot, moment: QuietMoment) -> None:
    moment.ask()
    moment.end()
    with qtbot.assertNotEmitted(moment.came, wait=3 * quiet.AT_ONCE_MILLISECONDS):
        pass
