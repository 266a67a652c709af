"""Times the drawing of 20 runs of 100,000 points, by hand: python tests/tools/curve_pan.py [--profile].

The first drawing, then the median and the slowest frame of a pan and of a zoom, smoothed and plain. Every frame paints
the whole plot at once. The last line times numpy on the same machine: on a busy one compare ratios to it.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import statistics
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtWidgets import QApplication

from workbench.cli.bench_curves import made_up_curves, milliseconds, pan_frames
from workbench.gui.theme import Theme, ThemeChoice
from workbench.gui.views.curve import CurveView


def yardstick() -> float:
    """The median time of sorting a million fixed numbers."""
    numbers = np.random.default_rng(1).random(1_000_000)
    return statistics.median(milliseconds(lambda: np.sort(numbers)) for _ in range(5))


def measure(view: CurveView, points: int, say: Callable[[str], object]) -> None:
    """Pan and zoom, and say how long frames took."""
    for name, frames in pan_frames(view, points).items():
        say(f"  {name}: median {statistics.median(frames):.0f} ms, slowest {max(frames):.0f} ms")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--size", type=int, nargs=2, default=(1400, 800), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--profile", action="store_true", help="print where the time of the pans went")
    arguments = parser.parse_args()
    application = QApplication([])
    Theme(application, ThemeChoice.LIGHT)
    say = sys.stdout.write
    series = made_up_curves(arguments.runs, arguments.points)
    for factor in (0.6, 0.0):
        view = CurveView("Loss")
        view.resize(*arguments.size)
        view.show()
        application.processEvents()
        view.set_smoothing(factor)
        given, again = (milliseconds(partial(view.show_series, series)) for _ in range(2))
        drawn = milliseconds(view.view.viewport().repaint)
        say(f"smoothing {factor:g}: first show {given:.0f} ms, again {again:.0f} ms, first paint {drawn:.0f} ms\n")
        with cProfile.Profile() if arguments.profile else nullcontext() as profile:
            measure(view, arguments.points, lambda line: say(f"{line}\n"))
        if profile:
            pstats.Stats(profile).sort_stats("tottime").print_stats(18)
        view.close()
        view.deleteLater()
        application.processEvents()
    say(f"yardstick: sorting a million numbers {yardstick():.0f} ms\n")


if __name__ == "__main__":
    main()
