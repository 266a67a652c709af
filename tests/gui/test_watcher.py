import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.watcher import Watcher
from workbench.jobs.command import EngineCommand, engine_command
from workbench.spec.presets import load_preset
from workbench.store.records import Changes, Command, Run, Status

LONG = 20_000
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


@pytest.fixture
def run(context: Context) -> Run:
    return context.store.create_run(load_preset("bert-tiny"), name="one")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Makes a script the engine."""

    def use(script: str) -> None:
        path = tmp_path / "engine.py"
        path.write_text(script, encoding="utf-8")
        command = EngineCommand((sys.executable, str(path)), engine_command().environment)
        monkeypatch.setattr("workbench.jobs.process.engine_command", lambda settings: command)

    return use


@pytest.fixture
def watcher(context: Context, project: Project) -> Iterator[Watcher]:
    made = Watcher(project)
    made.start()
    yield made
    assert made.close()
    assert made.isFinished()


def test_news_are_told_and_the_dead_are_found(watcher: Watcher, context: Context, run: Run, qtbot: QtBot) -> None:
    context.store.update(run, status="running", pid=2**22 + 1, process_started=1.0)
    told: list[Changes] = []
    watcher.changed.connect(told.append)
    with qtbot.waitSignal(watcher.lost, timeout=LONG) as lost:
        pass
    assert [dead.id for dead in lost.args[0]] == [run.id]
    qtbot.waitUntil(lambda: any(run.id in changes.runs for changes in told), timeout=LONG)
    assert context.store.run(run).status is Status.LOST


def test_an_engine_is_started_and_its_end_told(
    watcher: Watcher, engine: Callable[[str], None], run: Run, qtbot: QtBot
) -> None:
    engine("import sys; sys.exit(7)")
    with (
        qtbot.waitSignal(watcher.started_run, timeout=LONG),
        qtbot.waitSignal(watcher.engine_ended, timeout=LONG) as end,
    ):
        watcher.start_engine(run.id)
    assert end.args == [run.id, 7]


def test_what_can_not_start_is_said(watcher: Watcher, context: Context, run: Run, qtbot: QtBot) -> None:
    context.store.update(run, status=Status.DONE.value)
    with qtbot.waitSignal(watcher.failed, timeout=LONG) as told:
        watcher.start_engine(run.id)
    assert isinstance(told.args[0], WorkbenchError)
    assert "complete" in str(told.args[0])


def test_a_deaf_engine_is_ended_while_the_thread_goes_on_following(
    watcher: Watcher,
    engine: Callable[[str], None],
    context: Context,
    run: Run,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.gui.watcher.GRACE_SECONDS", 2.0)
    engine(DEAF)
    with qtbot.waitSignal(watcher.started_run, timeout=LONG):
        watcher.start_engine(run.id)
    pid = context.store.run(run).pid
    assert pid is not None
    watcher.command(run.id, Command.STOP_NOW)
    watcher.command(run.id, Command.STOP_NOW)
    with qtbot.waitSignal(watcher.changed, timeout=1500):  # while the run still has its time to stop by itself
        context.store.note(run, "still following")
    qtbot.waitUntil(lambda: context.store.run(run).status is Status.STOPPED, timeout=LONG)
    assert context.store.run(run).outcome == Outcome.STOPPED
    until = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE and time.monotonic() < until:
        time.sleep(0.05)
    qtbot.waitUntil(lambda: not watcher._children, timeout=LONG)


def test_closing_leaves_engines_alive(
    context: Context, project: Project, engine: Callable[[str], None], run: Run, qtbot: QtBot
) -> None:
    engine("import time; time.sleep(600)")
    watcher = Watcher(project)
    watcher.start()
    with qtbot.waitSignal(watcher.started_run, timeout=LONG):
        watcher.start_engine(run.id)
    assert watcher.close()
    (child,) = watcher._children.values()
    assert child.poll() is None
    child.kill()
    child.wait(10)


def test_a_thread_that_was_told_to_end_asks_nothing_more(context: Context, project: Project, qtbot: QtBot) -> None:
    watcher = Watcher(project)
    watcher.start()
    assert watcher.close()
    assert watcher.close(), "closing twice is harmless"
