"""A run is worked on by one process, whoever wants it, and is free again once that process is gone."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome, RunEnded
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.claims import TICKET, claim, give_back, hand_over, held, take_up
from workbench.store.queue import RunQueue
from workbench.store.records import Command, Run, Status
from workbench.store.store import Store

TAKE_UP = """
import sys
from pathlib import Path
from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.store.claims import take_up
from workbench.store.store import Store
with Store.open(Project(Path(sys.argv[1]))) as store:
    try:
        take_up(store, 1)
        print("taken")
    except WorkbenchError as error:
        print(error)
"""


@pytest.fixture
def run(store: Store, spec: RunSpec) -> Run:
    return store.create_run(spec, name="r")


def takes_up(project: Project, **environment: str) -> str:
    """What a child says that takes the run up."""
    argv = [sys.executable, "-c", TAKE_UP, str(project.root)]
    child = subprocess.run(argv, capture_output=True, text=True, env={**os.environ, **environment}, check=True)
    return child.stdout.strip()


def ended_process() -> int:
    """The number of a process that there was."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_of_many_at_once_one_gets_the_run(project: Project, run: Run) -> None:
    many, told = 8, []
    together = threading.Barrier(many)

    def try_it() -> None:
        with Store.open(project) as own:
            together.wait()
            try:
                claim(own, run)
                told.append("taken")
            except WorkbenchError as error:
                told.append(str(error))

    threads = [threading.Thread(target=try_it) for _ in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == sorted(["taken"] + ["The run r is already at work."] * (many - 1))


def test_a_claim_drops_old_requests_and_taking_it_up_keeps_new_ones(store: Store, run: Run) -> None:
    store.request(run, Command.STOP_NOW)
    claim(store, run)
    assert store.pending_commands(run) == []
    store.request(run, Command.STOP_AND_SAVE)
    assert take_up(store, run).pid == os.getpid()
    assert [asked.command for asked in store.pending_commands(run)] == [Command.STOP_AND_SAVE]


def test_the_claim_of_a_process_that_died_is_free(project: Project, store: Store, run: Run) -> None:
    gone = {"pid": ended_process(), "process_started": 1.0, "host": socket.gethostname()}
    store.update(run, status=Status.RUNNING.value, **gone)
    assert claim(store, run).run.status is Status.RUNNING
    store.update(run, status=Status.RUNNING.value, **gone)
    assert takes_up(project) == "taken"


def test_a_run_at_work_on_another_machine_is_not_free(store: Store, run: Run) -> None:
    store.update(run, status=Status.RUNNING.value, pid=1, process_started=1.0, host="another machine")
    for take in (claim, take_up):
        with pytest.raises(WorkbenchError, match="already at work"):
            take(store, run)


def test_what_was_claimed_for_a_child_is_for_that_child(project: Project, store: Store, run: Run) -> None:
    claimed = claim(store, run, for_child=True)
    assert takes_up(project) == "The run r is already at work."
    assert takes_up(project, **{TICKET: repr(claimed.started - 1)}) == "The run r is already at work."
    assert takes_up(project, **claimed.environment()) == "taken"
    taken = store.run(run)
    hand_over(store, claimed, os.getpid())
    assert store.run(run).pid == taken.pid, "the child has said so itself"


def test_a_child_may_start_the_process_that_does_the_work(project: Project, store: Store, run: Run) -> None:
    claimed = claim(store, run, for_child=True)
    hand_over(store, claimed, os.getpid())  # as the process of “launch”, whose child the engine is
    assert store.run(run).pid == os.getpid()
    assert takes_up(project) == "taken"


def test_a_process_at_work_is_not_overruled_by_its_children(project: Project, store: Store, run: Run) -> None:
    claim(store, run)
    store.update(run, status=Status.RUNNING.value)
    assert takes_up(project) == "The run r is already at work."
    with pytest.raises(WorkbenchError, match="already at work"):
        take_up(store, run)


def test_a_claim_that_comes_to_nothing_leaves_the_run_as_it_was(store: Store, run: Run) -> None:
    store.update(run, status=Status.STOPPED.value, pid=7, process_started=2.0, host="here")
    with pytest.raises(KeyboardInterrupt), held(claim(store, run)):
        raise KeyboardInterrupt
    now = store.run(run)
    assert (now.status, now.pid, now.process_started, now.host) == (Status.STOPPED, 7, 2.0, "here")


def test_what_has_begun_is_not_given_back(store: Store, run: Run) -> None:
    claimed = claim(store, run)
    store.record(run, [RunEnded(run="r", step=3, time=time.time(), outcome=Outcome.FAILED)])
    give_back(store, claimed)
    assert store.run(run).status is Status.FAILED


def test_a_complete_run_is_not_claimed(store: Store, run: Run) -> None:
    store.update(run, status=Status.DONE.value)
    with pytest.raises(WorkbenchError, match="is complete"):
        claim(store, run)


def test_a_run_in_the_trash_is_not_claimed(store: Store, run: Run) -> None:
    store.delete(run)
    with pytest.raises(WorkbenchError, match="lies in the trash"):
        claim(store, run)
    store.restore(run)
    assert claim(store, run).run.id == run.id


def test_what_one_takes_from_the_queue_is_at_work_for_the_other(project: Project, store: Store, spec: RunSpec) -> None:
    numbers = [store.create_run(spec, name=f"q{number}").id for number in range(2)]
    RunQueue(store).add(numbers)
    with Store.open(project) as other:
        taken = RunQueue(store).take(only_while_going=False)
        assert taken is not None
        assert RunQueue(other).take(only_while_going=False) is None
        assert RunQueue(other).runs() == numbers[1:]
        give_back(store, taken)
        assert RunQueue(other).take(only_while_going=False) is not None
