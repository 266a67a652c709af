"""Runs everything that must be green: format, lint, strict types, import contracts, tests.

usage: python tests/check.py [--fast]      (--fast: stop before the tests)
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent
WORKERS = "2"  #: processes of tests: more would want more memory and cores than a small machine has


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


def main() -> int:
    """Run the checks until one fails; returns its exit code."""
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    for name, argv in commands("--fast" in sys.argv[1:]):
        begin = time.monotonic()
        code = subprocess.run(argv, cwd=ROOT, env=environment, check=False).returncode
        sys.stdout.write(f"== {name}: {'ok' if code == 0 else f'failed ({code})'}, {time.monotonic() - begin:.0f} s\n")
        sys.stdout.flush()
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
