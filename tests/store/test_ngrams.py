"""The n-grams of a run are its own: kept in its folder, copied with it, packed with it, and told apart."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.bundle import open_bundle, write_bundle
from workbench.store.capsule import read_capsule, write_capsule
from workbench.store.folder import note_session_data
from workbench.store.ngrams import ngrams_for, ngrams_of, with_rows
from workbench.store.records import Run
from workbench.store.replay import replay_run
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, delete_lexicon, save_lexicon
from workbench.text.ngram_lexicon import NGRAMS, load_ngrams
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

TEXT = "长江发源于青藏高原。北京清华大学在海淀区。"


def keep(project: Project, name: str = "grams", **counts: int) -> None:
    save_lexicon(project, Lexicon(name, LexiconKind.NGRAM, tuple(LexiconEntry(t, count=c) for t, c in counts.items())))


@pytest.fixture
def spec(project: Project, tmp_path: Path) -> RunSpec:
    file = tmp_path / "text.txt"
    file.write_text("\n\n".join([TEXT] * 20), encoding="utf-8")
    import_corpus(project, "river", [file], ImportSettings())
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    save_vocabulary(project, Vocabulary.make("letters", VocabularyKind.CHARACTER, [*special, *sorted(set(TEXT))]))
    keep(project, 长江=9, 青藏高原=3, 大学=5)
    overrides = ["ngrams.layers=1", "ngrams.lists=grams", "training.steps=9", "training.batch_size=4",
                 "training.length=32"]  # fmt: skip
    return apply_overrides(RunSpec(corpus="river", vocabulary="letters"), overrides)


@pytest.fixture
def run(store: Store, spec: RunSpec) -> Run:
    return store.create_run(spec, name="first")


def rows_of(run: Run) -> int:
    assert run.spec.ngrams is not None
    return run.spec.ngrams.rows


def test_a_run_keeps_a_copy_and_notes_its_rows(project: Project, run: Run) -> None:
    assert rows_of(run) == 4
    lexicon = load_ngrams(run.folder)
    assert (lexicon.texts, lexicon.counts) == (("长江", "大学", "青藏高原"), (9, 5, 3))
    keep(project, 别的=1)
    assert ngrams_of(run.folder, run.spec) == lexicon, "whatever becomes of the list"
    delete_lexicon(project, "grams")
    assert ngrams_of(run.folder, run.spec) == lexicon


def test_rows_are_those_of_the_lists_whatever_the_spec_said(store: Store, spec: RunSpec) -> None:
    wrong = apply_overrides(spec, ["ngrams.rows=104089"])
    assert rows_of(store.create_run(wrong, name="other")) == 4


def test_a_missing_list_makes_no_run(project: Project, store: Store, spec: RunSpec) -> None:
    with pytest.raises(ArgumentError, match="no list named “gone”"):
        store.create_run(apply_overrides(spec, ["ngrams.lists=gone"]), name="none")
    assert store.runs() == []
    assert not list(project.runs.glob("*"))


def test_a_run_without_an_ngram_encoder_has_none(store: Store, spec: RunSpec) -> None:
    plain = store.create_run(apply_overrides(spec, ["ngrams=none"]), name="plain")
    assert not (plain.folder / NGRAMS).exists()
    assert ngrams_of(plain.folder, plain.spec) is None
    assert with_rows(plain.spec, None) == plain.spec


def test_a_copy_of_a_run_has_the_ngrams_of_the_run(project: Project, store: Store, run: Run) -> None:
    keep(project, 别的=1)
    copy = store.create_run(store.clone("first"), name="copy", parent="first")
    assert (copy.folder / NGRAMS).read_bytes() == (run.folder / NGRAMS).read_bytes()
    delete_lexicon(project, "grams")
    again = store.create_run(store.clone("first"), name="again", parent="first")
    assert (again.folder / NGRAMS).read_bytes() == (run.folder / NGRAMS).read_bytes()
    assert rows_of(again) == 4


def test_other_lists_or_another_origin_are_read_anew(project: Project, store: Store, run: Run, spec: RunSpec) -> None:
    keep(project, "more", 别的=1)
    other = store.create_run(apply_overrides(store.clone("first"), ["ngrams.lists=more"]), name="x", parent="first")
    assert load_ngrams(other.folder).texts == ("别的",)
    keep(project, 别的=1)
    fresh = store.create_run(spec, name="fresh")
    assert load_ngrams(fresh.folder).texts == ("别的",)
    assert ngrams_for(project, spec, run) == load_ngrams(run.folder)


def test_a_file_that_was_changed_is_refused(run: Run) -> None:
    path = run.folder / NGRAMS
    path.write_bytes(path.read_bytes() + "别的\t1\n".encode())
    with pytest.raises(WorkbenchError, match="has 4 rows of n-grams, but its file"):
        ngrams_of(run.folder, run.spec)
    path.unlink()
    with pytest.raises(WorkbenchError, match="missing or damaged"):
        ngrams_of(run.folder, run.spec)


def test_a_replay_reads_the_runs_own_and_notices_another(project: Project, store: Store, run: Run) -> None:
    fingerprint = replay_run(run)._data
    note_session_data(run.folder, 0, fingerprint)
    keep(project, 别的=1)
    assert replay_run(run).batch(3).step == 3, "the list may change as it likes"
    path = run.folder / NGRAMS
    path.write_bytes(path.read_bytes().replace("大学\t5".encode(), "大学\t4".encode()))
    with pytest.raises(WorkbenchError, match="Step 3 was taken with other lists"):
        replay_run(run).batch(3)
    path.unlink()
    with pytest.raises(WorkbenchError, match="missing or damaged"):
        replay_run(run)


def test_a_bundle_and_a_capsule_bring_it_along(project: Project, store: Store, run: Run, tmp_path: Path) -> None:
    before = (run.folder / NGRAMS).read_bytes()
    write_bundle(store, tmp_path / "all.zip")
    open_bundle(tmp_path / "all.zip", tmp_path / "opened")
    with Store.open(Project(tmp_path / "opened")) as other:
        there = other.run("first")
        assert (there.folder / NGRAMS).read_bytes() == before
        assert ngrams_of(there.folder, there.spec) == ngrams_of(run.folder, run.spec)
    head = write_capsule(store, "first", tmp_path / "capsule.zip")
    assert head["fingerprints"]["ngrams"] == load_ngrams(run.folder).fingerprint
    assert read_capsule(tmp_path / "capsule.zip").head["fingerprints"]["ngrams"] == head["fingerprints"]["ngrams"]
    with zipfile.ZipFile(tmp_path / "capsule.zip") as archive:
        assert archive.read(NGRAMS) == before
