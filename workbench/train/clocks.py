"""Time at work: what the machine sleeps, and what a run pauses, is not worked."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable

SLEEP_SECONDS = 30.0  #: a difference of the two clocks below this is no sleep


def awake_seconds() -> float:
    """A clock that stands still while the machine sleeps."""
    if sys.platform == "win32":
        ticks = ctypes.c_ulonglong()
        ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(ticks))
        return ticks.value * 1e-7
    return time.monotonic()


def unbroken_seconds() -> float:
    """A clock that goes on while the machine sleeps, and that nobody sets."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


class Stopwatch:
    """Seconds at work since ``seconds``, as they were when it began; stands still until :meth:`go`."""

    def __init__(
        self,
        seconds: float = 0.0,
        awake: Callable[[], float] = awake_seconds,
        unbroken: Callable[[], float] = unbroken_seconds,
    ) -> None:
        self._seconds = seconds
        self._awake, self._unbroken = awake, unbroken
        self._going = False
        self._last = (0.0, 0.0)

    def go(self) -> None:
        """Count from now on."""
        self.take_sleep()
        self._going = True

    def stand(self) -> None:
        """Count no more, as in a pause."""
        self.take_sleep()
        self._going = False

    def take_sleep(self) -> float:
        """Count what has passed, and return for how long the machine slept in it; 0 for not at all."""
        now = self._awake(), self._unbroken()
        worked, passed = (one - other for one, other in zip(now, self._last, strict=True))
        was_going, self._last = self._going, now
        if not was_going:
            return 0.0
        self._seconds += worked
        slept = passed - worked
        return slept if slept >= SLEEP_SECONDS else 0.0

    @property
    def seconds(self) -> float:
        """What was counted up to the last call of a method."""
        return self._seconds
