"""``bench import``: what importing files of several sizes takes, each in a process that is watched from outside."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project, sample_data
from workbench.core.texts import mark
from workbench.jobs.command import no_window, program_argv

_POLL_SECONDS = 0.02
_MEGABYTE = 10**6
_TINY = 1000  #: bytes of the import whose memory is that of the program itself


def bench_import(project: Project, sizes: Sequence[float]) -> list[dict[str, Any]]:
    """A row a size (megabytes of 10^6 bytes): seconds, MB/s, and the most memory beyond that of a tiny import.

    The text is that of the sample, its lines drawn with repetition and numbered so that none is the copy of another.
    """
    path = project.root / "bench.txt"
    _, resting = _measure(project, path, _TINY)
    rows = []
    for size in sizes:
        seconds, peak = _measure(project, path, round(size * _MEGABYTE))
        rows.append(
            {
                "MB": size,
                "seconds": seconds,
                "MB_per_s": size / seconds,
                "peak_MB": peak / _MEGABYTE,
                "growth_MB": (peak - resting) / _MEGABYTE,
            }
        )
    return rows


def _measure(project: Project, path: Path, size: int) -> tuple[float, int]:
    """Seconds and peak resident bytes of the import of a file of ``size`` bytes."""
    write_text(path, size)
    name = f"bench-{size}"
    command = [*program_argv(), "import", str(path), "--name", name, "--project", str(project.root), "--json"]
    begin, peak = time.monotonic(), 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, creationflags=no_window()) as child:
        watched = psutil.Process(child.pid)
        while child.poll() is None:
            try:
                peak = max(peak, watched.memory_info().rss)
            except psutil.Error:  # it has just ended
                break
            time.sleep(_POLL_SECONDS)
    seconds = time.monotonic() - begin
    path.unlink()
    if child.returncode:
        raise WorkbenchError(mark("The import ended with code {code}."), code=child.returncode)
    return seconds, peak


def write_text(path: Path, size: int) -> None:
    """Chinese text of about so many bytes, always the same."""
    files = (sample_data("zh", name) for name in ("encyclopedia.txt", "news.txt", "essays.txt"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").split("\n")]
    draw, written, number = random.Random(0), 0, 0
    with path.open("wb") as file:
        while written < size:
            line = lines[draw.randrange(len(lines))]
            number += 1
            data = f"{number} {line}\n".encode() if line else b"\n"
            file.write(data)
            written += len(data)
