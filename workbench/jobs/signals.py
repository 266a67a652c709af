"""What asks a program in a terminal to end."""

from __future__ import annotations

import signal

TERMINAL_CLOSED = getattr(signal, "SIGHUP", None)  #: may come twice, from the system and from the shell


def stop_signals() -> list[signal.Signals]:
    """Ctrl+C, SIGTERM, and where there is one the signal that the terminal was closed, unless whoever started the
    program wants it ignored (nohup)."""
    if TERMINAL_CLOSED is None or signal.getsignal(TERMINAL_CLOSED) is signal.SIG_IGN:
        return [signal.SIGINT, signal.SIGTERM]
    return [signal.SIGINT, signal.SIGTERM, TERMINAL_CLOSED]
