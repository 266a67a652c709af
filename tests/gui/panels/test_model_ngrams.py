"""The n-gram encoder on the model page and in the check list: turned on, given lists, counted, and undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.editors import ListEditor
from workbench.gui.forms.groups import OptionalPart
from workbench.gui.panel import PanelState
from workbench.gui.panels.check_line import Check, Verdict
from workbench.gui.panels.model import ModelPanel
from workbench.gui.panels.training_checks import check_start, may_start
from workbench.jobs.devices import DeviceRow
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.store.store import Store
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, delete_lexicon, save_lexicon

CPU = (DeviceRow("cpu", "Processor", 0),)
WAIT = 30_000


def keep(project: Project, name: str, kind: LexiconKind = LexiconKind.NGRAM, /, **counts: int) -> None:
    save_lexicon(project, Lexicon(name, kind, tuple(LexiconEntry(text, count=count) for text, count in counts.items())))


@pytest.fixture
def panel(context: Context, qtbot: QtBot) -> ModelPanel:
    keep(context.project, "grams", 提高=5, 速度=3)
    keep(context.project, "more", 高速=2)
    made = ModelPanel(context)
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_panel())
    made.resize(1200, 700)
    made.show()
    return made


def lists_field(panel: ModelPanel) -> ListEditor:
    editor = panel.form.field("ngrams.lists").editor
    assert isinstance(editor, ListEditor)
    return editor


def cell(panel: ModelPanel, title: str) -> str:
    table = panel.tables.parts
    for row in range(table.rowCount()):
        if table.item(row, 0).text() == title:
            return table.item(row, 1).text()
    return ""


def test_a_switch_turns_it_on_a_list_is_chosen_and_counted(panel: ModelPanel, context: Context, qtbot: QtBot) -> None:
    part = next(part for part in panel.form.findChildren(OptionalPart) if part.path == "ngrams")
    qtbot.mouseClick(part.switch.box, Qt.MouseButton.LeftButton)
    assert context.draft.spec.ngrams is not None
    assert panel.state is PanelState.PROBLEM
    context.draft.set("ngrams.layers", 1, "layers")
    assert "needs a list of n-grams" in panel.words
    editor = lists_field(panel)
    assert [editor.entry.itemText(place) for place in range(editor.entry.count())] == ["grams", "more"]
    editor.typed.setText("grams")
    qtbot.keyClick(editor.typed, Qt.Key.Key_Return)
    assert context.draft.spec.ngrams.lists == ("grams",)
    assert panel.state is PanelState.READY
    qtbot.waitUntil(lambda: cell(panel, "N-gram table") == f"{3 * 128:,}", timeout=WAIT)
    assert cell(panel, "N-grams: Attention") == "66,048"
    context.draft.history.undo()
    assert context.draft.spec.ngrams is not None
    assert context.draft.spec.ngrams.lists == ()


def test_rows_are_no_setting_of_the_form(panel: ModelPanel, context: Context) -> None:
    context.draft.use_preset("zen-tiny")
    paths = [row.path for row in panel.form.rows()]
    assert "ngrams.lists" in paths
    assert "ngrams.rows" not in paths


def test_another_size_keeps_the_lists(panel: ModelPanel, context: Context) -> None:
    context.draft.use_preset("zen-tiny")
    context.draft.set("ngrams.lists", ("grams",), "lists")
    context.draft.use_preset("zen-base")
    assert context.draft.spec.ngrams is not None
    assert (context.draft.spec.ngrams.lists, context.draft.spec.ngrams.layers) == (("grams",), 6)
    context.draft.use_preset("bert-tiny")
    assert context.draft.spec.ngrams is None


def test_a_list_that_is_gone_or_of_no_use_is_told_under_its_field(
    panel: ModelPanel, context: Context, qtbot: QtBot
) -> None:
    context.draft.use_preset("zen-tiny")
    context.draft.set("ngrams.lists", ("grams",), "lists")
    qtbot.waitUntil(lambda: cell(panel, "N-gram table") == f"{3 * 128:,}", timeout=WAIT)
    keep(context.project, "words", LexiconKind.WORD, 提高=1)
    delete_lexicon(context.project, "grams")
    panel.refresh(Changes.of("lexicons"))
    qtbot.waitUntil(lambda: "no list named “grams”" in panel.words, timeout=WAIT)
    editor = lists_field(panel)
    assert [editor.entry.itemText(place) for place in range(editor.entry.count())] == ["more", "words"]
    context.draft.set("ngrams.lists", ("words",), "lists")
    qtbot.waitUntil(lambda: "whose entries are no n-grams" in panel.words, timeout=WAIT)


def test_a_leak_is_hinted_at_where_it_is_set(panel: ModelPanel, context: Context) -> None:
    context.draft.use_preset("zen-tiny")
    assert not panel.cost.hint.isVisible()
    context.draft.set("ngrams.matching", "before", "matching")
    QApplication.processEvents()
    assert "which token is hidden" in panel.cost.hint.text()


# The check list


def zen(*settings: str) -> RunSpec:
    own = ["corpus=letters", "vocabulary=words", "ngrams.lists=grams"]
    return apply_overrides(load_preset("zen-tiny"), [*own, *settings])


@pytest.fixture
def checks(prepared_project: Project) -> Callable[..., list[Check]]:
    keep(prepared_project, "grams", 提高=5, 速度=3)
    return lambda spec, cloned_from=None: check_start(prepared_project, spec, CPU, (), cloned_from)


def about(found: list[Check]) -> list[Check]:
    return [check for check in found if check.path.startswith("ngrams") or "N-grams:" in str(check.text)]


def test_all_that_match_are_counted(checks: Callable[..., list[Check]]) -> None:
    found = checks(zen())
    assert may_start(found)
    (one,) = about(found)
    assert (one.verdict, str(one.text)) == (Verdict.GOOD, "N-grams: 2, all of which this vocabulary can match")


def test_what_matches_nothing_is_told(checks: Callable[..., list[Check]], prepared_project: Project) -> None:
    keep(prepared_project, "grams", 提高=5, 鼉鼉=3)
    (one,) = about(checks(zen()))
    assert (one.verdict, one.page, one.path) == (Verdict.WARNING, "model", "ngrams.lists")
    assert "1 of 2 n-grams match nothing: 1 has characters that the vocabulary lacks" in str(one.text)
    keep(prepared_project, "grams", 鼉鼉=3)
    found = checks(zen())
    assert not may_start(found)
    assert "None of the 1 n-grams can match" in str(about(found)[0].text)


def test_a_missing_list_is_wrong_unless_a_run_is_copied_that_has_it(
    checks: Callable[..., list[Check]], prepared_project: Project
) -> None:
    with Store.open(prepared_project) as store:
        run = store.create_run(zen(), name="first")
    delete_lexicon(prepared_project, "grams")
    found = checks(zen())
    assert not may_start(found)
    assert "no list named “grams”" in str(about(found)[0].text)
    assert may_start(checks(zen(), run.id))
    assert not may_start(checks(zen(), run.id + 1))


def test_a_leak_is_a_warning(checks: Callable[..., list[Check]]) -> None:
    leak = next(check for check in checks(zen("ngrams.matching=before")) if check.path == "ngrams.matching")
    assert leak.verdict is Verdict.WARNING
