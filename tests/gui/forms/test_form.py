from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text
from workbench.core.translation import messages
from workbench.gui.draft import with_value
from workbench.gui.editors import ChoiceEditor, ListEditor, NumberEditor, SwitchEditor, TextEditor
from workbench.gui.forms import EDITOR_WIDTH, ErrorLabel, FieldRow, Form
from workbench.gui.forms.groups import OptionalPart, RowPart
from workbench.gui.forms.ticks import TicksEditor
from workbench.gui.i18n import LANGUAGES
from workbench.gui.theme import GRID
from workbench.masking.registry import STRATEGIES
from workbench.spec.files import flatten, spec_data
from workbench.spec.ngrams import NgramSpec
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec

Edits = list[tuple[str, Any, str]]


@pytest.fixture
def spec() -> RunSpec:
    return load_preset("bert-tiny")


@pytest.fixture
def form(dressed: QApplication, qtbot: QtBot, spec: RunSpec) -> Form:
    made = Form(spec)
    qtbot.addWidget(made)
    made.resize(340, 700)
    made.show()
    return made


@pytest.fixture
def edits(form: Form) -> Edits:
    seen: Edits = []
    form.edited.connect(lambda path, value, label: seen.append((path, value, label)))
    return seen


def type_into(row: FieldRow, text: str, qtbot: QtBot) -> None:
    assert isinstance(row.editor, NumberEditor)
    row.editor.box.selectAll()
    qtbot.keyClicks(row.editor.box, text)
    qtbot.keyClick(row.editor.box, Qt.Key.Key_Return)


def test_every_setting_of_a_spec_has_its_row(form: Form, spec: RunSpec) -> None:
    paths = {row.path for row in form.rows()}
    tags = {path for path in flatten(spec_data(spec)) if path.endswith(".kind")}
    unwritten = {"stages.0.warmup_steps"}  # a file has it only where a stage has one of its own
    assert paths == (set(flatten(spec_data(spec))) | unwritten) - tags
    for row in form.rows():
        assert row.title
        assert (row.editor.focusProxy() or row.editor).accessibleName() == row.title


def test_editors_follow_the_type(form: Form) -> None:
    assert isinstance(form.field("encoder.layers").editor, NumberEditor)
    assert isinstance(form.field("encoder.pooler").editor, SwitchEditor)
    assert isinstance(form.field("encoder.activation").editor, ChoiceEditor)
    assert isinstance(form.field("units.entity_lists").editor, ListEditor)
    assert isinstance(form.field("corpus").editor, TextEditor)


def test_typing_a_number_tells_path_value_and_label(form: Form, edits: Edits, qtbot: QtBot) -> None:
    type_into(form.field("encoder.layers"), "12", qtbot)
    type_into(form.field("training.learning_rate"), "3e-3", qtbot)
    assert edits == [("encoder.layers", 12, "Layers"), ("training.learning_rate", 0.003, "Peak learning rate")]


def test_numbers_are_shown_as_they_are_written(form: Form) -> None:
    for path, text in (("encoder.layer_norm_epsilon", "1e-12"), ("training.adam_beta2", "0.999")):
        editor = form.field(path).editor
        assert isinstance(editor, NumberEditor)
        assert editor.box.text() == text


def test_arrows_step_within_the_bounds(form: Form, edits: Edits) -> None:
    editor = form.field("encoder.layers").editor
    assert isinstance(editor, NumberEditor)
    editor.box.stepBy(-5)
    assert edits[-1] == ("encoder.layers", 1, "Layers")


def test_a_refused_value_stays_with_its_reason_until_it_is_mended(form: Form, spec: RunSpec, qtbot: QtBot) -> None:
    row = form.field("encoder.layers")
    type_into(row, "many", qtbot)
    form.refuse("encoder.layers", [FieldProblem("encoder.layers", Text("“{value}” is wrong.", {"value": "many"}))])
    assert row._error.text() == "“many” is wrong."
    assert row._error.isVisible()
    assert isinstance(row.editor, NumberEditor)
    assert row.editor.box.text() == "many"
    form.show_config(with_value(spec, "encoder.heads", 4))
    assert row._error.isVisible()
    assert row.editor.box.text() == "many"
    type_into(row, "2", qtbot)
    assert row._error.isHidden()


def test_a_refused_value_can_be_taken_back(form: Form, edits: Edits, qtbot: QtBot) -> None:
    row = form.field("encoder.layers")
    assert isinstance(row.editor, NumberEditor)
    wrong = [FieldProblem("encoder.layers", Text("Wrong."))]
    ways: list[Callable[[], None]] = [
        lambda: qtbot.keyClick(row.editor.focusProxy(), Qt.Key.Key_Escape),
        row.reset.click,
        form.drop_refused,
    ]
    for go_back in ways:
        type_into(row, "many", qtbot)
        form.refuse("encoder.layers", wrong)
        assert row.reset.isVisibleTo(row)
        go_back()
        assert row.editor.box.text() == "2"
        assert row._error.isHidden()


def test_typing_is_told_while_one_types_and_the_text_stays_as_typed(
    form: Form, spec: RunSpec, edits: Edits, qtbot: QtBot
) -> None:
    row = form.field("training.learning_rate")
    assert isinstance(row.editor, NumberEditor)
    row.editor.setFocus()
    row.editor.box.selectAll()
    qtbot.keyClicks(row.editor.box, "0.50")
    assert edits == []
    qtbot.waitUntil(lambda: bool(edits), timeout=60_000)
    assert edits == [("training.learning_rate", 0.5, "Peak learning rate")]
    form.show_config(with_value(spec, "training.learning_rate", 0.5))
    assert row.editor.box.text() == "0.50"
    qtbot.keyClick(row.editor.box, Qt.Key.Key_Return)
    assert row.editor.box.text() == "0.5"
    assert len(edits) == 1


def test_lines_above_a_field_do_not_move_it_while_one_types(form: Form, spec: RunSpec, qtbot: QtBot) -> None:
    row = form.field("training.length")
    assert isinstance(row.editor, NumberEditor)
    form.focus_field("training.length")
    qtbot.wait(20)
    form.edited.connect(lambda *_: form.show_problems([FieldProblem("encoder.layers", Text("Long. " * 60))]))
    before = row.mapTo(form, row.rect().topLeft())
    row.editor.box.stepBy(1)
    assert form.field("encoder.layers")._error.isVisible()
    assert row.mapTo(form, row.rect().topLeft()) == before
    qtbot.wait(20)
    assert row.mapTo(form, row.rect().topLeft()) == before


def test_a_problem_unfolds_its_field(form: Form) -> None:
    row = form.field("encoder.position_offset")
    assert not row.isVisible()
    form.show_problems([FieldProblem("encoder.position_offset", Text("Wrong."))])
    assert row.isVisible()


def test_problems_of_kinds_and_rows_stand_in_their_groups(form: Form) -> None:
    kind = FieldProblem("stages.0.passage.kind", Text("Needs the pooler."))
    row = FieldProblem("stages.0.tokens", Text("Nothing to learn."))
    assert form.show_problems([kind, row]) == []
    shown = {label.text() for label in form.findChildren(ErrorLabel) if label.isVisible()}
    assert shown == {"Needs the pooler.", "Nothing to learn."}
    assert form.show_problems([]) == []
    assert not any(label.isVisible() for label in form.findChildren(ErrorLabel))


def test_what_is_wrong_is_read_out_with_the_field(form: Form) -> None:
    form.show_problems([FieldProblem("encoder.heads", Text("Does not divide."))])
    box = form.field("encoder.heads").editor.focusProxy()
    assert box is not None
    assert box.accessibleDescription().startswith("Does not divide.")


def test_choices_are_shown_by_their_labels_and_told_by_their_values(form: Form, edits: Edits) -> None:
    editor = form.field("encoder.activation").editor
    assert isinstance(editor, ChoiceEditor)
    assert [editor.box.itemText(place) for place in range(3)] == ["GELU", "GELU (by tanh)", "ReLU"]
    editor.box.setCurrentIndex(1)
    editor.box.activated.emit(1)
    assert edits[-1] == ("encoder.activation", "gelu-tanh", "Activation")


def test_problems_stand_under_their_fields_and_the_rest_comes_back(form: Form) -> None:
    here = FieldProblem("encoder.heads", Text("Does not divide."))
    elsewhere = FieldProblem("nowhere.at.all", Text("Lost."))
    assert form.show_problems([here, elsewhere]) == [elsewhere]
    assert form.field("encoder.heads")._error.text() == "Does not divide."
    assert form.show_problems([]) == []
    assert form.field("encoder.heads")._error.isHidden()


def test_a_changed_field_is_marked_and_goes_back(form: Form, edits: Edits, spec: RunSpec) -> None:
    form.show_config(with_value(spec, "encoder.layers", 5), spec)
    row = form.field("encoder.layers")
    assert row.reset.isVisibleTo(row)
    assert row._label.text().startswith("●")
    row.reset.click()
    assert edits == [("encoder.layers", 2, "Layers")]
    form.show_config(spec, spec)
    assert not row.reset.isVisibleTo(row)


def test_another_kind_swaps_the_form_and_keeps_common_settings(form: Form, edits: Edits, spec: RunSpec) -> None:
    spec = with_value(spec, "stages.0.masking", {"kind": "basic", "rate": 0.3})
    form.show_config(spec)
    for kind in STRATEGIES:
        spec = with_value(spec, "stages.0.masking", {"kind": kind, "rate": 0.3})
        form.show_config(spec)
        assert form.field("stages.0.masking.rate")
    part = form._group._parts["stages"]._items[0]._groups[0]._parts["masking"]  # type: ignore[attr-defined]
    part._change_kind("basic")
    path, value, _ = edits[-1]
    assert path == "stages.0.masking"
    assert value["kind"] == "basic"
    assert value["rate"] == 0.3


def test_stages_are_added_and_removed(form: Form, edits: Edits, spec: RunSpec) -> None:
    part = form._group._parts["stages"]
    part._plus.click()  # type: ignore[attr-defined]
    path, value, _ = edits[-1]
    two = with_value(spec, path, value)
    assert len(two.stages) == 2
    form.show_config(two)
    assert form.field("stages.1.name")
    part._bins[1].click()  # type: ignore[attr-defined]
    assert with_value(two, *edits[-1][:2]).stages == spec.stages
    form.show_config(spec)
    with pytest.raises(LookupError):
        form.field("stages.1.name")


def test_any_part_of_a_row_is_removed_but_not_the_last_one(form: Form, edits: Edits, spec: RunSpec) -> None:
    part = form._group._parts["stages"]
    assert isinstance(part, RowPart)
    assert [button.isEnabled() for button in part._bins] == [False]
    stages = [{**spec_data(spec)["stages"][0], "name": name} for name in ("one", "two", "three")]
    three = with_value(spec, "stages", stages)
    form.show_config(three)
    part._bins[1].click()
    two = with_value(three, *edits[-1][:2])
    assert [stage.name for stage in two.stages] == ["one", "three"]
    form.show_config(two)
    assert [button.isEnabled() for button in part._bins] == [True, True]
    editor = form.field("stages.1.name").editor
    assert isinstance(editor, TextEditor)
    assert editor.read() == "three"


def test_a_new_part_is_scrolled_into_view(form: Form, spec: RunSpec, qtbot: QtBot) -> None:
    now = spec

    def take(path: str, value: Any, _label: str) -> None:
        nonlocal now
        now = with_value(now, path, value)
        form.show_config(now)

    form.edited.connect(take)
    part = form._group._parts["stages"]
    assert isinstance(part, RowPart)
    viewport = form._area.viewport()
    form._area.ensureWidgetVisible(part._plus)
    for count in (2, 3):
        part._plus.click()
        assert len(part._items) == count
        qtbot.waitUntil(lambda: 0 <= part._items[-1].mapTo(viewport, QPoint()).y() < viewport.height() // 2)


def test_lists_are_edited(form: Form, edits: Edits, qtbot: QtBot) -> None:
    editor = form.field("units.phrase_lists").editor
    assert isinstance(editor, ListEditor)
    editor.entry.setEditText("idioms")
    qtbot.keyClick(editor.typed, Qt.Key.Key_Return)
    editor.list.setCurrentRow(0)
    qtbot.keyClick(editor.list, Qt.Key.Key_Delete)
    assert [value for _, value, _ in edits] == [("idioms",), ()]


def test_several_entries_are_removed_at_once(form: Form, edits: Edits, qtbot: QtBot) -> None:
    editor = form.field("probes").editor
    assert isinstance(editor, ListEditor)
    editor.set_value(["a", "b", "c", "d", "e"])
    for row in (1, 2):
        editor.list.item(row).setSelected(True)
    qtbot.keyClick(editor.list, Qt.Key.Key_Delete)
    qtbot.keyClick(editor.list, Qt.Key.Key_Delete)  # the next one has become the chosen one
    qtbot.keyClick(editor.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(editor.list, Qt.Key.Key_Delete)
    assert [value for _, value, _ in edits] == [("a", "d", "e"), ("a", "e"), ()]


def test_choices_of_several_are_ticked(form: Form, edits: Edits) -> None:
    editor = form.field("units.phrase_tags").editor
    assert isinstance(editor, TicksEditor)
    assert editor.values() == ("nz", "i", "l", "j")
    by_value = {item.data(Qt.ItemDataRole.UserRole): item for item in editor._items()}
    by_value["t"].setCheckState(Qt.CheckState.Checked)
    by_value["nz"].setCheckState(Qt.CheckState.Unchecked)
    assert [(path, value) for path, value, _ in edits] == [
        ("units.phrase_tags", ("nz", "i", "l", "j", "t")),
        ("units.phrase_tags", ("i", "l", "j", "t")),
    ]


def test_search_finds_folded_settings_and_hides_the_others(form: Form) -> None:
    form._search.setText("epsilon norm")
    shown = [row.path for row in form.rows() if row.isVisible()]
    assert shown == ["encoder.layer_norm_epsilon"]
    form._search.setText("")
    assert form.field("encoder.layers").isVisible()
    assert not form.field("encoder.layer_norm_epsilon").isVisible()


def test_skipped_paths_have_no_rows(dressed: QApplication, qtbot: QtBot, spec: RunSpec) -> None:
    form = Form(spec, skip=("units", "stages.*.masking"))
    qtbot.addWidget(form)
    assert not [row.path for row in form.rows() if row.path.startswith(("units", "stages.0.masking"))]
    assert form.field("stages.0.share")


def test_a_part_of_a_spec_can_have_its_own_form(dressed: QApplication, qtbot: QtBot, spec: RunSpec) -> None:
    form = Form(spec.stages[0].masking, "stages.0.masking", searchable=False)
    qtbot.addWidget(form)
    assert form.field("stages.0.masking.rate")


def test_every_choice_fits_its_editor(dressed: QApplication, qtbot: QtBot, spec: RunSpec) -> None:
    """Those of a whole spec, and those of each other strategy."""
    forms = [Form(spec), Form(NgramSpec(), "ngrams", searchable=False)]
    for kind in STRATEGIES:
        masking = with_value(spec, "stages.0.masking", {"kind": kind}).stages[0].masking
        forms.append(Form(masking, "stages.0.masking", searchable=False))
    for form in forms:
        qtbot.addWidget(form)
    boxes = [row.box for form in forms for row in form.findChildren(ChoiceEditor)]
    labels = {box.itemText(place) for box in boxes for place in range(box.count())}
    metrics = QFontMetrics(QApplication.font())
    room = EDITOR_WIDTH - 5 * GRID  # without frame and arrow
    for language in LANGUAGES:
        words = messages(language)
        assert not [label for label in labels if metrics.horizontalAdvance(words.get(label, label)) > room], language


def test_the_form_fits_a_narrow_side(form: Form) -> None:
    assert form._area.widget().minimumSizeHint().width() <= 340


def test_the_wheel_passes_over_fields(form: Form, edits: Edits, qtbot: QtBot) -> None:
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent

    editor = form.field("encoder.layers").editor
    assert isinstance(editor, NumberEditor)
    form.setFocus()
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(editor.box, turn)
    assert edits == []


def test_a_part_that_may_be_left_out_has_a_switch(form: Form, edits: Edits, spec: RunSpec, qtbot: QtBot) -> None:
    part = next(part for part in form.findChildren(OptionalPart) if part.path == "generator")
    assert not [row for row in form.rows() if row.path.startswith("generator")]
    assert not part.switch.box.isChecked()
    qtbot.mouseClick(part.switch.box, Qt.MouseButton.LeftButton)
    path, value, label = edits[-1]
    assert (path, label) == ("generator", "Generator (ELECTRA)")
    with_one = with_value(spec, path, value)
    assert with_one.generator is not None
    form.show_config(with_one, spec)
    type_into(form.field("generator.width"), "0.5", qtbot)
    assert edits[-1] == ("generator.width", 0.5, "Width")
    qtbot.mouseClick(part.switch.box, Qt.MouseButton.LeftButton)
    assert edits[-1][:2] == ("generator", None)
    form.show_config(with_value(with_one, "generator", None), spec)
    assert not [row for row in form.rows() if row.path.startswith("generator")]
    assert not part.switch.box.isChecked()
