"""R116: a run while another program holds the project's database to its end waits for nothing and loses nothing.

``tests/store/test_concurrency.py`` holds it for more than eight seconds.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from workbench.cli import main
from workbench.core.events import EventBase, RunEnded, StepDone
from workbench.core.paths import Project
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.train.run import run_engine

HELD_ON_SECONDS = 0.6  #: after the last word of the run; it tries to write that four times a second
#: Holds the database as a browser of databases does in the middle of a change, says so, and lets go when it may.
HOLDER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
other.execute("COMMIT")
"""


class Holder:
    """The other program; it holds the database until it is told to let go."""

    def __init__(self, project: Project) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(project.database)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._child.stdout is not None
        assert self._child.stdout.readline() == "held\n"

    def may_let_go(self) -> None:
        assert self._child.stdin is not None
        print(file=self._child.stdin, flush=True)

    def end(self) -> None:
        self._child.communicate()
        assert self._child.returncode == 0


@pytest.fixture
def holders() -> Iterator[list[Holder]]:
    made: list[Holder] = []
    yield made
    for holder in made:
        holder.end()


def test_a_run_goes_on_while_the_database_is_locked_and_all_its_points_are_there_in_the_end(
    project: Project, new_run: Callable[..., Run], holders: list[Holder], capsys: pytest.CaptureFixture[str]
) -> None:
    run = new_run(name="held")

    def listen(event: EventBase) -> None:
        if not holders and isinstance(event, StepDone) and event.step == 3:
            holders.append(Holder(project))
        if isinstance(event, StepDone) and event.step == 12:  # steps, evaluations and checkpoints did not wait
            assert main(["runs", "list", "--project", str(project.root), "--json"]) == 0
            (row,) = (row for row in json.loads(capsys.readouterr().out) if row["name"] == "held")
            assert row["step"] <= 3, "others can look on, at what was stored before"
        if isinstance(event, RunEnded):
            threading.Timer(HELD_ON_SECONDS, holders[0].may_let_go).start()

    assert run_engine(run.folder, listen) == 0
    with Store.open(project) as store:
        row = store.run(run)
        assert (row.status, row.step) == (Status.DONE, 20)
        assert store.series(run, "loss").steps.tolist() == list(range(1, 21))
        assert store.series(run, "eval/loss").steps.tolist() == [5, 10, 15, 20]
        assert [saved.step for saved in store.checkpoints(run)] == [10, 15, 20]
        assert store.check_integrity() == []


def test_a_command_that_would_write_says_who_is_in_the_way(
    project: Project,
    new_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new_run(name="starred")
    monkeypatch.setattr("workbench.store.connection.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(project.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert main(["runs", "star", "starred", "--project", str(project.root)]) == 1
    said = capsys.readouterr().err.strip()
    assert said.count("\n") == 0
    assert "Another program holds the project's database" in said
