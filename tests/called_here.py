"""Calls of :mod:`workbench.jobs.calls` without the start of a process: a thread is the child."""

from __future__ import annotations

import os
import threading
from typing import IO, Any, Self

import pytest

from workbench.jobs import calls

_wait_for_end = calls._wait_for_end


class ChildThread:
    """What ``call_in_child`` takes for its child. It hears and says the same bytes over pipes, and is cancelled by the
    end of its input; to be ended from outside it would have to be a process."""

    returncode = 0

    def __init__(self, argv: list[str], environment: dict[str, str], log: IO[bytes]) -> None:
        assert argv[-1] == "call"
        heard, says = os.pipe()
        hears, said = os.pipe()
        self.stdin, self.stdout = os.fdopen(says, "wb"), os.fdopen(hears, "rb")
        self._thread = threading.Thread(target=_serve, args=(heard, said), daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """Work that heeds no wish goes on to its end, which ``__exit__`` waits for."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdin.close()
        self._thread.join()
        self.stdout.close()


def _serve(heard: int, said: int) -> None:
    with os.fdopen(heard, "rb", closefd=False) as calls_, os.fdopen(said, "wb") as answers:
        calls.serve_call(calls_, answers)


def _close_at_end(descriptor: int, stop: threading.Event) -> None:
    """The input is closed by who still reads from it when the call is done."""
    _wait_for_end(descriptor, stop)
    os.close(descriptor)


def call_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on calls are carried out by threads of this process."""
    start: Any = ChildThread
    monkeypatch.setattr(calls, "start_answering", start)
    monkeypatch.setattr(calls, "_wait_for_end", _close_at_end)
