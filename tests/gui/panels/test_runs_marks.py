"""Tags, hidden runs, lineage and saved views of the runs page, each taken back by undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from workbench.core.events import Outcome
from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel
from workbench.gui.panels.missing_files import MissingFiles
from workbench.gui.panels.run_lineage import CHANGED, REASON, RUN
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.starting import create_run
from workbench.gui.tables.runs import LOSS, NAME, TAGS
from workbench.spec.files import apply_overrides
from workbench.store.bundle import open_bundle, write_bundle
from workbench.store.records import Run, View
from workbench.store.store import Store
from workbench.store.views import saved_views
from workbench.text.corpus import find_corpus

LONG = 10_000
More = Callable[[RunsPanel], dict[str, QAction]]


@pytest.fixture
def runs(make_run: Callable[..., Run]) -> list[Run]:
    """Two runs that have been."""
    return [make_run("plain", floor=5.0), make_run("phrases", "seed=2", floor=4.0, outcome=Outcome.DONE)]


@pytest.fixture
def panel(context: Context, runs: list[Run], show_page: Callable[[Panel], None], qtbot: QtBot) -> RunsPanel:
    made = RunsPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: len(made.table.runs.rows) == len(context.store.runs()), timeout=LONG)
    return made


def names(panel: RunsPanel) -> list[str]:
    found = panel.table.found
    return [found.index(row, NAME).data() for row in range(found.rowCount())]


def shown_tags(panel: RunsPanel) -> dict[str, tuple[str, ...]]:
    return {row.run.name: row.run.tags for row in panel.table.runs.rows}


def test_tags_are_typed_in_the_row_and_searched(
    panel: RunsPanel, context: Context, runs: list[Run], qtbot: QtBot
) -> None:
    """R120: tagging."""
    panel.table.select({runs[0].id})
    qtbot.keyClick(panel.table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    editor.setText("good，中文 good")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown_tags(panel)["plain"] == ("good", "中文"), timeout=LONG)
    panel.bar.search.setText("tag:中文")
    assert names(panel) == ["plain"]
    context.draft.history.undo()
    qtbot.waitUntil(lambda: shown_tags(panel)["plain"] == (), timeout=LONG)
    assert names(panel) == []
    context.draft.history.redo()
    qtbot.waitUntil(lambda: names(panel) == ["plain"], timeout=LONG)


def test_the_key_for_names_edits_tags_where_the_cursor_is_on_them(panel: RunsPanel, qtbot: QtBot) -> None:
    panel.table.setCurrentIndex(panel.table.found.index(0, TAGS))
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == ""


def test_several_runs_get_and_lose_tags_they_share(
    panel: RunsPanel, context: Context, runs: list[Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.store.tag(runs[0], ["both", "own"])
    context.store.tag(runs[1], ["both"])
    panel._read()
    qtbot.waitUntil(lambda: shown_tags(panel)["phrases"] == ("both",), timeout=LONG)
    offered: list[str] = []

    def answer(*_arguments: object, text: str) -> tuple[str, bool]:
        offered.append(text)
        return "new", True

    monkeypatch.setattr(QInputDialog, "getText", answer)
    panel.table.select({run.id for run in runs})
    panel.selected.edit_tags()
    assert offered == ["both"]
    assert [context.store.run(run).tags for run in runs] == [("own", "new"), ("new",)]
    context.draft.history.undo()
    assert [context.store.run(run).tags for run in runs] == [("both", "own"), ("both",)]


def test_a_tag_that_is_too_long_is_refused(panel: RunsPanel, context: Context, runs: list[Run]) -> None:
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    before = context.draft.history.count()
    panel.actions_on_runs.set_tags(runs[0].id, ["x" * 41])
    assert "too long" in notices[0].text
    assert context.draft.history.count() == before


def test_hidden_runs_are_listed_on_request(
    panel: RunsPanel, more: More, context: Context, runs: list[Run], qtbot: QtBot
) -> None:
    """R120: hiding."""
    panel.table.select({runs[0].id})
    more(panel)["Hide"].trigger()
    qtbot.waitUntil(lambda: names(panel) == ["phrases"], timeout=LONG)
    assert panel.bar.count.text() == "1 of 1"
    listing = next(one for one in panel.view_button.make_menu().actions() if one.text() == "List hidden runs too")
    listing.trigger()
    assert set(names(panel)) == {"plain", "phrases"}
    panel.table.select({runs[0].id})
    assert "Unhide" in more(panel)
    panel.views.list_hidden(False)
    context.draft.history.undo()
    qtbot.waitUntil(lambda: set(names(panel)) == {"plain", "phrases"}, timeout=LONG)


def test_a_view_brings_back_search_columns_order_and_selection(
    panel: RunsPanel, context: Context, runs: list[Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.bar.search.setText("loss<9")
    panel.table.show_columns(["loss", "name", "from"])
    panel.table.sortByColumn(LOSS, Qt.SortOrder.AscendingOrder)
    panel.table.select({runs[0].id})
    monkeypatch.setattr(QInputDialog, "getText", lambda *_arguments, text: ("mine", True))
    panel.view_button.ask_name()
    assert saved_views(context.store) == [
        View("mine", "loss<9", ("loss", "name", "from"), "loss", False, False, (runs[0].id,))
    ]
    qtbot.waitUntil(lambda: [view.name for view in panel.view_button.views] == ["mine"], timeout=LONG)
    panel.views.reset()
    panel.table.clearSelection()
    assert panel.table.shown_columns[:3] == ("star", "name", "tags")
    assert panel.bar.search.text() == ""
    assert panel.table.sorted_by == ("created", True)
    chosen = panel.view_button.make_menu().actions()[0]
    assert chosen.text() == "mine"
    chosen.trigger()
    assert panel.table.shown_columns == ("loss", "name", "from")
    assert panel.table.sorted_by == ("loss", False)
    assert panel.bar.search.text() == "loss<9"
    assert [run.id for run in panel.table.selected] == [runs[0].id]
    context.draft.history.undo()
    assert saved_views(context.store) == []


def test_a_deleted_view_comes_back_by_undo(panel: RunsPanel, context: Context, qtbot: QtBot) -> None:
    panel.views.save("mine")
    qtbot.waitUntil(lambda: bool(panel.view_button.views), timeout=LONG)
    panel.actions_on_runs.delete_view("mine")
    qtbot.waitUntil(lambda: not panel.view_button.views, timeout=LONG)
    context.draft.history.undo()
    assert [view.name for view in saved_views(context.store)] == ["mine"]


def test_columns_are_chosen_in_the_menu_and_kept(
    panel: RunsPanel, context: Context, show_page: Callable[[Panel], None]
) -> None:
    """R121: which columns stand where outlives the window."""
    columns = panel.view_button.make_menu().actions()[-2].menu()
    titles = {action.text(): action for action in columns.actions()}  # type: ignore[union-attr]
    titles["Cloned from"].setChecked(True)
    titles["Preset"].setChecked(False)
    assert "from" in panel.table.shown_columns
    assert "preset" not in panel.table.shown_columns
    before = panel.table.shown_columns
    panel.close_panel()
    again = RunsPanel(context)
    show_page(again)
    assert again.table.shown_columns == before


def test_a_clone_that_is_started_knows_where_it_came_from(
    ready: Context, make_run: Callable[..., Run], show_page: Callable[[Panel], None], qtbot: QtBot
) -> None:
    parent = make_run("parent")
    panel = RunsPanel(ready)
    show_page(panel)
    panel.actions_on_runs.clone(parent)
    assert ready.draft.cloned_from == parent.id
    ready.draft.set("seed", 9, "Seed")
    child = create_run(ready.project, ready.draft.spec, ready.draft.cloned_from)
    assert child.origin is not None
    assert dict(child.origin.changes) == {"seed": (1, 9)}
    panel._read()
    qtbot.waitUntil(lambda: len(panel.table.runs.rows) == 2, timeout=LONG)
    panel.table.select({child.id})
    tree = panel.comparison.tree
    qtbot.waitUntil(lambda: panel.comparison.tabs.tabText(2) == "Lineage (2)", timeout=LONG)
    top = tree.topLevelItem(0)
    assert top is not None
    below = top.child(0)
    assert (top.text(RUN), below.text(RUN), below.text(CHANGED)) == ("parent", child.name, "Seed: 1 → 9")
    below.setText(REASON, "why not")
    assert ready.store.run(child).origin_note == "why not"
    tree.itemDoubleClicked.emit(top, RUN)
    assert [run.id for run in panel.table.selected] == [parent.id]
    ready.draft.history.undo()
    assert ready.store.run(child).origin_note == ""
    ready.draft.history.undo()
    ready.draft.history.undo()
    assert ready.draft.cloned_from is None


def test_the_draft_remembers_its_origin_and_a_preset_has_none(ready: Context, make_run: Callable[..., Run]) -> None:
    parent = make_run("parent")
    ready.draft.replace(apply_overrides(parent.spec, ["seed=4"]), "clone", cloned_from=parent.id)
    ready.draft.save()
    ready.draft.cloned_from = None
    assert ready.draft.restore() is None
    assert ready.draft.cloned_from == parent.id
    assert ready.draft.spec.seed == 4
    ready.draft.use_preset("bert-small")
    assert ready.draft.cloned_from is None
    ready.draft.save()
    assert ready.draft.restore() is None
    assert ready.draft.cloned_from is None


def test_a_project_from_elsewhere_asks_for_its_text(
    ready: Context, tmp_path: Path, qtbot: QtBot, show_page: Callable[[Panel], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.core.paths import Project
    from workbench.gui.app import open_context
    from workbench.gui.settings import Settings

    corpus = find_corpus(ready.project, "letters")
    ready.store.create_run(ready.draft.spec, name="first", corpus_fingerprint=corpus.fingerprint)
    write_bundle(ready.store, tmp_path / "all.zip")
    open_bundle(tmp_path / "all.zip", tmp_path / "new")
    project = Project(tmp_path / "new")
    there = open_context(project, Settings(project, tmp_path / "user.ini"))
    notices: list[Notice] = []
    there.noticed.connect(notices.append)
    panel = RunsPanel(there)
    show_page(panel)
    qtbot.waitUntil(lambda: bool(notices), timeout=LONG)
    assert "on the other machine (1)" in notices[0].text
    assert notices[0].actions[0][0] == "Find them…"
    dialog = MissingFiles(there, panel.window())
    qtbot.waitUntil(lambda: len(dialog.buttons) == 1, timeout=LONG)
    monkeypatch.setattr(
        "workbench.gui.panels.missing_files.call_in_child",
        lambda function, *arguments, progress, cancelled: function(*arguments),
    )
    with Store.open(project) as store:
        from workbench.store.relinking import find_wanted

        wanted = find_wanted(store, "letters")
    (tmp_path / "other.txt").write_text("另一个。", encoding="utf-8")
    dialog.bring(wanted, [tmp_path / "other.txt"])
    qtbot.waitUntil(lambda: "is not “letters”" in dialog.says.text(), timeout=LONG)
    dialog.bring(wanted, [tmp_path / "letters.txt"])
    qtbot.waitUntil(lambda: "the very same" in dialog.says.text(), timeout=LONG)
    qtbot.waitUntil(lambda: not dialog.buttons and not there.tasks.active, timeout=LONG)
    assert find_corpus(project, "letters").fingerprint == corpus.fingerprint
    there.draft.history.undo()
    qtbot.waitUntil(lambda: len(dialog.buttons) == 1 and not there.tasks.active, timeout=LONG)
    assert not (project.corpora / "letters").exists()
    assert (tmp_path / "letters.txt").exists()
    dialog.close()
    qtbot.waitUntil(lambda: not isValid(dialog), timeout=LONG)
    there.draft.history.redo()
    qtbot.waitUntil(lambda: not there.tasks.active, timeout=LONG)
    assert find_corpus(project, "letters").fingerprint == corpus.fingerprint
    panel.close_panel()
    there.draft.close()
    there.tasks.close()
    there.store.close()
