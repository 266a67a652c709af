"""When a process began, so that another one with the same number is not taken for it."""

from __future__ import annotations

import sys

import psutil


def started_at(process: psutil.Process) -> float:
    """Seconds that stay the same when somebody, or the network after a sleep, sets the clock.

    Linux counts from the start of the machine, and psutil adds that start by the clock as it is now; elsewhere the
    system notes the time when the process begins.
    """
    created = float(process.create_time())
    return created - psutil.boot_time() if sys.platform == "linux" else created
