"""Folders that processes fill before they give them their names, and that are left behind where one is killed."""

from __future__ import annotations

import shutil
from pathlib import Path

import psutil


def remove_abandoned(folder: Path, prefix: str) -> None:
    """Remove what processes that are gone left in a folder: ``prefix``, the number of the process, and whatever follows
    after a hyphen. A name without a number is nobody's."""
    for path in folder.glob(f"{prefix}*"):
        process = path.name.removeprefix(prefix).partition("-")[0]
        if not (process.isdecimal() and psutil.pid_exists(int(process))):
            shutil.rmtree(path, ignore_errors=True)
