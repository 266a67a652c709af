from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.masking_lists import ListsPane
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, find_lexicon, list_lexicons, save_lexicon
from workbench.text.mining import MiningSettings

LEFT = Qt.MouseButton.LeftButton
SHORT = 15_000


@pytest.fixture
def pane(ready: Context, qtbot: QtBot) -> Iterator[ListsPane]:
    """The lists of a project with a whole one and a damaged one."""
    save_lexicon(ready.project, Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),)))
    (ready.project.lexicons / "broken.tsv").write_text("no head line\n", encoding="utf-8")
    made = ListsPane(ready)
    qtbot.addWidget(made)
    ready.changed.connect(lambda _changes: made.refresh())
    made.refresh()
    settle(made, qtbot)
    yield made
    settle(made, qtbot)


def settle(pane: ListsPane, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not pane._context.tasks.active, timeout=SHORT)


def names(pane: ListsPane) -> list[str]:
    return [pane.list.item(row).text() for row in range(pane.list.count())]


def test_a_damaged_list_is_marked_explained_and_not_used(pane: ListsPane) -> None:
    assert names(pane) == ["cities – 1 entities", "broken – damaged"]
    item = pane.list.item(1)
    assert not item.icon().isNull()
    assert "Delete it and import it again" in item.toolTip()
    assert item.data(Qt.ItemDataRole.CheckStateRole) is None, "there is no box to tick"
    pane.list.item(0).setCheckState(Qt.CheckState.Checked)
    assert pane._context.draft.spec.units.entity_lists == ("cities",), "the others work"


def test_a_damaged_list_is_deleted_after_a_question(pane: ListsPane, qtbot: QtBot) -> None:
    pane.list.setCurrentRow(1)
    for answer, left in (("Keep", {"cities", "broken"}), ("Delete", {"cities"})):
        QTest.mouseClick(pane.delete_button, LEFT)
        question = pane.findChildren(QMessageBox)[-1]
        QTest.mouseClick(next(button for button in question.buttons() if button.text() == answer), LEFT)
        settle(pane, qtbot)
        assert list_lexicons(pane._context.project).names == left
    assert names(pane) == ["cities – 1 entities"]


def test_phrases_are_mined_in_a_process_of_their_own_and_undone(pane: ListsPane, qtbot: QtBot) -> None:
    history = pane._context.draft.history
    pane.mine(MiningSettings(least_count=2, least_frequency=2))
    settle(pane, qtbot)
    assert find_lexicon(pane._context.project, "letters-mined").kind is LexiconKind.PHRASE
    assert pane._context.draft.spec.units.phrase_lists == ("letters-mined",)
    history.undo()
    settle(pane, qtbot)
    assert "letters-mined" not in list_lexicons(pane._context.project).names
    assert not pane._context.draft.spec.units.phrase_lists
