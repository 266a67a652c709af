"""The comparison of the masking page outlives the page: another language shows it again, and its steps go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from workbench.core.paths import Project
from workbench.gui.app import Application
from workbench.gui.context import Context
from workbench.gui.panels.marking import Marks, marked_name
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.registry import PAGES
from workbench.gui.theme import Theme, ThemeChoice
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.text.corpus import import_corpus
from workbench.text.lexicon import LexiconKind, lexicon_path
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

SHORT = 60_000
TYPED = "北京大学很长"


@pytest.fixture
def ready(context: Context, project: Project, tmp_path: Path) -> Context:
    """A draft with corpus and vocabulary."""
    text = tmp_path / "letters.txt"
    text.write_text("\n\n".join(f"北京大学在北京。第{number}次。" for number in range(9)), encoding="utf-8")
    corpus = import_corpus(project, "letters", [text], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 100, "words")
    context.draft.replace(
        apply_overrides(load_preset("bert-tiny"), ["corpus=letters", "vocabulary=words"]), "Set up the experiment"
    )
    return context


@pytest.fixture
def application(ready: Context, qapp: QApplication) -> Iterator[Application]:
    """The window on the masking page, in English; at the end it is closed, and the language is English again."""
    made = Application(qapp, ready, [page for page in PAGES if page.name == "masking"], Theme(qapp, ThemeChoice.LIGHT))
    made.show_window("en", "masking")
    yield made
    made._languages.use("en")
    made.close_window()


def page_of(application: Application) -> MaskingPanel:
    assert application.window is not None
    page = application.window.page
    assert isinstance(page, MaskingPanel)
    return page


def test_another_language_keeps_cards_text_and_seed_and_their_steps(
    ready: Context, qtbot: QtBot, application: Application
) -> None:
    history, tasks = ready.draft.history, ready.tasks
    first, old = application.window, page_of(application)
    assert first is not None
    qtbot.waitUntil(lambda: old.shown is not None and not tasks.active, timeout=SHORT)
    old.column.compare()
    old.column.compare()
    old.column.choose(old.column.cards[1])
    old.column.cards[1].rate.setValue(30)
    old.navigator.line.setText(TYPED)
    old.navigator.line.textEdited.emit(TYPED)
    old.navigator.seed_box.setValue(77)
    old.navigator.two.click()
    old.second.seed_box.setValue(99)
    strategies, steps = old.column.strategies, history.index()

    first.language_chosen.emit("zh_CN")
    qtbot.waitUntil(lambda: application.window is not first)
    new = page_of(application)
    assert new is not old
    qtbot.waitUntil(lambda: new.shown is not None and new.shown.text.text == TYPED, timeout=SHORT)
    assert new.column.strategies == strategies
    assert new.column.chosen_number == 1
    assert (new.navigator.text(), new.navigator.seed, new.second.seed_box.value()) == (TYPED, 77, 99)
    assert new.second.isVisible()
    assert new.column.cards[2].strip.passage is not None

    history.undo()
    assert new.column.cards[1].strategy.rate == strategies[0].rate
    history.undo()
    assert len(new.column.cards) == 2
    history.undo()
    assert len(new.column.cards) == 1
    while history.index() < steps:
        history.redo()
    assert new.column.strategies == strategies
    new.column.compare()
    assert len({card.key for card in new.column.cards}) == 4

    qtbot.waitUntil(lambda: not tasks.active and not new.below.measuring.waiting, timeout=SHORT)


def test_marks_of_before_are_taken_back_in_another_language(
    ready: Context, qtbot: QtBot, application: Application
) -> None:
    first, old = application.window, page_of(application)
    assert first is not None
    qtbot.waitUntil(lambda: old.shown is not None and not ready.tasks.active, timeout=SHORT)
    Marks(ready, old.lists.keeper).add("北京", LexiconKind.ENTITY, "place")
    qtbot.waitUntil(lambda: not ready.tasks.active, timeout=SHORT)

    first.language_chosen.emit("zh_CN")
    qtbot.waitUntil(lambda: application.window is not first and not isValid(old), timeout=SHORT)
    new = page_of(application)
    qtbot.waitUntil(lambda: bool(new.lists.keeper.found.good) and not ready.tasks.active, timeout=SHORT)
    ready.draft.history.undo()
    assert not new.lists.keeper.found.good
    qtbot.waitUntil(lambda: not ready.tasks.active, timeout=SHORT)
    assert not lexicon_path(ready.project, marked_name(LexiconKind.ENTITY)).exists()
