"""What is shared: the picture follows the draft and changes it, tensors of a box, the live table of counts."""

from math import prod

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.figures import short
from workbench.gui.panels.model import ModelPanel
from workbench.gui.theme import DARK, LIGHT, make_palette
from workbench.gui.views.sharing_map import HEAD
from workbench.spec.encoder import Sharing
from workbench.spec.presets import load_preset


@pytest.fixture
def panel(context: Context, qtbot: QtBot) -> ModelPanel:
    made = ModelPanel(context)
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_panel())
    made.resize(1200, 900)
    made.show()
    context.draft.use_preset("albert-base")
    return made


def cell(table: QTableWidget, row: int, column: int) -> QTableWidgetItem:
    found = table.item(row, column)
    assert found is not None
    return found


def texts(table: QTableWidget) -> list[list[str]]:
    return [
        [cell(table, row, column).text() for column in range(table.columnCount())] for row in range(table.rowCount())
    ]


def click(panel: ModelPanel, row: int, place: int) -> None:
    """On a box of the picture, or on the words before it."""
    view = panel.sharing.map
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=(view.box(row, place).topLeft() + QPointF(5, 5)).toPoint())


def test_the_table_has_the_papers_counts_and_marks_the_model(panel: ModelPanel) -> None:
    table = panel.sharing.table
    headers = [table.model().headerData(column, Qt.Orientation.Horizontal) for column in range(5)]
    assert headers == ["Shared", "E = 64", "E = 128", "E = 256", "E = 768"]
    heads = 768 * 128 + 3 * 128 + 30_000 + 1_538
    bodies = (89_650_176, 11_683_584, 63_647_232, 37_686_528)
    assert [row[2] for row in texts(table)] == [f"{body + heads:,}" for body in bodies]
    assert [row[0] for row in texts(table)] == ["Nothing", "All weights", "Attention", "Feed-forward"]
    cells = [(row, column) for row in range(4) for column in range(1, 5)]
    marked = [at for at in cells if cell(table, *at).background().color().name() == LIGHT.accent]
    assert marked == [(1, 2)]
    assert "11,683,584 without heads" in cell(table, 1, 2).toolTip()


def test_figures_are_short_where_there_is_no_room(panel: ModelPanel) -> None:
    panel.sharing.table.resize(300, 100)
    panel.sharing._fill()
    assert texts(panel.sharing.table)[1][2] == short(11_813_810)
    assert "11,813,810 parameters" in cell(panel.sharing.table, 1, 2).toolTip()


def test_a_click_in_the_table_chooses_both_in_one_step(panel: ModelPanel, context: Context) -> None:
    before, steps = context.draft.spec, context.draft.history.count()
    table = panel.sharing.table
    place = table.visualItemRect(table.item(2, 4)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    encoder = context.draft.spec.encoder
    assert (encoder.sharing, encoder.embedding_size, encoder.embedding_width) == (Sharing.ATTENTION, 0, 768)
    assert panel.cost.total.text() == texts(table)[2][4] + " parameters"
    assert context.draft.history.count() == steps + 1
    context.draft.history.undo()
    assert context.draft.spec == before


def test_the_words_before_a_row_share_it_or_not(panel: ModelPanel, context: Context) -> None:
    found = []
    for row in (0, 1, 0, 1):
        click(panel, row, HEAD)
        found.append(context.draft.spec.encoder.sharing)
    assert found == [Sharing.FEED_FORWARD, Sharing.NONE, Sharing.ATTENTION, Sharing.ALL]
    assert context.draft.spec == load_preset("albert-base")


def test_groups_go_where_nothing_is_shared_any_more(panel: ModelPanel, context: Context) -> None:
    context.draft.set("encoder.sharing", "attention", "sharing")
    context.draft.set("encoder.groups", 3, "groups")
    assert panel.sharing.map.picture.rows[0].owners == (0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8)
    assert panel.sharing.map.picture.groups == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    click(panel, 0, HEAD)
    assert context.draft.spec.encoder.sharing is Sharing.NONE
    assert context.draft.spec.encoder.groups == 1


def test_a_box_shows_its_tensors_until_it_is_clicked_again(panel: ModelPanel, context: Context) -> None:
    sharing = panel.sharing
    assert sharing.tensors.isHidden()
    click(panel, 0, 5)
    rows = texts(sharing.tensors)
    assert rows[0] == ["attention.query.weight", "768 × 768", "589,824"]
    assert rows[-1] == ["Together", "", f"{4 * 768**2 + 6 * 768:,}"]
    assert sharing._hint.text() == "Attention of layer 1: stored once, used 12 times."
    click(panel, 1, 2)
    assert texts(sharing.tensors)[-1][2] == f"{8 * 768**2 + 7 * 768:,}"
    click(panel, 2, 1)
    assert texts(sharing.tensors)[0] == ["word.weight", "30,000 × 128", f"{prod((30_000, 128)):,}"]
    click(panel, 2, 0)
    assert sharing.tensors.isHidden()


def test_a_box_that_is_gone_is_no_longer_framed(panel: ModelPanel, context: Context) -> None:
    context.draft.set("encoder.sharing", "none", "sharing")
    click(panel, 0, 11)
    assert panel.sharing._hint.text() == "Attention of layer 12: stored once, used 1 time."
    context.draft.set("encoder.layers", 6, "layers")
    assert panel.sharing.tensors.isHidden()


def test_inner_layers_are_named(panel: ModelPanel, context: Context) -> None:
    context.draft.set("encoder.inner_layers", 2, "inner")
    row = panel.sharing.map.picture.rows[0]
    assert list(row.labels[:4]) == ["1.1", "1.2", "1.1", "1.2"]
    assert row.sentences[1] == "Attention of layer 1, inner layer 2: stored once, used 12 times."


def test_what_sharing_saves_and_what_it_does_not_is_said_apart(panel: ModelPanel, context: Context) -> None:
    facts = panel.cost._facts
    assert facts["parameters"].text().endswith(f"Sharing saves {89_780_402 - 11_813_810:,} of 89,780,402")
    assert facts["compute"].text().endswith("Sharing saves none")
    assert facts["activations"].text().endswith("Sharing saves none")
    shared = [facts[name].text().split("\n")[0] for name in ("compute", "activations")]
    context.draft.set("encoder.sharing", "none", "sharing")
    assert [facts[name].text() for name in ("compute", "activations")] == shared
    assert "saves" not in facts["parameters"].text()


def test_without_masked_tokens_the_word_table_is_used_once(panel: ModelPanel, context: Context) -> None:
    assert len(panel.sharing.map.picture.rows) == 3
    context.draft.set("stages.0.tokens", (), "tokens")
    assert len(panel.sharing.map.picture.rows) == 2


def test_the_mark_has_the_colour_of_the_theme(panel: ModelPanel) -> None:
    panel.sharing.setPalette(make_palette(DARK))
    assert cell(panel.sharing.table, 1, 2).background().color().name() == DARK.accent
