"""Taking masks along: files of passages that can be read back, pictures, and what is said of them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.panels.masking import MaskingPanel
from workbench.masking.export_reader import read_export
from workbench.store.records import Run

WRITING = 30_000  # milliseconds: the corpus is written by a process of its own


class Chooser:
    """Stands for the file dialog: answers with a name, and remembers what it was asked."""

    def __init__(self, folder: Path) -> None:
        self.answer = folder / "out"
        self.kind = ""
        self.starts: list[str] = []

    def __call__(self, parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
        self.starts.append(start)
        kinds = filters.split(";;")
        return str(self.answer), self.kind or kinds[0]


@pytest.fixture
def chooser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chooser:
    (tmp_path / "files").mkdir()
    made = Chooser(tmp_path / "files")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", made)
    return made


@pytest.fixture
def told(ready: Context, monkeypatch: pytest.MonkeyPatch) -> list[Notice]:
    notices: list[Notice] = []
    monkeypatch.setattr(ready, "notify", notices.append)
    ready.tasks.noticed.connect(notices.append)
    return notices


@pytest.fixture
def wait_told(told: list[Notice], qtbot: QtBot) -> Callable[[int], None]:
    """Waits until so many notices were given."""
    return lambda count: qtbot.waitUntil(lambda: len(told) == count, timeout=WRITING)


def accept(panel: MaskingPanel) -> None:
    dialog = panel.taking.dialog
    assert dialog is not None
    button = next(one for one in dialog.buttons.buttons() if "file" in one.text())
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def entry(panel: MaskingPanel, words: str) -> None:
    menu = panel.actions_row.export.menu()
    next(action for action in menu.actions() if words in action.text()).trigger()


def test_the_comparison_is_saved_as_svg_and_png(
    page: Any,
    panel: MaskingPanel,
    chooser: Chooser,
    told: list[Notice],
    wait_told: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel.column.compare()
    panel.navigator.two.setChecked(True)
    entry(panel, "comparison")
    wait_told(1)
    svg = chooser.answer.with_name("out.svg").read_text(encoding="utf-8")
    for words in ("Single tokens 15.0", "Whole words 15.0", "Seed 2", "masked"):
        assert words in svg, "headings and legend are in the picture"
    assert str(chooser.answer.with_name("out.svg")) in told[0].text
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    told[0].actions[0][1]()
    assert Path(opened[0].toLocalFile()) == chooser.answer.parent
    chooser.answer = chooser.answer.with_name("picture.PNG")
    width = panel.taking.sheet().size.width()
    entry(panel, "comparison")
    wait_told(2)
    picture = QImage(str(chooser.answer))
    assert picture.width() == 2 * width
    assert chooser.starts[1].startswith(str(chooser.answer.parent)), "the folder of the last time"
    page.settle()


def test_a_strip_is_saved_and_copied(
    page: Any, panel: MaskingPanel, chooser: Chooser, wait_told: Callable[[int], None]
) -> None:
    entry(panel, "chosen strip")
    wait_told(1)
    assert b"<svg" in chooser.answer.with_name("out.svg").read_bytes()
    chooser.answer = chooser.answer.with_name("second.png")
    panel.column.cards[0].strip.make_menu().actions()[-1].trigger()
    wait_told(2)
    assert not QImage(str(chooser.answer)).isNull()
    entry(panel, "Copy as text")
    assert "[CLS]" in QGuiApplication.clipboard().text()
    entry(panel, "Copy as JSON")
    assert '"picks"' in QGuiApplication.clipboard().text()
    entry(panel, "Copy as picture")
    assert not QGuiApplication.clipboard().image().isNull()
    page.settle()


def test_the_passage_on_show_can_be_read_back(
    page: Any, panel: MaskingPanel, chooser: Chooser, wait_told: Callable[[int], None]
) -> None:
    entry(panel, "Masked passages")
    accept(panel)
    wait_told(1)
    (passage,) = read_export(chooser.answer.with_name("out.jsonl")).passages
    assert [pick.position for pick in passage.picks] == page.targets()
    page.settle()


@pytest.mark.usefixtures("real_children")
def test_passages_of_the_corpus_are_written_by_a_child(
    page: Any, panel: MaskingPanel, chooser: Chooser, told: list[Notice], qtbot: QtBot
) -> None:
    panel.column.compare()
    page.settle()
    entry(panel, "Masked passages")
    assert panel.taking.dialog is not None
    panel.taking.dialog.count.setValue(3)
    assert panel.taking.dialog.some.isChecked()
    accept(panel)
    qtbot.waitUntil(lambda: bool(told), timeout=WRITING)
    export = read_export(chooser.answer.with_name("out.jsonl"))
    assert export.head["strategy"]["kind"] == "whole-word"
    assert len(list(export.passages)) == 3
    assert "3 passages" in told[0].text
    chooser.answer = chooser.answer.with_name("all.csv")
    panel.taking.ask_passages()
    panel.taking.dialog.all.setChecked(True)
    accept(panel)
    qtbot.waitUntil(lambda: len(told) == 2, timeout=WRITING)
    with chooser.answer.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["passage"] for row in rows}) > 3
    page.settle()


def test_a_batch_of_a_run_and_its_strip_are_saved(
    page: Any,
    panel: MaskingPanel,
    chooser: Chooser,
    told: list[Notice],
    make_run: Callable[..., Run],
    qtbot: QtBot,
) -> None:
    run = make_run("first", "training.steps=60", "training.batch_size=8")
    panel.layers.open_replay()
    assert not panel.replay.band.export.isEnabled()
    qtbot.waitUntil(lambda: panel.replay.replayed is not None, timeout=WRITING)
    QTest.mouseClick(panel.replay.band.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(told), timeout=WRITING)
    export = read_export(chooser.answer.with_name("out.jsonl"))
    assert export.head["run"] == {"name": "first", "number": run.id}
    assert len(list(export.passages)) == panel.replay.replayed.size
    panel.replay.strip.make_menu().actions()[-1].trigger()
    qtbot.waitUntil(lambda: len(told) == 2, timeout=WRITING)
    assert chooser.answer.with_name("out.svg").is_file()
    page.settle()


def test_a_folder_that_is_not_there_is_told_in_a_sentence(
    page: Any,
    panel: MaskingPanel,
    chooser: Chooser,
    told: list[Notice],
    wait_told: Callable[[int], None],
    tmp_path: Path,
) -> None:
    chooser.answer = tmp_path / "nowhere" / "x.svg"
    entry(panel, "comparison")
    chooser.answer = tmp_path / "nowhere" / "x.jsonl"
    entry(panel, "Masked passages")
    accept(panel)
    wait_told(2)
    assert [notice.level for notice in told] == [NoticeLevel.ERROR] * 2
    assert all("can't be written" in notice.text for notice in told)
    page.settle()


def test_thinking_better_of_it_writes_nothing(
    page: Any, panel: MaskingPanel, told: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    entry(panel, "comparison")
    entry(panel, "Masked passages")
    accept(panel)
    assert not told
    page.settle()
