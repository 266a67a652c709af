"""HTML is taken out where that is asked for; nothing else is touched, and lines keep their numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.readers.html import BREAK, HtmlRemover
from workbench.text.readers.notes import Notes


def removed(*texts: str) -> tuple[str, int]:
    """The texts one after the other without HTML (a paragraph's end as ¶), and how much was removed."""
    notes = Notes()
    remover = HtmlRemover("f", notes)
    text = "".join(remover.remove(text, 1) for text in texts).replace(BREAK, "¶")
    return text, next((note.message.values["count"] for note in notes.all()), 0)


@pytest.mark.parametrize(
    ("text", "left", "count"),
    [
        ("<b>粗</b>体<img src='a'/>", "粗体", 3),
        ('<p class="c">一</p><p>二</p>', "¶一¶¶二¶", 4),
        ("一<br/>二<BR>三", "一¶二¶三", 2),
        ("&lt;b&gt; &amp; &#20013;&#x6587;&nbsp;&copy;", "<b> & 中文\xa0©", 7),
        ("前<!-- 注\n释 <b> -->后", "前\n后", 1),
        ("前<script type='x'>var a='<p>';\n</script>后", "前\n后", 1),
        ("<style>p {}</style>后<!DOCTYPE html>", "后", 2),
        ("<a\nhref='x'>连</a>", "\n连", 2),
    ],
)
def test_markup(text: str, left: str, count: int) -> None:
    assert removed(text) == (left, count)


@pytest.mark.parametrize(
    "text", ["3 < 4 & 5 > 2", "<mask> <s> </s>", "a<b 没有尽头", "<未知>标签</未知>", "AT&T; &; &#;", "< p >"]
)
def test_what_is_no_html_stays(text: str) -> None:
    assert removed(text) == (text, 0)


def test_a_script_reaches_over_what_is_read_together() -> None:
    assert removed("前<script>a\n", "b\n", "c</script>后\n") == ("前\n\n后\n", 1)


@given(st.text("<>/!-pbscript &;ltamp甲\n", max_size=60))
def test_lines_keep_their_numbers(text: str) -> None:
    assert removed(text)[0].count("\n") == text.count("\n")


def test_in_files_of_each_kind(read: Callable[..., Any]) -> None:
    page = "<div>一。</div><div>二&nbsp;。</div>"
    for name, data in (("a.txt", page), ("a.jsonl", f'{{"text": "{page}"}}'), ("a.csv", f"text\n{page}\n")):
        documents, source = read(name, data, html=True)
        assert documents == [["一。", "二\xa0。"]]
        assert [note.kind for note in source.notes.all()] == ["html-removed"]
        assert read(name, data)[0] == [[page]]


def test_what_a_record_leaves_open_ends_with_it(read: Callable[..., Any]) -> None:
    documents, _ = read("a.jsonl", '{"text": "一<!-- 开"}\n{"text": "二"}\n', html=True)
    assert documents == [["一"], ["二"]]
