"""Weights in and out from the runs page: the report on show, consent asked, what came of it noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel
from workbench.gui.panels import runs_exchange, runs_load
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.load_report import ReportDialog, ReportTree
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.runs_bar import Possible
from workbench.gui.panels.runs_load import LoadDialog
from workbench.gui.tables.runs import STATE
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.load_report import LoadReport, Reshaped
from workbench.store.loaded import add_loaded_run
from workbench.store.records import Run, RunKind
from workbench.store.store import Store
from workbench.text.vocabulary import find_vocabulary

LONG = 60_000
More = Callable[[RunsPanel], dict[str, QAction]]
WHOLE = LoadReport("/somewhere/mini", "bert", "BertForPreTraining", ("mlm",), ("a.weight", "a.bias"))
PARTLY = replace(
    WHOLE, missing=("b.weight", "b.bias"), unexpected=("c.weight",), reshaped=(Reshaped("d.weight", (3, 4), (2, 4)),)
)


def load(project: Project, name: str, report: LoadReport) -> Run:
    """A run of loaded weights, which are none here."""
    spec = apply_overrides(load_preset("bert-tiny"), ["corpus=", "vocabulary=words", f"name={name}"])
    vocabulary = find_vocabulary(project, "words")
    with Store.open(project) as store:
        return add_loaded_run(store, spec, vocabulary, report, lambda path: path.write_bytes(b"weights") and None)


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch) -> dict[str, LoadReport | WorkbenchError]:
    """What the engine says of folders, by their names; it loads without torch."""
    known: dict[str, LoadReport | WorkbenchError] = {}

    def check(project: Project, folder: Path, **_: Any) -> LoadReport:
        found = known[folder.name]
        if isinstance(found, WorkbenchError):
            raise found
        return found

    def take(project: Project, folder: Path, name: str, *, accept_missing: bool, **_: Any) -> int:
        report = check(project, folder)
        assert accept_missing is bool(report.missing)
        return load(project, name, report).id

    monkeypatch.setattr(runs_load, "check_in_child", check)
    monkeypatch.setattr(runs_load, "load_in_child", take)
    return known


@pytest.fixture
def panel(ready: Context, show_page: Callable[[Panel], None]) -> RunsPanel:
    made = RunsPanel(ready)
    ready.changed.connect(made.refresh)
    show_page(made)
    return made


def dialog_of(panel: RunsPanel) -> LoadDialog:
    (found,) = panel.window().findChildren(LoadDialog)
    return found


def click(qtbot: QtBot, button: QAbstractButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def lines(tree: ReportTree) -> dict[str, list[str]]:
    """Kinds with their tensors."""
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return {item.text(0): [item.child(row).text(0) for row in range(item.childCount())] for item in items}


def test_a_folder_becomes_a_run_that_a_draft_starts_from(
    panel: RunsPanel, more: More, ready: Context, folders: dict[str, Any], noticed: list[Notice], qtbot: QtBot,
    settle: Callable[[], None],
) -> None:  # fmt: skip
    folders["mini"] = WHOLE
    more(panel)["Load a checkpoint…"].trigger()
    dialog = dialog_of(panel)
    assert not dialog.go_button.isEnabled()
    assert not dialog.tree.isVisible()
    dialog.check(Path("/somewhere/mini"))
    settle()
    assert lines(dialog.tree) == {"loaded": ["a.weight", "a.bias"]}
    assert not dialog.consent.isVisible()
    dialog.name.setText("")
    assert not dialog.go_button.isEnabled()
    dialog.name.setText("taken in")
    click(qtbot, dialog.go_button)
    qtbot.waitUntil(lambda: [run.name for run in panel.table.selected] == ["taken in"], timeout=LONG)
    run = panel.table.selected[0]
    assert run.kind is RunKind.LOADED
    assert panel.table.found.index(0, STATE).data() == "loaded weights"
    assert "taken in" in noticed[-1].text
    (name, act), *_ = noticed[-1].actions
    assert name == "Continue as a new run"
    act()
    spec = ready.draft.spec
    assert (spec.training.start_from, spec.vocabulary, spec.corpus) == ("taken in@0", "words", "letters")
    possible = Possible.of([run], in_trash=False)
    assert (possible.loaded, possible.prove, possible.resume) == (True, False, False)


def test_what_is_missing_needs_consent(
    panel: RunsPanel, more: More, folders: dict[str, Any], qtbot: QtBot, settle: Callable[[], None]
) -> None:
    folders["partly"] = PARTLY
    more(panel)["Load a checkpoint…"].trigger()
    dialog = dialog_of(panel)
    dialog.check(Path("/somewhere/partly"))
    settle()
    assert lines(dialog.tree) == {
        "loaded": ["a.weight", "a.bias"],
        "missing, drawn anew": ["b.weight", "b.bias"],
        "unexpected": ["c.weight"],
        "of another shape": ["d.weight [3, 4] → [2, 4]"],
    }
    assert "2 tensors of the model's body are missing" in dialog.missing.text()
    assert not dialog.go_button.isEnabled()
    dialog.consent.click()
    click(qtbot, dialog.go_button)
    qtbot.waitUntil(lambda: [run.name for run in panel.table.selected] == ["partly"], timeout=LONG)
    panel.selected.show_report()
    (report,) = panel.window().findChildren(ReportDialog)
    assert lines(report.tree)["missing, drawn anew"] == ["b.weight", "b.bias"]
    report.close()


def test_a_refusal_stands_in_the_dialog(
    panel: RunsPanel, more: More, folders: dict[str, Any], qtbot: QtBot, settle: Callable[[], None]
) -> None:
    folders["cut"] = WorkbenchError("The weights cannot be read.")
    folders["mini"] = WHOLE
    more(panel)["Load a checkpoint…"].trigger()
    dialog = dialog_of(panel)
    dialog.check(Path("/somewhere/cut"))
    settle()
    assert dialog.error.text() == "The weights cannot be read."
    assert not dialog.go_button.isEnabled()
    dialog.check(Path("/somewhere/mini"))
    settle()
    assert not dialog.error.isVisible()
    assert dialog.go_button.isEnabled()
    dialog.close()


def test_a_project_that_is_only_read_takes_nothing(panel: RunsPanel, ready: Context, noticed: list[Notice]) -> None:
    object.__setattr__(ready.project, "read_only", True)
    panel.exchange.load()
    assert not panel.window().findChildren(LoadDialog)
    assert "reading only" in noticed[-1].text


def test_weights_are_written_where_the_user_says(
    panel: RunsPanel, ready: Context, make_run: Callable[..., Run], noticed: list[Notice], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, settle: Callable[[], None],
) -> None:  # fmt: skip
    run = make_run("trained")
    for checkpoint in (run.folder / "checkpoints").iterdir():
        (checkpoint / "state.json").write_text(f'{{"step": {int(checkpoint.name[5:])}, "files": {{}}}}')
    asked: list[Any] = []

    def write(project: Project, run: Run, step: int, folder: Path, **_: Any) -> dict[str, Any]:
        asked.append((run.name, step, folder))
        return {
            "folder": str(folder),
            "written": [{"architecture": "BertForMaskedLM"}],
            "notes": ["Not written: a pooler."],
        }

    monkeypatch.setattr(runs_exchange, "export_in_child", write)
    monkeypatch.setattr(QInputDialog, "getItem", lambda *arguments, **_: (arguments[3][1], True))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(tmp_path / "out"), ""))
    ready.announce(runs_exchange.Changes.of("runs"))
    qtbot.waitUntil(lambda: [one.name for one in panel.table.selected] == ["trained"], timeout=LONG)
    panel.selected.export_weights()
    settle()
    assert asked == [("trained", 20, tmp_path / "out")], "the second newest was chosen"
    assert "BertForMaskedLM" in noticed[-1].text
    assert "Not written: a pooler." in noticed[-1].text


def test_the_inspector_says_that_weights_were_drawn(
    ready: Context, show_page: Callable[[Panel], None], settle: Callable[[], None]
) -> None:
    """R078."""
    load(ready.project, "whole", WHOLE)
    load(ready.project, "partly", PARTLY)
    page = InspectorPanel(ready)
    show_page(page)
    settle()
    assert page.form.run is not None
    assert page.form.run.name == "partly"
    assert "2 tensors of this model's body were missing" in page.not_loaded.text()
    assert page.not_loaded.isVisible()
    page.form.choose_run(ready.store.run("whole").id)
    assert not page.not_loaded.isVisible()
