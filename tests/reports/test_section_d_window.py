"""Masking as users reported it wrong (requirements, section D), where the report is about the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.app import open_context
from workbench.gui.context import Changes, Context
from workbench.gui.fonts import install_fonts
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.settings import Settings
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.text.corpus import import_corpus
from workbench.text.document import KINDS, UnitKind
from workbench.text.lexicon import LexiconKind
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
SHORT = 60_000
TEXT = "粤港澳大湾区的高速公路很长"


@pytest.fixture
def context(qapp: QApplication, project: Project, tmp_path: Path) -> Iterator[Context]:
    """A project whose corpus is one sentence, masked by entities only."""
    install_fonts(qapp)
    text = tmp_path / "text.txt"
    text.write_text(f"{TEXT}\n\n{TEXT}\n", encoding="utf-8")
    corpus = import_corpus(project, "c", [text], ImportSettings(evaluation_share=0.0))
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 100, "v")
    made = open_context(project, Settings(project, tmp_path / "user.ini"))
    settings = ["corpus=c", "vocabulary=v", "units.dictionary_entities=false", "stages.0.masking.kind=entity"]
    made.draft.replace(apply_overrides(load_preset("bert-tiny"), settings), "set up")
    yield made
    made.draft.close()
    assert made.tasks.close()
    made.store.close()
    made.deleteLater()


@pytest.fixture
def page(context: Context, qtbot: QtBot) -> Iterator[MaskingPanel]:
    """The page of masking with the sentence drawn."""
    window = QWidget()
    window.resize(1200, 700)
    made = MaskingPanel(context)
    made.setParent(window)
    made.setGeometry(window.rect())
    context.changed.connect(made.refresh)
    made.show()
    window.show()
    made.refresh(Changes.all())
    qtbot.waitUntil(lambda: made.shown is not None, timeout=SHORT)
    yield made
    made.close_panel()
    while context.tasks.active:
        QTest.qWait(10)
    window.close()


def entities(page: MaskingPanel) -> set[str]:
    """The entities among the units of the preview."""
    passage = page.column.cards[0].strip.passage
    assert passage is not None
    units = passage.masked.choice.units
    return {passage.unit_text(row) for row in range(len(units)) if KINDS[units.kind[row]] is UnitKind.ENTITY}


def drag(widget: QWidget, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    place = QPointF(widget.mapToGlobal(end))
    moved = QMouseEvent(QEvent.Type.MouseMove, QPointF(end), place, none, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, moved)
    QTest.mouseRelease(widget, left, pos=end)


def test_r052_entities_are_imported_marked_undone_and_redone_and_the_preview_follows(
    page: MaskingPanel, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    def follows(wanted: set[str]) -> None:
        qtbot.waitUntil(lambda: not context.tasks.active and entities(page) == wanted, timeout=SHORT)

    history = context.draft.history
    follows(set())
    path = tmp_path / "entities.txt"
    path.write_text("粤港澳大湾区\tplace\n大湾区\tplace\n绝无此词\tother\n", encoding="utf-8")
    page.lists.bring_in(path, LexiconKind.ENTITY)
    follows({"粤港澳大湾区"})

    strip = page.column.cards[0].strip
    middles: Callable[[int], QPoint] = lambda place: strip.cell_rect(place).center()
    first = 1 + TEXT.index("高速公路")  # behind [CLS]
    drag(strip, middles(first), middles(first + 3))
    assert page.marks.bar.isVisible()
    page.marks.bar.label.setEditText("road")
    QTest.mouseClick(page.marks.bar.entity_button, Qt.MouseButton.LeftButton)
    follows({"粤港澳大湾区", "高速公路"})

    history.undo()
    follows({"粤港澳大湾区"})
    history.redo()
    follows({"粤港澳大湾区", "高速公路"})
    history.undo()
    history.undo()
    follows(set())
    history.redo()
    follows({"粤港澳大湾区"})
