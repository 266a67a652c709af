"""Runs start in processes of their own, are stopped, and are found when they died."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome, RunEnded, RunStarted
from workbench.core.paths import Project
from workbench.jobs.process import LOG_NAME, mark_lost, start_run, stop
from workbench.jobs.settings import Settings, save_settings
from workbench.store.claims import alive, process_of
from workbench.store.records import Command, Run, Status
from workbench.store.store import Store

SLEEPER = "import sys, time\nprint('here', sys.argv[1:], flush=True)\ntime.sleep(60)\n"
STUBBORN = (
    "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('here', flush=True)\ntime.sleep(60)"
)
OBEDIENT = """
import sys, time
from pathlib import Path
from workbench.core.events import Outcome, RunEnded
from workbench.store.folder import read_run_folder
from workbench.store.store import Store
content = read_run_folder(Path(sys.argv[2]))
with Store.open(content.project) as store:
    print("here", flush=True)
    while not (asked := store.pending_commands(content.run)):
        time.sleep(0.02)
    store.acknowledge(asked)
    message = asked[0].command.value
    store.record(content.run, [RunEnded(run="r", step=3, time=1.0, outcome=Outcome.STOPPED, message=message)])
"""


@contextmanager
def ended(child: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Ends a child in any case."""
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def wait_for_log(run: Run) -> str:
    """The log of the engine, once it has begun."""
    for _ in range(500):
        if (run.folder / LOG_NAME).is_file() and "here" in (text := (run.folder / LOG_NAME).read_text("utf-8")):
            return text
        time.sleep(0.02)
    raise AssertionError("the engine has not begun")


def test_a_run_starts_once_and_its_process_is_known(
    project: Project, store: Store, run: Run, engine: Callable[[str], None]
) -> None:
    engine(SLEEPER)
    assert not alive(run)
    store.request(run, Command.STOP_NOW)
    with ended(start_run(project, run)) as child:
        now = store.run(run)
        assert (now.status, now.pid) == (Status.STARTING, child.pid)
        assert alive(now)
        assert store.pending_commands(run) == [], "what was asked of an earlier session is forgotten"
        assert f"['engine', '{run.folder}']" in wait_for_log(run)
        with pytest.raises(WorkbenchError, match="already at work"):
            start_run(project, run)
        assert mark_lost(store) == []


def test_a_run_of_several_processes_is_launched(
    project: Project, store: Store, run: Run, engine: Callable[[str], None]
) -> None:
    engine(SLEEPER)
    save_settings(project, Settings(processes=3))
    with ended(start_run(project, run)):
        assert f"['launch', '--processes', '3', '--run-folder', '{run.folder}']" in wait_for_log(run)


def test_a_killed_run_is_found_and_can_be_started_again(
    project: Project, store: Store, run: Run, engine: Callable[[str], None]
) -> None:
    engine(SLEEPER)
    with ended(start_run(project, run)) as child:
        store.record(
            run, [RunStarted(run="r", step=0, time=1.0, device="cpu", precision="fp32", total_steps=9, session=1)]
        )
        child.kill()
        while alive(store.run(run)):
            time.sleep(0.02)
        (lost,) = mark_lost(store)
    assert (lost.id, lost.status, lost.outcome, lost.resumable) == (run.id, Status.LOST, "lost", True)
    assert mark_lost(store) == []
    with ended(start_run(project, run)):
        assert alive(store.run(run))


def test_a_complete_run_is_not_started(project: Project, store: Store, run: Run) -> None:
    store.record(run, [RunEnded(run="r", step=9, time=1.0, outcome=Outcome.DONE)])
    with pytest.raises(WorkbenchError, match="is complete"):
        start_run(project, run)


def test_an_engine_that_cannot_start_leaves_the_run_as_it_was(project: Project, store: Store, run: Run) -> None:
    save_settings(project, Settings(engine_python=str(project.root / "no python")))
    with pytest.raises(WorkbenchError, match="is not there"):
        start_run(project, run)
    assert store.run(run).status is Status.CREATED


def test_a_new_process_with_an_old_number_is_not_the_run(store: Store, run: Run) -> None:
    store.register_process(run)
    assert process_of(store.run(run)) is not None
    store.update(run, process_started=1.0, status=Status.RUNNING.value)
    assert process_of(store.run(run)) is None
    assert [found.id for found in mark_lost(store)] == [run.id]


def test_a_run_of_another_machine_is_left_alone(store: Store, run: Run) -> None:
    store.update(run, status=Status.RUNNING.value, pid=1, process_started=1.0, host="another machine")
    assert mark_lost(store) == []


def test_stop_and_save_is_left_to_the_engine(
    project: Project, store: Store, run: Run, engine: Callable[[str], None]
) -> None:
    engine(OBEDIENT)
    with ended(start_run(project, run)) as child:
        wait_for_log(run)
        stop(store, run, Command.STOP_AND_SAVE)
        stop(store, run, Command.STOP_AND_SAVE)
        assert child.wait(10) == 0
    now = store.run(run)
    assert (now.status, now.step, now.message) == (Status.STOPPED, 3, "stop-and-save")
    stop(store, run, Command.STOP_NOW)
    assert store.pending_commands(run) == []


@pytest.mark.parametrize("script", [SLEEPER, STUBBORN], ids=["ends when told", "deaf"])
def test_stop_now_ends_the_process_in_the_end(
    project: Project, store: Store, run: Run, engine: Callable[[str], None], script: str
) -> None:
    engine(script)
    with ended(start_run(project, run)) as child:
        wait_for_log(run)
        stop(store, run, Command.STOP_NOW, grace=0.2)
        assert child.wait(5) != 0
    assert (store.run(run).status, store.run(run).outcome) == (Status.STOPPED, "stopped")
    assert store.pending_commands(run) == []


def test_the_child_finds_the_program_from_its_own_folder(
    project: Project, store: Store, run: Run, engine: Callable[[str], None]
) -> None:
    engine("import os, workbench\nprint('here', os.getcwd(), workbench.__version__, flush=True)")
    with ended(start_run(project, run)):
        assert str(run.folder) in wait_for_log(run)


def test_a_run_outlives_the_process_that_started_it(project: Project, store: Store, run: Run) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom workbench.core.paths import Project\n"
        "from workbench.jobs import process\nfrom workbench.jobs.command import EngineCommand\n"
        "import os\nprocess.engine_command = lambda settings: EngineCommand((sys.executable, '-c', "
        "'import time; time.sleep(60)'), dict(os.environ))\n"
        "child = process.start_run(Project(Path(sys.argv[1])), 1)\nchild.returncode = 0\n"
    )
    subprocess.run([sys.executable, "-c", code, str(project.root)], check=True, cwd=os.getcwd())
    found = process_of(store.run(run))
    assert found is not None
    stop(store, run, Command.STOP_NOW, grace=0.1)
    assert process_of(store.run(run)) is None
