"""Runs the packaged program's self-test the hard way: another working directory, no standard output, no network,
and a home folder whose name holds Chinese characters and spaces; then work as the window gives it to a child.

usage: python packaging/smoke.py [FOLDER]      (default: dist/workbench)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

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


def import_in_child(engine: Path, home: Path) -> float:
    """Import a sample as the window does, the packaged engine being the child. Returns the seconds it took."""
    sys.path.insert(0, str(ROOT))
    from workbench.core.paths import Project
    from workbench.core.progress import never, silent
    from workbench.jobs import calls
    from workbench.jobs.command import EngineCommand
    from workbench.text.corpus import import_corpus
    from workbench.text.readers.settings import ImportSettings

    begin = time.monotonic()
    packaged = EngineCommand((str(engine),), environment(home))
    arguments = (Project(home / "项目"), "news", [ROOT / "sample_data" / "zh" / "news.txt"], ImportSettings())
    with patch.object(calls, "engine_command", lambda: packaged):
        corpus = calls.call_in_child(import_corpus, *arguments, progress=silent, cancelled=never)
    if not corpus.num_documents:
        raise SystemExit("the child of the packaged program imported nothing")
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
        seconds = import_in_child(folder / f"workbench-engine{SUFFIX}", home)
        sys.stdout.write(f"workbench-engine call: ok, {seconds:.0f} s\n")
    sys.stdout.write("4 passed, 0 failed\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
