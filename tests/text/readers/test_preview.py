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
    assert [field.path for field in preview.fields] == ["id", "data.body"]
    assert preview.problem is not None
    assert "--field" in preview.problem.render()
    assert preview_file(path, ImportSettings(field="data.body")).documents[0].parts == ("好",)
    table = preview_file(write(tmp_path, "a.csv", "id;正文\n1;好\n".encode()), ImportSettings())
    assert (table.format, [field.path for field in table.fields], table.documents[0].parts) == (
        FileFormat.CSV,
        ["id", "正文"],
        ("好",),
    )


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", b"\x89PNG\r\n\x1a\n"),
        ("a.txt", b""),
        ("a.jsonl", b'{"turns": []}\n'),
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


def test_dialogues_are_told_with_those_that_have_two_turns(tmp_path: Path) -> None:
    preview = preview_file(write(tmp_path, "a.jsonl", b'{"turns": ["a", "b"]}\n{"turns": ["c"]}\n'), ImportSettings())
    assert (preview.field, preview.turn_documents, preview.documents[0].parts) == ("turns[]", 1, ("a", "b"))
    assert preview_file(write(tmp_path, "b.txt", b"a\nb\n"), ImportSettings()).turn_documents is None


def test_documents_that_can_make_pairs_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "一句。两句。\n\n只有一句。\n\n一段。\n两段。\n".encode())
    assert preview_file(path, ImportSettings()).pair_documents == 2


def test_fields_with_texts_and_an_example(tmp_path: Path) -> None:
    lines = '{"n": 1, "a": {"b": [{"c": "甲"}, {"c": ""}, {"c": "乙"}]}, "text": "正 文"}\n{"n": 2, "text": " "}\n'
    preview = preview_file(write(tmp_path, "a.jsonl", lines.encode()), ImportSettings())
    assert [(f.path, f.records, f.texts, f.example) for f in preview.fields] == [
        ("n", 2, 0, "1"),
        ("a.b[].c", 1, 2, "甲"),
        ("text", 2, 1, "正 文"),
    ]
    assert preview.field == "text"
    table = preview_file(write(tmp_path, "a.csv", "n,正文\n1,\n2,好\n".encode()), ImportSettings())
    assert [(f.path, f.records, f.texts, f.example) for f in table.fields] == [("n", 2, 2, "1"), ("正文", 2, 1, "好")]
    assert table.field == "正文"


def test_html_is_noticed_and_shown_beside_what_is_left(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "<p>一段。</p>".encode())
    assert preview_file(path, ImportSettings()).has_html
    preview = preview_file(path, ImportSettings(html=True))
    assert not preview.has_html
    assert (preview.documents[0].parts, preview.originals[0].parts) == (("一段。",), ("<p>一段。</p>",))


def test_candidates_begin_where_they_differ(tmp_path: Path) -> None:
    preview = preview_file(write(tmp_path, "a.txt", b"same\nsame\n" + "你好".encode("gbk")), ImportSettings())
    assert {c.encoding: c.preview for c in preview.candidates}["gb18030"] == "你好"


def test_a_mixed_file_shows_what_its_lines_may_be(tmp_path: Path) -> None:
    data = ("好的，我们走吧。\n" * 40).encode() + ("坏的，我们不走。\n" * 40).encode("gbk")
    preview = preview_file(write(tmp_path, "a.txt", data), ImportSettings())
    assert (preview.encoding, preview.certain) == ("", False)
    assert preview.candidates[0].encoding == "utf-8+gb18030"
    assert preview.candidates[0].preview.startswith("坏的")
    chosen = preview_file(tmp_path / "a.txt", ImportSettings(encoding="utf-8+gb18030"))
    assert chosen.problem is None
