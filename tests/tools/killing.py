"""What an engine is killed with at any moment, and what must be the same afterwards; see kill_engine.py.

A child tells on a board, memory that it shares with its parent, in which phase of its work it is, and how often each
point of its work was reached. Told a point and a number, it kills itself there.
"""

from __future__ import annotations

import mmap
import os
import shutil
import signal
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

import workbench.spec.sources
import workbench.store.connection
import workbench.store.open_database
import workbench.store.store
import workbench.train.checkpoint
import workbench.train.loop
import workbench.train.run
from workbench.core.paths import Project
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.records import Status
from workbench.store.store import Store
from workbench.train.optim import Optimizer

#: Point -> the object and the name of the function there; a phase is the point that is being passed.
FUNCTIONS: dict[str, tuple[Any, str]] = {
    "preparing": (workbench.spec.sources, "prepare"),
    "step": (workbench.train.loop.Trainer, "take_step"),
    "update of weights": (Optimizer, "step"),
    "evaluation": (workbench.train.loop, "evaluate"),
    "saving: a file": (workbench.train.checkpoint, "save_tensors"),
    "saving: to the disk": (workbench.train.checkpoint, "_flush"),
    "saving: new name": (Path, "rename"),
    "saving: old ones": (shutil, "rmtree"),
    "database: rows": (workbench.store.store, "write_events"),
}
STATEMENT = "database: statement"
POINTS = (*FUNCTIONS, STATEMENT)
BEGINNING = "beginning and between"
_REPEATABLE = ("loss", "accuracy", "lr", "gradient_norm", "eval", "epoch")


class Board:
    """A byte for the phase, and a count for each point."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1 + 4 * len(POINTS))

    @property
    def phase(self) -> str:
        """Where the child is, or was when it was killed."""
        number = self._memory[0]
        return POINTS[number - 1] if number else BEGINNING

    def counts(self) -> dict[str, int]:
        """How often each point was reached."""
        return dict(zip(POINTS, struct.unpack(f"{len(POINTS)}I", self._memory[1:]), strict=True))

    @contextmanager
    def passing(self, point: str) -> Iterator[int]:
        """Count a point, and be in its phase inside; gives the count."""
        place = POINTS.index(point)
        count = struct.unpack_from("I", self._memory, 1 + 4 * place)[0] + 1
        struct.pack_into("I", self._memory, 1 + 4 * place, count)
        before, self._memory[0] = self._memory[0], place + 1
        yield count
        self._memory[0] = before


@dataclass(frozen=True)
class Kill:
    """A moment to kill at: a ``point`` with its ``number`` (from 1), ``after`` it or before; or after ``seconds``."""

    point: str = ""
    number: int = 0
    after: bool = False
    seconds: float = 0.0


def watch(board: Board, kill: Kill) -> None:
    """Have this process tell where it is, and kill itself where ``kill`` says so."""
    for point, (place, name) in FUNCTIONS.items():
        setattr(place, name, _watched(getattr(place, name), point, board, kill))
    connect = workbench.store.connection.connect

    def connect_watched(*arguments: Any, **named: Any) -> Database:
        database = connect(*arguments, **named)
        database.conn.set_trace_callback(lambda _sql: _pass_statement(board, kill))
        return database

    workbench.store.open_database.connect = connect_watched


def _watched(function: Callable[..., Any], point: str, board: Board, kill: Kill) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        with board.passing(point) as count:
            mine = kill.point == point and kill.number == count
            if mine and not kill.after:
                os.kill(os.getpid(), signal.SIGKILL)
            found = function(*arguments, **named)
            if mine:
                os.kill(os.getpid(), signal.SIGKILL)
        return found

    return call


def _pass_statement(board: Board, kill: Kill) -> None:
    """SQLite tells each statement as it begins to carry it out, COMMIT too."""
    with board.passing(STATEMENT) as count:
        if kill.point == STATEMENT and kill.number == count:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Result:
    """What a run came to: ``curves`` as step and value by metric, and the ``files`` of its last checkpoint."""

    status: str
    step: int
    curves: dict[str, list[tuple[int, float]]]
    files: dict[str, bytes]


def result_of(project: Project, number: int) -> Result:
    """What a run of the project came to, as it is kept."""
    with Store.open(project) as store:
        run = store.run(number)
        names = [name for name in store.metric_names(run) if name.split("/")[0] in _REPEATABLE]
        curves = {}
        for name in sorted(names):
            series = store.series(run, name)
            curves[name] = list(zip(series.steps.tolist(), series.values.tolist(), strict=True))
    folders = checkpoint_folders(run.folder)
    newest = folders[max(folders)].glob("*.safetensors") if folders else ()
    return Result(run.status.value, run.step, curves, {path.name: path.read_bytes() for path in newest})


def problems_of(project: Project, number: int, expected: Result) -> list[str]:
    """In what a run that was killed and resumed is not as one that nobody disturbed."""
    found = []
    with sqlite3.connect(project.database) as database:
        checked = database.execute("PRAGMA integrity_check").fetchall()
    database.close()
    if checked != [("ok",)]:
        found.append(f"integrity_check: {checked[:3]}")
    result = result_of(project, number)
    if result.status != Status.DONE.value:
        found.append(f"status {result.status} at step {result.step}")
    if result.curves != expected.curves:
        names = [name for name in {**result.curves, **expected.curves} if _differ(name, result, expected)]
        found.append(f"curves differ: {', '.join(names)}")
    if result.files != expected.files:
        found.append("the last checkpoint differs")
    return found


def _differ(name: str, one: Result, other: Result) -> bool:
    return one.curves.get(name) != other.curves.get(name)
