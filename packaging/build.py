"""Builds the one-folder program: python packaging/build.py [--out DIR]. The result is DIR/workbench."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def folder_size(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> int:
    """Run PyInstaller; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    arguments = parser.parse_args()
    begin = time.monotonic()
    target = arguments.out / "workbench"
    shutil.rmtree(target, ignore_errors=True)
    code = subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--distpath", str(arguments.out), "--workpath", str(ROOT / "build"),
            str(ROOT / "packaging" / "workbench.spec"),
        ],
        cwd=ROOT,
        check=False,
    ).returncode  # fmt: skip
    if code == 0:
        sys.stdout.write(f"{target}: {folder_size(target) / 1e6:.0f} MB, built in {time.monotonic() - begin:.0f} s\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
