"""Processes as tests look at them."""

from __future__ import annotations

from contextlib import suppress

import psutil


def command_of(process: psutil.Process) -> str:
    """The command line of a process in one piece; empty for one that has ended, be it waited for or not."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return ""
