"""Ctrl+C during work that must end in order, or that a library does without looking at Python meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from workbench.core.progress import Cancelled

T = TypeVar("T")

_LOOK_SECONDS = 0.1
_GRACE_SECONDS = 10.0  #: how long work that was asked to stop may take to do so in order


def interruptible(work: Callable[[Cancelled], T], *, grace: float = _GRACE_SECONDS) -> T:
    """Do the work, which is given a way to learn that it is no longer wanted, so that Ctrl+C ends the wait for it.

    It is done in another thread, since Python hands Ctrl+C to the main one alone, between any two instructions of it.
    Work that does not heed the wish within ``grace`` seconds is left behind, and ends with the process.
    """
    unwanted, done = threading.Event(), threading.Event()
    outcome: list[T] = []
    errors: list[BaseException] = []

    def do() -> None:
        try:
            outcome.append(work(unwanted.is_set))
        except BaseException as error:  # noqa: BLE001 - raised again where the work is waited for
            errors.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=do, daemon=True).start()
        # Not the thread is joined: Ctrl+C during that makes Python 3.11 hold a running thread for ended.
        while not done.wait(_LOOK_SECONDS):
            pass
    except KeyboardInterrupt:
        unwanted.set()
        done.wait(grace)
        raise
    if errors:
        raise errors[0]
    return outcome[0]
