import time
from types import ModuleType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


def test_a_blocked_window_is_measured(heartbeat: ModuleType, qapp: QApplication, qtbot: QtBot) -> None:
    heart = heartbeat.Heartbeat()
    heart.start()
    QTimer.singleShot(50, heart, lambda: time.sleep(0.2))
    qtbot.wait(400)
    late = heart.stop()
    assert late.most >= 150
    assert late.beats > 5
    assert "p99" in str(late)
