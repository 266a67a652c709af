import time
from types import ModuleType

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


def test_a_blocked_window_is_measured(heartbeat: ModuleType, qapp: QApplication, qtbot: QtBot) -> None:
    """It beats, is held up, and beats again; how often in a given time is the machine's matter."""
    heart = heartbeat.Heartbeat()
    heart.start()
    qtbot.waitUntil(lambda: heart.beats >= 3, timeout=60_000)
    before = heart.beats
    time.sleep(0.2)
    assert heart.beats == before, "a blocked event loop has no beats"
    qtbot.waitUntil(lambda: heart.beats >= before + 3, timeout=60_000)
    late = heart.stop()
    assert late.most >= 150
    assert late.beats == heart.beats > 5
    assert "p99" in str(late)
