"""Choosing the weights to start from on the model page, and going on from a run on the runs page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.editors import ChosenTextEditor
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.model import ModelPanel
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.start_dialog import StartDialog
from workbench.gui.panels.starting import create_run
from workbench.spec.files import apply_overrides
from workbench.spec.start import FIELD
from workbench.store.records import Run

MakeRun = Callable[..., Run]
LONG = 10_000


@pytest.fixture
def runs(ready: Context, make_run: MakeRun) -> list[Run]:
    """Two runs with whole checkpoints at 10, 20 and 30, the best at 20; the second has another architecture."""
    made = [make_run("small"), make_run("wide", "encoder.hidden=256", "encoder.feed_forward=512")]
    for run in made:
        for step, loss in ((10, 3.0), (20, 1.0), (30, 2.0)):
            state = {"step": step, "position": {"stage": 0}, "evaluation_loss": loss}
            (run.folder / "checkpoints" / f"step-{step:08d}" / "state.json").write_text(json.dumps(state), "utf-8")
    return made


@pytest.fixture
def panel(ready: Context, runs: list[Run], show_page: Callable[[Panel], None]) -> ModelPanel:
    made = ModelPanel(ready)
    ready.changed.connect(made.refresh)
    show_page(made)
    return made


def shown_error(panel: ModelPanel) -> str:
    row = panel.form.field(FIELD)
    return row._error.text() if not row._error.isHidden() else ""


def opened(window: QWidget, qtbot: QtBot) -> StartDialog:
    dialog = next(child for child in window.window().findChildren(StartDialog) if child.isVisible())
    qtbot.waitUntil(lambda: bool(dialog.model.rows) and dialog.checkpoints.count() > 0, timeout=LONG)
    return dialog


def words(dialog: StartDialog) -> list[str]:
    return [dialog.checkpoints.item(row).text() for row in range(dialog.checkpoints.count())]


def test_runs_and_their_checkpoints_are_offered(panel: ModelPanel, ready: Context, qtbot: QtBot) -> None:
    editor = panel.form.field(FIELD).editor
    assert isinstance(editor, ChosenTextEditor)
    editor.button.click()
    dialog = opened(panel, qtbot)
    assert [row.start.run.name for row in dialog.model.rows] == ["wide", "small"]
    assert words(dialog) == ["Newest (now step 30)", "Best (step 20)", "Step 30", "Step 20", "Step 10"]
    qtbot.waitUntil(lambda: "another architecture" in dialog.problem.text(), timeout=LONG)
    dialog.search.setText("small")
    dialog.view.selectRow(0)
    dialog.checkpoints.setCurrentRow(1)
    assert dialog.wanted == "small@20"
    qtbot.waitUntil(lambda: not ready.tasks.active and not dialog._timer.isActive(), timeout=LONG)
    assert dialog.problem.text() == ""
    dialog.good.click()
    assert ready.draft.spec.training.start_from == "small@20"
    assert editor.read() == "small@20"
    ready.draft.history.undo()
    assert ready.draft.spec.training.start_from == ""


def test_what_does_not_fit_is_said_at_the_field_while_one_edits(
    panel: ModelPanel, ready: Context, runs: list[Run], qtbot: QtBot
) -> None:
    ready.draft.set(FIELD, "wide", "start")
    qtbot.waitUntil(lambda: "another architecture" in shown_error(panel), timeout=LONG)
    assert panel.state is PanelState.PROBLEM
    ready.draft.set("encoder.hidden", 256, "width")
    ready.draft.set("encoder.feed_forward", 512, "width")
    qtbot.waitUntil(lambda: shown_error(panel) == "", timeout=LONG)
    ready.draft.set(FIELD, "gone", "start")
    qtbot.waitUntil(lambda: "There is no run “gone”" in shown_error(panel), timeout=LONG)
    ready.draft.set(FIELD, "wide@20", "start")
    qtbot.waitUntil(lambda: shown_error(panel) == "", timeout=LONG)
    shutil.rmtree(runs[1].folder / "checkpoints" / "step-00000020")
    ready.announce(Changes.of("runs"))
    qtbot.waitUntil(lambda: "no checkpoint of step 20" in shown_error(panel), timeout=LONG)
    ready.draft.set(FIELD, "", "start")
    assert shown_error(panel) == ""


def test_the_newest_weights_are_those_of_the_start(ready: Context, runs: list[Run]) -> None:
    spec = apply_overrides(ready.draft.spec, ["training.start_from=small"])
    made = create_run(ready.project, spec)
    assert made.spec.training.start_from == "small@30"
    assert made.parent == runs[0].id, "it goes on from there"


def test_fresh_weights_and_folders_can_be_chosen(
    panel: ModelPanel, ready: Context, runs: list[Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(runs[0].folder)
    monkeypatch.setattr(
        "workbench.gui.panels.start_dialog.QFileDialog.getExistingDirectory", lambda *_arguments: folder
    )
    panel.start.ask()
    opened(panel, qtbot).folder_button.click()
    assert ready.draft.spec.training.start_from == folder
    assert create_run(ready.project, ready.draft.spec).spec.training.start_from.endswith("step-00000030")
    panel.start.ask()
    opened(panel, qtbot).fresh_button.click()
    assert ready.draft.spec.training.start_from == ""


def test_without_checkpoints_it_says_what_to_do(
    ready: Context, show_page: Callable[[Panel], None], settle: Callable[[], None]
) -> None:
    made = ModelPanel(ready)
    show_page(made)
    made.start.ask()
    dialog = made.window().findChildren(StartDialog)[-1]
    settle()
    assert "No run of this project has a checkpoint yet" in dialog.words.text()
    assert not dialog.good.isEnabled()


def test_a_run_is_continued_as_a_new_one(
    ready: Context, runs: list[Run], show_page: Callable[[Panel], None], qtbot: QtBot, make_run: MakeRun
) -> None:
    bare = make_run("bare", steps=5)
    page = RunsPanel(ready)
    show_page(page)
    qtbot.waitUntil(lambda: len(page.table.runs.rows) == 3, timeout=LONG)
    asked: list[tuple[str, str]] = []
    ready.setting_requested.connect(lambda name, path: asked.append((name, path)))
    page.table.select({runs[1].id})
    page.selected.go_on()
    assert ready.draft.spec.training.start_from == "wide@30"
    assert ready.draft.spec.encoder.hidden == 256
    assert ready.draft.cloned_from == runs[1].id
    assert asked == [("model", FIELD)]
    ready.draft.history.undo()
    assert ready.draft.spec.training.start_from == ""
    told: list[Notice] = []
    ready.noticed.connect(told.append)
    page.table.select({bare.id})
    page.selected.go_on()
    assert "no checkpoint yet" in told[0].text
    assert len(asked) == 1
