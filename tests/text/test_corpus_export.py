"""A corpus as a file: lines that agree with the figures, the same bytes everywhere, and the same corpus again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.corpus_export import ExportFormat, export_corpus
from workbench.text.readers.settings import DocumentRule, ImportSettings

TEXT = '第一篇的第一句。第二句！\n第二段：“引号”\u2028还在。\n\n第二篇？Yes. No, 3.5. "End." Then…\n\n第三篇。\n'


def load(folder: Path, data: str, name: str = "c", file: str = "a.txt", **options: object) -> Corpus:
    path = folder / file
    path.write_bytes(data.encode())
    return import_corpus(Project(folder / "p"), name, [path], ImportSettings.model_validate(options))


def test_plain_text(tmp_path: Path) -> None:
    corpus = load(tmp_path, TEXT)
    out = tmp_path / "出 口.txt"
    assert export_corpus(corpus, out) == corpus.num_paragraphs == 4
    assert out.read_bytes().decode() == TEXT
    assert [line for line in out.read_bytes().split(b"\n") if line] == [
        line.encode() for line in TEXT.split("\n") if line
    ]


def test_jsonl(tmp_path: Path) -> None:
    corpus = load(tmp_path, TEXT + '\n带"引号"的\\。\n')
    out = tmp_path / "out.jsonl"
    assert export_corpus(corpus, out, ExportFormat.JSONL) == corpus.num_documents == 4
    records = [json.loads(line) for line in out.read_bytes().decode().removesuffix("\n").split("\n")]
    assert [list(record) for record in records] == [["text"]] * 4
    assert records[0]["text"] == "\n".join(TEXT.split("\n")[:2])
    assert records[3]["text"] == '带"引号"的\\。'


@pytest.mark.parametrize("kind", list(ExportFormat))
def test_imported_again_it_is_the_same_corpus(
    kind: ExportFormat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.text.corpus_export._BLOCK_BYTES", 16)
    corpus = load(tmp_path, TEXT + "\n".join(["\n“甲！”乙。？ ab. A", "", "3．5．", "…… 丙", "", "x? y! .”"]))
    export_corpus(corpus, tmp_path / f"out.{kind.value}", kind)
    again = import_corpus(Project(tmp_path / "p"), "again", [tmp_path / f"out.{kind.value}"], ImportSettings())
    assert again.fingerprint == corpus.fingerprint
    assert again.num_sentences > 15


def test_one_document_of_many_paragraphs(tmp_path: Path) -> None:
    corpus = load(tmp_path, "甲。\n\n乙。\n" * 9, documents=DocumentRule.FILE.value)
    export_corpus(corpus, tmp_path / "o.jsonl", ExportFormat.JSONL)
    assert json.loads((tmp_path / "o.jsonl").read_bytes())["text"] == "甲。\n乙。\n" * 8 + "甲。\n乙。"


def test_a_file_that_is_there_stays_unless_asked(tmp_path: Path) -> None:
    corpus, out = load(tmp_path, TEXT), tmp_path / "there.txt"
    out.write_bytes(b"mine")
    with pytest.raises(ArgumentError, match="there already"):
        export_corpus(corpus, out)
    assert out.read_bytes() == b"mine"
    export_corpus(corpus, out, overwrite=True)
    assert out.read_bytes().decode() == TEXT
    with pytest.raises(ArgumentError):
        export_corpus(corpus, tmp_path, overwrite=True)


def test_what_fails_or_is_cancelled_leaves_nothing(tmp_path: Path) -> None:
    corpus, place = load(tmp_path, TEXT), tmp_path / "place"
    place.mkdir()
    with pytest.raises(StoppedError):
        export_corpus(corpus, place / "out.txt", cancelled=lambda: True)
    with pytest.raises(WorkbenchError, match="can't be written"):
        export_corpus(corpus, place / "no" / "out.txt")
    assert list(place.iterdir()) == []


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    told: list[Progress] = []
    export_corpus(load(tmp_path, TEXT), tmp_path / "o.txt", progress=told.append)
    assert (told[-1].done, told[-1].total) == (4, 4)
