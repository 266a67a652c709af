"""Runs everything that must be green: format, lint, strict types, import contracts, tests.

usage: python tests/check.py [--fast]      (--fast: stop before the tests)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent
WORKERS = "2"  #: processes of tests: more would want more memory and cores than a small machine has
MEMORY = Path("/dev/shm")  #: a folder in memory, where the system has one
ROOM_BYTES = 8 << 30  #: of memory and in that folder that must be free


def commands(fast: bool) -> list[tuple[str, list[str]]]:
    """Name and argv of each check, in order."""
    python = sys.executable
    checks = [
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("import contracts", [str(TOOLS / "lint-imports")]),
    ]
    return (
        checks if fast else [*checks, ("tests", [python, "-m", "pytest", "-q", "-n", WORKERS, "--dist", "worksteal"])]
    )


@contextmanager
def quick_environment() -> Iterator[dict[str, str]]:
    """The environment of all checks. Byte code is kept whatever the shell says: tests start some hundred processes,
    and each would compile the product anew. What torch compiles is kept too, by one process: it takes a minute.
    Temporary files lie in memory where there is room: thousands of small databases would each wait for the disk. They
    are gone at the end; a test run by itself leaves its folder on disk.
    """
    compiled = {"TORCHINDUCTOR_CACHE_DIR": str(ROOT / "build" / "compiled"), "TORCHINDUCTOR_COMPILE_THREADS": "1"}
    environment = {"QT_QPA_PLATFORM": "offscreen", **compiled, **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    free = min(shutil.disk_usage(MEMORY).free, psutil.virtual_memory().available) if MEMORY.is_dir() else 0
    if free < ROOM_BYTES:
        yield environment
        return
    with tempfile.TemporaryDirectory(prefix="workbench-tests-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        yield {**environment, "TMPDIR": folder}


def main() -> int:
    """Run the checks until one fails; returns its exit code."""
    with quick_environment() as environment:
        for name, argv in commands("--fast" in sys.argv[1:]):
            begin = time.monotonic()
            code = subprocess.run(argv, cwd=ROOT, env=environment, check=False).returncode
            how = "ok" if code == 0 else f"failed ({code})"
            sys.stdout.write(f"== {name}: {how}, {time.monotonic() - begin:.0f} s\n")
            sys.stdout.flush()
            if code:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
