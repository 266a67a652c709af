"""Marks, clones, lineage and capsules of runs as scripts call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.spec.presets import load_preset
from workbench.store.records import View
from workbench.store.store import Store
from workbench.store.views import save_view
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with corpus, vocabulary and two runs."""
    project = Project(tmp_path / "项目").create()
    text = tmp_path / "letters.txt"
    text.write_text("\n\n".join(f"北京大学在北京。第{number}次。" for number in range(30)), encoding="utf-8")
    corpus = import_corpus(project, "letters", [text], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 200, "words")
    spec = load_preset("bert-tiny").model_copy(update={"corpus": "letters", "vocabulary": "words"})
    with Store.open(project) as store:
        store.create_run(spec, name="first")
        store.create_run(spec, name="second")
    return project.root


def lines(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str, code: int = 0) -> list[Any]:
    """What a command prints, one JSON document a line."""
    assert main(["runs", *arguments, "--project", str(folder), "--json"]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def listed(capsys: pytest.CaptureFixture[str], folder: Path, *options: str) -> list[str]:
    """Names of the runs that are listed."""
    return [run["name"] for run in lines(capsys, folder, "list", *options)[0]]


def test_marks_and_searches(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert [run["starred"] for run in lines(capsys, folder, "star", "first", "2")] == [True, True]
    assert [run["starred"] for run in lines(capsys, folder, "unstar", "second")] == [False]
    assert lines(capsys, folder, "tag", "first", "--add", "a b", "--add", "好")[0]["tags"] == ["a-b", "好"]
    assert lines(capsys, folder, "tag", "first", "--remove", "a-b", "--add", "c")[0]["tags"] == ["好", "c"]
    assert listed(capsys, folder, "--search", "tag:好") == ["first"]
    assert listed(capsys, folder, "--search", "★") == ["first"]
    assert listed(capsys, folder, "--search", "status:new seed=1") == ["second", "first"]
    assert lines(capsys, folder, "hide", "first")[0]["hidden"] is True
    assert listed(capsys, folder) == ["second"]
    assert listed(capsys, folder, "--hidden") == ["second", "first"]
    lines(capsys, folder, "unhide", "first")
    assert listed(capsys, folder) == ["second", "first"]


def test_a_saved_view_lists_what_it_shows(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    with Store.open(Project(folder)) as store:
        save_view(store, View("mine", "first"))
    assert [view["name"] for view in lines(capsys, folder, "views")[0]] == ["mine"]
    assert listed(capsys, folder, "--view", "mine") == ["first"]
    (error,) = lines(capsys, folder, "list", "--view", "other", code=2)
    assert "no view" in error["errors"][0]["message"]


def test_several_runs_are_deleted_and_purged(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    lines(capsys, folder, "delete", "first", "second")
    assert listed(capsys, folder) == []
    lines(capsys, folder, "restore", "first", "second")
    assert [run["purged"] for run in lines(capsys, folder, "purge", "first", "second")] == [True, True]
    assert listed(capsys, folder, "--deleted") == []


def test_clone_and_lineage(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (made,) = lines(
        capsys, folder, "clone", "first", "--name", "third", "--set", "stages.0.masking.rate=0.3", "--reason", "more"
    )
    assert (made["name"], made["status"]) == ("third", "created")
    lines(capsys, folder, "clone", "third", "--set", "seed=9")
    (tree,) = lines(capsys, folder, "lineage", "third")
    assert [(run["name"], run["depth"]) for run in tree] == [("first", 0), ("third", 1), ("bert-tiny-1", 2)]
    assert tree[1]["origin"] == {"name": "first", "changes": {"stages.0.masking.rate": [0.15, 0.3]}, "note": "more"}
    assert tree[2]["origin"]["changes"] == {"seed": [1, 9]}
    lines(capsys, folder, "reason", "bert-tiny-1", "another seed")
    assert main(["runs", "lineage", "third", "--project", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "- first",
        "  * third",
        "      Stage 1 › Masking › Rate: 0.15 → 0.3",
        "      “more”",
        "    - bert-tiny-1",
        "        Seed: 1 → 9",
        "        “another seed”",
    ]
    lines(capsys, folder, "reason", "first", "none", code=2)


def test_a_clone_that_cannot_be_trained_is_not_made(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    lines(capsys, folder, "clone", "first", "--set", "corpus=nothing", code=2)
    lines(capsys, folder, "clone", "first", "--set", "training.steps=0", code=2)
    assert listed(capsys, folder) == ["second", "first"]


def test_a_capsule_is_written_and_checked(capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "first.zip"
    (head,) = lines(capsys, folder, "capsule", "first", str(file), "--metrics")
    assert head["fingerprints"]["corpus"]["name"] == "letters"
    (checked,) = lines(capsys, folder, "check-capsule", str(file))
    assert [(one["kind"], one["state"]) for one in checked["ingredients"]] == [
        ("corpus", "same"),
        ("vocabulary", "same"),
    ]
    assert main(["runs", "check-capsule", str(file), "--project", str(folder)]) == 0
    assert "the same" in capsys.readouterr().out
    lines(capsys, folder, "capsule", "first", str(file), code=2)
    lines(capsys, folder, "check-capsule", str(folder / "workbench.db"), code=1)
