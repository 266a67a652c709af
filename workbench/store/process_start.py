"""When a process began, so that another one with the same number is not taken for it."""

from __future__ import annotations

import sys
import time

import psutil


def started_at(process: psutil.Process) -> float:
    """Seconds that stay the same when somebody, or the network after a sleep, sets the clock.

    Linux counts from the start of the machine, and psutil adds that start by the clock as it is now; elsewhere the
    system notes the time when the process begins.
    """
    created = float(process.create_time())
    return created - psutil.boot_time() if sys.platform == "linux" else created


def age_of(process: psutil.Process) -> float:
    """Seconds since a process began.

    Not by psutil's time of creation alone, which on Linux is up to a second early: the kernel tells the start of the
    machine in whole seconds.
    """
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME) - started_at(process)
    return time.time() - started_at(process)
