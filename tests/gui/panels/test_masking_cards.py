"""Strategies as cards, and the form of the chosen one."""

import json
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.editors import NumberEditor
from workbench.gui.panels.masking import MaskingPanel
from workbench.masking.layered import Fill
from workbench.masking.mixture import Mixture
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import IGNORE, MaskingStrategy
from workbench.masking.whole_word import WholeWord

SHORT = 60_000


def test_cards_share_the_passage_and_the_seed(page: Any, panel: MaskingPanel) -> None:
    for _ in range(3):
        QTest.mouseClick(panel.column.compare_button, Qt.MouseButton.LeftButton)
    assert len(panel.column.cards) == 4
    assert not panel.column.compare_button.isVisible()
    passages = [card.strip.passage for card in panel.column.cards]
    assert len({passage.passage.text for passage in passages if passage is not None}) == 1
    QTest.mouseClick(panel.column.cards[1].remove_button, Qt.MouseButton.LeftButton)
    assert len(panel.column.cards) == 3
    QTest.mouseClick(panel.column.cards[0].copy_button, Qt.MouseButton.LeftButton)
    assert page.targets(0) == page.targets(1)
    page.settle()


def test_cards_that_come_and_go_are_steps_of_the_history(panel: MaskingPanel, ready: Context) -> None:
    column, history = panel.column, ready.draft.history

    def state() -> tuple[list[MaskingStrategy], int, list[int]]:
        return column.strategies, column.chosen_number, [card.key for card in column.cards]

    def add() -> None:
        QTest.mouseClick(column.compare_button, Qt.MouseButton.LeftButton)

    def duplicate() -> None:
        QTest.mouseClick(column.cards[0].copy_button, Qt.MouseButton.LeftButton)

    def remove(place: int) -> None:
        QTest.mouseClick(column.cards[place].remove_button, Qt.MouseButton.LeftButton)

    states = [state()]
    steps = (add, lambda: column.cards[1].rate.setValue(40.0), duplicate, lambda: column.choose(column.cards[2]))
    for step in (*steps, lambda: remove(1), lambda: remove(0), add):
        before = history.count()
        step()
        if history.count() > before:
            states.append(state())
        else:
            states[-1] = state()
    assert len(states) == 7
    assert history.undoText().startswith("Compare with")
    for earlier in reversed(states[:-1]):
        history.undo()
        assert state() == earlier
    for later in states[1:]:
        history.redo()
        assert (state()[0], state()[2]) == (later[0], later[2])


def test_the_last_card_cannot_go(panel: MaskingPanel) -> None:
    assert not panel.column.cards[0].remove_button.isEnabled()


def test_a_change_redraws_without_assembling_again_and_can_be_undone(
    page: Any, panel: MaskingPanel, ready: Context
) -> None:
    shown = panel.shown
    panel.column.cards[0].rate.setValue(60.0)
    assert panel.shown is shown
    many = page.targets()
    ready.draft.history.undo()
    few = page.targets()
    assert len(many) > len(few)
    assert panel.column.cards[0].rate.value() == pytest.approx(15.0)
    ready.draft.history.redo()
    assert page.targets() == many


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
    assert len(panel.column.cards) == 1
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


def test_a_binding_cap_is_told_with_the_rate_that_it_leaves(page: Any, panel: MaskingPanel, ready: Context) -> None:
    ready.draft.set("training.length", 512, "length")
    page.settle()
    warning = panel.column.cards[0].warning
    panel.settings.form.edited.emit("max_predictions", 20, "cap")
    assert warning.isVisible()
    assert "3.9" in warning.text()
    panel.settings.form.edited.emit("max_predictions", 0, "cap")
    assert not warning.isVisible()


def test_the_strip_can_be_taken_along(page: Any, panel: MaskingPanel) -> None:
    page.strip().copy_json()
    record = json.loads(QGuiApplication.clipboard().text())
    assert set(record) == {
        "text",
        "tokens",
        "ids",
        "input_ids",
        "spans",
        "surfaces",
        "units",
        "picks",
        "segments",
        "label",
        "maskable",
        "rate",
    }
    passage = page.strip().passage
    assert passage is not None
    assert [pick["position"] for pick in record["picks"]] == np.flatnonzero(passage.masked.labels != IGNORE).tolist()
    for (span, token), special in zip(
        zip(record["spans"], record["tokens"], strict=True), passage.masked.passages.maskable, strict=True
    ):
        assert (span is None) == (not special)
        assert span is None or record["text"][span[0] : span[1]].lower() == token
    names = [action.text() for action in page.strip().make_menu().actions() if action.text()]
    assert len(names) == 4


def test_static_masks_are_a_tick(panel: MaskingPanel, ready: Context) -> None:
    QTest.mouseClick(
        panel.settings.dynamic, Qt.MouseButton.LeftButton, pos=QPoint(8, panel.settings.dynamic.height() // 2)
    )
    assert ready.draft.spec.stages[0].dynamic is False
    ready.draft.history.undo()
    assert panel.settings.dynamic.isChecked()


@pytest.mark.parametrize("kind", list(STRATEGIES))
def test_every_strategy_is_drawn_with_its_own_defaults(page: Any, panel: MaskingPanel, kind: str) -> None:
    """A changed rate goes along to another kind; what was a default becomes the default of the other."""
    card = panel.column.cards[0]
    panel.settings.form.edited.emit("rate", 0.3, "Rate")
    card.kind.setCurrentIndex(card.kind.findData(kind))
    card.kind.activated.emit(card.kind.currentIndex())
    page.settle()
    assert card.strategy == STRATEGIES[kind].model_validate({"kind": kind, "rate": 0.3})
    assert page.targets()
    assert panel.settings.form.isVisible()


def test_the_parts_of_a_mixture_are_edited_in_place(page: Any, panel: MaskingPanel) -> None:
    card = panel.column.cards[0]
    card.kind.activated.emit(card.kind.findData("mixture"))
    page.settle()
    paths = {row.path for row in panel.settings.form._group.rows()}
    assert "parts.1.masking.fill" in paths
    assert "parts.1.masking.rate" not in paths, "the mixture has it for all"
    panel.settings.form.edited.emit("parts.1.share", 3.0, "Share")
    panel.settings.form.edited.emit("parts.1.masking.fill", "after", "Use of the rest")
    page.settle()
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
