"""The audit in the window: counts, problems, and buttons that mend them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.masking import MaskingPanel
from workbench.masking.entity import Entity
from workbench.masking.layered import Fill
from workbench.masking.registry import STRATEGIES
from workbench.objectives.capitalization import Capitalization
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.sentence_reordering import SentenceReordering
from workbench.objectives.sentences import FullSentences
from workbench.text.lexicon import LexiconKind

Press = Callable[[QPushButton], None]


AUDIT = 60_000  # milliseconds: each strategy has a process of its own


def button(buttons: list[QPushButton], words: str) -> QPushButton:
    return next(one for one in buttons if words in one.text())


def row(panel: MaskingPanel, number: int) -> list[str]:
    table = panel.below.audit.table
    return [table.item(number, column).text() for column in range(table.columnCount())]


@pytest.fixture
def audited(page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, press: Press) -> MaskingPanel:
    """Entities alone in training, audited beside whole words with a cap."""
    ready.draft.set("stages.0.masking", Entity(fill=Fill.NONE), "entities")
    ready.draft.set("training.length", 128, "length")
    panel.column.insert(1, STRATEGIES["whole-word"](max_predictions=3))
    panel.below.audit.passages.setValue(300)
    page.settle()
    panel.below.setCurrentWidget(panel.below.audit)
    press(panel.below.audit.run_button)
    assert panel.below.audit.progress.isVisible()
    qtbot.waitUntil(lambda: all(row(panel, number)[1] != "–" for number in (0, 1)), timeout=AUDIT)
    page.settle()
    return panel


def test_counts_fill_in_and_each_button_mends_what_stands_beside_it(
    audited: MaskingPanel, page: Any, ready: Context, qtbot: QtBot, press: Press
) -> None:
    audit = audited.below.audit
    assert row(audited, 0)[0] == "Entities"
    assert row(audited, 1)[6] == "0"
    assert "hold too few units" in audit.problems.text()
    assert "cap of 3 predictions" in audit.problems.text()
    assert audited.below.tabText(1).startswith("Audit (")
    press(button(audit.problems.buttons(), "Remove the cap"))
    assert audited.column.cards[1].strategy.max_predictions == 0
    qtbot.waitUntil(lambda: row(audited, 1)[1] != "–", timeout=AUDIT)
    assert "cap of 3" not in audit.problems.text()
    press(button(audit.problems.buttons(), "fill up"))
    assert ready.draft.spec.stages[0].masking == Entity(fill=Fill.AFTER), "what training uses is mended there"
    qtbot.waitUntil(lambda: row(audited, 0)[1] != "–", timeout=AUDIT)
    assert "too few units" not in audit.problems.text()
    ready.draft.history.undo()
    ready.draft.history.undo()
    assert audited.column.cards[1].strategy.max_predictions == 3
    assert ready.draft.spec.stages[0].masking == Entity(fill=Fill.NONE)
    assert row(audited, 0)[1] != "–", "what was counted is kept"
    page.settle()


def test_notes_move_nothing_that_stands_there(audited: MaskingPanel, page: Any, ready: Context) -> None:
    audit = audited.below.audit
    assert audit.problems.isVisible()
    place = audit.table.mapTo(audit, QPoint(0, 0))
    ready.draft.set("training.length", 64, "length")
    page.settle()
    assert audit.problems.isHidden()
    assert audit.table.mapTo(audit, QPoint(0, 0)) == place


@pytest.mark.usefixtures("real_children")
def test_other_text_makes_the_counts_old(audited: MaskingPanel, page: Any, ready: Context) -> None:
    ready.draft.set("training.length", 64, "length")
    page.settle()
    assert row(audited, 0)[1] == "–"
    assert not audited.below.audit.problems.isVisible()


def test_an_audit_can_be_cancelled(page: Any, panel: MaskingPanel, press: Press) -> None:
    page.settle()
    panel.below.show_audit()
    press(panel.below.audit.progress.cancel_button)
    page.settle()
    assert row(panel, 0)[1] == "–"
    assert panel.below.audit.run_button.isEnabled()


def test_an_audit_without_its_corpus_says_why(page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    page.settle()
    ready.draft.set("corpus", "gone", "corpus")
    panel.below.show_audit()
    qtbot.waitUntil(lambda: "gone" in panel.below.audit.words.text(), timeout=AUDIT)
    page.settle()


def test_a_card_says_at_once_where_entities_are_too_few_and_fills_up(
    page: Any, panel: MaskingPanel, press: Press
) -> None:
    card = panel.column.cards[0]
    card.edited.emit(Entity(fill=Fill.NONE), "entities")
    page.settle()
    assert "Too few entities for 15" in card.warning.text()
    press(button(card.warning.buttons(), "fill up"))
    page.settle()
    assert card.strategy == Entity(fill=Fill.AFTER)
    assert card.warning.text() == ""
    panel.context.draft.history.undo()
    page.settle()
    assert "Too few entities" in card.warning.text()


def test_a_missing_list_is_asked_for(
    page: Any,
    panel: MaskingPanel,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    press: Press,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(panel.lists, "ask_list", asked.append)
    monkeypatch.setattr(panel.lists, "ask_mining", asked.append)
    card = panel.column.cards[0]
    for kind in ("similar", "pmi"):
        card.edited.emit(STRATEGIES[kind](), "kind")
        press(button(card.warning.buttons(), "Bring in a list"))
        assert panel.side.currentWidget() is panel.lists
    assert asked[0] is LexiconKind.SYNONYM
    assert len(asked) == 2
    page.settle()


def test_answers_to_what_the_stage_asks_are_counted(
    page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, press: Press
) -> None:
    """What the corpus does not serve is left out: it has no capitals."""
    ready.draft.set("training.length", 32, "length")
    ready.draft.set("stages.0.passage", SentenceReordering(parts=4), "order")
    ready.draft.set("stages.0.tokens", (MaskedLanguageModel(), Capitalization()), "tokens")
    page.settle()
    audit = panel.below.audit
    audit.passages.setValue(100)
    panel.below.setCurrentWidget(audit)
    press(audit.run_button)
    qtbot.waitUntil(lambda: row(panel, 0)[1] != "–", timeout=AUDIT)
    page.settle()
    (line,) = audit.answers.text().splitlines()
    assert line.startswith("Reordering: in one part (")
    assert line.count("%") == 6
    assert "28 other answers" in line
    assert audit.answers.isVisible()
    ready.draft.set("stages.0.passage", FullSentences(), "nothing")
    page.settle()
    assert not audit.answers.isVisible()
