"""How late a 10 ms timer of the window's thread fires: what a user feels as stalling."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Slot

INTERVAL_MILLISECONDS = 10


@dataclass(frozen=True)
class Lateness:
    """Milliseconds by which the timer came after its time."""

    median: float
    p99: float
    most: float
    beats: int

    def __str__(self) -> str:
        return (
            f"late by {self.median:.1f} ms (p50), {self.p99:.1f} ms (p99), {self.most:.1f} ms (max); {self.beats} beats"
        )


class Heartbeat(QObject):
    """Beats from :meth:`start` to :meth:`stop` in the thread that it was made in."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._late: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self, interval=INTERVAL_MILLISECONDS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin."""
        self._late.clear()
        self._last = time.perf_counter()
        self._timer.start()

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self._late.append(max(0.0, 1000 * (now - self._last) - INTERVAL_MILLISECONDS))
        self._last = now

    @property
    def beats(self) -> int:
        """How many there were since the start."""
        return len(self._late)

    def stop(self) -> Lateness:
        """End, and say how late the beats were."""
        self._timer.stop()
        late = np.array(self._late or [0.0])
        median, p99 = np.percentile(late, [50, 99])
        return Lateness(float(median), float(p99), float(late.max()), len(self._late))
