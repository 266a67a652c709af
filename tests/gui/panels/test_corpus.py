import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.panels.shown_corpora import SHORT, settle, shown_corpora
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.corpus import CorpusPanel
from workbench.text.corpus import find_corpus, list_corpora
from workbench.text.lexicon import LexiconKind

LEFT = Qt.MouseButton.LeftButton
DOCUMENTS = ["北京大学在北京。今天天气很好。", "我们去公园散步。公园里有很多人。", "他喜欢读书。"]


@pytest.fixture
def panel(context: Context, qtbot: QtBot, show_page: Callable[[Panel], None]) -> CorpusPanel:
    """The page of an empty project."""
    return shown_corpora(context, qtbot, show_page)


def write(folder: Path, name: str, encoding: str = "utf-8", text: str = "\n\n".join(DOCUMENTS)) -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def previews(panel: CorpusPanel) -> list[str]:
    return [column.text.toPlainText() for column in panel.import_pane.preview.columns]


def drop(panel: CorpusPanel, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys, action = LEFT, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    enter = QDragEnterEvent(panel.rect().center(), action, data, buttons, keys)
    QApplication.sendEvent(panel, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(panel, QDropEvent(QPointF(panel.rect().center()), action, data, buttons, keys))


def answer(panel: CorpusPanel, text: str) -> None:
    question = panel.findChildren(QMessageBox)[-1]
    QTest.mouseClick(next(button for button in question.buttons() if button.text() == text), LEFT)


def test_an_empty_page_says_what_to_do(panel: CorpusPanel) -> None:
    assert not panel.pages.is_full
    assert panel.state is PanelState.EMPTY


@pytest.mark.usefixtures("real_children")
def test_a_dropped_file_is_previewed_imported_and_used(
    panel: CorpusPanel, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    drop(panel, write(tmp_path, "新闻.txt"))
    settle(panel, qtbot)
    pane = panel.import_pane
    assert pane.isVisible()
    assert pane.options.name.text() == "新闻"
    assert "今天天气很好" in previews(panel)[0]
    assert previews(panel)[0].count("──") == 2 * len(DOCUMENTS)
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    assert context.draft.spec.corpus == "新闻"
    assert panel.state is PanelState.READY
    assert panel.detail.corpus is not None
    assert panel.detail.corpus.num_documents == 3
    assert "5 sentences" in panel.detail.figures.text()
    qtbot.waitUntil(lambda: "pairs" in panel.detail.statistics.words_line.text(), timeout=SHORT)
    assert panel.detail.sentences.rowCount() == 5


def test_options_change_the_preview(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane = panel.import_pane
    panel.open_import()
    pane.add([write(tmp_path, "lines.txt", text="一。\n二。\n三。")])
    settle(panel, qtbot)
    assert previews(panel)[0].count("── document") == 1
    pane.options.documents.setCurrentIndex(pane.options.documents.findData("line"))
    settle(panel, qtbot)
    assert previews(panel)[0].count("── document") == 3
    pane.options.encoding.setCurrentIndex(pane.options.encoding.findData("utf-16-le"))
    settle(panel, qtbot)
    assert "is not utf-16-le but utf-8" in previews(panel)[0]


def test_fields_of_jsonl_are_offered(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane = panel.import_pane
    panel.open_import()
    pane.add([write(tmp_path, "a.jsonl", text='{"title": "标题", "text": "正文。"}\n' * 3)])
    settle(panel, qtbot)
    assert {pane.options.field.itemText(row) for row in range(pane.options.field.count())} >= {"title", "text"}
    assert "正文" in previews(panel)[0]
    pane.options.field.setEditText("title")
    settle(panel, qtbot)
    assert "标题" in previews(panel)[0]


def test_an_uncertain_encoding_is_asked_side_by_side(
    panel: CorpusPanel, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    pane = panel.import_pane
    panel.open_import()
    pane.add([write(tmp_path, "short.txt", "gb18030", "你好")])
    settle(panel, qtbot)
    assert len(pane.preview.columns) > 1
    assert any("你好" in text for text in previews(panel))
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    assert pane.error.isVisible()
    assert list_corpora(context.project).names == set()
    column = next(one for one in pane.preview.columns if "你好" in one.text.toPlainText())
    QTest.mouseClick(column.button, LEFT)
    settle(panel, qtbot)
    assert pane.options.encoding.currentData() == "gb18030"
    assert len(pane.preview.columns) == 1
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    assert find_corpus(context.project, "short").sentence(0) == "你好"


def test_only_line_feeds_end_lines(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    text = "甲\u2028乙\u2029丙\n丁\x85戊\x0b己\n庚\x0c辛\x1c壬\n"
    panel.open_import()
    panel.import_pane.add([write(tmp_path, "ends.txt", text=text)])
    panel.import_pane.options.documents.setCurrentIndex(panel.import_pane.options.documents.findData("line"))
    settle(panel, qtbot)
    assert previews(panel)[0].count("── document") == 3
    QTest.mouseClick(panel.import_pane.go_button, LEFT)
    settle(panel, qtbot)
    assert panel.detail.corpus is not None
    assert panel.detail.corpus.num_documents == 3


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("picture.txt", b"\x89PNG\r\n\x1a\n" + bytes(100)),
        ("empty.txt", b""),
        ("head.csv", b"title,text\n"),
        ("missing.txt", None),
    ],
)
def test_what_the_preview_refuses_cannot_be_imported(
    panel: CorpusPanel, qtbot: QtBot, tmp_path: Path, name: str, content: bytes | None
) -> None:
    path, pane = tmp_path / name, panel.import_pane
    if content is not None:
        path.write_bytes(content)
    panel.open_import()
    pane.add([path])
    settle(panel, qtbot)
    assert not pane.go_button.isEnabled()
    assert pane.error.isVisible(), "why stands beside the button"
    pane.add([write(tmp_path, "good.txt")])
    settle(panel, qtbot)
    assert pane.go_button.isEnabled(), "one of the files can be imported"
    pane.files.setCurrentRow(1)
    settle(panel, qtbot)
    assert not pane.error.isVisible()
    QTest.mouseClick(pane.remove_button, LEFT)
    settle(panel, qtbot)
    assert not pane.go_button.isEnabled()
    assert pane.isVisible()


@pytest.mark.usefixtures("real_children")
def test_a_cancelled_import_leaves_nothing(panel: CorpusPanel, context: Context, qtbot: QtBot, tmp_path: Path) -> None:
    sentence = "".join(DOCUMENTS)
    path = write(tmp_path, "large.txt", text="\n\n".join(f"{number}{sentence}" for number in range(60_000)))
    panel.open_import()
    panel.import_pane.add([path])
    settle(panel, qtbot)
    QTest.mouseClick(panel.import_pane.go_button, LEFT)
    assert panel.import_pane.progress.isVisible()
    QTest.mouseClick(panel.import_pane.progress.cancel_button, LEFT)
    qtbot.waitUntil(lambda: not panel.import_pane.progress.is_busy, timeout=60_000)
    settle(panel, qtbot)
    assert list(context.project.corpora.iterdir()) == []
    assert panel.import_pane.files.count() == 1


def test_warnings_stand_in_the_report(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    panel.open_import()
    panel.import_pane.add([write(tmp_path, "special.txt", text="请预测[MASK]和[SEP]。\n\n另一篇。")])
    settle(panel, qtbot)
    QTest.mouseClick(panel.import_pane.go_button, LEFT)
    settle(panel, qtbot)
    assert panel.detail.notes.rowCount() >= 1
    assert panel.detail.tabs.tabText(2) == f"Import report ({panel.detail.notes.rowCount()})"


def test_choosing_is_undoable_and_deleting_asks(
    panel: CorpusPanel, context: Context, prepared_project: Project, qtbot: QtBot
) -> None:
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    QTest.mouseClick(panel.detail.use_button, LEFT)
    assert context.draft.spec.corpus == "letters"
    assert not panel.detail.use_button.isEnabled()
    context.draft.history.undo()
    assert panel.detail.use_button.isEnabled()
    QTest.mouseClick(panel.detail.delete_button, LEFT)
    answer(panel, "Keep")
    settle(panel, qtbot)
    assert list_corpora(context.project).names == {"letters"}
    QTest.mouseClick(panel.detail.delete_button, LEFT)
    answer(panel, "Delete")
    settle(panel, qtbot)
    assert list_corpora(context.project).names == set()
    assert not panel.pages.is_full


def test_a_name_that_is_taken_gets_a_number(
    panel: CorpusPanel, context: Context, prepared_project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    panel.open_import()
    panel.import_pane.add([write(tmp_path, "letters.txt")])
    settle(panel, qtbot)
    assert panel.import_pane.options.name.text() == "letters-2"


def test_a_damaged_corpus_is_marked_explained_and_deleted(
    panel: CorpusPanel, context: Context, prepared_project: Project, qtbot: QtBot
) -> None:
    folder = context.project.corpora / "broken"
    shutil.copytree(context.project.corpora / "letters", folder)
    (folder / "text.bin").write_bytes(b"cut")
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    assert [row.name for row in panel.model.rows] == ["broken", "letters"]
    first = panel.model.index(0, 0)
    assert panel.model.data(first) == "⚠ broken"
    assert panel.model.data(panel.model.index(0, 1)) == "damaged"
    assert "damaged" in panel.model.data(first, Qt.ItemDataRole.ToolTipRole)
    assert panel.damaged_pane.isVisible()
    assert "Delete it and import" in panel.damaged_pane.words
    panel.table.selectRow(1)
    assert panel.detail.isVisible(), "the others work"
    settle(panel, qtbot)
    panel.use("broken")
    assert (panel.state, panel.words) == (PanelState.PROBLEM, "broken is damaged")
    panel.table.selectRow(0)
    QTest.mouseClick(panel.damaged_pane.delete_button, LEFT)
    answer(panel, "Delete")
    settle(panel, qtbot)
    assert not folder.exists()
    assert [row.name for row in panel.model.rows] == ["letters"]


def test_a_name_that_a_damaged_corpus_has_is_taken(
    panel: CorpusPanel, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    (context.project.corpora / "news").mkdir(parents=True)
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    assert panel.pages.is_full
    drop(panel, write(tmp_path, "news.txt"))
    settle(panel, qtbot)
    assert panel.import_pane.options.name.text() == "news-2"


def test_the_import_stays_open_while_the_list_is_read_anew(
    panel: CorpusPanel, context: Context, prepared_project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    panel.open_import()
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    assert panel.import_pane.isVisible()
    area = panel.table.visualRect(panel.model.index(0, 0))
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=area.center())
    assert panel.detail.isVisible(), "a click on the list leads back"


def test_files_and_folders_dropped_together_make_one_corpus(
    panel: CorpusPanel, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "更 多"
    (folder / "inner").mkdir(parents=True)
    write(folder / "inner", "b.txt", "gb18030")
    drop(panel, write(tmp_path, "a.txt"), write(tmp_path, "c.jsonl", text='{"text": "一句话。"}'), folder)
    settle(panel, qtbot)
    pane = panel.import_pane
    assert pane.files.count() == 3
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    corpus = find_corpus(context.project, "a")
    assert corpus.num_documents == 2 * len(DOCUMENTS) + 1
    assert set(corpus.report.encodings.values()) == {"utf-8", "gb18030"}


def test_text_that_is_dragged_is_no_file(panel: CorpusPanel) -> None:
    data = QMimeData()
    data.setText("只是文字")
    enter = QDragEnterEvent(panel.rect().center(), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(panel, enter)
    assert not enter.isAccepted()


def test_no_part_of_the_page_takes_a_drop_for_itself(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    drop(panel, write(tmp_path, "a.txt"))
    settle(panel, qtbot)
    assert panel.import_pane.preview.columns
    assert [part for part in panel.findChildren(QWidget) if part.acceptDrops()] == []


def test_a_field_is_chosen_in_the_table(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane = panel.import_pane
    panel.open_import()
    pane.add([write(tmp_path, "a.jsonl", text='{"title": "标题", "a": {"b": [{"c": "深。"}]}}\n' * 3)])
    settle(panel, qtbot)
    assert pane.fields.isVisible()
    assert "title (3), a.b[].c (3)" in previews(panel)[0]
    fields = pane.fields.model
    assert [fields.data(fields.index(1, column)) for column in range(3)] == ["a.b[].c", "3", "深。"]
    area = pane.fields.view.visualRect(fields.index(1, 0))
    QTest.mouseClick(pane.fields.view.viewport(), LEFT, pos=area.center())
    settle(panel, qtbot)
    assert pane.options.settings().field == "a.b[].c"
    assert "深。" in previews(panel)[0]
    QTest.keyClick(pane.fields.view, Qt.Key.Key_Up)
    settle(panel, qtbot)
    assert pane.options.settings().field == "title"
    pane.clear()
    assert not pane.fields.isVisible()


def test_html_is_offered_and_shown_beside_what_is_left(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane = panel.import_pane
    panel.open_import()
    pane.add([write(tmp_path, "page.txt", text="<p>第一段</p>")])
    settle(panel, qtbot)
    assert pane.preview.html_button.isVisible()
    assert "<p>第一段</p>" in previews(panel)[0], "shown as it is, not as a page"
    QTest.mouseClick(pane.preview.html_button, LEFT)
    settle(panel, qtbot)
    assert pane.options.settings().html
    assert not pane.preview.html_button.isVisible()
    before, after = previews(panel)
    assert "<p>第一段</p>" in before
    assert "<p>" not in after
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    assert panel.detail.corpus is not None
    assert panel.detail.corpus.sentence(0) == "第一段"
    assert "Remove HTML: yes" in panel.detail.report.text()


def test_markup_in_names_and_fields_is_never_drawn(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane = panel.import_pane
    panel.open_import()
    pane.add([write(tmp_path, "a.jsonl", text='{"<b>k": "<img src=x>", "n": 1}\n' * 2)])
    settle(panel, qtbot)
    assert "<b>k (2)" in previews(panel)[0]
    tip = pane.fields.model.data(pane.fields.model.index(0, 2), Qt.ItemDataRole.ToolTipRole)
    assert tip == "<qt>&lt;img src=x&gt;</qt>"
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    assert "<b>k (2)" in pane.error.text()
    assert pane.error.textFormat() is Qt.TextFormat.PlainText


def test_markup_in_sentences_is_never_drawn(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    drop(panel, write(tmp_path, "a.txt", text="<h1>大标题</h1>"))
    settle(panel, qtbot)
    QTest.mouseClick(panel.import_pane.go_button, LEFT)
    settle(panel, qtbot)
    cell = panel.detail.sentences.index(0, panel.detail.sentences.columnCount() - 1)
    texts = {panel.detail.sentences.data(cell.siblingAtColumn(c), Qt.ItemDataRole.ToolTipRole) for c in range(4)}
    assert "<qt>&lt;h1&gt;大标题&lt;/h1&gt;</qt>" in texts


def test_sentences_are_parted_and_pairs_counted(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    panel.open_import()
    panel.import_pane.add([write(tmp_path, "a.txt", text="一句。“两句！”\n\nMr. Smith came. He left.\n\n一句。")])
    settle(panel, qtbot)
    assert "一句。 ┃ “两句！”" in previews(panel)[0]
    assert "Mr. Smith came. ┃ He left." in previews(panel)[0]
    assert "of the first 3 documents 2 have two or more sentences" in panel.import_pane.preview.words


def test_a_mixed_file_is_read_line_by_line_where_asked(panel: CorpusPanel, qtbot: QtBot, tmp_path: Path) -> None:
    pane, path = panel.import_pane, tmp_path / "mixed.txt"
    path.write_bytes(("好的，我们走吧。\n" * 40).encode() + ("坏的，我们不走。\n" * 40).encode("gbk"))
    panel.open_import()
    pane.add([path])
    settle(panel, qtbot)
    assert "more than one encoding" in pane.preview.words
    [column] = pane.preview.columns
    assert "坏的，我们不走。" in column.text.toPlainText()
    column.button.setFocus()
    QTest.keyClick(column.button, Qt.Key.Key_Space)
    settle(panel, qtbot)
    assert pane.options.settings().encoding == "utf-8+gb18030"
    QTest.mouseClick(pane.go_button, LEFT)
    settle(panel, qtbot)
    assert panel.detail.corpus is not None
    assert panel.detail.corpus.num_paragraphs == 80


def test_export(
    panel: CorpusPanel, context: Context, prepared_project: Project, qtbot: QtBot, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    context.announce(Changes.of("corpora"))
    settle(panel, qtbot)
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    out = tmp_path / "out"
    monkeypatch.setattr(
        "workbench.gui.panels.corpus.QFileDialog.getSaveFileName", lambda *_: (str(out), "JSONL (*.jsonl)")
    )
    QTest.mouseClick(panel.detail.export_button, LEFT)
    settle(panel, qtbot)
    lines = out.with_suffix(".jsonl").read_bytes().decode().removesuffix("\n").split("\n")
    assert len(lines) == 40
    assert [notice.text for notice in notices] == [f"40 lines are in {out}.jsonl."]


def test_escape_closes_the_import(panel: CorpusPanel, qtbot: QtBot) -> None:
    panel.show()
    panel.open_import()
    assert panel.import_pane.isVisible()
    panel.import_pane.options.name.setText("mine")
    QTest.keyClick(panel.import_pane.options.name, Qt.Key.Key_Escape)
    assert not panel.import_pane.isVisible()
    panel.open_import()
    assert panel.import_pane.options.name.text() == "mine"


def test_a_list_of_words_is_offered_to_the_page_of_lists(
    panel: CorpusPanel, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    words = [f"{first}{second}\t3" for first in "东南西北中" for second in "城山河海湖江"]
    (tmp_path / "places.txt").write_text("\n".join(words), encoding="utf-8")
    (tmp_path / "text.txt").write_text("北京大学在北京。", encoding="utf-8")
    asked: list[tuple[Path, LexiconKind]] = []
    context.list_requested.connect(lambda path, kind: asked.append((path, kind)))
    pane = panel.import_pane
    panel.take_dropped([tmp_path / "text.txt"])
    settle(panel, qtbot)
    assert not pane.preview.list_button.isVisible()
    panel.take_dropped([tmp_path / "places.txt"])
    pane.files.setCurrentRow(1)
    settle(panel, qtbot)
    assert pane.preview.list_button.isVisible()
    assert "looks like a list" in pane.preview.words
    assert pane.go_button.isEnabled(), "it can be imported as text all the same"
    actions = {action.text(): action for action in pane.preview.list_button.menu().actions()}
    actions["Entity list"].trigger()
    settle(panel, qtbot)
    assert asked == [(tmp_path / "places.txt", LexiconKind.ENTITY)]
    assert pane.paths() == [tmp_path / "text.txt"]


def test_a_narrow_list_leaves_names_their_room(panel: CorpusPanel) -> None:
    splitter = panel.findChild(QSplitter)
    assert splitter is not None
    splitter.setSizes([1, 2000])
    name = panel.table.fontMetrics().horizontalAdvance("encyclopedia")
    assert panel.table.columnWidth(0) > name
