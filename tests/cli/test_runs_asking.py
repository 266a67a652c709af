"""What a terminal asks of runs that are at work elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.jobs.process import stop
from workbench.spec.presets import load_preset
from workbench.store.records import Command, Run, Status
from workbench.store.store import Store


@pytest.fixture
def at_work(store: Store) -> Iterator[Run]:
    """A run whose process does nothing."""
    run = store.create_run(load_preset("bert-tiny"), name="busy")
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    store.update(run, status=Status.RUNNING.value)
    store.register_process(run, child.pid)
    yield store.run(run.id)
    child.kill()
    child.wait()


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["pause"], Command.PAUSE),
        (["go-on"], Command.RESUME),
        (["save"], Command.CHECKPOINT),
        (["stop"], Command.STOP_AND_SAVE),
    ],
)
def test_a_wish_waits_for_the_run(
    project: Project, store: Store, at_work: Run, capsys: pytest.CaptureFixture[str], arguments: list[str],
    command: Command,
) -> None:  # fmt: skip
    assert main(["runs", *arguments, "busy", "--project", str(project.root)]) == 0
    assert "busy" in capsys.readouterr().out
    assert [request.command for request in store.pending_commands(at_work)] == [command]
    assert main(["runs", *arguments, "busy", "--json", "--project", str(project.root)]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "busy"


def test_a_stop_at_once_ends_the_process_that_does_not_answer(
    project: Project, store: Store, at_work: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.cli.runs_asking.stop", partial(stop, grace=0.1))
    assert main(["runs", "stop", "busy", "--now", "--project", str(project.root)]) == 0
    assert not store.run("busy").active


def test_nothing_is_asked_where_one_run_is_not_at_work(
    project: Project, store: Store, at_work: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    store.create_run(load_preset("bert-tiny"), name="idle")
    assert main(["runs", "pause", "busy", "idle", "--project", str(project.root)]) == 1
    assert "idle is not at work" in capsys.readouterr().err
    assert not store.pending_commands(at_work)
