"""How late the window's timer is while points stream into a curve board: python tests/tools/curve_stream.py.

``--points`` a second are added for ``--seconds`` to a board of ``--runs`` runs, five times a second as by the watcher;
a timer of 10 ms says how late the window's thread comes, and the processor time of each turn of the event loop what of
that is its own doing on a busy machine. ``--day`` instead adds the points of a day at ten a second, as
fast as they are drawn, and prints the memory of the process after each tenth of it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
import psutil
from heartbeat import Heartbeat
from PySide6.QtWidgets import QApplication

from workbench.cli.bench_curves_store import NAMES, GrowingRun
from workbench.gui.panels.curve_board import CurveBoard
from workbench.gui.theme import Theme, ThemeChoice

LOOKS = 5  #: of the watcher, a second


class Stream:
    """Runs in memory that grow; each of their points is one value of one metric."""

    def __init__(self, count: int) -> None:
        self.growing = [GrowingRun(number) for number in range(count)]
        self.runs = [one.curves for one in self.growing]

    def grow(self, points: int) -> None:
        """Add so many points, shared out evenly among runs and metrics."""
        for one in self.growing:
            one.grow(max(1, points // (len(self.growing) * len(NAMES))))


def stream(board: CurveBoard, runs: Stream, points: int, seconds: float) -> None:
    """Let points come and print how late the timer was."""
    heart, turns = Heartbeat(), []
    begin, grown = time.monotonic(), 0
    heart.start()
    while (passed := time.monotonic() - begin) < seconds:
        if passed * LOOKS >= grown + 1:
            grown += 1
            runs.grow(points // LOOKS)
            board.show_runs(list(runs.runs))
        before = time.process_time()
        QApplication.processEvents()
        turns.append(1000 * (time.process_time() - before))
        time.sleep(0.001)
    sys.stdout.write(f"{points} points/s for {seconds:g} s: {heart.stop()}\n")
    p99, most = np.percentile(turns, 99), max(turns)
    sys.stdout.write(f"a turn of the event loop takes {p99:.1f} ms (p99), {most:.1f} ms (max) of processor time\n")


def day(board: CurveBoard, runs: Stream) -> None:
    """Let the updates of a day come and print the memory."""
    process, looks = psutil.Process(), 24 * 3600 // 10
    for look in range(looks):
        runs.grow(100)
        board.show_runs(list(runs.runs))
        board._draw()
        QApplication.processEvents()
        if look % (looks // 10) == 0:
            points = sum(len(track) for run in runs.runs for track in run.tracks.values())
            sys.stdout.write(f"{look / looks:4.0%}: {points:,} points, {process.memory_info().rss / 2**20:.0f} MiB\n")
            sys.stdout.flush()


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--day", action="store_true")
    arguments = parser.parse_args()
    application = QApplication([])
    Theme(application, ThemeChoice.LIGHT)
    board = CurveBoard("stream")
    board.resize(1100, 700)
    board.show()
    runs = Stream(arguments.runs)
    if arguments.day:
        day(board, runs)
    else:
        stream(board, runs, arguments.points, arguments.seconds)
    board.close()


if __name__ == "__main__":
    main()
