"""From the command to a window that can be used."""

from __future__ import annotations

import gc
import sys

import psutil
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from workbench.store.process_start import age_of


def measure_start(window: QWidget | None) -> None:
    """Write a line on standard output when the window has been painted and answers: ``window usable after 0.81 s``."""
    if window is not None:
        window.installEventFilter(_FirstPaint(window))


def keep_what_is_loaded() -> None:
    """Collect garbage again where that was left off for the start, but never look through what is there by now: all of
    it stays, and looking takes longer than a frame."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


class _FirstPaint(QObject):
    """Waits for the first painting, and then for the moment when nothing else waits to be done."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._tell)
        return False

    def _tell(self) -> None:
        sys.stdout.write(f"window usable after {age_of(psutil.Process()):.2f} s\n")
        sys.stdout.flush()
