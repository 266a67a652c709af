"""A bounded look at a file with any encoding and format tried on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError
from workbench.text.readers.preview import preview_file
from workbench.text.readers.settings import FileFormat, ImportSettings


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_documents_encoding_and_format(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "今天天气很好。\n我们去公园。\n\n第二篇。".encode("gbk"))
    preview = preview_file(path, ImportSettings())
    assert (preview.encoding, preview.certain, preview.format) == ("gb18030", True, FileFormat.TXT)
    assert [document.parts for document in preview.documents] == [("今天天气很好。", "我们去公园。"), ("第二篇。",)]
    assert preview.problem is None


def test_an_override_shows_what_it_would_give(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "大學之道，在明明德。".encode("big5"))
    preview = preview_file(path, ImportSettings(encoding="gbk"))
    assert preview.encoding == "gb18030"
    assert preview.documents[0].parts[0] != "大學之道，在明明德。"
    assert preview.candidates[0].encoding == "big5"
    with pytest.raises(ArgumentError):
        preview_file(path, ImportSettings(encoding="klingon"))


def test_an_uncertain_file_lists_candidates(tmp_path: Path) -> None:
    preview = preview_file(write(tmp_path, "a.txt", "你好".encode("gbk")), ImportSettings())
    assert not preview.certain
    assert ("gb18030", "你好") in {(candidate.encoding, candidate.preview) for candidate in preview.candidates}


def test_fields_of_json_and_columns(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", '{"id": 1, "data": {"body": "好"}}\n'.encode())
    preview = preview_file(path, ImportSettings())
    assert preview.fields == ("id", "data.body")
    assert preview.problem is not None
    assert "--field" in preview.problem.render()
    assert preview_file(path, ImportSettings(field="data.body")).documents[0].parts == ("好",)
    table = preview_file(write(tmp_path, "a.csv", "id;正文\n1;好\n".encode()), ImportSettings())
    assert (table.format, table.fields, table.documents[0].parts) == (FileFormat.CSV, ("id", "正文"), ("好",))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", b"\x89PNG\r\n\x1a\n"),
        ("a.txt", b""),
        ("a.jsonl", b'{"turns": ["a", "b"]}\n'),
        ("a.txt", ("好的，我们走吧。" * 40).encode() + ("好的，我们走吧。" * 40).encode("gbk")),
    ],
)
def test_refusals_are_told_not_raised(tmp_path: Path, name: str, data: bytes) -> None:
    preview = preview_file(write(tmp_path, name, data), ImportSettings())
    assert preview.problem is not None
    assert preview.documents == ()


def test_long_text_is_cut_for_display(tmp_path: Path) -> None:
    preview = preview_file(write(tmp_path, "a.txt", ("字" * 100_000 + "\n\n").encode() * 50), ImportSettings())
    assert len(preview.documents) == 20
    assert max(len(part) for document in preview.documents for part in document.parts) <= 2000
