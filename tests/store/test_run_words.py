"""Why a run ended or waits is kept as a text: its row says it in the language of whoever looks."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import NOT_SAVED, CheckpointSaved, EventBase, Outcome, RunEnded, RunStarted, Warned
from workbench.core.paths import Project
from workbench.core.texts import Text
from workbench.core.translation import messages
from workbench.jobs.process import WITHOUT_A_WORD, mark_lost
from workbench.spec.run import RunSpec
from workbench.store.bundle import CARRIED, open_bundle, write_bundle
from workbench.store.capsule import write_capsule
from workbench.store.folder import read_run_folder
from workbench.store.lineage import lineage
from workbench.store.records import Run
from workbench.store.store import Store

PLACE: dict[str, Any] = {"step": 3, "time": 1.0}
WORDS = WorkbenchError("No {what}.", "Bring {what}, {count:,} times.", what=Text("room"), count=2000).text
ENGLISH = "No room. Bring room, 2,000 times."


@pytest.fixture
def run(store: Store, spec: RunSpec) -> Run:
    """A new run."""
    return store.create_run(spec, name="one")


def told(store: Store, run: Run, *events: EventBase) -> Run:
    """The run after events."""
    store.record(run, events)
    return store.run(run)


def test_the_end_is_kept_in_parts_and_in_english(store: Store, run: Run) -> None:
    row = told(store, run, RunEnded(**PLACE, run="one", outcome=Outcome.FAILED, words=WORDS))
    assert (row.words, row.message) == (WORDS, ENGLISH)
    (raw,) = store.database.execute("SELECT message FROM runs").fetchone()
    assert raw == ENGLISH, "any program can read it"


def test_a_fault_and_an_event_of_before_are_as_they_were_written(store: Store, run: Run) -> None:
    for message in ("KeyError: '{name}'", ""):
        row = told(store, run, RunEnded(**PLACE, run="one", outcome=Outcome.FAILED, message=message))
        assert (row.words, row.message) == (Text(message), message)


def test_nothing_is_left_of_an_earlier_message(store: Store, run: Run, started: Callable[..., RunStarted]) -> None:
    waits = Warned(**PLACE, run="one", kind=NOT_SAVED, message=WORDS.template, values=WORDS.values)
    saved = CheckpointSaved(**PLACE, run="one", path=str(run.folder / "checkpoints" / "step-00000003"))
    ended = RunEnded(**PLACE, run="one", outcome=Outcome.STOPPED, words=Text("Gone."))
    assert told(store, run, waits).words == WORDS
    assert told(store, run, saved).words == Text("")
    assert told(store, run, waits, saved).words == Text(""), "also where both come at once"
    assert told(store, run, waits, ended).words == Text("Gone.")
    assert told(store, run, started()).words == Text("")


def test_a_row_of_before_keeps_its_text(project: Project, store: Store, run: Run) -> None:
    english = "The loss of step 5 is not a finite number (loss nan, gradient norm {odd})."
    store.database.execute("UPDATE runs SET message = ?, words = NULL", [english])
    store.database.conn.commit()
    assert (store.run(run).words, store.run(run).message) == (Text(english), english)
    store.database.execute("UPDATE runs SET message = ?", [WITHOUT_A_WORD])
    chinese = messages("zh_CN")
    assert store.run(run).words.render(lambda text: chinese.get(text, text)) == chinese[WITHOUT_A_WORD]


def test_a_message_without_words_replaces_those_of_before(store: Store, run: Run) -> None:
    told(store, run, RunEnded(**PLACE, run="one", outcome=Outcome.FAILED, words=WORDS))
    store.update(run, note="mine")
    assert store.run(run).words == WORDS, "other columns leave it alone"
    store.update(run, message="Plain.")
    assert store.run(run).words == Text("Plain.")


def test_a_run_whose_process_is_gone_says_so(store: Store, run: Run) -> None:
    store.update(run, status="running", pid=2**22 + 1, process_started=1.0)
    (lost,) = mark_lost(store)
    assert (lost.words, lost.message) == (Text(WITHOUT_A_WORD), WITHOUT_A_WORD)


def test_a_bundle_and_a_clone_carry_it_as_it_is(project: Project, store: Store, run: Run, spec: RunSpec) -> None:
    told(store, run, RunEnded(**PLACE, run="one", outcome=Outcome.FAILED, words=WORDS))
    clone = store.create_run(spec, name="two", parent=run.id)
    assert clone.words == Text(""), "a clone has not ended yet"
    assert [relative.run.words for relative in lineage(store, clone)] == [WORDS, Text("")]
    store.update(clone, status="running")
    head = write_capsule(store, run, project.root / "one.zip")
    assert head["run"]["status"] == "failed"
    path = project.root.parent / "all.zip"
    write_bundle(store, path)
    there = Project(project.root.parent / "there")
    open_bundle(path, there.root)
    with Store.open(there) as opened:
        assert [opened.run(number).words for number in (run.id, clone.id)] == [WORDS, Text(CARRIED)]
        assert read_run_folder(opened.run(run).folder).run == run.id


def test_a_recovered_database_keeps_it(project: Project, store: Store, run: Run) -> None:
    from workbench.store.recovery import recover

    told(store, run, RunEnded(**PLACE, run="one", outcome=Outcome.FAILED, words=WORDS))
    for number in range(200):
        store.create_run(run.spec, name=f"more {number}")
    store.close()
    with sqlite3.connect(project.database) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'runs_by_parent'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    with project.database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    recover(project)
    with Store.open(project) as whole:
        assert whole.run("one").words == WORDS
