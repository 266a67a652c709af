"""CSV and TSV to documents."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.readers.fields import NoFieldError


def kinds(source: Any) -> list[tuple[int, str]]:
    return [(note.line, note.kind) for note in source.notes.all()]


def test_quoted_line_ends_and_commas(read: Any) -> None:
    data = 'label,text,note\r\n1,"第一行\r\n有逗号，还有,和""引号""",\r\n0,简单,x\r\n1,,空\r\n,没标签,\r\n'
    documents, source = read("a.csv", data)
    assert documents == [["第一行", '有逗号，还有,和"引号"'], ["简单"], ["没标签"]]
    assert kinds(source) == [(5, "empty-text")]


@pytest.mark.parametrize(("delimiter", "name"), [(";", "a.csv"), ("|", "a.csv"), ("\t", "a.tsv"), (",", "a.csv")])
def test_delimiters(read: Any, delimiter: str, name: str) -> None:
    data = f"id{delimiter}正文\n1{delimiter}甲，乙；丙\n2{delimiter}丁\n"
    assert read(name, data)[0] == [["甲，乙；丙"], ["丁"]]


def test_gbk_with_semicolons(read: Any) -> None:
    assert read("a.csv", "标签;文本\r\n正面;房间很干净；好\r\n", encoding="gb18030")[0] == [["房间很干净；好"]]


def test_a_quote_without_end(read: Any) -> None:
    documents, source = read("a.csv", 'id,text\n1,好\n2,"没有结束\n3,下一行\n')
    assert documents == [["好"]]
    assert kinds(source) == [(3, "unclosed-quote")]


def test_text_behind_a_closed_quote(read: Any) -> None:
    documents, source = read("a.csv", 'id,text\n1,"好"坏\n2,再来\n')
    assert documents == [["再来"]]
    assert kinds(source) == [(2, "broken-row")]


def test_uneven_rows(read: Any) -> None:
    documents, source = read("a.tsv", "text\tlabel\n好\t1\n少\n多\t0\tx\n\t1\n完\t 1 \n", field="text")
    assert documents == [["好"], ["完"]]
    assert kinds(source) == [(3, "uneven-row"), (4, "uneven-row"), (5, "empty-text")]


def test_loose_quotes_in_tables_with_tabs(read: Any) -> None:
    assert read("a.tsv", 'id\ttext\n1\t"说"了话\n2\t5" 屏\n')[0] == [['"说"了话'], ['5" 屏']]


def test_columns_by_name_and_number(read: Any) -> None:
    data = "甲,乙\n一,二\n三,四\n"
    with pytest.raises(NoFieldError, match=r"甲 \(2\), 乙 \(2\)"):
        read("a.csv", data)
    assert read("a.csv", data, field="乙")[0] == [["二"], ["四"]]
    assert read("a.csv", data, field="2")[0] == [["乙"], ["二"], ["四"]]
    with pytest.raises(NoFieldError, match=r"no field “3”; it has .*甲 \(2\), 乙 \(2\)"):
        read("a.csv", data, field="3")


def test_many_columns_are_counted_not_listed(read: Any) -> None:
    with pytest.raises(NoFieldError, match=r"c10 \(1\), c11 \(1\), … \(400 in all\)\."):
        read("a.csv", ",".join(f"c{i}" for i in range(400)) + "\n" + ",".join("x" * 400) + "\n")


def test_one_column(read: Any) -> None:
    assert read("a.csv", "text\n好，的\n再见\n")[0] == [["好，的"], ["再见"]]


def test_labels_with_tabs_are_for_another_task(read: Any) -> None:
    with pytest.raises(WorkbenchError, match="labelled"):
        read("a.tsv", "text\tlabel\n好\tpos\n")


def test_header_only_and_nothing(read: Any) -> None:
    assert read("a.csv", "label,text\n")[0] == []
    assert read("a.csv", "")[0] == []
