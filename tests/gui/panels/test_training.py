import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QThread
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from workbench.core.events import CheckpointSaved, Outcome, RunEnded, StateChanged, Warned
from workbench.gui.context import Context
from workbench.gui.notices import Notice, NoticeArea
from workbench.gui.panel import PanelState
from workbench.gui.panels.curve_series import baselines_of
from workbench.gui.panels.model import ModelPanel
from workbench.gui.panels.training import TrainingPanel
from workbench.gui.panels.training_notices import resume_label
from workbench.spec.training import Device
from workbench.store.checkpoints import MODEL, OPTIMIZER, STATE, state_text
from workbench.store.records import Run, RunKind, Status

LONG = 60_000  #: milliseconds that a child process may take to start


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def start(qtbot: QtBot, panel: TrainingPanel) -> Run:
    """Start by keyboard: F5 asks, Enter on the focused button starts."""
    panel.context.start_requested.emit()
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
    qtbot.keyClick(panel.check_list.start_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.current is not None and panel.current.status is Status.RUNNING, timeout=LONG)
    assert panel.current is not None
    return panel.current


def fill_checkpoints(run: Run) -> None:
    """Give the checkpoints of a run the files that it would go on from."""
    for path in (run.folder / "checkpoints").iterdir():
        for name in (MODEL, OPTIMIZER):
            (path / name).touch()
        (path / STATE).write_text(state_text({"step": int(path.name[5:]), "files": {MODEL: [0, 0]}}))


def wait_for(qtbot: QtBot, panel: TrainingPanel, *statuses: Status) -> None:
    qtbot.waitUntil(lambda: panel.current is not None and panel.current.status in statuses, timeout=LONG)


def test_an_empty_page_says_what_to_do(make_panel: Callable[[], TrainingPanel]) -> None:
    panel = make_panel()
    assert panel._pages.currentIndex() == 0
    assert panel.state is PanelState.EMPTY
    assert not panel.controls.pause_button.isEnabled()


def test_what_is_missing_is_listed_with_a_way_to_its_page(
    make_panel: Callable[[], TrainingPanel], context: Context, qtbot: QtBot
) -> None:
    panel = make_panel()
    pages: list[str] = []
    context.page_requested.connect(pages.append)
    click(qtbot, panel.controls.start_button)
    qtbot.waitUntil(lambda: len(panel.check_list.fixes) >= 2, timeout=LONG)
    assert not panel.check_list.start_button.isEnabled()
    click(qtbot, panel.check_list.fixes[0])
    assert pages == ["corpus"]
    qtbot.keyClick(panel.check_list, Qt.Key.Key_Escape)
    assert panel.check_list.isHidden()


def test_a_wrong_setting_is_mended_in_its_own_field(
    make_panel: Callable[[], TrainingPanel], ready: Context, qtbot: QtBot
) -> None:
    model = ModelPanel(ready)
    qtbot.addWidget(model, before_close_func=lambda widget: widget.close_panel())
    model.show()
    ready.draft.set("encoder.heads", 3, "heads")  # does not divide the hidden size
    panel = make_panel()
    asked: list[tuple[str, str]] = []
    ready.setting_requested.connect(lambda page, path: asked.append((page, path)))
    click(qtbot, panel.controls.start_button)
    qtbot.waitUntil(lambda: bool(panel.check_list.fixes), timeout=LONG)
    click(qtbot, panel.check_list.fixes[0])
    assert asked == [("model", "encoder.heads")]
    assert model.focusWidget() is model.form.field("encoder.heads").editor.focusWidget()


def test_a_run_from_start_to_pause_checkpoint_and_stop(
    make_panel: Callable[[], TrainingPanel], ready: Context, qtbot: QtBot
) -> None:
    """R090: what was asked is seen at once, and a second click does nothing."""
    panel = make_panel()
    run = start(qtbot, panel)
    controls = panel.controls
    assert run.corpus_fingerprint
    assert run.vocabulary_fingerprint
    assert "torch" in run.versions
    assert panel.state is PanelState.RUNNING
    qtbot.waitUntil(
        lambda: bool(panel.book.shown) and len(panel.book.shown[0].tracks.get("loss", ())) > 5, timeout=LONG
    )
    assert {baseline.value for baseline in baselines_of(panel.book.shown)} == {8.3, 6.1}
    assert panel.book.shown[0].tracks["loss"].time[-1] < 600, "seconds since the run began"

    click(qtbot, controls.pause_button)
    assert not controls.pause_button.isEnabled(), "a second click does nothing"
    wait_for(qtbot, panel, Status.PAUSED)
    assert controls.pause_button.text() == "Go on"
    qtbot.keyClick(panel, Qt.Key.Key_F6)
    wait_for(qtbot, panel, Status.RUNNING)

    saved = len(ready.store.checkpoints(run))
    click(qtbot, controls.checkpoint_button)
    qtbot.waitUntil(lambda: len(ready.store.checkpoints(run)) > saved, timeout=LONG)

    qtbot.keyClick(panel, Qt.Key.Key_F8)
    assert not controls.stop_button.isEnabled()
    wait_for(qtbot, panel, Status.STOPPED)
    qtbot.waitUntil(lambda: controls.pause_button.text().startswith("Resume from step"), timeout=LONG)
    assert panel.state is PanelState.READY
    qtbot.waitUntil(lambda: "stopped" in panel.below.log.toPlainText(), timeout=LONG)
    said = panel.below.log.toPlainText()
    assert "Checkpoint saved" in said
    assert said.index("paused") < said.index("going on")


def test_resuming_says_from_where_with_what_and_that_changed_settings_do_not_count(
    make_panel: Callable[[], TrainingPanel],
    make_run: Callable[..., Run],
    context: Context,
    noticed: list[Notice],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R081: before and after the click."""
    run = make_run("first")
    fill_checkpoints(run)
    panel = make_panel()
    started: list[int] = []
    monkeypatch.setattr(panel.watcher, "start_engine", started.append)
    button = panel.controls.pause_button
    qtbot.waitUntil(lambda: button.text() == "Resume from step 30", timeout=LONG)
    assert button.toolTip().startswith("“first” goes on from step 30: weights, moments, learning rate, order of the")
    context.draft.replace(context.store.clone(run), "clone")
    context.draft.set("training.learning_rate", 0.5, "rate")
    click(qtbot, button)
    assert started == [run.id]
    (notice,) = noticed
    assert (
        "“first” goes on with its own settings. What is set otherwise now (Training › Peak learning rate)"
        in notice.text
    )


def test_a_killed_engine_is_offered_for_resume_and_goes_on_on_the_same_curve(
    make_panel: Callable[[], TrainingPanel], ready: Context, noticed: list[Notice], qtbot: QtBot
) -> None:
    """R081: one run, two sessions, one axis."""
    panel = make_panel()
    area = NoticeArea(panel.window())
    ready.noticed.connect(area.add)
    run = start(qtbot, panel)
    qtbot.waitUntil(lambda: bool(ready.store.checkpoints(run)), timeout=LONG)
    pid = ready.store.run(run.id).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_for(qtbot, panel, Status.LOST)
    qtbot.waitUntil(lambda: bool(noticed), timeout=LONG)
    assert "interrupted" in noticed[-1].text
    saved = ready.store.checkpoints(run)[-1].step
    assert noticed[-1].actions[0][0] == f"Resume from step {saved}"
    assert [line.notice for line in area.lines()] == noticed[-1:]

    noticed[-1].actions[0][1]()
    noticed[-1].actions[0][1]()  # a double click
    wait_for(qtbot, panel, Status.RUNNING)
    qtbot.waitUntil(lambda: not area.lines(), timeout=LONG)
    qtbot.waitUntil(lambda: ready.store.run(run.id).step > saved + 5, timeout=LONG)
    again = ready.store.run(run.id)
    assert len(ready.store.runs()) == 1
    assert again.sessions == 2
    assert ready.store.sessions(run)[1].start_step == saved
    steps = ready.store.series(run, "loss").steps
    assert list(steps) == list(range(1, len(steps) + 1)), "the curve goes on where the checkpoint is"
    qtbot.waitUntil(lambda: bool(panel.book.shown), timeout=LONG)
    shown = panel.book.shown[0].tracks["loss"].step
    assert list(shown) == list(range(1, len(shown) + 1))


def test_runs_that_died_while_the_window_was_closed_are_found(
    make_panel: Callable[[], TrainingPanel],
    make_run: Callable[..., Run],
    context: Context,
    noticed: list[Notice],
    qtbot: QtBot,
) -> None:
    dead = make_run("dead", outcome=None)
    fill_checkpoints(dead)
    context.store.update(dead, pid=2**22 + 12345, process_started=1.0, host=os.uname().nodename)
    panel = make_panel()
    qtbot.waitUntil(lambda: bool(noticed), timeout=LONG)
    assert "dead" in noticed[0].text
    assert noticed[0].actions[0][0] == "Resume from step 30"
    assert resume_label(dead, 0) == "Begin anew", "without a checkpoint"
    assert resume_label(replace(dead, kind=RunKind.TASK), 0) == "Resume"
    wait_for(qtbot, panel, Status.LOST)
    assert panel.state is PanelState.PROBLEM


def test_damage_of_the_newest_checkpoint_is_said_wherever_resuming_is_offered(
    make_panel: Callable[[], TrainingPanel],
    make_run: Callable[..., Run],
    context: Context,
    noticed: list[Notice],
    qtbot: QtBot,
) -> None:
    dead = make_run("dead", outcome=None)
    fill_checkpoints(dead)
    (dead.folder / "checkpoints" / "step-00000030" / MODEL).write_bytes(b"1")
    context.store.update(dead, pid=2**22 + 12345, process_started=1.0, host=os.uname().nodename)
    panel = make_panel()
    said = "“dead” goes on from the checkpoint of step 20, as the one of step 30 is damaged."
    qtbot.waitUntil(lambda: bool(noticed), timeout=LONG)
    assert noticed[0].text.endswith(said)
    assert noticed[0].actions[0][0] == "Resume from step 20"
    button = panel.controls.pause_button
    qtbot.waitUntil(lambda: button.text() == "Resume from step 20", timeout=LONG)
    assert button.toolTip().startswith(f"{said} “dead” goes on from step 20: ")


def test_a_run_that_waits_for_room_on_the_disk_says_so(
    make_panel: Callable[[], TrainingPanel],
    make_run: Callable[..., Run],
    context: Context,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.jobs.process.alive", lambda run: True)
    run = make_run("waiting", outcome=None)
    place = {"run": run.name, "step": 30, "time": time.time()}
    full = Warned(**place, kind="not-saved", message="The checkpoint could not be written.")
    context.store.record(run, [full, StateChanged(**place, state="paused")])
    panel = make_panel()
    wait_for(qtbot, panel, Status.PAUSED)
    assert "The checkpoint could not be written." in panel.controls._state.text()
    saved = CheckpointSaved(**place, path=str(run.folder / "checkpoints" / "step-00000030"))
    context.store.record(run, [saved, StateChanged(**place, state="paused")])
    qtbot.waitUntil(lambda: "could not be written" not in panel.controls._state.text(), timeout=LONG)
    context.store.record(run, [RunEnded(**place, outcome=Outcome.STOPPED)])


def test_a_device_that_the_engine_lacks_keeps_the_run_from_starting(
    make_panel: Callable[[], TrainingPanel], ready: Context, qtbot: QtBot
) -> None:
    panel = make_panel()
    ready.draft.set("training.device", "cuda", "device")
    panel.begin_start()
    qtbot.waitUntil(
        lambda: any("“NVIDIA GPU” is not there" in str(check.text) for check in panel.check_list.checks), timeout=LONG
    )
    assert not panel.check_list.start_button.isEnabled()


def test_a_device_that_is_not_there_is_a_question(
    make_panel: Callable[[], TrainingPanel],
    ready: Context,
    noticed: list[Notice],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R092: the processor only after consent."""
    monkeypatch.setattr("workbench.gui.panels.training_start.engine_devices", lambda project: ())
    ready.draft.set("training.device", "cuda", "device")
    panel = make_panel()
    panel.begin_start()
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
    panel.begin_start()  # F5 again starts
    qtbot.waitUntil(lambda: bool(noticed), timeout=LONG)
    assert "“NVIDIA GPU” is not there" in noticed[0].text
    run = ready.store.runs()[0]
    assert run.status is Status.FAILED
    assert run.device == "", "nothing was trained without consent"

    noticed[0].actions[0][1]()
    wait_for(qtbot, panel, Status.RUNNING)
    again = ready.store.run(run.id)
    assert again.device == "cpu"
    assert again.spec.training.device is Device.CPU
    assert ready.draft.spec.training.device is Device.CPU
    assert len(ready.store.runs()) == 1


def test_an_engine_that_fails_says_why(
    make_panel: Callable[[], TrainingPanel],
    engine: Callable[[str], None],
    ready: Context,
    noticed: list[Notice],
    qtbot: QtBot,
) -> None:
    engine("import sys; sys.stderr.write('Traceback: bad luck'); sys.exit(1)")
    panel = make_panel()
    panel.begin_start()
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
    panel.check_list.accept()
    panel.check_list.accept()
    wait_for(qtbot, panel, Status.LOST)
    qtbot.waitUntil(lambda: bool(noticed), timeout=LONG)
    assert "bad luck" in noticed[0].details
    assert "bad luck" not in noticed[0].text


def test_closing_asks_for_runs_of_this_window_and_can_stop_them(
    make_panel: Callable[[], TrainingPanel], ready: Context, qtbot: QtBot
) -> None:
    panel = make_panel()
    run = start(qtbot, panel)
    assert ready.runs is panel.work
    assert list(panel.work.living_runs()) == [run.name]
    panel.work.stop_and_save()
    assert ready.store.run(run.id).status is Status.STOPPED
    assert ready.store.checkpoints(run)
    assert not panel.work.living_runs()


def test_the_draft_changed_while_the_list_is_open_is_looked_at_again(
    make_panel: Callable[[], TrainingPanel], ready: Context, qtbot: QtBot
) -> None:
    panel = make_panel()
    panel.begin_start()
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
    ready.draft.set("encoder.heads", 3, "heads")
    assert not panel.check_list.start_button.isEnabled()
    qtbot.waitUntil(
        lambda: any("3 heads do not divide" in str(check.text) for check in panel.check_list.checks), timeout=LONG
    )


def test_the_check_list_leaves_the_page_in_a_small_screen(
    make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    """A screen of 1366 by 768 pixels, less the window's own frame, rail, menus and status."""
    make_run("before")
    panel = make_panel()
    qtbot.waitUntil(lambda: not panel.board.leader.view.is_empty, timeout=LONG)
    panel.begin_start()
    qtbot.waitUntil(lambda: len(panel.check_list.checks) > 5, timeout=LONG)
    qtbot.waitUntil(panel.layout().hasHeightForWidth, timeout=LONG)
    assert panel.layout().heightForWidth(1366 - 150) <= 768 - 70


def test_nothing_is_left_when_the_page_is_closed(
    make_panel: Callable[[], TrainingPanel], context: Context, qtbot: QtBot
) -> None:
    panel = make_panel()
    panel.close_panel()
    assert context.runs is None
    assert all(thread.isFinished() for thread in panel.findChildren(QThread))
    context.start_requested.emit()
    assert panel.check_list.isHidden()


@pytest.mark.parametrize("outcome", list(Outcome))
def test_the_state_of_the_newest_run_is_told(
    make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run], outcome: Outcome
) -> None:
    make_run("last", outcome=outcome)
    bad = outcome in (Outcome.FAILED, Outcome.LOST)
    assert make_panel().state is (PanelState.PROBLEM if bad else PanelState.READY)


def test_a_value_that_a_form_refuses_keeps_a_run_from_starting(
    make_panel: Callable[[], TrainingPanel], ready: Context, qtbot: QtBot
) -> None:
    panel = make_panel()
    panel.begin_start()
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
    ready.draft.set("training.steps", "30x", "steps")
    assert not panel.check_list.start_button.isEnabled()
    panel.begin_start()
    qtbot.waitUntil(lambda: any("“30x”" in str(check.text) for check in panel.check_list.checks), timeout=LONG)
    assert not panel.check_list.start_button.isEnabled()
    assert panel.check_list.fixes
    panel.begin_start()
    assert not ready.store.runs()
    ready.draft.set("training.steps", 1000, "steps")
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
