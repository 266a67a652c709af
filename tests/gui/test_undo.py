"""One history for the whole project: mixed changes of all pages are taken back and made again, to the byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.panels.corpus import CorpusPanel
from workbench.gui.panels.marking import Marks
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.run_actions import RunActions
from workbench.gui.panels.vocabulary import VocabularyPanel
from workbench.spec.presets import load_preset
from workbench.text.corpus import import_corpus
from workbench.text.lexicon import LexiconKind
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

SHORT = 60_000


@pytest.fixture
def filled(context: Context, project: Project, tmp_path: Path) -> Context:
    """Two corpora, a vocabulary and two runs."""
    for name in ("first", "second"):
        (tmp_path / f"{name}.txt").write_text(f"{name} 北京大学在北京。\n\n高速公路很长。", encoding="utf-8")
        corpus = import_corpus(project, name, [tmp_path / f"{name}.txt"], ImportSettings())
        context.store.create_run(load_preset("bert-tiny"), name=f"run-{name}")
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 100, "letters")
    return context


def checksum(context: Context) -> str:
    """Of all that a user can change: the experiment, vocabularies, lists, and what is said about runs."""
    digest = hashlib.sha256(context.draft.spec.model_dump_json().encode())
    for folder in (context.project.vocabularies, context.project.lexicons):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    for deleted in (False, True):
        for run in context.store.runs(deleted):
            digest.update(f"{deleted} {run.id} {run.name} {run.note} {run.starred}\n".encode())
    return digest.hexdigest()


@pytest.mark.usefixtures("measured_here", "worked_here")
def test_twelve_mixed_changes_are_undone_and_redone_one_by_one(
    filled: Context, qtbot: QtBot, settle: Callable[[], None], tmp_path: Path
) -> None:
    context = filled
    corpora, vocabularies, lists = CorpusPanel(context), VocabularyPanel(context), ListsPane(context)
    for page in (corpora, vocabularies):
        qtbot.addWidget(page)
        context.changed.connect(page.refresh)
    qtbot.addWidget(lists)
    context.changed.connect(lambda _changes: lists.refresh())
    context.announce(Changes.all())
    settle()
    marks, runs, draft = Marks(context, lists.keeper), RunActions(context, lists), context.draft
    (tmp_path / "cities.tsv").write_text("北京\tplace\n", encoding="utf-8")
    first, second = context.store.runs()
    edits: list[Callable[[], object]] = [
        lambda: corpora.use("first"),
        lambda: vocabularies.use("letters"),
        lambda: draft.use_preset("bert-mini"),
        lambda: draft.set("encoder.layers", 3, "layers"),
        lambda: lists.bring_in(tmp_path / "cities.tsv", LexiconKind.ENTITY),
        lambda: marks.add("高速公路", LexiconKind.PHRASE),
        lambda: marks.add("北京大学", LexiconKind.ENTITY, "organisation"),
        lambda: marks.remove("高速公路", LexiconKind.PHRASE),
        lambda: runs.rename(first.id, "another"),
        lambda: runs.note(second.id, "a note"),
        lambda: runs.delete([context.store.run(second.id)]),
        lambda: vocabularies.delete("letters"),
    ]
    states = [checksum(context)]
    for edit in edits:
        edit()
        settle()
        states.append(checksum(context))
    assert draft.history.count() == len(edits)
    assert all(draft.history.text(number) for number in range(len(edits)))
    assert len(set(states)) == len(states), "each change is one"
    for before in reversed(states[:-1]):
        draft.history.undo()
        settle()
        assert checksum(context) == before
    assert not draft.history.canUndo()
    for after in states[1:]:
        draft.history.redo()
        settle()
        assert checksum(context) == after
    for page in (corpora, vocabularies):
        page.close_panel()
    settle()
