"""A project goes into one file and opens elsewhere; what was left behind is named, and taken only if it is the same."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.events import RunStarted, StepDone
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.bundle import open_bundle, write_bundle
from workbench.store.capsule import compare_with_project, read_capsule, write_capsule
from workbench.store.folder import read_run_folder
from workbench.store.ingredients import Kind, State, wanted_here
from workbench.store.records import Status, View
from workbench.store.relinking import find_wanted, relink, unlink
from workbench.store.store import Store
from workbench.store.views import save_view, saved_views
from workbench.text.corpus import delete_corpus, import_corpus, list_corpora
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.readers.settings import DocumentRule, ImportSettings
from workbench.text.vocabulary import VocabularyKind, delete_vocabulary
from workbench.text.vocabulary_training import train_vocabulary


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "letters.txt"
    path.write_text("\n".join(f"北京大学在北京。第{number}次提高速度。" for number in range(30)), encoding="utf-8")
    return path


@pytest.fixture
def full(
    project: Project, spec: RunSpec, text: Path, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> Project:
    """Corpus (a line a document), vocabulary, list, and a run at work with two checkpoint files and a view."""
    corpus = import_corpus(project, "letters", [text], ImportSettings(documents=DocumentRule.LINE))
    vocabulary = train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 200, "words")
    save_lexicon(project, Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),)))
    units = spec.units.model_copy(update={"entity_lists": ("cities",)})
    with Store.open(project) as store:
        run = store.create_run(
            spec.model_copy(update={"units": units}), name="first", versions={"torch": "2"},
            corpus_fingerprint=corpus.fingerprint, vocabulary_fingerprint=vocabulary.fingerprint,
        )  # fmt: skip
        store.record(run, [started(), step(1), step(2, float("nan"))])
        weights = run.folder / "checkpoints" / "step-00000002" / "model.safetensors"
        weights.parent.mkdir(parents=True)
        weights.write_bytes(bytes(range(256)) * 8)
        store.tag(run, ["good"])
        save_view(store, View("mine", "loss<4"))
    return project


def pack(project: Project, path: Path, **options: bool) -> Path:
    with Store.open(project) as store:
        write_bundle(store, path, **options)
    return path


def test_a_bundle_opens_elsewhere_and_asks_for_the_corpus(full: Project, tmp_path: Path, text: Path) -> None:
    file = pack(full, tmp_path / "all.zip")
    assert str(full.root) not in "".join(zipfile.ZipFile(file).namelist())
    shutil.rmtree(full.root)
    (wanted,) = open_bundle(file, tmp_path / "elsewhere" / "new")
    assert (wanted.ingredient.kind, wanted.ingredient.name, wanted.state) == (Kind.CORPUS, "letters", State.MISSING)
    assert wanted.runs == ("first",)
    project = Project(tmp_path / "elsewhere" / "new")
    with Store.open(project) as store:
        run = store.run("first")
        assert (run.status, run.tags, run.host) == (Status.LOST, ("good",), "")
        assert store.series(run, "loss").steps.tolist() == [1, 2]
        assert [view.search for view in saved_views(store)] == ["loss<4"]
        content = read_run_folder(run.folder)
        assert content.project.root == project.root
        assert content.corpus == project.corpora / "letters"
        assert str(full.root) not in (run.folder / "run.json").read_text(encoding="utf-8")
        assert not (run.folder / "checkpoints").exists()
        relink(project, find_wanted(store, "letters"), [text])
        assert wanted_here(store) == []
        with pytest.raises(ArgumentError, match="Everything that the runs need is there"):
            find_wanted(store, "letters")


def test_a_bundle_with_everything_needs_nothing(full: Project, tmp_path: Path) -> None:
    before = {path.relative_to(full.root): path.read_bytes() for path in full.corpora.rglob("*") if path.is_file()}
    file = pack(full, tmp_path / "all.zip", corpora=True, checkpoints=True)
    assert open_bundle(file, tmp_path / "new") == []
    now = Project(tmp_path / "new")
    assert {
        path.relative_to(now.root): path.read_bytes() for path in now.corpora.rglob("*") if path.is_file()
    } == before
    assert len((now.runs / "000001/checkpoints/step-00000002/model.safetensors").read_bytes()) == 2048


def test_another_text_is_refused_and_leaves_nothing(full: Project, tmp_path: Path, text: Path) -> None:
    open_bundle(pack(full, tmp_path / "all.zip"), tmp_path / "new")
    project = Project(tmp_path / "new")
    text.write_text("另一个文本。", encoding="utf-8")
    with Store.open(project) as store:
        wanted = find_wanted(store, "letters")
        with pytest.raises(WorkbenchError, match=f"the runs noted {wanted.ingredient.fingerprint}"):
            relink(project, wanted, [text])
    assert list_corpora(project).names == frozenset()


def test_a_corpus_folder_and_a_vocabulary_are_taken_from_another_project(full: Project, tmp_path: Path) -> None:
    open_bundle(pack(full, tmp_path / "all.zip"), tmp_path / "new")
    project = Project(tmp_path / "new")
    delete_vocabulary(project, "words")
    with Store.open(project) as store:
        relink(project, find_wanted(store, "letters"), [full.corpora / "letters"])
        relink(project, find_wanted(store, "words"), [full.vocabularies / "words"])
        assert wanted_here(store) == []
        delete_corpus(project, "letters")
        import_corpus(project, "letters", [tmp_path / "letters.txt"], ImportSettings())
        (other,) = wanted_here(store)
        assert other.state is State.OTHER
        with pytest.raises(ArgumentError, match="something else named “letters”"):
            relink(project, other, [full.corpora / "letters"])


def test_what_was_brought_in_is_taken_out_again_and_nothing_else(full: Project, tmp_path: Path) -> None:
    open_bundle(pack(full, tmp_path / "all.zip"), tmp_path / "new")
    project = Project(tmp_path / "new")
    delete_vocabulary(project, "words")
    with Store.open(project) as store:
        missing = [find_wanted(store, name) for name in ("letters", "words")]
        for wanted, place in zip(missing, (full.corpora, full.vocabularies), strict=True):
            relink(project, wanted, [place / wanted.ingredient.name])
            unlink(project, wanted)
            with pytest.raises(ArgumentError, match="There is no"):
                unlink(project, wanted)
        assert [one.ingredient.name for one in wanted_here(store)] == ["letters", "words"]
    assert (full.corpora / "letters").is_dir()
    assert (full.vocabularies / "words").is_dir()
    import_corpus(project, "letters", [tmp_path / "letters.txt"], ImportSettings())
    with pytest.raises(WorkbenchError, match="is not “letters”"):
        unlink(project, missing[0])
    assert list_corpora(project).names == {"letters"}


def test_a_folder_with_something_in_it_is_not_written_to(full: Project, tmp_path: Path) -> None:
    file = pack(full, tmp_path / "all.zip")
    with pytest.raises(ArgumentError, match="is not empty"):
        open_bundle(file, full.root)
    with pytest.raises(ArgumentError, match="is there already"):
        pack(full, file)
    (tmp_path / "empty").mkdir()
    open_bundle(file, tmp_path / "empty")


def test_packing_and_unpacking_can_be_stopped(full: Project, tmp_path: Path) -> None:
    file = pack(full, tmp_path / "all.zip")
    with Store.open(full) as store, pytest.raises(StoppedError):
        write_bundle(store, tmp_path / "other.zip", cancelled=lambda: True)
    with pytest.raises(StoppedError):
        open_bundle(file, tmp_path / "new", cancelled=lambda: True)
    assert {path.name for path in tmp_path.iterdir()} == {"all.zip", "letters.txt", full.root.name}


def make_archive(path: Path, members: dict[str, bytes], said: dict[str, Any] | None = None, **head: Any) -> Path:
    """An archive as somebody with bad intent may make it."""
    honest = {
        name: {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()} for name, content in members.items()
    }
    whole = {"format": "workbench-bundle", "version": 1, "members": honest if said is None else said, **head}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        archive.writestr("bundle.json", json.dumps(whole))
    return path


@pytest.mark.parametrize(
    "name", ["../evil", "runs/../../evil", "/etc/evil", "runs\\..\\evil", "C:/evil", "runs/nul", "runs//x", "other/x"]
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    file = make_archive(tmp_path / "evil.zip", {"workbench.db": b"", name: b"x"})
    with pytest.raises(WorkbenchError, match=r"cannot be unpacked safely|is damaged"):
        open_bundle(file, tmp_path / "in" / "new")
    assert sorted(path.name for path in tmp_path.rglob("*")) in (["evil.zip"], ["evil.zip", "in"])


def test_links_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "link.zip"
    link = zipfile.ZipInfo("runs/link")
    link.external_attr = 0o120777 << 16
    content = {"workbench.db": b"", "runs/link": b"/etc"}
    make_archive(file, {"workbench.db": b""}, {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in content.items()
    })  # fmt: skip
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(link, "/etc")
    with pytest.raises(WorkbenchError, match="is damaged"):
        open_bundle(file, tmp_path / "new")


@pytest.mark.parametrize(
    "said",
    [
        {"workbench.db": {"size": 3, "sha256": "0" * 64}},
        {"workbench.db": {"size": 4, "sha256": hashlib.sha256(b"abc").hexdigest()}},
        {},
        {
            "workbench.db": {"size": 3, "sha256": hashlib.sha256(b"abc").hexdigest()},
            "runs/x": {"size": 0, "sha256": ""},
        },
    ],
)
def test_what_is_not_as_the_head_says_is_refused(tmp_path: Path, said: dict[str, Any]) -> None:
    file = make_archive(tmp_path / "bad.zip", {"workbench.db": b"abc"}, said)
    with pytest.raises(WorkbenchError, match="is damaged"):
        open_bundle(file, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_what_needs_more_room_than_there_is_is_refused(
    full: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = pack(full, tmp_path / "all.zip")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("workbench.store.archives.shutil.disk_usage", lambda path: usage._replace(free=1000))
    with pytest.raises(WorkbenchError, match="less is free"):
        open_bundle(file, tmp_path / "new")


def test_other_files_and_newer_bundles_are_refused(full: Project, tmp_path: Path) -> None:
    file = pack(full, tmp_path / "all.zip")
    cut = tmp_path / "cut.zip"
    cut.write_bytes(file.read_bytes()[:-200])
    newer = make_archive(tmp_path / "newer.zip", {"workbench.db": b""}, version=2)
    other = make_archive(tmp_path / "other.zip", {"workbench.db": b""}, format="something")
    for path, words in ((cut, "cut off"), (other, "no file of the kind"), (newer, "newer version")):
        with pytest.raises(WorkbenchError, match=words):
            open_bundle(path, tmp_path / "new")
    with pytest.raises(ArgumentError, match="can't be read"):
        open_bundle(tmp_path / "nothing.zip", tmp_path / "new")


def test_a_capsule_says_what_a_run_was_made_of(full: Project, tmp_path: Path) -> None:
    file = tmp_path / "run.zip"
    with Store.open(full) as store:
        write_capsule(store, "first", file, metrics=True)
        spec = store.run("first").spec
    capsule = read_capsule(file)
    assert (capsule.head["seed"], capsule.head["versions"]) == (1, {"torch": "2"})
    assert capsule.head["final"]["loss"] == "nan"
    assert str(full.root) not in json.dumps(capsule.head)
    from workbench.spec.files import load_spec

    (tmp_path / "spec.toml").write_text(capsule.spec, encoding="utf-8")
    assert load_spec(tmp_path / "spec.toml") == spec
    with zipfile.ZipFile(file) as archive:
        lines = archive.read("metrics.csv").decode().splitlines()
    assert lines[0] == "metric,step,tokens,time,value"
    assert "loss,2,200,1002.0,nan" in lines
    states = {one.name: state for one, state, _found in compare_with_project(capsule, full)}
    assert states == {"letters": State.SAME, "words": State.SAME, "cities": State.SAME}
    save_lexicon(full, Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("上海", "place"),)))
    delete_corpus(full, "letters")
    states = {one.name: state for one, state, _found in compare_with_project(capsule, full)}
    assert states == {"letters": State.MISSING, "words": State.SAME, "cities": State.OTHER}
