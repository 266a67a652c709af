"""Plain text to documents."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.text.readers import txt

TEXT = "\n\n　　\n甲乙\n丙\n\n \u200b\n丁\n\n"


@pytest.mark.parametrize(
    ("rule", "documents"),
    [
        ("blank-line", [["甲乙", "丙"], ["丁"]]),
        ("line", [["甲乙"], ["丙"], ["丁"]]),
        ("file", [["甲乙", "丙", "丁"]]),
    ],
)
def test_what_makes_a_document(read: Any, rule: str, documents: list[list[str]]) -> None:
    assert read("a.txt", TEXT, documents=rule)[0] == documents


def test_blank_lines_of_any_kind_separate_once(read: Any) -> None:
    assert read("a.txt", "\n\n　　\n甲乙\n\n")[0] == [["甲乙"]]
    assert read("a.txt", "甲\n\n\n\u3000\n\xa0\n\t\n乙")[0] == [["甲"], ["乙"]]


def test_a_long_document_comes_in_pieces(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(txt, "_PIECE_CHARACTERS", 1000)
    lines = [f"第{number}行" for number in range(100_000)]
    assert read("a.txt", "\n".join(lines))[0] == [lines]


@pytest.mark.parametrize("html", [False, True])
def test_a_noncharacter_neither_parts_a_paragraph_nor_goes_unsaid(read: Any, html: bool) -> None:
    documents, source = read("a.txt", "一\ufdd0二\n<p>三\ufdd0四</p>五\n", html=html)
    assert documents == [["一\ufffd二", *(["三\ufffd四", "五"] if html else ["<p>三\ufffd四</p>五"])]]
    (note,) = [note for note in source.notes.all() if note.kind == "noncharacter"]
    assert (note.line, note.message.values["count"]) == (1, 2)
