"""JSON to documents: fields, paths, broken lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.readers.fields import NoFieldError


def kinds(source: Any) -> list[tuple[int, str]]:
    return [(note.line, note.kind) for note in source.notes.all()]


def test_broken_lines_are_told_by_number(read: Any) -> None:
    data = '{"text": "甲"}\n{"text": "缺\n\n{"text": "乙"},\nnot json\n{"text": "丙"}\n'
    documents, source = read("a.jsonl", data)
    assert documents == [["甲"], ["丙"]]
    assert kinds(source) == [(2, "broken-json"), (4, "broken-json"), (5, "broken-json")]


def test_what_is_no_text_is_told_by_kind(read: Any) -> None:
    records = [
        {"text": "好"},
        {"text": 1},
        {"text": None},
        {"text": ["a"]},
        {"text": " "},
        {"other": "x"},
        {"text": "完"},
    ]
    documents, source = read("a.jsonl", "\n".join(json.dumps(record) for record in records))
    assert documents == [["好"], ["完"]]
    assert source.notes.skipped == {"not-text": 3, "empty-text": 1, "no-field": 1}


@pytest.mark.parametrize(
    "data",
    [
        '[\n  {\n    "text": "一"\n  },\n  {\n    "text": "二"\n  }\n]',
        '[{"text": "一"},\n{"text": "二"}]',
        '{\n "text": "一"\n}\n{\n "text": "二"\n}\n',
        '\ufeff{"text": "一"}\r\n{"text": "二"}\r\n',
    ],
)
def test_layouts(read: Any, data: str) -> None:
    assert read("a.json", data)[0] == [["一"], ["二"]]


def test_a_large_array_is_read_in_steps(read: Any) -> None:
    texts = [f"第{number}条。" * 30 for number in range(5000)]
    data = json.dumps([{"text": text} for text in texts], ensure_ascii=False, indent=1)
    documents, source = read("a.json", data)
    assert documents == [[text] for text in texts]
    assert not kinds(source)


def test_an_array_without_end(read: Any) -> None:
    documents, source = read("a.json", '[\n{"text": "一"},\n{"text": "二')
    assert documents == [["一"]]
    assert kinds(source) == [(3, "broken-json")]


def test_nested_path(read: Any) -> None:
    data = '{"data": {"paragraphs": [{"context": "一"}, {"context": "二"}]}}\n{"data": {"paragraphs": []}}\n'
    with pytest.raises(NoFieldError, match=r"data\.paragraphs\[\]\.context"):
        read("a.jsonl", data)
    assert read("a.jsonl", data, field="data.paragraphs[].context")[0] == [["一", "二"]]
    with pytest.raises(WorkbenchError, match="no path"):
        read("a.jsonl", data, field="data..[x")


def test_lists_of_strings_are_paragraphs(read: Any) -> None:
    data = '{"lines": ["一", "二\\n三"]}\n{"lines": ["四"]}\n'
    assert read("a.jsonl", data)[0] == [["一", "二", "三"], ["四"]]
    assert read("a.jsonl", data, field="lines")[0] == [["一", "二", "三"], ["四"]]


def test_twice_the_same_key(read: Any) -> None:
    documents, source = read("a.jsonl", '{"text": "甲", "text": "乙"}\n{"text": "丙", "score": NaN}\n')
    assert documents == [["乙"], ["丙"]]
    assert kinds(source) == [(1, "duplicate-key")]


def test_half_an_emoji_and_controls_behind_escapes(read: Any) -> None:
    documents, source = read("a.jsonl", '{"text": "\\ud83d \\u0000好 \\ud83d\\ude00"}\n')
    assert documents == [["\ufffd 好 😀"]]
    assert {kind for _, kind in kinds(source)} == {"surrogate", "nul"}


def test_deep_nesting_is_a_broken_line(read: Any) -> None:
    documents, source = read("a.jsonl", '{"text": "好"}\n' + "[" * 200_000 + "\n")
    assert documents == [["好"]]
    assert kinds(source) == [(2, "broken-json")]


def test_json_lines_in_a_file_of_another_name(read: Any) -> None:
    assert read("a.txt", '{"content": "一"}\n{"content": "二"}\n')[0] == [["一"], ["二"]]


def test_tokens_with_numbers_are_a_vocabulary(read: Any) -> None:
    with pytest.raises(WorkbenchError, match="looks like a vocabulary"):
        read("vocab.json", json.dumps({f"token{place}": place for place in range(50_000)}))
    with pytest.raises(NoFieldError, match=r"token11 \(0\), … \(50000 in all\)") as caught:
        read("vocab.json", json.dumps({f"token{place}": 0.5 for place in range(50_000)}))
    assert len(caught.value.message.render()) < 400


def test_places_of_units_that_are_not_read_are_told(read: Any) -> None:
    spans = '{"text": "张三来了", "spans": [[0, 2, "PER"]]}\n'
    assert kinds(read("a.jsonl", spans)[1]) == [(0, "spans")]
    assert kinds(read("a.jsonl", spans, format="jsonl")[1]) == []
    assert kinds(read("a.jsonl", '{"text": "好", "label": 1, "labels": [3, 5]}\n')[1]) == []
