import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.editors import NumberEditor
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.marking import marked_name
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.masking.layered import Fill
from workbench.masking.mixture import Mixture
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import IGNORE
from workbench.masking.whole_word import WholeWord
from workbench.objectives.examples import ExampleMaker
from workbench.text.corpus import find_corpus
from workbench.text.document import KINDS, UnitKind
from workbench.text.lexicon import LexiconKind, list_lexicons
from workbench.text.mining import MiningSettings
from workbench.text.prepared import prepare
from workbench.text.vocabulary import find_vocabulary

SHORT = 10_000


@pytest.fixture
def panel(ready: Context, qtbot: QtBot, show_page: Callable[[Panel], None]) -> MaskingPanel:
    """The page on the small corpus, with its first sentence drawn."""
    page = MaskingPanel(ready)
    ready.changed.connect(page.refresh)
    show_page(page)
    page.refresh(Changes.all())
    qtbot.waitUntil(lambda: page.shown is not None, timeout=SHORT)
    return page


def settle(panel: MaskingPanel, qtbot: QtBot) -> None:
    """Wait for everything in the background, the figures included."""
    qtbot.waitUntil(lambda: not panel.context.tasks.active and not panel._measuring.waiting, timeout=SHORT)


def strip(panel: MaskingPanel, card: int = 0) -> PassageStrip:
    return panel.column.cards[card].strip


def targets(panel: MaskingPanel, card: int = 0) -> list[int]:
    passage = strip(panel, card).passage
    assert passage is not None
    return passage.masked.picks.position.tolist()


def kinds_of(panel: MaskingPanel, text: str, card: int = 0) -> set[UnitKind]:
    passage = strip(panel, card).passage
    assert passage is not None
    units = passage.masked.choice.units
    return {KINDS[units.kind[row]] for row in range(len(units)) if passage.unit_text(row) == text}


def drag(widget: QWidget, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    place = QPointF(end)
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        QPointF(widget.mapToGlobal(end)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, moved)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)


def show_entities(panel: MaskingPanel) -> None:
    card = panel.column.cards[0]
    QTest.keyClicks(card.kind, "entity")
    card.kind.textActivated.emit("entity")


def cells_of(panel: MaskingPanel, text: str) -> tuple[QPoint, QPoint]:
    """Middles of the first and the last cell of a text."""
    cells = strip(panel).cells
    shown = "".join(cell.text if not cell.special else " " for cell in cells)
    first = shown.index(text)
    return strip(panel).cell_rect(first).center(), strip(panel).cell_rect(first + len(text) - 1).center()


def mark_entity(panel: MaskingPanel, text: str, label: str, qtbot: QtBot) -> None:
    drag(strip(panel), *cells_of(panel, text))
    assert panel.marks.bar.isVisible()
    panel.marks.bar.label.setEditText(label)
    QTest.mouseClick(panel.marks.bar.entity_button, Qt.MouseButton.LeftButton)
    settle(panel, qtbot)


def type_text(panel: MaskingPanel, text: str) -> None:
    """As an input method does, which the test keyboard is not."""
    panel.navigator.line.setText(text)
    panel.navigator.line.textEdited.emit(text)


def test_without_corpus_the_page_says_what_to_do(
    context: Context, qtbot: QtBot, show_page: Callable[[Panel], None]
) -> None:
    page = MaskingPanel(context)
    show_page(page)
    page.refresh(Changes.all())
    settle(page, qtbot)
    assert not page.pages.is_full
    assert page.state is PanelState.EMPTY


def test_preview_shows_what_the_first_epoch_trains_on(panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    panel.navigator.view.setCurrentIndex(1)
    settle(panel, qtbot)
    spec = ready.draft.spec
    vocabulary = find_vocabulary(ready.project, "words")
    prepared = prepare(ready.project, find_corpus(ready.project, "letters"), vocabulary, spec.units)
    panel.refresh(Changes.of("corpora"))
    settle(panel, qtbot)
    assert panel.passages is not None
    assert not panel.passages.is_sample
    maker = ExampleMaker(prepared, spec.stages[0], spec.training.length, spec.seed)
    for number in (0, 1):
        panel.navigator.place.setValue(number + 1)
        expected = maker.make(maker.passages(0), [number], 0)
        passage = strip(panel).passage
        assert passage is not None
        assert np.array_equal(passage.masked.input_ids, expected.input_ids)
        assert np.array_equal(passage.masked.labels, expected.labels)


def test_space_draws_anew_and_arrows_turn_passages(panel: MaskingPanel, qtbot: QtBot) -> None:
    seed = panel.navigator.seed
    draws = {tuple(targets(panel))}
    for _ in range(8):
        QTest.keyClick(panel, Qt.Key.Key_Space)
        draws.add(tuple(targets(panel)))
    assert panel.navigator.seed == seed + 8
    assert len(draws) > 2
    text = panel.navigator.line.text()
    QTest.keyClick(panel, Qt.Key.Key_Right)
    assert panel.navigator.number == 1
    assert panel.navigator.line.text() != text
    QTest.keyClick(panel, Qt.Key.Key_Left)
    assert panel.navigator.line.text() == text


def test_space_in_the_text_types_a_blank(panel: MaskingPanel) -> None:
    seed = panel.navigator.seed
    QTest.keyClick(panel.navigator.line, Qt.Key.Key_Space)
    assert panel.navigator.seed == seed


def test_typed_text_is_masked_and_an_empty_line_goes_back(panel: MaskingPanel, qtbot: QtBot) -> None:
    panel.navigator.line.selectAll()
    QTest.keyClicks(panel.navigator.line, "[MASK]")
    qtbot.waitUntil(lambda: panel.shown is not None and panel.shown.text.text == "[MASK]", timeout=SHORT)
    type_text(panel, "北京大学提高速度[MASK]")
    qtbot.waitUntil(lambda: panel.shown is not None and panel.shown.text.text.startswith("北京大学提高"), timeout=SHORT)
    assert panel.shown is not None
    vocabulary = panel.shown.passages.prepared.vocabulary
    assert vocabulary.mask_id not in panel.shown.batch.ids.tolist()
    type_text(panel, "")
    settle(panel, qtbot)
    qtbot.waitUntil(lambda: panel.shown is not None and "[MASK]" not in panel.shown.text.text, timeout=SHORT)


def test_cards_share_the_passage_and_the_seed(panel: MaskingPanel, qtbot: QtBot) -> None:
    for _ in range(3):
        QTest.mouseClick(panel.column.compare_button, Qt.MouseButton.LeftButton)
    assert len(panel.column.cards) == 4
    assert not panel.column.compare_button.isVisible()
    passages = [card.strip.passage for card in panel.column.cards]
    assert len({passage.passage.text for passage in passages if passage is not None}) == 1
    QTest.mouseClick(panel.column.cards[1].remove_button, Qt.MouseButton.LeftButton)
    assert len(panel.column.cards) == 3
    QTest.mouseClick(panel.column.cards[0].copy_button, Qt.MouseButton.LeftButton)
    assert targets(panel, 0) == targets(panel, 1)
    settle(panel, qtbot)


def test_the_last_card_cannot_go(panel: MaskingPanel) -> None:
    assert not panel.column.cards[0].remove_button.isEnabled()


def test_a_change_redraws_without_assembling_again_and_can_be_undone(panel: MaskingPanel, ready: Context) -> None:
    shown = panel.shown
    panel.column.cards[0].rate.setValue(60.0)
    assert panel.shown is shown
    many = targets(panel)
    ready.draft.history.undo()
    few = targets(panel)
    assert len(many) > len(few)
    assert panel.column.cards[0].rate.value() == pytest.approx(15.0)
    ready.draft.history.redo()
    assert targets(panel) == many


def test_the_form_edits_the_chosen_card(panel: MaskingPanel) -> None:
    QTest.mouseClick(panel.column.compare_button, Qt.MouseButton.LeftButton)
    panel.settings.form.edited.emit("replacement.mask", 0.0, "x")
    panel.settings.form.edited.emit("replacement.random", 1.0, "x")
    assert panel.column.cards[1].strategy.replacement.random == 1.0
    assert panel.column.cards[0].strategy.replacement.random == 0.1
    panel.settings.form.edited.emit("rate", 7, "x")
    assert panel.column.cards[1].strategy.rate == 0.15


def test_typing_a_setting_is_one_step_and_a_wrong_one_stays_with_its_reason(
    panel: MaskingPanel, ready: Context, qtbot: QtBot
) -> None:
    row = panel.settings.form.field("rate")
    editor = row.editor
    assert isinstance(editor, NumberEditor)
    steps = ready.draft.history.count()
    editor.box.selectAll()
    for text, rate in (("0.2", 0.2), ("5", 0.25)):
        qtbot.keyClicks(editor.box, text)
        qtbot.waitUntil(lambda rate=rate: panel.column.chosen.strategy.rate == rate, timeout=SHORT)
    assert ready.draft.history.count() == steps + 1
    qtbot.keyClicks(editor.box, "%")
    qtbot.waitUntil(row._error.isVisible, timeout=SHORT)
    assert editor.box.text() == "0.25%"
    assert panel.column.chosen.strategy.rate == 0.25
    QTest.mouseClick(panel.column.cards[0].copy_button, Qt.MouseButton.LeftButton)
    assert row._error.isHidden()
    ready.draft.history.undo()
    assert panel.column.cards[0].strategy.rate == 0.15


def test_a_card_is_taken_into_training(panel: MaskingPanel, ready: Context) -> None:
    QTest.mouseClick(panel.column.compare_button, Qt.MouseButton.LeftButton)
    card = panel.column.cards[1]
    assert isinstance(card.strategy, WholeWord)
    QTest.mouseClick(card.adopt_button, Qt.MouseButton.LeftButton)
    assert ready.draft.spec.stages[0].masking == card.strategy
    assert not card.adopt_button.isEnabled()
    assert "Whole words" in panel.words
    ready.draft.history.undo()
    assert card.adopt_button.isEnabled()


def test_a_card_follows_what_training_uses(panel: MaskingPanel, ready: Context) -> None:
    ready.draft.set("stages.0.masking", Ngram(), "other page")
    assert isinstance(panel.column.cards[0].strategy, Ngram)


def test_a_binding_cap_is_told_with_the_rate_that_it_leaves(panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    ready.draft.set("training.length", 512, "length")
    settle(panel, qtbot)
    warning = panel.column.cards[0].warning
    panel.settings.form.edited.emit("max_predictions", 20, "cap")
    assert warning.isVisible()
    assert "3.9" in warning.text()
    panel.settings.form.edited.emit("max_predictions", 0, "cap")
    assert not warning.isVisible()


def test_entities_are_imported_marked_undone_and_redone(
    panel: MaskingPanel, ready: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    show_entities(panel)
    path = tmp_path / "entities.txt"
    path.write_text("提高速度\tevent\n高速公路\tplace\n很长\tother\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.ENTITY)
    settle(panel, qtbot)
    assert "entities" in ready.draft.spec.units.entity_lists
    type_text(panel, "第一次提高速度在公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "公园" in panel.shown.text.text, timeout=SHORT)
    settle(panel, qtbot)
    assert kinds_of(panel, "提高速度") == {UnitKind.ENTITY}
    assert UnitKind.ENTITY not in kinds_of(panel, "在公园")
    steps = ready.draft.history.count()
    mark_entity(panel, "在公园", "place", qtbot)
    assert ready.draft.history.count() == steps + 1
    assert kinds_of(panel, "在公园") == {UnitKind.ENTITY}
    assert "在公园" in strip(panel).passage.describe(len(strip(panel).cells) - 2)  # type: ignore[union-attr]
    ready.draft.history.undo()
    settle(panel, qtbot)
    assert UnitKind.ENTITY not in kinds_of(panel, "在公园")
    assert marked_name(LexiconKind.ENTITY) not in list_lexicons(ready.project).names
    ready.draft.history.redo()
    settle(panel, qtbot)
    assert kinds_of(panel, "在公园") == {UnitKind.ENTITY}


def test_delete_takes_a_mark_back(panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    show_entities(panel)
    type_text(panel, "第一次提高速度在公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "公园" in panel.shown.text.text, timeout=SHORT)
    settle(panel, qtbot)
    mark_entity(panel, "在公园", "place", qtbot)
    place, _ = cells_of(panel, "在公园")
    QTest.mouseClick(strip(panel), Qt.MouseButton.LeftButton, pos=place)
    assert "place" in panel.column.cards[0].explanation.text()
    strip(panel).setFocus()
    QTest.keyClick(strip(panel), Qt.Key.Key_Delete)
    settle(panel, qtbot)
    assert UnitKind.ENTITY not in kinds_of(panel, "在公园")
    ready.draft.history.undo()
    settle(panel, qtbot)
    assert kinds_of(panel, "在公园") == {UnitKind.ENTITY}


def test_escape_closes_the_bar_and_marks_nothing(panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    steps = ready.draft.history.count()
    drag(strip(panel), strip(panel).cell_rect(1).center(), strip(panel).cell_rect(2).center())
    QTest.keyClick(panel.marks.bar, Qt.Key.Key_Escape)
    assert not panel.marks.bar.isVisible()
    assert ready.draft.history.count() == steps


def test_lists_are_ticked_and_deleted_with_undo(
    panel: MaskingPanel, ready: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("提高速度\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.PHRASE)
    settle(panel, qtbot)
    item = panel.lists.list.item(0)
    item.setCheckState(Qt.CheckState.Unchecked)
    assert ready.draft.spec.units.phrase_lists == ()
    ready.draft.history.undo()
    settle(panel, qtbot)
    panel.lists.list.setCurrentRow(0)
    QTest.mouseClick(panel.lists.delete_button, Qt.MouseButton.LeftButton)
    settle(panel, qtbot)
    assert panel.lists.list.count() == 0
    assert ready.draft.spec.units.phrase_lists == ()
    ready.draft.history.undo()
    settle(panel, qtbot)
    assert ready.draft.spec.units.phrase_lists == ("phrases",)
    assert panel.lists.list.count() == 1


def test_given_up_work_tells_no_errors(
    panel: MaskingPanel, ready: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = ready.draft.spec.units
    ready.draft.set("units.phrase_lists", ("gone",), "a list that is not there")
    ready.draft.set("units.phrase_lists", units.phrase_lists, "and back at once")
    said: list[str] = []
    monkeypatch.setattr(panel, "_say", said.append)
    settle(panel, qtbot)
    assert set(said) == {""}
    monkeypatch.undo()
    ready.draft.set("units.phrase_lists", ("gone",), "a list that is not there")
    settle(panel, qtbot)
    assert "gone" in panel.message.text()


def test_a_strategy_says_which_list_it_lacks(panel: MaskingPanel, ready: Context, qtbot: QtBot, tmp_path: Path) -> None:
    card = panel.column.cards[0]
    card.edited.emit(STRATEGIES["pmi"](), "kind")
    assert card.warning.isVisible()
    assert card.warning.text() == "PMI masking needs an n-gram list."
    card.edited.emit(STRATEGIES["similar"](), "kind")
    assert card.warning.text() == "Similar words need a synonym table."
    path = tmp_path / "synonyms.txt"
    path.write_text("公园\t花园\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.SYNONYM)
    settle(panel, qtbot)
    assert not card.warning.isVisible()


def test_a_mark_goes_before_longer_units_of_lists(
    panel: MaskingPanel, ready: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    show_entities(panel)
    path = tmp_path / "entities.txt"
    path.write_text("第一次提高速度\tevent\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.ENTITY)
    type_text(panel, "第一次提高速度在公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "公园" in panel.shown.text.text, timeout=SHORT)
    settle(panel, qtbot)
    assert kinds_of(panel, "第一次提高速度") == {UnitKind.ENTITY}
    mark_entity(panel, "速度在", "place", qtbot)
    assert kinds_of(panel, "速度在") == {UnitKind.ENTITY}
    assert not kinds_of(panel, "第一次提高速度")


def test_a_part_of_a_word_cannot_be_marked_and_the_page_says_why(
    panel: MaskingPanel, ready: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices: list[Notice] = []
    monkeypatch.setattr(ready, "notify", notices.append)
    type_text(panel, "在 Catherine 公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "Catherine" in panel.shown.text.text, timeout=SHORT)
    panel.marks._ask(panel.column.cards[0], 2, 6)
    assert "Cath" in notices[0].text
    assert not panel.marks.bar.isVisible()


def test_phrases_are_mined_in_the_background(panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    panel.lists.mine(MiningSettings(least_count=2))
    settle(panel, qtbot)
    assert ready.draft.spec.units.phrase_lists == ("letters-mined",)


def test_figures_of_the_sample_come_by_themselves(panel: MaskingPanel, qtbot: QtBot, tmp_path: Path) -> None:
    line = panel.histograms.phrases
    qtbot.waitUntil(lambda: "There is no phrase" in line.text(), timeout=SHORT)
    path = tmp_path / "phrases.txt"
    path.write_text("提高速度\n高速公路\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.PHRASE)
    qtbot.waitUntil(lambda: "single words" in line.text(), timeout=SHORT)
    settle(panel, qtbot)
    share = int(line.text().split("\u2009")[0].split()[-1])
    assert 40 <= share <= 60  # 高速公路 is one word of the segmenter, 提高速度 is two; each stands in every document


def test_the_strip_can_be_taken_along(panel: MaskingPanel) -> None:
    strip(panel).copy_json()
    record = json.loads(QGuiApplication.clipboard().text())
    assert set(record) == {"text", "tokens", "ids", "input_ids", "spans", "units", "picks", "maskable", "rate"}
    passage = strip(panel).passage
    assert passage is not None
    assert [pick["position"] for pick in record["picks"]] == np.flatnonzero(passage.masked.labels != IGNORE).tolist()
    for (span, token), special in zip(
        zip(record["spans"], record["tokens"], strict=True), passage.masked.passages.maskable, strict=True
    ):
        assert (span is None) == (not special)
        assert span is None or record["text"][span[0] : span[1]].lower() == token
    names = [action.text() for action in strip(panel).make_menu().actions() if action.text()]
    assert len(names) == 5


def test_next_sentence_without_pairs_still_shows_masks(
    ready: Context, qtbot: QtBot, show_page: Callable[[Panel], None]
) -> None:
    page = MaskingPanel(ready)
    show_page(page)
    ready.draft.set("stages.0.passage", {"kind": "next-sentence"}, "pairs")
    type_text(page, "只有一句话")
    qtbot.waitUntil(lambda: page.shown is not None, timeout=SHORT)
    settle(page, qtbot)


def test_static_masks_are_a_tick(panel: MaskingPanel, ready: Context) -> None:
    QTest.mouseClick(
        panel.settings.dynamic, Qt.MouseButton.LeftButton, pos=QPoint(8, panel.settings.dynamic.height() // 2)
    )
    assert ready.draft.spec.stages[0].dynamic is False
    ready.draft.history.undo()
    assert panel.settings.dynamic.isChecked()


def test_every_control_has_a_name(panel: MaskingPanel) -> None:
    card = panel.column.cards[0]
    named = [card.kind, card.rate, card.form_button, card.copy_button, card.remove_button, card.strip]
    named += [panel.navigator.seed_box, panel.navigator.place, panel.navigator.line, panel.navigator.back]
    assert all(widget.accessibleName() for widget in named)


@pytest.mark.parametrize("kind", list(STRATEGIES))
def test_every_strategy_is_drawn_with_its_own_defaults(panel: MaskingPanel, qtbot: QtBot, kind: str) -> None:
    """A changed rate goes along to another kind; what was a default becomes the default of the other."""
    card = panel.column.cards[0]
    panel.settings.form.edited.emit("rate", 0.3, "Rate")
    card.kind.setCurrentIndex(card.kind.findData(kind))
    card.kind.activated.emit(card.kind.currentIndex())
    settle(panel, qtbot)
    assert card.strategy == STRATEGIES[kind].model_validate({"kind": kind, "rate": 0.3})
    assert targets(panel)
    assert panel.settings.form.isVisible()


def test_the_parts_of_a_mixture_are_edited_in_place(panel: MaskingPanel, qtbot: QtBot) -> None:
    card = panel.column.cards[0]
    card.kind.activated.emit(card.kind.findData("mixture"))
    settle(panel, qtbot)
    paths = {row.path for row in panel.settings.form._group.rows()}
    assert "parts.1.masking.fill" in paths
    assert "parts.1.masking.rate" not in paths, "the mixture has it for all"
    panel.settings.form.edited.emit("parts.1.share", 3.0, "Share")
    panel.settings.form.edited.emit("parts.1.masking.fill", "after", "Use of the rest")
    settle(panel, qtbot)
    strategy = card.strategy
    assert isinstance(strategy, Mixture)
    assert strategy.parts[1].share == 3.0
    assert strategy.parts[1].masking == Phrase(fill=Fill.AFTER)


def test_refused_text_of_the_trained_card_keeps_a_run_from_starting(panel: MaskingPanel, ready: Context) -> None:
    panel.settings.form.edited.emit("rate", "1x", "Rate")
    assert [problem.path for problem in ready.draft.refused] == ["stages.0.masking.rate"]
    panel.settings.form.edited.emit("rate", 0.2, "Rate")
    assert not ready.draft.refused
    assert panel.column.chosen.strategy != ready.draft.spec.stages[0].masking
    panel.settings.form.edited.emit("rate", "1x", "Rate")
    assert not ready.draft.refused, "the card is no longer the one that training uses"
