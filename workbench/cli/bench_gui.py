"""``bench gui``: the window with a store as a year of work leaves it."""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.arguments import require_at_least
from workbench.cli.bench_store import POINTS_A_STEP, fill_store, start_live_run, write_live
from workbench.cli.bench_window import (
    PATIENCE_SECONDS,
    draw_in_memory,
    milliseconds,
    open_window,
    running_application,
    table_row,
    wait_for,
)
from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.jobs.calls import call_in_child
from workbench.jobs.command import engine_command
from workbench.store.store import Store

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from workbench.gui.window import Window

Rows = list[dict[str, Any]]

STARTS = 5
SEARCH = "loss<4.5 seed=3 roberta"
CURVES, CURVE_POINTS = 20, 100_000
_USABLE = re.compile(r"window usable after ([\d.]+) s")


def add_gui_options(parser: argparse.ArgumentParser) -> None:
    """How large, and how long."""
    parser.add_argument("--runs", type=int, default=1000, metavar="N", help="runs in the store (1000)")
    parser.add_argument("--points", type=int, default=5000, metavar="N", help="points of each run's loss (5000)")
    parser.add_argument("--long", type=int, default=CURVE_POINTS, metavar="N", help="points of 20 long runs (100000)")
    parser.add_argument("--seconds", type=int, default=60, metavar="S", help="how long points arrive (60)")
    parser.add_argument("--rate", type=int, default=1000, metavar="N", help="points a second that arrive (1000)")


def bench_gui(work: Project, arguments: argparse.Namespace) -> Rows:
    """Fill the store of the temporary project, then measure; without a display the window is drawn in memory."""
    for name in ("runs", "points", "long", "seconds", "rate"):
        require_at_least(1, f"--{name}", getattr(arguments, name))
    draw_in_memory()
    began = time.perf_counter()
    fill_store(work, arguments.runs, arguments.points)
    rows = [table_row("making the store", time.perf_counter() - began, "s")]
    rows.append(table_row("size of the store", work.database.stat().st_size / 1e6, "MB"))
    rows += _starts(work)
    rows += _queries(work)
    with running_application() as application:
        with open_window(application, work) as window:
            rows += _runs_page(application, window)
            rows += _arriving(application, window, work, arguments.seconds, arguments.rate)
        rows += _panning(application)
        rows += _long_runs(application, work, arguments.long)
        rows += _day(application)
    return rows


def _starts(work: Project) -> Rows:
    """From the command to a window that answers, on the page of the runs; the first start warms the disk."""
    taken = sorted(_start(work) for _ in range(STARTS + 1))
    return [
        table_row("window usable after the command, median", statistics.median(taken[:-1]), "s", "1"),
        table_row("window usable after the command, slowest", taken[-1], "s"),
    ]


def _start(work: Project) -> float:
    command = engine_command()
    environment = {**command.environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # people's programs find their bytecode on the disk
    done = subprocess.run(
        command.with_arguments("--project", str(work.root), "--open", "runs", "--language", "en", "--check-window"),
        env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE_SECONDS, check=False,
    )  # fmt: skip
    found = _USABLE.search(done.stdout)
    if found is None:
        raise WorkbenchError(mark("The window does not start: {reason}"), reason=done.stderr.strip()[-400:])
    return float(found[1])


def _queries(work: Project) -> Rows:
    """What the page reads of the store, medians of ten."""
    with Store.open(work) as store:
        numbers = [run.id for run in store.runs()][:10]
        return [
            table_row(
                "all runs with their last values", _median(lambda: (store.runs(), store.all_final_values())), "ms", "50"
            ),
            table_row(
                "one curve",
                statistics.median(milliseconds(partial(store.series, number, "loss")) for number in numbers),
                "ms",
            ),
        ]


def _median(work: Callable[[], object]) -> float:
    return statistics.median(milliseconds(work) for _ in range(10))


def _runs_page(application: QApplication, window: Window) -> Rows:
    """Opening the page, then typing a search letter by letter, each until it is painted."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from workbench.gui.panels.runs import RunsPanel

    page = window.panel("runs")
    assert isinstance(page, RunsPanel)
    begin = time.perf_counter()
    window.open_page("runs")
    wait_for(application, lambda: bool(page.table.runs.rows))
    listed = time.perf_counter() - begin
    wait_for(application, lambda: not window.panel("runs").context.tasks.active)

    def press(letter: str) -> None:
        if letter:
            QTest.keyClicks(page.bar.search, letter)
        else:
            QTest.keyClick(page.bar.search, Qt.Key.Key_Backspace)
        page.table.viewport().repaint()
        application.processEvents()

    typed = [milliseconds(partial(press, letter)) for letter in [*SEARCH, *[""] * len(SEARCH)]]
    return [
        table_row("opening the page of the runs, until they are listed", listed, "s"),
        table_row("a letter of the search, median", statistics.median(typed), "ms"),
        table_row("a letter of the search, slowest", max(typed), "ms", "100"),
    ]


def _arriving(application: QApplication, window: Window, work: Project, seconds: int, rate: int) -> Rows:
    """Points of a run at work arrive while its curves are on show."""
    from workbench.gui.heartbeat import Heartbeat

    number = start_live_run(work)
    window.open_page("training")
    done: list[int] = []
    heart = Heartbeat(application)
    context = window.page.context
    context.tasks.run(
        lambda report, cancelled: call_in_child(
            write_live, Path(work.root), number, float(seconds), rate, progress=report, cancelled=cancelled
        ),
        done.append,
        owner=heart,
    )
    wait_for(application, lambda: context.store.run(number).step > 0)
    _choose(window, number)
    heart.start()
    _wait_events(application, lambda: bool(done), seconds + PATIENCE_SECONDS)
    late = heart.stop()
    stored = context.store.run(number).step * POINTS_A_STEP
    return [
        table_row(f"timer of 10 ms while points arrive for {seconds} s, p50 late by", late.median, "ms"),
        table_row(f"timer of 10 ms while points arrive for {seconds} s, p99 late by", late.p99, "ms", "30"),
        table_row(f"timer of 10 ms while points arrive for {seconds} s, most late by", late.most, "ms"),
        table_row("points that arrived a second", stored / seconds, "1/s"),
    ]


def _choose(window: Window, number: int) -> None:
    from workbench.gui.panels.training import TrainingPanel

    page = window.panel("training")
    assert isinstance(page, TrainingPanel)
    page.list.select(number)


def _wait_events(application: QApplication, done: Callable[[], bool], seconds: float) -> None:
    """Qt's own loop, as the window runs in, looked at ten times a second."""
    from PySide6.QtCore import QTimer

    until = time.monotonic() + seconds

    def look() -> None:
        if done() or time.monotonic() > until:
            application.exit()

    looking = QTimer(interval=100)
    looking.timeout.connect(look)
    looking.start()
    application.exec()
    looking.stop()


def _long_runs(application: QApplication, work: Project, points: int) -> Rows:
    """Curves of many long runs, and of one that is as long as ten of them."""
    from workbench.cli.bench_curves_store import bench_opening

    sizes = [(CURVES, points), (1, 10 * points)]
    found = bench_opening(application, work.root / "long", partial(wait_for, application), sizes)
    return [table_row(*row) for row in found]


def _day(application: QApplication) -> Rows:
    from workbench.cli.bench_curves_store import bench_day

    return [table_row(*row) for row in bench_day(application)]


def _panning(application: QApplication) -> Rows:
    from workbench.cli.bench_curves import bench_panning

    return [
        table_row(f"{name}, {CURVES} x {CURVE_POINTS:,} points: a frame, median", statistics.median(frames), "ms", "33")
        for name, frames in bench_panning(application, CURVES, CURVE_POINTS).items()
    ]
