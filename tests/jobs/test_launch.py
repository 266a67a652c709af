"""Several processes of one run: how they are started, and what is said when one of them dies."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.jobs import launch as launching
from workbench.jobs.command import EngineCommand
from workbench.spec.run import RunSpec
from workbench.store.records import Run, Status
from workbench.store.store import Store

RunScript = Callable[[str], int]

PARTS = """
import os, signal, sys, time
from pathlib import Path
rank, folder = int(os.environ["RANK"]), Path(os.environ["WORKBENCH_GROUP_FOLDER"])
run, left = Path(sys.argv[1]), Path(sys.argv[2])
def announce():
    (folder / "run").write_text(str(run))
def wait():
    time.sleep(60)
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a run at work."""
    project = Project(tmp_path / "p").create()
    with Store.open(project) as store:
        store.update(store.create_run(RunSpec(corpus="c", vocabulary="v"), name="shared"), status="running")
    return project


def run_of(project: Project) -> Run:
    """The run as it is now."""
    with Store.open(project) as store:
        return store.run("shared")


@pytest.fixture
def launched(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunScript:
    """Launches a script in two processes."""
    monkeypatch.setattr(launching, "GRACE_SECONDS", 0.5)

    def launched(script: str) -> int:
        command = EngineCommand((sys.executable, "-c", PARTS + script), {"PATH": ""})
        monkeypatch.setattr(launching, "engine_command", lambda: command)
        return launching.launch(2, [str(run_of(project).folder), str(tmp_path)])

    return launched


def test_each_process_knows_its_place_and_the_first_ones_code_counts(launched: RunScript, tmp_path: Path) -> None:
    script = "(left / str(rank)).write_text(' '.join(os.environ[n] for n in ('WORLD_SIZE', 'LOCAL_RANK')))\n"
    assert launched(script + "sys.exit(3 if rank == 0 else 1)") == 3
    assert [(tmp_path / name).read_text() for name in "01"] == ["2 0", "2 1"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to stop or kill a process with")
@pytest.mark.parametrize("rank", [0, 1])
def test_a_killed_process_ends_the_run_with_a_sentence(launched: RunScript, project: Project, rank: int) -> None:
    sentence = f"Process {rank + 1} of the run was ended from outside \\(signal 9\\)"
    with pytest.raises(WorkbenchError, match=sentence + ".*Resume"):
        launched(f"announce()\nif rank == {rank}: os.kill(os.getpid(), signal.SIGKILL)\nwait()")
    assert run_of(project).status is Status.FAILED
    assert "signal 9" in run_of(project).message


def test_what_a_process_complained_of_is_told(launched: RunScript, project: Project) -> None:
    with pytest.raises(WorkbenchError, match=r"Process 2 of the run has ended with code 1\. ValueError: no such thing"):
        launched("announce()\nif rank == 1: raise ValueError('no such thing')\nwait()")
    assert "no such thing" in run_of(project).message


def test_a_run_that_has_said_its_last_word_keeps_it(launched: RunScript, project: Project) -> None:
    with Store.open(project) as store:
        store.update(store.run("shared"), status="stopped", message="as wished")
    with pytest.raises(WorkbenchError, match="Process 2"):
        launched("announce()\nif rank == 1: os.kill(os.getpid(), 9)\nwait()")
    assert run_of(project).message == "as wished"


def test_no_process_outlives_the_first(launched: RunScript, tmp_path: Path) -> None:
    script = "(left / 'pid').write_text(str(os.getpid()))\n"
    wait_for = "while not (left / 'pid').exists(): time.sleep(0.01)\n"
    assert launched(f"if rank: \n    {script}    wait()\n{wait_for}sys.exit(2)") == 2
    import psutil

    assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))
