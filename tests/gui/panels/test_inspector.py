from collections.abc import Callable

import numpy as np
import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from workbench.core.figures import THIN
from workbench.gui.context import Context
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_options import ALL, HIDDEN, RENORMALISED
from workbench.gui.panels.token_places import byte_text
from workbench.gui.views.heat_levels import Scale
from workbench.inspection.groups import Level
from workbench.masking.strategy import Action

LONG = 60_000


@pytest.fixture
def panel(inspector: InspectorPanel) -> InspectorPanel:
    return inspector


def ask(qtbot: QtBot, panel: InspectorPanel, text: str) -> None:
    """As a person does: type and press Enter."""
    before = panel._answer
    panel.form.text.setText(text)
    qtbot.keyClick(panel.form.text, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)


def test_a_sentence_becomes_a_heatmap_with_all_heads(panel: InspectorPanel, qtbot: QtBot) -> None:
    assert not panel._result.is_full
    ask(qtbot, panel, "北京大学")
    assert panel._result.is_full
    assert [cell.text for cell in panel.strip.cells] == ["[CLS]", *"北京大学", "[SEP]"]
    view = panel.attention
    options, grid = view.options, view.overview.grid
    assert (options.layer.maximum(), options.head.maximum()) == (2, 3)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.head_rect(1, 2).center())
    assert (options.layer.value(), options.head.value()) == (2, 3)
    np.testing.assert_array_equal(view.heatmap.shown.values, np.eye(6))
    options.head.setValue(1)
    assert grid.current == (1, 0)
    assert view.heatmap.shown.values[2, -1] == np.float32(0.9)
    options.head.setValue(0)
    np.testing.assert_allclose(view.heatmap.shown.values[2, -1], 0.6, err_msg="the mean of the heads")
    told = view._note.text()
    assert "worked out explicitly" in told, "R131"
    assert "in memory for this head" in told, "R132"


def test_one_button_asks_and_stands_in_line(panel: InspectorPanel) -> None:
    form = panel.form
    titled = [button for button in panel.findChildren(QPushButton) if button.text() == "Look inside"]
    assert titled == [form.look_button]
    assert abs(form.look_button.geometry().center().y() - form.pair.geometry().center().y()) <= 1
    assert abs(form.examples.geometry().center().y() - form.text.geometry().center().y()) <= 1
    assert form.look_button.width() == form.examples.width()


def test_special_tokens_hide_with_and_without_renormalising(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    view = panel.attention
    specials = view.options.specials
    modes = {specials.itemData(place): place for place in range(specials.count())}
    specials.setCurrentIndex(modes[HIDDEN])
    assert view.heatmap.shown.values.shape == (4, 4)
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 4 * 0.1 / 5, rtol=1e-5)
    specials.setCurrentIndex(modes[RENORMALISED])
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 1, rtol=1e-5)
    assert "renormalised" in view.heatmap.mode_text()
    specials.setCurrentIndex(modes[ALL])
    assert view.heatmap.shown.values.shape == (6, 6)
    view.options.scale.setCurrentIndex(view.options.scale.findData(Scale.ROW))
    assert "row" in view.heatmap.mode_text()


def click_token(qtbot: QtBot, panel: InspectorPanel, place: int) -> None:
    """Click a cell of the strip, and wait for the answer."""
    before = panel._answer
    qtbot.mouseClick(panel.strip, Qt.MouseButton.LeftButton, pos=panel.strip.cell_rect(place).center())
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)


def masked_texts(panel: InspectorPanel) -> str:
    """What is masked, as the strip shows it."""
    return "".join(cell.text for cell in panel.strip.cells if cell.action is Action.MASK)


def test_a_click_masks_a_token_and_a_second_click_puts_it_back(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    assert panel.guesses.view.isHidden()
    assert not panel.masks.restore.isEnabled()
    click_token(qtbot, panel, 2)
    assert panel.form.text.text() == "北京大学", "the sentence stays"
    assert panel._answer is not None
    assert panel._answer.tokens[2] == "[MASK]"
    assert (panel.strip.cells[2].text, panel.strip.cells[2].note) == ("京", "京")
    rows = panel.guesses.model.rows
    assert [(row.after.token, row.before.token if row.before else "") for row in rows] == [("京", "大"), ("大", "京")]
    own = panel.guesses.model.columns[2]
    assert [own.text(row) for row in rows] == [f"90.00{THIN}% → 12.50{THIN}%"] * 2
    click_token(qtbot, panel, 2)
    assert masked_texts(panel) == ""
    assert panel.guesses.view.isHidden()


def test_a_word_is_masked_whole_and_put_back_whole(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    panel.masks.level.setCurrentIndex(panel.masks.level.findData(Level.WORD))
    click_token(qtbot, panel, 4)
    assert masked_texts(panel) == "大学"
    click_token(qtbot, panel, 1)
    assert masked_texts(panel) == "北京大学"
    panel.masks.level.setCurrentIndex(panel.masks.level.findData(Level.TOKEN))
    click_token(qtbot, panel, 3)
    assert masked_texts(panel) == "北京学"
    panel.masks.level.setCurrentIndex(panel.masks.level.findData(Level.WORD))
    click_token(qtbot, panel, 3)
    assert masked_texts(panel) == "北京大学", "of a unit that is masked in part the rest"
    before = panel._answer
    qtbot.mouseClick(panel.masks.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)
    assert masked_texts(panel) == ""


def test_masks_are_undone_with_the_one_history(panel: InspectorPanel, context: Context, qtbot: QtBot) -> None:
    history = context.draft.history
    ask(qtbot, panel, "北京大学")
    click_token(qtbot, panel, 1)
    assert history.undoText() == "Mask “北”"
    ask(qtbot, panel, "高速公路")
    assert masked_texts(panel) == "", "masks go with their sentence"
    for step, expected in ((history.undo, ""), (history.redo, "北")):
        before = panel._answer
        step()
        qtbot.waitUntil(lambda before=before: panel._answer is not before, timeout=LONG)
        assert panel.form.text.text() == "北京大学"
        assert masked_texts(panel) == expected


def test_masks_in_the_pair_and_typed_ones(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.form.pair.setText("大学")
    ask(qtbot, panel, "北[MASK]")
    assert [row.before for row in panel.guesses.model.rows] == [None, None]
    click_token(qtbot, panel, 4)
    assert panel._answer is not None
    assert panel._answer.question.hidden == ((1, 0, 1),)
    assert masked_texts(panel) == "[MASK]大"


def test_pair_run_and_checkpoint_are_chosen(panel: InspectorPanel, context: Context, qtbot: QtBot) -> None:
    panel.form.pair.setText("大学")
    ask(qtbot, panel, "北京")
    assert panel._answer is not None
    assert panel._answer.question.run.name == "newer"
    assert panel._answer.step == 30
    assert panel._answer.tokens == ["[CLS]", "北", "京", "[SEP]", "大", "学", "[SEP]"]
    before = panel._answer
    panel.form.checkpoints.setCurrentIndex(panel.form.checkpoints.findData(10))
    context.inspect_requested.emit("older")
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)
    assert panel._answer.question.run.name == "older"


def test_there_is_one_child_and_none_after_closing(
    panel: InspectorPanel, context: Context, probe_children: Callable[[], list[psutil.Process]], qtbot: QtBot
) -> None:
    ask(qtbot, panel, "北京")
    context.inspect_requested.emit("older")
    qtbot.waitUntil(lambda: panel._answer is not None and panel._answer.question.run.name == "older", timeout=LONG)
    assert len(probe_children()) == 1
    panel.probe.close()
    assert probe_children() == []


def test_of_questions_asked_meanwhile_the_newest_is_answered(panel: InspectorPanel, qtbot: QtBot) -> None:
    for text in ("北", "北京", "北京大", "北京大学"):
        panel.form.use_text(text)
    qtbot.waitUntil(lambda: panel._answer is not None and panel._answer.question.text == "北京大学", timeout=LONG)
    assert not panel._asking


def test_what_goes_wrong_stands_under_the_question(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.form.use_text("long")
    qtbot.waitUntil(lambda: "999 tokens" in panel.problem.text(), timeout=LONG)
    panel.form.use_text("  ")
    assert panel.problem.text() == "Type a sentence first."
    ask(qtbot, panel, "北京")
    assert panel.problem.isHidden()


def test_closing_while_the_child_thinks_ends_it(
    panel: InspectorPanel,
    probe_children: Callable[[], list[psutil.Process]],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.jobs.session._CLOSE_SECONDS", 0.2)
    panel.form.use_text("slow")
    qtbot.waitUntil(lambda: panel.probe.running, timeout=LONG)
    panel.probe.close()
    qtbot.waitUntil(lambda: not panel.context.tasks.active, timeout=LONG)
    assert probe_children() == []


def test_an_empty_page_says_what_to_do(context: Context, show_page: Callable[[Panel], None], qtbot: QtBot) -> None:
    panel = InspectorPanel(context)
    show_page(panel)
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
    assert not panel._pages.is_full
    assert panel.state is PanelState.EMPTY


@pytest.mark.parametrize(
    ("token", "shown"),
    [("Ġthe", "␣the"), ("åĮĹ", "北"), ("åĮ", "⟨E5⟩⟨8C⟩"), ("<mask>", "<mask>"), ("Ċ", "\n"), ("北", "北")],
)
def test_byte_level_tokens_are_readable(token: str, shown: str) -> None:
    assert byte_text(token) == shown
