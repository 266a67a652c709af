"""Engines killed at any moment go on to the bit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "kill_engine.py"
POINTS = (
    "preparing",
    "step",
    "update of weights",
    "evaluation",
    "saving: a file",
    "saving: to the disk",
    "saving: new name",
    "saving: old ones",
    "database: rows",
    "database: statement",
)


@pytest.mark.skipif(sys.platform == "win32", reason="children are forked")
def test_engines_killed_at_any_moment_end_as_if_nobody_had_disturbed_them() -> None:
    """Each point once, and as many kills at drawn times; the tool by itself kills fifty."""
    times = 2 * len(POINTS)
    done = subprocess.run(
        [sys.executable, str(TOOL), "--times", str(times), "--seed", "1"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    sys.stdout.write(done.stdout)  # in which phases the kills came, with -s
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{times} of {times} bit-equal" in done.stdout
    phases = {line.split(maxsplit=1)[1] for line in done.stdout.splitlines()[:-1]}
    assert phases >= set(POINTS)
