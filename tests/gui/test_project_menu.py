"""Check, backup, packing and opening of a project from the window's menu."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui import project_menu
from workbench.gui.context import Context
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.project_check import CheckDialog
from workbench.gui.project_menu import ProjectCare
from workbench.gui.project_packing import PackDialog
from workbench.spec.presets import load_preset
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings

LONG = 10_000


@pytest.fixture
def window(qtbot: QtBot, context: Context) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def care(context: Context, window: QWidget, tmp_path: Path) -> ProjectCare:
    """Of a project with a corpus and a run that was made with it."""
    text = tmp_path / "letters.txt"
    text.write_text("abc bcd.\n\nbead face.", "utf-8")
    corpus = import_corpus(context.project, "letters", [text], ImportSettings())
    spec = load_preset("bert-tiny").model_copy(update={"corpus": "letters"})
    context.store.create_run(spec, name="one", corpus_fingerprint=corpus.fingerprint)
    return ProjectCare(context, window)


def choose(monkeypatch: pytest.MonkeyPatch, dialog: str, path: Path) -> None:
    answer = (str(path), "") if dialog != "getExistingDirectory" else str(path)
    monkeypatch.setattr(QFileDialog, dialog, lambda *_arguments: answer)


def test_a_check_says_what_is_wrong_and_what_became_of_it(
    context: Context, care: ProjectCare, window: QWidget, settle: Callable[[], None]
) -> None:
    dialog = CheckDialog(context, window)
    settle()
    assert dialog.words.text() == "Nothing is wrong."
    assert not dialog.find_button.isEnabled()
    shutil.move(context.project.corpora / "letters", context.project.root / "elsewhere")
    shutil.rmtree(context.store.run("one").folder)
    dialog.again_button.click()
    assert dialog.busy.isVisibleTo(dialog)
    settle()
    assert dialog.words.text() == "2 things are wrong. Nothing was changed."
    lines = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert "The folder of the run one is gone" in lines[0]
    assert "Missing corpus “letters”" in lines[1]
    assert dialog.find_button.isEnabled()


def test_a_check_names_a_run_folder_that_cannot_be_read(
    context: Context, care: ProjectCare, window: QWidget, settle: Callable[[], None]
) -> None:
    (context.store.run("one").folder / "spec.toml").write_text("preset = ", "utf-8")
    dialog = CheckDialog(context, window)
    settle()
    assert dialog.words.text() == "1 thing is wrong. Nothing was changed."
    assert dialog.list.item(0).text().startswith("Run one: runs/000001 has no settings that can be read")


def test_a_backup_is_a_whole_database(
    care: ProjectCare,
    noticed: list[Notice],
    settle: Callable[[], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose(monkeypatch, "getSaveFileName", tmp_path / "kept" / "copy.db")
    care.ask_backup()
    settle()
    assert "can't be written" in noticed[-1].text, "the folder is not there"
    choose(monkeypatch, "getSaveFileName", tmp_path / "copy" / "workbench.db")
    (tmp_path / "copy").mkdir()
    care.ask_backup()
    settle()
    assert "is written" in noticed[-1].text
    with Store.open(Project(tmp_path / "copy")) as store:
        assert [run.name for run in store.runs()] == ["one"]
        assert store.check_integrity() == []


def test_a_project_is_packed_and_opened_elsewhere(
    care: ProjectCare,
    window: QWidget,
    noticed: list[Notice],
    settle: Callable[[], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "packed.zip"
    choose(monkeypatch, "getSaveFileName", file)
    care.ask_pack()
    dialog = window.findChildren(PackDialog)[-1]
    settle()
    assert dialog.corpora.text().endswith("B")
    dialog.buttons.button(dialog.buttons.StandardButton.Ok).click()
    settle()
    assert file.is_file()
    assert "is written" in noticed[-1].text
    choose(monkeypatch, "getOpenFileName", file)
    choose(monkeypatch, "getExistingDirectory", tmp_path)
    care.ask_open()
    settle()
    assert "stayed on the other machine (1)" in noticed[-1].text
    assert noticed[-1].level is NoticeLevel.WARNING
    with Store.open(Project(tmp_path / "packed")) as store:
        assert [run.name for run in store.runs()] == ["one"]
    opened: list[Path] = []
    monkeypatch.setattr(project_menu, "open_window", opened.append)
    noticed[-1].actions[0][1]()
    assert opened == [tmp_path / "packed"]
    care.ask_open()
    settle()
    assert (tmp_path / "packed-2").is_dir(), "a folder that is there is left alone"


def test_a_window_for_reading_may_still_check_and_back_up(
    context: Context, window: QWidget, noticed: list[Notice], settle: Callable[[], None], tmp_path: Path
) -> None:
    context.project = replace(context.project, read_only=True)
    dialog = CheckDialog(context, window)
    ProjectCare(context, window).back_up(tmp_path / "copy.db")
    settle()
    assert dialog.words.text() == "Nothing is wrong."
    assert (tmp_path / "copy.db").is_file()
