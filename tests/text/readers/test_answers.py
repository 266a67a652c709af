"""Documents of two fields with the answer that a third one holds: from tables and from JSON."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.text.readers.answers import AnswerRule, split_answers
from workbench.text.readers.fields import NoFieldError
from workbench.text.readers.formats import READERS, find_format
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.preview import FilePreview, preview_file
from workbench.text.readers.settings import ImportSettings

CLICKS = {
    "field": "query",
    "second_field": "title",
    "answer_field": "label",
    "answers": ("2=clicked", "1=shown", "0=unrelated"),
}
TABLE = "query\ttitle\tlabel\n咳嗽\t咳嗽怎么办。百科\t2\n海\t山\t0\n天\t天气\t1\n"
RECORDS = (
    '{"query": "咳嗽", "title": "咳嗽怎么办。百科", "label": 2}\n'
    '{"query": "海", "title": "山", "label": "0"}\n{"query": "天", "title": "天气", "label": 1}\n'
)


def answers(source: Any, **settings: Any) -> list[int | None]:
    chosen = ImportSettings(**settings)
    return [piece.answer for piece in READERS[find_format(source, chosen)](source, chosen)]


@pytest.mark.parametrize(
    ("name", "data"), [("a.tsv", TABLE), ("a.csv", TABLE.replace("\t", ",")), ("a.jsonl", RECORDS)]
)
def test_two_fields_are_two_paragraphs_and_the_third_their_answer(read: Any, name: str, data: str) -> None:
    documents, source = read(name, data, **CLICKS)
    assert documents == [["咳嗽", "咳嗽怎么办。百科"], ["海", "山"], ["天", "天气"]]
    assert answers(source, **CLICKS) == [0, 2, 1]
    assert not source.notes.all()


def test_several_values_may_mean_the_same_and_some_are_left_out(read: Any) -> None:
    data = "text,mark\n甲,3\n乙,2\n丙,-1\n丁,no\n"
    settings = {"field": "text", "answer_field": "mark", "answers": ("3=good", "2=good", "no", "-1=")}
    rule = AnswerRule.of(ImportSettings(**settings))
    assert rule is not None
    assert rule.names == ("good", "no")
    documents, source = read("a.csv", data, **settings)
    assert documents == [["甲"], ["乙"], ["丁"]]
    assert answers(source, **settings) == [0, 0, 1]
    assert source.notes.skipped["answer-left-out"] == 2, "once for each reading"


def test_records_that_lack_a_text_or_the_answer_are_skipped_and_counted(read: Any) -> None:
    table = "query\ttitle\tlabel\n\t题\t1\n问\t \t1\n问\t题\t\n问\t题\t1\n"
    documents, source = read("a.tsv", table, **CLICKS)
    assert documents == [["问", "题"]]
    assert [(note.line, note.kind) for note in source.notes.all()] == [
        (2, "empty-text"), (3, "empty-text"), (4, "no-answer"),
    ]  # fmt: skip
    records = '{"query": "问", "title": "题"}\n{"query": "问", "title": "", "label": 1}\n' + RECORDS
    documents, source = read("a.jsonl", records, **CLICKS)
    assert len(documents) == 3
    assert source.notes.skipped == {"no-answer": 1, "empty-text": 1}


def test_json_holds_answers_as_numbers_words_and_truths(read: Any) -> None:
    records = '{"text": "甲", "ok": true}\n{"text": "乙", "ok": false}\n{"text": "丙", "ok": null}\n'
    settings = {"answer_field": "ok", "answers": ("true=right", "false=wrong")}
    _, source = read("a.jsonl", records, **settings)
    assert answers(source, **settings) == [0, 1]
    nested = '{"text": "甲", "seen": {"clicks": 1.5}}\n{"text": "乙", "seen": {"clicks": 0}}\n'
    _, source = read("b.jsonl", nested, **(settings | {"answer_field": "seen.clicks", "answers": ("1.5=a", "0=b")}))
    assert answers(source, answer_field="seen.clicks", answers=("1.5=a", "0=b")) == [0, 1]


def test_lines_within_a_text_do_not_part_it_from_its_fellow(read: Any) -> None:
    data = 'query,title,label\n"一\n二","三\n四",1\n'
    assert read("a.csv", data, **CLICKS)[0] == [["一 二", "三 四"]]
    assert read("a.jsonl", '{"query": "一\\n二", "title": ["三", "四"], "label": 1}\n', **CLICKS)[0] == [
        ["一 二", "三 四"]
    ]


def test_columns_by_number_need_no_header(read: Any) -> None:
    data = "咳嗽\t怎么办\t2\n海\t山\t0\n"
    numbers = CLICKS | {"field": "1", "second_field": "2", "answer_field": "3"}
    documents, source = read("a.tsv", data, **numbers)
    assert documents == [["咳嗽", "怎么办"], ["海", "山"]]
    assert answers(source, **numbers) == [0, 2]
    assert len(read("b.tsv", TABLE, **(numbers | {"answer_field": "label"}))[0]) == 3, "a name says that there is one"


@pytest.mark.parametrize(("name", "data"), [("a.tsv", TABLE), ("a.jsonl", RECORDS)])
@pytest.mark.parametrize(
    ("setting", "option"), [("second_field", "--second-field"), ("answer_field", "--answer-field")]
)
def test_a_missing_field_is_told_with_those_that_are_there(
    read: Any, name: str, data: str, setting: str, option: str
) -> None:
    with pytest.raises(NoFieldError, match=rf"no field “lable”; it has .*query.*title.*label.* with {option}") as told:
        read(name, data, **(CLICKS | {setting: "lable"}))
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value), "as another process says it"


@pytest.mark.parametrize(("name", "data", "line"), [("a.tsv", TABLE, 3), ("a.jsonl", RECORDS, 2)])
def test_a_value_without_a_meaning_is_told_by_its_line(read: Any, name: str, data: str, line: int) -> None:
    with pytest.raises(WorkbenchError, match=rf"Line {line} of {name} has “0” in “label”.*“0=” to leave"):
        read(name, data, **(CLICKS | {"answers": ("2=clicked", "1=shown")}))


@pytest.mark.parametrize(("name", "data"), [("a.tsv", TABLE), ("a.jsonl", RECORDS)])
def test_values_are_listed_while_nothing_says_what_they_mean(read: Any, name: str, data: str) -> None:
    with pytest.raises(WorkbenchError, match=r"“label” \(first records\): 2 \(1\), 0 \(1\), 1 \(1\)\..*--answers"):
        read(name, data, **(CLICKS | {"answers": ()}))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"answers": ("1=a", "1=b")}, "“1=b” names no value, or one that stands there before"),
        ({"answers": ("=a", "1=b")}, "“=a” names no value"),
        ({"answers": ("1=a", "2=a", "3=")}, "Two different answers"),
        ({"answers": tuple(map(str, range(256)))}, "There are 256 answers; 255 is the most"),
        ({"answer_field": ""}, "Answers are given, but no field"),
        ({"duplicates": "paragraphs"}, "a query stands in many documents. Set --duplicates documents"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        AnswerRule.of(ImportSettings(**(CLICKS | settings)))
    assert told in str(refused.value)


@pytest.mark.parametrize(("name", "data"), [("a.tsv", TABLE), ("a.jsonl", RECORDS)])
@pytest.mark.parametrize("twice", [{"second_field": "query"}, {"answer_field": "title"}])
def test_no_field_is_read_twice(read: Any, name: str, data: str, twice: dict[str, str]) -> None:
    with pytest.raises(WorkbenchError, match="would be read twice"):
        read(name, data, **CLICKS | twice)


def test_plain_text_has_no_field_for_an_answer(read: Any) -> None:
    with pytest.raises(NotCorpusError, match=r"no fields beside its text.*--answer-field"):
        read("a.txt", "一句话。\n", **CLICKS)
    assert read("a.txt", TABLE, **CLICKS, format="csv")[0][1] == ["海", "山"]


def test_answers_are_written_in_one_line() -> None:
    assert split_answers(" 2=clicked, 1=shown，0=unrelated；-1=;\n") == ("2=clicked", "1=shown", "0=unrelated", "-1=")
    assert split_answers("2＝点击") == ("2=点击",), "as Chinese input writes it"
    assert split_answers("") == ()


def shown(folder: Path, **settings: Any) -> FilePreview:
    path = folder / "a.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return preview_file(path, ImportSettings(**(CLICKS | settings)))


def test_the_preview_has_the_answer_to_each_document(tmp_path: Path) -> None:
    assert [document.meta["answer"] for document in shown(tmp_path).documents] == ["clicked", "unrelated", "shown"]
    asked = shown(tmp_path, answers=())
    assert asked.problem is not None
    assert "What they mean is not said" in asked.problem.render()
    assert [field.path for field in asked.fields] == ["query", "title", "label"], "they can still be chosen from"
