from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.editors import NumberEditor
from workbench.gui.notices import Notice
from workbench.gui.panel import PanelState
from workbench.gui.panels.model import ModelPanel
from workbench.spec.files import load_spec
from workbench.spec.forecast import forecast
from workbench.spec.presets import load_preset, preset_names, reference_vocabulary_size


@pytest.fixture
def panel(context: Context, qtbot: QtBot) -> ModelPanel:
    made = ModelPanel(context)
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_panel())
    made.resize(1200, 700)
    made.show()
    return made


def test_the_count_is_exact_and_live(panel: ModelPanel, context: Context) -> None:
    def expected() -> str:
        spec = context.draft.spec
        return f"{forecast(spec, reference_vocabulary_size(spec.preset)).parameters.total:,} parameters"

    assert panel.cost.total.text() == expected()
    before = panel.cost.total.text()
    context.draft.set("encoder.layers", 7, "layers")
    assert panel.cost.total.text() == expected() != before


def test_every_preset_can_be_chosen(panel: ModelPanel, context: Context) -> None:
    for name in preset_names():
        panel.preset.textActivated.emit(name)
        assert context.draft.spec == load_preset(name)
        if context.draft.spec.ngrams is None:
            assert panel.state is PanelState.READY, name
            assert panel.words.startswith(name)
        else:  # a list is the project's own
            assert panel.state is PanelState.PROBLEM
            assert "needs a list" in panel.words
        assert panel.differences.table.rowCount() == 0, name
        assert panel.recipe.currentData() == context.draft.spec.recipe, name


def test_the_recipe_changes_without_the_model(panel: ModelPanel, context: Context) -> None:
    encoder = context.draft.spec.encoder
    assert panel.recipe.itemText(panel.recipe.findData("local")) == "For one machine"
    panel.recipe.setCurrentIndex(panel.recipe.findData("paper"))
    panel.recipe.activated.emit(panel.recipe.currentIndex())
    assert context.draft.spec == load_preset("bert-tiny", "paper")
    assert context.draft.spec.encoder == encoder


def test_the_learning_rate_follows_what_is_typed(panel: ModelPanel, context: Context) -> None:
    assert panel.rates.isVisible()
    context.draft.set("training.schedule", "bert", "schedule")
    context.draft.set("training.warmup_steps", 500, "warm-up")
    shown, training = panel.rates.shown, context.draft.spec.training
    assert (shown.steps, shown.peak, shown.warmup) == (training.steps, 499, 500)
    assert shown.rate_at(500) == training.learning_rate * (1 - 500 / training.steps)
    panel.recipe.setCurrentIndex(panel.recipe.findData("paper"))
    panel.recipe.activated.emit(panel.recipe.currentIndex())
    assert panel.rates.shown.borders == [900_000]


def test_a_warm_up_longer_than_the_run_is_drawn_as_far_as_it_goes(panel: ModelPanel, context: Context) -> None:
    context.draft.set("training.warmup_steps", 10_000, "warm-up")
    assert panel.rates.shown.peak == panel.rates.shown.warmup == context.draft.spec.training.steps
    panel.rates.grab()


def test_differences_to_the_preset_and_the_way_back(panel: ModelPanel, context: Context) -> None:
    context.draft.set("encoder.layers", 3, "layers")
    context.draft.set("units.phrase_lists", ("one", "two"), "lists")
    rows = [[panel.differences.table.item(row, column).text() for column in range(3)] for row in range(2)]  # type: ignore[union-attr]
    assert rows == [
        ["Words, phrases, entities › Phrase lists", "none", "one, two"],
        ["Encoder › Layers", "2", "3"],
    ]
    panel.differences.table.cellActivated.emit(1, 0)
    assert QApplication.focusWidget() in (None, panel.form.field("encoder.layers").editor.focusProxy())
    panel._back.click()
    assert context.draft.spec == load_preset("bert-tiny").model_copy(update={"units": context.draft.spec.units})
    context.draft.set("units.phrase_lists", (), "lists")
    assert panel.differences.table.rowCount() == 0


def test_a_rule_across_fields_stands_at_the_field_and_in_the_status(panel: ModelPanel, context: Context) -> None:
    context.draft.set("encoder.heads", 3, "heads")
    assert panel.form.field("encoder.heads")._error.isVisible()
    assert panel.state is PanelState.PROBLEM
    assert panel.words.startswith("Encoder › Attention heads: 3 heads")
    context.draft.history.undo()
    assert panel.form.field("encoder.heads")._error.isHidden()
    assert panel.state is PanelState.READY


def test_a_wrong_number_is_explained_at_its_field(panel: ModelPanel, context: Context, qtbot: QtBot) -> None:
    row = panel.form.field("encoder.layers")
    assert isinstance(row.editor, NumberEditor)
    row.editor.box.selectAll()
    qtbot.keyClicks(row.editor.box, "1000")
    qtbot.keyClick(row.editor.box, Qt.Key.Key_Return)
    assert context.draft.spec.encoder.layers == 2
    assert "96" in row._error.text()


def test_specs_are_saved_and_opened(panel: ModelPanel, context: Context, tmp_path: Path) -> None:
    path = tmp_path / "实验 one.toml"
    context.draft.set("encoder.layers", 5, "layers")
    panel.save_spec(path)
    assert load_spec(path) == context.draft.spec
    context.draft.use_preset("roberta-tiny")
    panel.open_spec(path)
    assert context.draft.spec.encoder.layers == 5
    context.draft.history.undo()
    assert context.draft.spec.preset == "roberta-tiny"


def test_a_bad_spec_is_one_notice_and_changes_nothing(panel: ModelPanel, context: Context, tmp_path: Path) -> None:
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    (tmp_path / "bad.toml").write_text("[encoder]\nlayerz = 3\nheads = 0\n", encoding="utf-8")
    before = context.draft.spec
    panel.open_spec(tmp_path / "bad.toml")
    assert context.draft.spec is before
    assert len(notices) == 1
    assert "layerz" in notices[0].text
    assert "Encoder › Attention heads: 0 is too small; the least is 1." in notices[0].text
    assert "encoder.heads" in notices[0].details


def test_a_vocabulary_that_is_not_there_leaves_the_papers_size(
    panel: ModelPanel, context: Context, qtbot: QtBot
) -> None:
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    context.draft.set("vocabulary", "missing", "vocabulary")
    panel.refresh(Changes.all())
    qtbot.waitUntil(lambda: not context.tasks.active)
    assert panel.vocabulary_size == reference_vocabulary_size("bert-tiny")
    assert notices == []


def test_what_is_wrong_is_told_while_one_types_and_the_last_valid_value_stays(
    panel: ModelPanel, context: Context, qtbot: QtBot
) -> None:
    row = panel.form.field("encoder.layers")
    assert isinstance(row.editor, NumberEditor)
    row.editor.box.selectAll()
    qtbot.keyClicks(row.editor.box, "12")
    qtbot.waitUntil(lambda: context.draft.spec.encoder.layers == 12, timeout=60_000)
    qtbot.keyClicks(row.editor.box, "00")
    qtbot.waitUntil(row._error.isVisible, timeout=60_000)
    assert "96" in row._error.text()
    assert row.editor.box.text() == "1200"
    qtbot.keyClicks(row.editor.box, "x")
    qtbot.waitUntil(lambda: "not a whole number" in row._error.text(), timeout=60_000)
    context.draft.set("encoder.hidden", 256, "hidden")
    assert row.editor.box.text() == "1200x"
    assert context.draft.spec.encoder.layers == 12
    for _ in range(3):
        qtbot.keyClick(row.editor.box, Qt.Key.Key_Backspace)
    qtbot.waitUntil(row._error.isHidden, timeout=60_000)
    context.draft.history.undo()
    context.draft.history.undo()
    assert context.draft.spec == load_preset("bert-tiny")


def test_another_preset_drops_what_was_refused(panel: ModelPanel, context: Context, qtbot: QtBot) -> None:
    row = panel.form.field("training.steps")
    assert isinstance(row.editor, NumberEditor)
    row.editor.box.selectAll()
    qtbot.keyClicks(row.editor.box, "many")
    qtbot.waitUntil(row._error.isVisible, timeout=60_000)
    context.draft.use_preset("roberta-tiny")
    assert row._error.isHidden()
    assert row.editor.read() == context.draft.spec.training.steps


def test_a_refused_text_is_known_to_the_draft_until_it_is_taken_back(
    panel: ModelPanel, context: Context, qtbot: QtBot
) -> None:
    row = panel.form.field("training.steps")
    assert isinstance(row.editor, NumberEditor)
    draft = context.draft
    ways: list[Callable[[], object]] = [
        lambda: qtbot.keyClick(row.editor.focusProxy(), Qt.Key.Key_Escape),
        row.reset.click,
        lambda: draft.use_preset("roberta-tiny"),
        panel._drop_refused,
    ]
    for go_back in ways:
        row.editor.box.selectAll()
        qtbot.keyClicks(row.editor.box, "30x")
        qtbot.waitUntil(lambda: [problem.path for problem in draft.refused] == ["training.steps"], timeout=60_000)
        assert panel.state is PanelState.PROBLEM
        assert "30x" in panel.words
        go_back()
        assert not draft.refused
        assert panel.state is PanelState.READY
        assert row._error.isHidden()
