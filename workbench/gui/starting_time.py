"""From the command to a window that can be used."""

from __future__ import annotations

import sys
import time

import psutil
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


def measure_start(window: QWidget | None) -> None:
    """Write a line on standard output when the window has been painted and answers: ``window usable after 0.81 s``."""
    if window is not None:
        window.installEventFilter(_FirstPaint(window))


class _FirstPaint(QObject):
    """Waits for the first painting, and then for the moment when nothing else waits to be done."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._tell)
        return False

    def _tell(self) -> None:
        seconds = time.time() - psutil.Process().create_time()
        sys.stdout.write(f"window usable after {seconds:.2f} s\n")
        sys.stdout.flush()
