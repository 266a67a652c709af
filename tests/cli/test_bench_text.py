"""The benchmark of text: what it tells; how large the figures are is not tested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.cli.bench_text import LIBRARY, PREPARE, STAGES, WHOLE
from workbench.core.paths import Project, sample_data
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary


@pytest.fixture
def arguments(project: Project) -> list[str]:
    corpus = import_corpus(project, "news", [sample_data("zh", "news.txt")], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 4000, "letters")
    return ["bench", "text", "--project", str(project.root), "--corpus", "news", "--vocabulary", "letters"]


def test_sides_and_stages_beside_the_library(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--rounds", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["side"] for row in rows] == [LIBRARY, WHOLE, PREPARE, *STAGES]
    assert rows[0]["times_library"] == 1
    for row in rows:
        assert row["mb_per_s"] == pytest.approx(row["megabytes"] / row["seconds"])
        assert row["times_library"] == pytest.approx(rows[0]["seconds"] / row["seconds"])
    assert [row["side"] for row in rows if row["processor_s"] is not None] == [LIBRARY, WHOLE, PREPARE]


def test_a_row_a_size_and_nothing_left_behind(
    arguments: list[str], project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path for path in project.root.rglob("*") if path.is_file())
    assert main([*arguments, "--sizes", "1,2"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split()[:5] == ["megabytes", "import_s", "prepare_s", "seconds", "mb_per_s"]
    assert [round(float(row.split()[0])) for row in rows] == [1, 2]
    assert sorted(path for path in project.root.rglob("*") if path.is_file()) == before


@pytest.mark.parametrize(
    ("more", "told"),
    [(["--sizes", "10,x"], "are no sizes"), (["--sizes", "0"], "are no sizes"), (["--corpus", "gone"], "gone")],
)
def test_what_cannot_be_measured(
    arguments: list[str], capsys: pytest.CaptureFixture[str], more: list[str], told: str
) -> None:
    assert main([*arguments, *more]) == 2
    assert told in capsys.readouterr().err


def test_a_corpus_needs_a_vocabulary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "text", "--project", str(tmp_path), "--corpus", "news"]) == 2
    assert "both" in capsys.readouterr().err
