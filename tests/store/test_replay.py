"""A stored run is replayed from what its folder says."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.versions import versions
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.folder import note_session_data, session_data
from workbench.store.records import Run
from workbench.store.replay import replay_run
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, delete_vocabulary, save_vocabulary

TEXT = "长江发源于青藏高原。北京清华大学在海淀区。"


@pytest.fixture
def run(project: Project, store: Store, tmp_path: Path) -> Run:
    file = tmp_path / "text.txt"
    file.write_text("\n\n".join([TEXT] * 20), encoding="utf-8")
    corpus = import_corpus(project, "river", [file], ImportSettings())
    vocabulary = Vocabulary.make(
        "letters", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(TEXT))]
    )
    save_vocabulary(project, vocabulary)
    overrides = ["training.steps=9", "training.batch_size=4", "training.length=32"]
    return store.create_run(
        apply_overrides(RunSpec(corpus="river", vocabulary="letters"), overrides),
        name="first",
        corpus_fingerprint=corpus.fingerprint,
        vocabulary_fingerprint=vocabulary.fingerprint,
        versions=versions(),
    )


def test_a_project_that_was_moved_is_replayed(project: Project, store: Store, run: Run, tmp_path: Path) -> None:
    ids = [part.input_ids.tolist() for part in replay_run(run).batch(9).parts]
    store.close()
    moved = Project(tmp_path / "elsewhere")
    shutil.copytree(project.root, moved.root)
    shutil.rmtree(project.corpora / "river")
    with Store.open(moved) as other:
        again = replay_run(other.run("first"))
    assert [part.input_ids.tolist() for part in again.batch(9).parts] == ids


def test_what_is_gone_is_named(project: Project, run: Run) -> None:
    delete_vocabulary(project, "letters")
    with pytest.raises(WorkbenchError, match="The vocabulary “letters” of the run is no longer there"):
        replay_run(run)
    shutil.rmtree(run.folder)
    with pytest.raises(ArgumentError, match="not the folder of a run"):
        replay_run(run)


def test_another_version_and_another_text_are_refused(run: Run) -> None:
    with pytest.raises(WorkbenchError, match=r"version 9\.9 of the program"):
        replay_run(replace(run, versions={"workbench": "9.9"}))
    with pytest.raises(WorkbenchError, match="“river” is not the one of the run"):
        replay_run(replace(run, corpus_fingerprint="another"))
    note_session_data(run.folder, 0, "other lists")
    with pytest.raises(WorkbenchError, match="Step 3 was taken with other lists"):
        replay_run(run).batch(3)


def test_a_session_that_goes_back_takes_the_place_of_the_later_ones(run: Run) -> None:
    assert session_data(run.folder) == {}
    for step, fingerprint in ((0, "a"), (6, "b"), (12, "c"), (6, "d")):
        note_session_data(run.folder, step, fingerprint)
    assert session_data(run.folder) == {0: "a", 6: "d"}
    (run.folder / "data.json").write_text("[", encoding="ascii")
    assert session_data(run.folder) == {}
    with pytest.raises(WorkbenchError, match="can't be written"):
        note_session_data(run.folder / "none", 0, "a")
