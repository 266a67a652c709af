"""What lies at the top of the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = {"README.md", "packaging", "pyproject.toml", "resources", "sample_data", "tests", "workbench"}


def test_nothing_lies_about_at_the_top() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("these files came without their history, which says what belongs to them")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    top = {name.partition("/")[0] for name in listed.stdout.split("\0") if name}
    assert {name for name in top if not name.startswith(".")} == TOP
