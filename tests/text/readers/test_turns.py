"""Dialogues in the forms that they come in: each turn is one paragraph of a document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.core.errors import WorkbenchError

TALK = [["在吗？", "在的。", "吃了吗"], ["晚安", "明天见"]]


def json_lines(values: list[Any]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def spoken(turns: list[str], who: str, text: str) -> list[dict[str, str]]:
    return [{who: ("user", "system")[number % 2], text: turn} for number, turn in enumerate(turns)]


FORMS: dict[str, list[Any]] = {
    "turns": [{"id": "1", "turns": turns} for turns in TALK],
    "dialog": [{"dialog": turns, "topic": "天气"} for turns in TALK],
    "conversation": [{"conversation": spoken(turns, "speaker", "utterance")} for turns in TALK],
    "messages": [{"messages": spoken(turns, "role", "content")} for turns in TALK],
    "conversations": [{"conversations": spoken(turns, "from", "value")} for turns in TALK],
    "role and text": [{"turns": spoken(turns, "role", "text")} for turns in TALK],
    "bare lists": list(TALK),
    "bare lists of objects": [spoken(turns, "role", "content") for turns in TALK],
}


@pytest.mark.parametrize("form", FORMS)
def test_lists_of_turns(read: Any, form: str) -> None:
    documents, source = read("talk.jsonl", json_lines(FORMS[form]))
    assert documents == TALK
    assert not source.notes.all()


@pytest.mark.parametrize("form", ["turns", "bare lists"])
def test_lists_of_turns_in_a_file_of_any_name(read: Any, form: str) -> None:
    assert read("talk.txt", json_lines(FORMS[form]))[0] == TALK


def test_a_turn_of_several_lines_is_one_paragraph(read: Any) -> None:
    documents, source = read("talk.jsonl", json_lines([{"turns": ["在吗？\n急事", "", "在的。"]}]))
    assert documents == [["在吗？ 急事", "在的。"]]
    assert [(note.line, note.kind) for note in source.notes.all()] == [(1, "empty-turn")]


def test_what_is_no_list_of_turns_is_told(read: Any) -> None:
    lines = json_lines([{"turns": TALK[0]}, {"turns": []}, {"turns": "不是列表"}, {"turns": ["一", None, "二"]}])
    documents, source = read("talk.jsonl", lines)
    assert documents == [TALK[0], ["一", "二"]]
    assert [note.line for note in source.notes.all()] == [2, 3, 4]


def test_a_text_goes_before_turns_and_a_field_can_be_named(read: Any) -> None:
    lines = json_lines([{"text": "一段话", "turns": TALK[1]}] * 2)
    assert read("talk.jsonl", lines)[0] == [["一段话"]] * 2
    assert read("talk.jsonl", lines, field="turns")[0] == [TALK[1]] * 2


def test_an_array_of_records_is_no_dialogue(read: Any) -> None:
    """Nor are lists of objects in which nobody speaks."""
    with pytest.raises(WorkbenchError, match="no records with named fields"):
        read("a.jsonl", json_lines([[{"text": "一"}, {"text": "二"}]]))


@pytest.mark.parametrize("name", ["talk.txt", "talk.tsv"])
def test_lines_of_turns_with_tabs_between(read: Any, name: str) -> None:
    lines = [["你好", "你也好", "再见"][: 2 + number % 2] for number in range(8)]
    documents, _ = read(name, "".join("\t".join(turns) + "\n" for turns in lines))
    assert documents == lines


@pytest.mark.parametrize(
    "text",
    ["词语\t12\n" * 3 + "名词\t3\tn\n" * 3, "好的\t收到\n" * 8, "甲\t乙\t丙\n一行话\n" * 4, "一行话\n" * 8],
    ids=["counted words", "columns", "few tabs", "no tabs"],
)
def test_other_lines_are_not_taken_for_dialogues(read: Any, text: str) -> None:
    assert read("a.txt", text, documents="line")[0] == [[line] for line in text.splitlines()]


def test_pairs_are_read_as_turns_where_the_format_is_named(read: Any) -> None:
    documents, source = read("talk.txt", "在吗\t在\n\t在\n\n晚安\t明天见\n", format="turns")
    assert documents == [["在吗", "在"], ["在"], ["晚安", "明天见"]]
    assert [(note.line, note.kind) for note in source.notes.all()] == [(2, "empty-turn")]
