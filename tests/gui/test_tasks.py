import threading
import time
from collections.abc import Iterator
from typing import ClassVar

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report
from workbench.gui.notices import Notice
from workbench.gui.tasks import Task, Tasks


@pytest.fixture
def tasks(qapp: QApplication) -> Iterator[Tasks]:
    made = Tasks()
    yield made
    assert made.close()


def test_the_result_comes_in_the_windows_thread(tasks: Tasks, qtbot: QtBot) -> None:
    seen: list[tuple[int, bool]] = []
    tasks.run(lambda report, cancelled: 42, lambda result: seen.append((result, on_main())))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(42, True)]
    assert tasks.active == []


def on_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def fails(report: Report, cancelled: Cancelled) -> None:
    raise WorkbenchError("It does not work: {reason}.", "Try again.", reason="so")


def breaks(report: Report, cancelled: Cancelled) -> None:
    raise ZeroDivisionError("detail")


def test_an_error_goes_to_its_handler_or_becomes_a_notice(tasks: Tasks, qtbot: QtBot) -> None:
    errors: list[WorkbenchError] = []
    notices: list[Notice] = []
    tasks.noticed.connect(notices.append)
    tasks.run(fails, on_error=errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert notices == []
    tasks.run(fails)
    qtbot.waitUntil(lambda: bool(notices))
    assert notices[0].text == "It does not work: so. Try again."
    assert notices[0].details == ""


def test_a_fault_of_the_program_is_told_with_details(
    tasks: Tasks, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    notices: list[Notice] = []
    tasks.noticed.connect(notices.append)
    tasks.run(breaks)
    qtbot.waitUntil(lambda: bool(notices))
    assert "ZeroDivisionError" not in notices[0].text
    assert "ZeroDivisionError: detail" in notices[0].details
    assert "ZeroDivisionError" in caplog.text


def wait_for_cancel(report: Report, cancelled: Cancelled) -> None:
    while not cancelled():
        time.sleep(0.005)
    raise StoppedError("Stopped.")


def test_cancelled_work_ends_without_a_word(tasks: Tasks, qtbot: QtBot) -> None:
    notices: list[Notice] = []
    tasks.noticed.connect(notices.append)
    task = tasks.run(wait_for_cancel, notices.append, notices.append, title="Long")
    assert tasks.shown is task
    task.cancel()
    qtbot.waitUntil(lambda: not tasks.active)
    assert notices == []
    assert tasks.shown is None


def test_a_result_for_an_owner_that_is_gone_is_dropped(tasks: Tasks, qtbot: QtBot) -> None:
    class Owner(QObject):
        seen: ClassVar[list[object]] = []

        def take(self, result: object) -> None:
            self.seen.append(result)

    owner, gate = Owner(), threading.Event()
    tasks.run(lambda report, cancelled: gate.wait(5), owner.take)
    shiboken6.delete(owner)
    gate.set()
    qtbot.waitUntil(lambda: not tasks.active)
    assert Owner.seen == []


def test_a_function_is_not_called_when_the_owner_that_is_named_is_gone(tasks: Tasks, qtbot: QtBot) -> None:
    owner, gate = QObject(), threading.Event()
    seen: list[object] = []
    tasks.run(lambda report, cancelled: gate.wait(5), lambda result: seen.append(result), owner=owner)
    shiboken6.delete(owner)
    gate.set()
    qtbot.waitUntil(lambda: not tasks.active)
    assert seen == []


def test_close_ends_running_work(qapp: QApplication) -> None:
    tasks = Tasks()
    tasks.run(wait_for_cancel, title="Long")
    assert tasks.close()
    assert tasks.active == []


def test_progress_reaches_the_window_at_its_own_pace(tasks: Tasks, qtbot: QtBot) -> None:
    """Five thousand reports a second cost the window a handful of signals."""
    told = []
    tasks.changed.connect(lambda: told.append(time.monotonic()))

    def work(report: Report, cancelled: Cancelled) -> int:
        for done in range(5000):
            report(Progress(done, 5000, "lines", "reading"))
        return 5000

    done: list[int] = []
    tasks.run(work, done.append, title="Reading")
    qtbot.waitUntil(lambda: bool(done))
    assert len(told) < 30


def test_time_left_follows_the_share_done() -> None:
    task = Task("t", None, None, None, started=time.monotonic() - 10)
    assert task.seconds_left() is None
    task.report(Progress(25, 100, "lines", ""))
    assert task.seconds_left() == pytest.approx(30, abs=0.5)
    task.report(Progress(5, 0, "lines", ""))
    assert task.seconds_left() is None


def test_each_phase_has_its_own_time_left() -> None:
    task = Task("t", None, None, None, started=time.monotonic() - 1000)
    task.report(Progress(99, 100, "lines", "looking"))
    task.report(Progress(50, 100, "lines", "reading"))
    left = task.seconds_left()
    assert left is not None
    assert left < 10


def test_the_error_of_cancelled_work_is_not_told(tasks: Tasks, qtbot: QtBot) -> None:
    told: list[object] = []
    tasks.noticed.connect(told.append)
    begun, go_on = threading.Event(), threading.Event()

    def work(report: Report, cancelled: Cancelled) -> None:
        begun.set()
        go_on.wait(5)
        raise WorkbenchError("It is gone.")

    for on_error in (told.append, None):
        begun.clear()
        go_on.clear()
        task = tasks.run(work, on_error=on_error)
        assert begun.wait(5)
        task.cancel()
        go_on.set()
        qtbot.waitUntil(lambda: not tasks.active, timeout=60_000)
    assert told == []
