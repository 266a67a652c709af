"""Some releases of the Qt binding lose references to None, True and False and abort; see ARCHITECTURE.md."""

import sys

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Series


class Sender(QObject):
    told = Signal(object)


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    @Slot(object)
    def take(self, value: object) -> None:
        self.count += 1


def counts() -> list[int]:
    return [sys.getrefcount(value) for value in (None, True, False)]


def redraw(view: CurveView, times: int) -> None:
    steps = np.arange(500.0)
    for number in range(times):
        view.show_series([Series("loss", steps, np.sin(steps + number))])
        view.grab()


def test_signals_and_redraws_keep_the_references(dressed: QApplication, qtbot: QtBot) -> None:
    sender, receiver, view = Sender(), Receiver(), CurveView("loss")
    qtbot.addWidget(view)
    sender.told.connect(receiver.take)
    redraw(view, 20)  # caches fill
    before = counts()
    for number in range(2000):
        sender.told.emit((None, True, False)[number % 3])
    redraw(view, 200)
    assert receiver.count == 2000
    for first, last in zip(before, counts(), strict=True):
        assert last > first - 200, "references were lost"
