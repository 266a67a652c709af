"""Sentences of Chinese and English paragraphs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.paths import sample_data
from workbench.text.sentences import LONGEST_SENTENCE, join_sentences, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("你好。再见！", ["你好。", "再见！"]),
        ("他说：“你好吗？”“好！”他笑了……真的？！！", ["他说：“你好吗？”", "“好！”", "他笑了……", "真的？！！"]),
        ("是的。。。。3.5元；U.S.A. 的 Mr. Smith 来了。", ["是的。。。。", "3.5元；U.S.A. 的 Mr. Smith 来了。"]),
        ("见 http://a.b/c.d。（完。）", ["见 http://a.b/c.d。", "（完。）"]),
        ("“没有结束引号", ["“没有结束引号"]),
        ('"你好。"他说。"再见。"', ['"你好。"', "他说。", '"再见。"']),
        ("「好。』」走了。", ["「好。』」", "走了。"]),
        ("长３．５米．结束．", ["长３．５米．", "结束．"]),
        ('He said "Yes." Then he left.', ['He said "Yes."', "Then he left."]),
        ('"I came. I saw." He left.', ['"I came.', 'I saw."', "He left."]),
        ("He asked: 'Was it \"so?\"' Then he left.", ["He asked: 'Was it \"so?\"'", "Then he left."]),
        ("Rock 'n' roll. 'Tis true. \"Well.\"", ["Rock 'n' roll.", "'Tis true.", '"Well."']),
        ("Dr. Wu met J. R. Smith, etc. and left. Fine.", ["Dr. Wu met J. R. Smith, etc. and left.", "Fine."]),
        ("Pi is 3.14. Is it? Yes!", ["Pi is 3.14.", "Is it?", "Yes!"]),
        ("1. First item. 2. Second item.", ["1. First item.", "2. Second item."]),
        ("See example.com/a?b=1 or Node.js now. End", ["See example.com/a?b=1 or Node.js now.", "End"]),
        ("It's Tom's. Next.", ["It's Tom's.", "Next."]),
        ("Wait... what? He waited... Then left.", ["Wait...", "what?", "He waited...", "Then left."]),
        ("今天.明天", ["今天.", "明天"]),
        ("  。  ", ["。"]),
        ("", []),
        ("   ", []),
    ],
)
def test_cuts_where_a_reader_would(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text(alphabet="你好ab A.。！？!?…”“\"'）(3，; \u3000", max_size=80))
def test_sentences_are_the_text_without_blanks_between(text: str) -> None:
    sentences = split_sentences(text)
    assert all(sentence and sentence == sentence.strip() for sentence in sentences)
    position = 0
    for sentence in sentences:
        found = text.index(sentence, position)
        assert not text[position:found].strip()
        position = found + len(sentence)
    assert not text[position:].strip()


def test_a_sentence_without_end_is_cut_at_the_limit() -> None:
    text = "字" * (2 * LONGEST_SENTENCE) + "，" + "尾" * 10
    parts = split_sentences(text)
    assert "".join(parts) == text
    assert max(map(len, parts)) <= LONGEST_SENTENCE
    assert len(split_sentences("字" * LONGEST_SENTENCE)) == 1


def test_a_cut_prefers_a_comma() -> None:
    text = "字" * (LONGEST_SENTENCE - 100) + "，" + "字" * 300
    assert split_sentences(text)[0].endswith("，")


@pytest.mark.parametrize("pattern", ["你", "。", "Mr. ", "a. ", '"。', '.".x', "”", "No! "])
def test_long_lines_take_steps_in_proportion(pattern: str) -> None:
    text = pattern * (300_000 // len(pattern))
    assert re.sub(r"\s", "", "".join(split_sentences(text))) == re.sub(r"\s", "", text)


def test_no_quote_is_a_sentence_in_real_english() -> None:
    """The closing quote of what someone says in several sentences stays with the last of them."""
    text = sample_data("en", "austen.txt").read_text(encoding="utf-8")
    sentences = [sentence for line in text.split("\n") for sentence in split_sentences(line)]
    assert len(sentences) > 3000
    assert not [sentence for sentence in sentences if not any(map(str.isalnum, sentence))]


@given(st.text("甲乙。！？，“”」…. ab\"'\u2028!?3．（）)]A", max_size=30))
def test_joined_sentences_are_parted_at_the_same_places(text: str) -> None:
    sentences = split_sentences(text)
    if sentences:
        assert split_sentences(join_sentences(sentences)) == sentences


@pytest.mark.parametrize(
    "paragraph", ["他来了。“走吧！”她说。", "Yes. No! Why?", "第一句。Second one. 第三句！", "他说：“走。” Then."]
)
def test_joined_sentences_are_the_paragraph(paragraph: str) -> None:
    assert join_sentences(split_sentences(paragraph)) == paragraph.replace("” T", "”T")
