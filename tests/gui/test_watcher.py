import shutil
from collections.abc import Callable, Iterator

import psutil
import pytest
from pytestqt.qtbot import QtBot

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.watcher import Watcher
from workbench.jobs.process import mark_lost
from workbench.spec.presets import load_preset
from workbench.store.claims import alive
from workbench.store.queue import RunQueue
from workbench.store.records import Changes, Command, Run, Status

LONG = 60_000
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


@pytest.fixture
def run(context: Context) -> Run:
    return context.store.create_run(load_preset("bert-tiny"), name="one")


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


@pytest.mark.parametrize("going", [False, True])
def test_a_run_of_the_queue_that_was_cut_off_waits_again_where_the_queue_is_not_going(
    watcher: Watcher, context: Context, run: Run, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, going: bool
) -> None:
    """As another program worked the queue off; a queue that is going here would start it over and over."""
    monkeypatch.setattr(watcher, "_work_queue", lambda store: None)
    queue = RunQueue(context.store)
    other = context.store.create_run(load_preset("bert-tiny"), name="other")
    with context.store.transaction():
        queue.add([run.id, other.id])
        assert queue.take(only_while_going=False) is not None
        queue.going = going
        context.store.update(run, status="running", pid=2**22 + 1, process_started=1.0)
    with qtbot.waitSignal(watcher.lost, timeout=LONG):
        pass
    assert queue.runs() == ([other.id] if going else [run.id, other.id])


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


def test_a_full_disk_is_told_once_while_a_run_is_at_work(
    watcher: Watcher, context: Context, run: Run, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[WorkbenchError] = []
    watcher.failed.connect(told.append)
    usage, looks = shutil.disk_usage(context.project.root), []

    def full(path: object) -> object:
        looks.append(path)
        return usage._replace(free=4096)

    monkeypatch.setattr("workbench.jobs.process.alive", lambda found: True)
    monkeypatch.setattr("workbench.gui.watcher.SUPERVISE_SECONDS", 0.0)
    monkeypatch.setattr("workbench.gui.watcher.shutil.disk_usage", full)
    qtbot.waitUntil(lambda: len(looks) >= 2, timeout=LONG)
    assert not told, "nothing is at work"
    context.store.update(run, status="running")
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert "is full: 4\u2009KiB are free. Make room." in str(told[0])
    before = len(looks)
    qtbot.waitUntil(lambda: len(looks) >= before + 2, timeout=LONG)
    assert len(told) == 1


def test_a_fault_is_told_once_and_the_other_runs_are_still_looked_after(
    watcher: Watcher, context: Context, run: Run, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = context.store.create_run(load_preset("bert-tiny"), name="faulty")

    def look(found: Run) -> bool:
        if found.id == faulty.id:
            raise ZeroDivisionError("a fault of the program")
        return alive(found)

    monkeypatch.setattr("workbench.jobs.process.alive", look)
    told: list[Exception] = []
    watcher.faulted.connect(told.append)
    with qtbot.waitSignal(watcher.faulted, timeout=LONG):
        context.store.update(faulty, status="running", pid=2**22 + 1, process_started=1.0)
    with qtbot.waitSignal(watcher.lost, timeout=LONG) as lost:
        context.store.update(run, status="running", pid=2**22 + 1, process_started=1.0)
    assert [dead.id for dead in lost.args[0]] == [run.id]
    assert [str(fault) for fault in told] == ["a fault of the program"]


def test_a_request_that_is_faulty_does_not_end_the_thread(
    watcher: Watcher, context: Context, engine: Callable[[str], None], run: Run, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    with monkeypatch.context() as broken:
        broken.setattr("workbench.gui.watcher.start_run", lambda project, run: 1 / 0)
        with qtbot.waitSignal(watcher.faulted, timeout=LONG) as told:
            watcher.start_engine(run.id)
    assert isinstance(told.args[0], ZeroDivisionError)
    engine("")
    with qtbot.waitSignal(watcher.engine_ended, timeout=LONG):
        watcher.start_engine(run.id)


def test_a_store_that_is_faulty_is_told(project: Project, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.gui.watcher.Tail", lambda store: 1 / 0)
    watcher = Watcher(project)
    with qtbot.waitSignal(watcher.faulted, timeout=LONG):
        watcher.start()
    assert watcher.close()


def is_gone(pid: int) -> bool:
    """Whether a process has ended, though nobody may have taken its exit code yet."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_process_that_has_just_ended_is_waited_for_though_its_run_goes_on(
    watcher: Watcher,
    engine: Callable[[str], None],
    context: Context,
    run: Run,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.gui.watcher.SUPERVISE_SECONDS", 1e6)
    engine("")
    children = []
    for _ in range(2):
        with qtbot.waitSignal(watcher.started_run, timeout=LONG):
            watcher.start_engine(run.id)
        children.append(watcher._children[run.id])
        qtbot.waitUntil(lambda: is_gone(children[-1].pid), timeout=LONG)
        mark_lost(context.store)
    assert [child.returncode for child in children] == [None, None], "nobody has looked yet"
    monkeypatch.setattr("workbench.gui.watcher.SUPERVISE_SECONDS", 0.0)
    qtbot.waitUntil(lambda: [child.returncode for child in children] == [0, 0], timeout=LONG)


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
    qtbot.waitUntil(lambda: is_gone(pid), timeout=LONG)
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
