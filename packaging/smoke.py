"""Runs the packaged program's self-test the hard way: another working directory, no standard output, no network,
and a home folder whose name holds Chinese characters and spaces.

usage: python packaging/smoke.py [FOLDER]      (default: dist/workbench)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SUFFIX = ".exe" if sys.platform == "win32" else ""
LIMIT_S = 300


def environment(home: Path) -> dict[str, str]:
    """A fresh user's environment: that home, and none of this interpreter's paths."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "APPDATA": str(home),
        "LOCALAPPDATA": str(home),
        "LANG": "C.UTF-8",
        "QT_QPA_PLATFORM": "offscreen",
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "HTTP_PROXY": "http://127.0.0.1:9",
    }


def run(argv: list[str], home: Path, elsewhere: Path, log: Path) -> float:
    """Run one command to its end; raises where it fails. Returns the seconds it took."""
    begin = time.monotonic()
    with log.open("wb") as errors:
        done = subprocess.run(
            argv,
            cwd=elsewhere,
            env=environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            timeout=LIMIT_S,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"{argv} ended with {done.returncode}:\n{log.read_text(encoding='utf-8', errors='replace')}")
    return time.monotonic() - begin


def main() -> int:
    """Check both programs of the folder."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "workbench"
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "用户 名字"
        elsewhere = Path(place) / "别 处"
        home.mkdir()
        elsewhere.mkdir()
        log = Path(place) / "errors.log"
        for program, arguments in (
            ("workbench-engine", ["selftest", "--workers", "2"]),
            ("workbench", ["selftest"]),
            ("workbench", ["--check-window", "--project", str(home / "项目")]),
        ):
            seconds = run([str(folder / (program + SUFFIX)), *arguments], home, elsewhere, log)
            sys.stdout.write(f"{program} {' '.join(arguments)}: ok, {seconds:.0f} s\n")
    sys.stdout.write("3 passed, 0 failed\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
