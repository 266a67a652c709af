"""The page of corpora where documents have answers: fields in the form, the preview, and what is shown of a corpus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.gui.panels.shown_corpora import settle, shown_corpora
from workbench.gui.context import Context
from workbench.gui.panel import Panel
from workbench.gui.panels.corpus import CorpusPanel
from workbench.gui.panels.corpus_import import ImportPane

LOG = "query\ttitle\tlabel\n咳嗽\t怎么办。\t2\n海\t山。\t0\n天\t天气。\t1\n风\t刮风。\t1\n"


@pytest.fixture
def panel(context: Context, qtbot: QtBot, show_page: Callable[[Panel], None]) -> CorpusPanel:
    return shown_corpora(context, qtbot, show_page)


def opened(panel: CorpusPanel, qtbot: QtBot, folder: Path, name: str = "clicks.tsv", text: str = LOG) -> ImportPane:
    """The import with a file in it."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    panel.open_import()
    panel.import_pane.add([path])
    settle(panel, qtbot)
    return panel.import_pane


def preview(pane: ImportPane) -> str:
    return "\n".join(column.text.toPlainText() for column in pane.preview.columns)


def name_fields(pane: ImportPane) -> None:
    pane.options.field.setEditText("query")
    pane.options.beside.second.setEditText("title")
    pane.options.beside.field.setEditText("label")


def test_fields_beside_the_text_are_for_files_that_have_fields(
    panel: CorpusPanel, qtbot: QtBot, tmp_path: Path
) -> None:
    pane = opened(panel, qtbot, tmp_path, "a.txt", "一段话。\n")
    assert not pane.options.beside.isVisible()
    pane.clear()
    pane = opened(panel, qtbot, tmp_path)
    beside = pane.options.beside
    assert beside.isVisible()
    assert not beside.answers.isEnabled(), "while no field has answers"
    for box in (beside.second, beside.field):
        assert [box.itemText(row) for row in range(box.count())] == ["query", "title", "label"]
    name_fields(pane)
    assert beside.answers.isEnabled()
    pane.clear()
    settings = pane.options.settings()
    assert (settings.second_field, settings.answer_field, settings.answers) == ("", "", ())


def test_the_preview_asks_what_values_mean_and_shows_answers(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane = opened(panel, qtbot, tmp_path)
    assert "holds labelled examples" in preview(pane)
    name_fields(pane)
    settle(panel, qtbot)
    assert "“label” (first records): 1 (2), 2 (1), 0 (1)" in preview(pane)
    assert "Say it with “Answers”" in preview(pane)
    assert not pane.go_button.isEnabled()
    pane.options.beside.answers.setText("2=clicked，1=shown")
    settle(panel, qtbot)
    assert "Line 3 of clicks.tsv has “0”" in preview(pane)
    pane.options.beside.answers.setText("2=clicked, 1=shown, 0=unrelated")
    settle(panel, qtbot)
    shown = preview(pane)
    assert "── document 1 · answer: clicked ──\n咳嗽\n怎么办。" in shown
    assert "── document 2 · answer: unrelated ──" in shown
    assert pane.go_button.isEnabled()


def test_an_imported_log_shows_its_answers(
    panel: CorpusPanel, qtbot: QtBot, tmp_path: Path, press: Callable[[QPushButton], None]
) -> None:
    pane = opened(panel, qtbot, tmp_path)
    name_fields(pane)
    pane.options.beside.answers.setText("2=clicked, 1=shown, 0=unrelated")
    settle(panel, qtbot)
    press(pane.go_button)
    settle(panel, qtbot)
    detail = panel.detail
    *_, told = detail.statistics.words_line.text().replace("\u2009", "").split("\n")
    assert told == "Answers to documents: clicked: 1 (25%), shown: 2 (50%), unrelated: 1 (25%)"
    model = detail.sentences
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert titles == ["Document", "Use", "Answer", "Sentence"]
    rows = [[model.data(model.index(row, column)) for column in (0, 2, 3)] for row in range(4)]
    assert rows == [
        ["1", "clicked", "咳嗽"], ["1", "clicked", "怎么办。"], ["2", "unrelated", "海"], ["2", "unrelated", "山。"],
    ]  # fmt: skip
    assert "Answers: 2=clicked, 1=shown, 0=unrelated" in detail.report.text()


def test_without_answers_there_is_no_column_for_them(
    panel: CorpusPanel, qtbot: QtBot, tmp_path: Path, press: Callable[[QPushButton], None]
) -> None:
    pane = opened(panel, qtbot, tmp_path, "a.txt", "一段话。\n")
    press(pane.go_button)
    settle(panel, qtbot)
    assert panel.detail.sentences.columnCount() == 3
    assert "Answers" not in panel.detail.statistics.words_line.text()
    assert panel.detail.sentences.data(panel.detail.sentences.index(0, 2)) == "一段话。"
