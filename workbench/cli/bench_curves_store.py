"""How long it takes until curves of long runs stand in the window, and what they and a day of news take of memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from PySide6.QtWidgets import QApplication

from workbench.cli.bench_store import fill_store
from workbench.core.paths import Project
from workbench.gui.app import open_context
from workbench.gui.panels.curve_board import CurveBoard
from workbench.gui.panels.curve_book import CurveBook
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.settings import Settings
from workbench.store.records import Run, Series
from workbench.store.store import Store

Wait = Callable[[Callable[[], bool]], None]
Rows = list[tuple[str, float, str]]

LOOKS_A_DAY = 24 * 3600 // 10  #: one each ten seconds stands for the fifty that the watcher makes
POINTS_A_SECOND = 10
NAMES = ("loss", "loss/mlm", "lr", "gradient_norm", "tokens_per_s", "memory", "elapsed", "epoch")


def megabytes() -> float:
    """Memory of this process, resident."""
    return float(psutil.Process().memory_info().rss) / 1e6


def bench_opening(application: QApplication, root: Path, wait: Wait, sizes: list[tuple[int, int]]) -> Rows:
    """For each number of runs with so many points each: until the first and until all losses are drawn, and the memory
    that they take."""
    rows: Rows = []
    for count, points in sizes:
        project = Project(root / f"{count}x{points}").create()
        fill_store(project, count, points)
        rows += _opened(application, project, wait, f"{count} x {points:,} points")
    return rows


def _opened(application: QApplication, project: Project, wait: Wait, what: str) -> Rows:
    context = open_context(project, Settings(project, project.root / "user.ini"))
    board = CurveBoard("bench", small=False)
    board.resize(1100, 700)
    board.show()
    book = CurveBook(context, needs=lambda: board.needs)
    book.changed.connect(lambda: board.show_runs(book.shown))
    application.processEvents()
    with Store.open(project) as store:
        numbers = [run.id for run in store.runs()]
    before, begin = megabytes(), time.perf_counter()
    book.want(numbers)
    wait(lambda: bool(book.shown) and not board.leader.view.is_empty)
    first = time.perf_counter() - begin
    wait(lambda: not context.tasks.active and len(board.leader.view.values_at(0.0)) >= len(numbers))
    board.leader.view.view.viewport().repaint()
    whole = time.perf_counter() - begin
    taken = megabytes() - before
    board.close()
    board.deleteLater()
    context.draft.close()
    context.tasks.close()
    context.store.close()
    context.deleteLater()
    application.processEvents()
    return [
        (f"curves of {what}, until the first is drawn", first, "s"),
        (f"curves of {what}, until all are drawn", whole, "s"),
        (f"curves of {what}, memory", taken, "MB"),
    ]


class GrowingRun:
    """A run in memory whose points grow; each point is one value of one metric."""

    def __init__(self, number: int = 0) -> None:
        plain: dict[str, Any] = dict.fromkeys(Run.__dataclass_fields__)
        told: dict[str, Any] = {"status": "running", "spec_text": "{}", "baselines": {"ln_v": 9.9}, "started": 0.0}
        self.curves = RunCurves(Run(**{**plain, **told, "id": number + 1, "name": f"run {number}"}), {})
        self._step = 0
        self._draw = np.random.default_rng(number)

    def grow(self, steps: int) -> None:
        """Add so many steps to each metric."""
        numbers = np.arange(self._step + 1, self._step + steps + 1)
        self._step += steps
        values = 3 + self._draw.normal(0, 0.3, steps)
        times = numbers.astype(float)
        self.curves.append({
            name: Series(numbers, numbers * 100, times, times if name in ("elapsed", "epoch") else values)
            for name in NAMES
        })  # fmt: skip

    @property
    def points(self) -> int:
        """How many there are."""
        return sum(map(len, self.curves.tracks.values()))


def bench_day(application: QApplication) -> Rows:
    """The memory that a day of news takes, drawn as the training page draws it, in its first and its last tenth."""
    board = CurveBoard("day")
    board.resize(1100, 700)
    board.show()
    run = GrowingRun()
    steps = 10 * POINTS_A_SECOND // len(NAMES)
    marks: list[tuple[float, int]] = []
    for look in range(LOOKS_A_DAY):
        run.grow(steps)
        board.show_runs([run.curves])
        application.processEvents()
        if look % (LOOKS_A_DAY // 10) == LOOKS_A_DAY // 10 - 1:
            marks.append((megabytes(), run.points))
    board.close()
    board.deleteLater()
    application.processEvents()
    (early, few), (late, many) = marks[0], marks[-1]
    return [
        (f"memory from {few:,} to {many:,} points of a day", late - early, "MB"),
        ("of which the points themselves", (many - few) * 4 * 8 / 1e6, "MB"),
    ]
