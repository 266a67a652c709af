"""What asks a program in a terminal to end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

TERMINAL_CLOSED = getattr(signal, "SIGHUP", None)  #: may come twice, from the system and from the shell


@contextmanager
def handling_stops(handle: Callable[[int], None]) -> Iterator[None]:
    """Inside, Ctrl+C, SIGTERM, and the end of the terminal call ``handle`` with their number.

    Whoever started the program may want the end of its terminal ignored (nohup). Only the main thread may take
    signals; elsewhere they are left as they are.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def take(number: int, frame: FrameType | None) -> None:
        handle(number)

    before = {number: signal.signal(number, take) for number in _stops()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stops() -> list[signal.Signals]:
    if TERMINAL_CLOSED is None or signal.getsignal(TERMINAL_CLOSED) is signal.SIG_IGN:
        return [signal.SIGINT, signal.SIGTERM]
    return [signal.SIGINT, signal.SIGTERM, TERMINAL_CLOSED]
