"""``project``: check, backup, recover, bundle, open-bundle, missing, relink."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.spec.presets import load_preset
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "letters.txt"
    path.write_text("\n\n".join(f"北京大学在北京。第{number}次。" for number in range(30)), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path, text: Path) -> Path:
    """A project with corpus, vocabulary and a run."""
    project = Project(tmp_path / "项目").create()
    corpus = import_corpus(project, "letters", [text], ImportSettings())
    vocabulary = train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 200, "words")
    spec = load_preset("bert-tiny").model_copy(update={"corpus": "letters", "vocabulary": "words"})
    with Store.open(project) as store:
        prints = {"corpus_fingerprint": corpus.fingerprint, "vocabulary_fingerprint": vocabulary.fingerprint}
        store.create_run(spec, name="first", **prints)
    return project.root


def answer(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str, code: int = 0) -> Any:
    """What a command says, as data; it says something to people too."""
    assert main(["project", *arguments, "--project", str(folder), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def words(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str, code: int = 0) -> str:
    """What a command says to people."""
    assert main(["project", *arguments, "--project", str(folder)]) == code
    found = capsys.readouterr()
    return found.out + found.err


def test_a_whole_project_has_nothing_wrong(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert answer(capsys, folder, "check") == {"problems": []}
    assert words(capsys, folder, "check") == "Nothing is wrong.\n"
    assert answer(capsys, folder, "missing") == []
    assert "is whole" in answer(capsys, folder, "recover", code=1)["errors"][0]["message"]


def test_everything_that_is_wrong_is_told(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    shutil.rmtree(folder / "runs" / "000001")
    shutil.rmtree(folder / "corpora" / "letters")
    (folder / "lexicons" / "broken.tsv").write_text("no head line\n", encoding="utf-8")
    problems = answer(capsys, folder, "check", code=1)["problems"]
    assert len(problems) == 3
    for word in ("folder of the run first", "broken", "Missing corpus “letters”"):
        assert any(word in problem for problem in problems)
    assert "“workbench project relink NAME PATH” brings it back" in next(one for one in problems if "Missing" in one)


def test_backup_and_recover(capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert answer(capsys, folder, "backup", str(copy))["bytes"] == copy.stat().st_size
    for action in ("backup", "bundle"):
        assert "or write over it with --overwrite" in words(capsys, folder, action, str(copy), code=2)
    database = folder / "workbench.db"
    with database.open("r+b") as file:
        file.truncate(database.stat().st_size - 4096)
    said = words(capsys, folder, "check", code=1)
    assert "is damaged" in said
    assert "project recover" in said
    done = answer(capsys, folder, "recover")
    assert done["rows"]["runs"] == 1
    assert done["left"] == []
    assert Path(done["damaged"]).is_file()
    assert answer(capsys, folder, "check") == {"problems": []}


def test_a_bundle_goes_to_another_place(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path, text: Path
) -> None:
    file, new = tmp_path / "all.zip", tmp_path / "new"
    assert answer(capsys, folder, "bundle", str(file))["bytes"] == file.stat().st_size
    opened = answer(capsys, folder, "open-bundle", str(file), str(new))
    assert [one["name"] for one in opened["missing"]] == ["letters"]
    said = words(capsys, new, "missing")
    assert opened["missing"][0]["fingerprint"] in said
    assert "first" in said
    assert "nothing" in words(capsys, new, "relink", "nothing", str(text), code=2)
    assert "very same" in words(capsys, new, "relink", "letters", str(text))
    assert answer(capsys, new, "check") == {"problems": []}


def test_no_project_is_made_by_looking_for_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for action in ("check", "missing", "recover"):
        answer(capsys, tmp_path / "nowhere", action, code=2)
    assert not (tmp_path / "nowhere").exists()


def test_a_run_that_cannot_be_brought_back_is_named(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    with Store.open(Project(folder)) as store:
        store.create_run(store.run("first").spec, name="second")
    spec = folder / "runs" / "000002" / "spec.toml"
    spec.write_text("preset = ", encoding="utf-8")
    (problem,) = answer(capsys, folder, "check", code=1)["problems"]
    assert problem.startswith("Run second: runs/000002 has no settings that can be read")
    (folder / "workbench.db").write_bytes(b"")
    said = words(capsys, folder, "recover")
    assert "Made again from their folders: first.\nThey have the names that they began with; their notes" in said
    assert (
        "Not brought back, and left as it is: runs/000002 has no settings that can be read: spec.toml: Line 1" in said
    )
    assert "“workbench project recover” brings back what you have mended." in said
    assert words(capsys, folder, "check", code=1).startswith("runs/000002 has no settings")
    (folder / "workbench.db").write_bytes(b"")
    (left,) = answer(capsys, folder, "recover")["left"]
    assert left["folder"] == str(spec.parent)
    assert "Mend its spec.toml" in left["problem"]
