"""``workbench units``: counts of a corpus, and a list made of a boundary file's units."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.text.corpus import import_corpus
from workbench.text.lexicon import find_lexicon
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

TAGS = "张\tB-PER\n三\tI-PER\n在\tO\n北\tB-LOC\n京\tI-LOC\n\n李\tB-PER\n四\tI-PER\n在\tO\n北\tB-LOC\n京\tI-LOC\n好\tO\n"


@pytest.fixture
def filled(project: Project, tmp_path: Path) -> Project:
    path = tmp_path / "tags.bio"
    path.write_text(TAGS, encoding="utf-8")
    corpus = import_corpus(project, "c", [path], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 100, "v")
    return project


def test_counts_and_a_list(filled: Project, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--project", str(filled.root), "--corpus", "c", "--vocabulary", "v"]
    assert main(["units", *where, "--as-list", "names", "--source", "boundary", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    entities = [row for row in told["units"] if row["kind"] == "entity"]
    assert entities == [
        {"kind": "entity", "class": name, "source": "boundary file", "units": 2} for name in ("PER", "LOC")
    ]
    assert told["list"] == 3
    assert {entry.text: (entry.label, entry.count) for entry in find_lexicon(filled, "names").entries} == {
        "北京": ("LOC", 2), "张三": ("PER", 1), "李四": ("PER", 1)
    }  # fmt: skip
    assert main(["units", *where, "--set", "units.boundary_files=false"]) == 0
    table = capsys.readouterr().out
    assert "boundary file" not in table
    assert "dictionary tag ns" in table


def test_a_list_that_is_there_is_kept(filled: Project, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--project", str(filled.root), "--corpus", "c", "--vocabulary", "v", "--as-list", "names"]
    assert main(["units", *where]) == 0
    assert main(["units", *where]) == 2
    assert "names" in capsys.readouterr().err


def test_lac_that_is_not_installed_is_one_sentence(
    filled: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.text.segmenters.recogniser._LAC_PACKAGE", "lac_that_is_not_installed")
    where = ["--project", str(filled.root), "--corpus", "c", "--vocabulary", "v"]
    assert main(["units", *where, "--set", "units.recogniser=lac"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "bert-workbench[recogniser]" in error
