"""The page of masking: its passages, its draws, and what it says."""

import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.i18n import Languages
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_actions import ActionRow
from workbench.gui.views.strip_legend import LEGEND_ROW
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.objectives.examples import ExampleMaker
from workbench.text.corpus import find_corpus
from workbench.text.prepared import prepare
from workbench.text.vocabulary import find_vocabulary

SHORT = 60_000


def test_without_corpus_the_page_says_what_to_do(
    context: Context, qtbot: QtBot, show_page: Callable[[Panel], None]
) -> None:
    page = MaskingPanel(context)
    show_page(page)
    page.refresh(Changes.all())
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=SHORT)
    assert not page.pages.is_full
    assert page.state is PanelState.EMPTY


@pytest.mark.parametrize("gone", ["corpus", "vocabulary"])
def test_what_was_deleted_leads_to_another(page: Any, panel: MaskingPanel, ready: Context, gone: str) -> None:
    folders = {"corpus": ready.project.corpora / "letters", "vocabulary": ready.project.vocabularies / "words"}
    folders["corpus"].with_name("letters-2").mkdir()  # a name like it, which nobody typed
    shutil.rmtree(folders[gone])
    panel.refresh(Changes.all())
    page.settle()
    assert not panel.pages.is_full
    assert f"The chosen {gone} “{folders[gone].name}” is no longer there." in panel.nothing.sentence.text()
    assert panel.state is PanelState.EMPTY
    assert "Did you mean" not in panel.nothing.sentence.text()
    asked: list[str] = []
    ready.page_requested.connect(asked.append)
    for button in panel.nothing.buttons[1:]:
        assert button.isVisible()
        button.click()
    assert asked == ["corpus", "vocabulary"]
    ready.draft.set(gone, "", "Use none")
    assert "Masks are shown on real text" in panel.nothing.sentence.text()


def test_preview_shows_what_the_first_epoch_trains_on(page: Any, panel: MaskingPanel, ready: Context) -> None:
    panel.navigator.view.setCurrentIndex(1)
    page.settle()
    spec = ready.draft.spec
    vocabulary = find_vocabulary(ready.project, "words")
    prepared = prepare(ready.project, find_corpus(ready.project, "letters"), vocabulary, spec.units)
    panel.refresh(Changes.of("corpora"))
    page.settle()
    assert panel.passages is not None
    assert not panel.passages.is_sample
    maker = ExampleMaker(prepared, spec.stages[0], spec.training.length, spec.seed)
    for number in (0, 1):
        panel.navigator.passage.place.setValue(number + 1)
        expected = maker.make(maker.passages(0), [number], 0)
        passage = page.strip().passage
        assert passage is not None
        assert np.array_equal(passage.masked.input_ids, expected.input_ids)
        assert np.array_equal(passage.masked.labels, expected.labels)


def test_space_draws_anew_and_arrows_turn_passages(page: Any, panel: MaskingPanel) -> None:
    seed = panel.navigator.seed
    draws = {tuple(page.targets())}
    for _ in range(8):
        QTest.keyClick(panel, Qt.Key.Key_Space)
        draws.add(tuple(page.targets()))
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


def test_typed_text_is_masked_and_an_empty_line_goes_back(page: Any, panel: MaskingPanel, qtbot: QtBot) -> None:
    panel.navigator.line.selectAll()
    QTest.keyClicks(panel.navigator.line, "[MASK]")
    qtbot.waitUntil(lambda: panel.shown is not None and panel.shown.text.text == "[MASK]", timeout=SHORT)
    page.type_text("北京大学提高速度[MASK]")
    qtbot.waitUntil(lambda: panel.shown is not None and panel.shown.text.text.startswith("北京大学提高"), timeout=SHORT)
    assert panel.shown is not None
    vocabulary = panel.shown.passages.prepared.vocabulary
    assert vocabulary.mask_id not in panel.shown.batch.ids.tolist()
    page.type_text("")
    page.settle()
    qtbot.waitUntil(lambda: panel.shown is not None and "[MASK]" not in panel.shown.text.text, timeout=SHORT)


def test_typed_text_is_not_called_a_sample(page: Any, panel: MaskingPanel, qtbot: QtBot) -> None:
    assert panel.below.tabText(0) == "Sample of the corpus"
    page.show_text("北京大学")
    assert panel.below.tabText(0) == "Typed text"
    page.type_text("")
    qtbot.waitUntil(lambda: panel.below.tabText(0) == "Sample of the corpus", timeout=SHORT)
    page.settle()


def test_next_sentence_without_pairs_still_shows_masks(page: Any, ready: Context) -> None:
    ready.draft.set("stages.0.passage", {"kind": "next-sentence"}, "pairs")
    page.show_text("只有一句话")


def test_the_answer_about_a_passage_stands_beside_its_number(page: Any, panel: MaskingPanel, ready: Context) -> None:
    navigator = panel.navigator
    navigator.view.setCurrentIndex(navigator.view.findData(False))
    ready.draft.set("stages.0.passage", {"kind": "full-sentences"}, "pairs")
    page.settle()
    assert navigator.answer.isHidden(), "nothing is asked"
    ready.draft.set("stages.0.passage", {"kind": "sentence-order"}, "pairs")
    page.settle()
    shown = set()
    for number in range(12):
        navigator.passage.place.setValue(number + 1)
        assert panel.shown is not None
        label = int(panel.shown.batch.label[0])
        assert navigator.answer.text() == ("in order", "swapped")[label]
        assert not navigator.answer.isHidden()
        shown.add(label)
    assert shown == {0, 1}
    navigator.view.setCurrentIndex(navigator.view.findData(True))
    page.settle()
    assert navigator.answer.isHidden(), "a single sentence is no pair"


def test_every_control_has_a_name(panel: MaskingPanel) -> None:
    card = panel.column.cards[0]
    named = [card.kind, card.rate, card.form_button, card.copy_button, card.remove_button, card.strip]
    named += [card.second, panel.second.kind, panel.second.seed_box, panel.second.epoch_box]
    named += [panel.timeline.bar, panel.timeline.name, panel.timeline.share, panel.timeline.earlier]
    named += [panel.below.audit.passages, panel.replay.run_box, panel.replay.step_box, panel.replay.slider]
    named += [
        panel.navigator.seed_box,
        panel.navigator.passage.place,
        panel.navigator.line,
        panel.navigator.passage.back,
    ]
    assert all(widget.accessibleName() for widget in named)


def test_two_draws_stand_under_each_other_and_differ_by_seed_or_epoch(page: Any, panel: MaskingPanel) -> None:
    card = panel.column.cards[0]
    assert card.second.isHidden()
    page.show_text("北京大学在北京，高速公路很长，第一次提高速度。")
    card.rate.setValue(40.0)
    QTest.keyClick(panel, Qt.Key.Key_D)
    assert panel.navigator.two.isChecked()
    assert panel.second.isVisible()
    assert card.second.isVisible()
    assert [caption.text().split(":")[0] for caption in card.captions] == ["Seed 1", "Seed 2"]
    first, second = (set(strip.passage.masked.picks.position.tolist()) for strip in card.strips)
    assert {place for place, cell in enumerate(card.strip.cells) if cell.lone} == first - second
    assert {place for place, cell in enumerate(card.second.cells) if cell.lone} == second - first
    assert first != second
    share = 2 * len(first & second) / (len(first) + len(second))
    assert f"{100 * share:.0f}\u2009%" in card.captions[1].text()
    panel.second.kind.setCurrentIndex(1)
    panel.second.kind.activated.emit(1)
    later = card.second.passage.masked.picks.position.tolist()
    assert set(later) not in (first, second)
    assert card.captions[1].text().startswith("Epoch 2")
    QTest.keyClick(panel, Qt.Key.Key_D)
    assert card.second.isHidden()
    assert not any(cell.lone for cell in card.strip.cells)
    page.settle()


def test_a_new_draw_takes_the_second_along_static_masks_stay(page: Any, panel: MaskingPanel, ready: Context) -> None:
    panel.navigator.two.setChecked(True)
    QTest.keyClick(panel, Qt.Key.Key_Space)
    assert [caption.text().split(":")[0] for caption in panel.column.cards[0].captions] == ["Seed 2", "Seed 3"]
    panel.second.kind.setCurrentIndex(1)
    panel.second.kind.activated.emit(1)
    ready.draft.set("stages.0.dynamic", False, "static")
    panel.redraw()
    card = panel.column.cards[0]
    assert card.second.passage.masked.picks.position.tolist() == page.targets()
    assert "static" in panel.second.hint.text()


def test_a_unit_of_the_second_draw_is_explained_and_marked_too(page: Any, panel: MaskingPanel) -> None:
    panel.navigator.two.setChecked(True)
    card = panel.column.cards[0]
    QTest.mouseClick(card.second, Qt.MouseButton.LeftButton, pos=card.second.cell_rect(2).center())
    assert card.explanation.isVisible()
    page.drag(card.second, card.second.cell_rect(1).center(), card.second.cell_rect(4).center())
    assert panel.marks.bar.isVisible()
    panel.marks.bar.close_bar()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_legend_is_one_row_on_a_small_screen(dressed: QApplication, qtbot: QtBot, language: str) -> None:
    """A window of 1366 pixels leaves 868 to the middle of the page; all kinds of units and two draws are on show."""
    languages = Languages()
    languages.use(language)
    try:
        row = ActionRow()
        qtbot.addWidget(row)
        row.explain([Basic(), Entity(), Phrase(), Ngram()], two_draws=True)
        row.resize(868, 40)
        row.show()
        assert row.legend.heightForWidth(row.legend.width()) == LEGEND_ROW
    finally:
        languages.use("en")


def test_the_page_says_how_to_mark(panel: MaskingPanel) -> None:
    assert panel.column.hint.isVisible()
    assert panel.column.hint.text().startswith("Drag over tokens")
    for _ in range(3):
        panel.column.compare()
    assert panel.column.compare_button.isHidden()
    assert panel.column.hint.isVisibleTo(panel.column.widget())
