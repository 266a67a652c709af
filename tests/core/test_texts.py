"""Texts as plain data: what is kept or sent is said in any language later."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Setting, Text, listed, parted, sentences, text_data, text_of


def sent(text: Text) -> Text:
    """A text that went through a file of JSON."""
    return text_of(json.loads(json.dumps(text_data(text), ensure_ascii=False, allow_nan=False)))


def test_texts_and_settings_among_the_values_stay_such() -> None:
    setting = Setting("Encoding", "--encoding").to("big5", "gbk")
    text = Text("{a}: {b}", {"a": Text("inner {c}", {"c": Text("{d:,}", {"d": 5000}), "e": setting}), "b": setting})
    assert sent(text) == text
    assert str(sent(text)) == "inner 5,000: --encoding big5, --encoding gbk"


@pytest.mark.parametrize("value", ["词", 3, 2.5, True, math.inf, -math.inf])
def test_plain_values_stay_what_they_are(value: object) -> None:
    back = sent(Text("{value}", {"value": value})).values["value"]
    assert (back, type(back)) == (value, type(value))


def test_other_values_become_what_is_shown_of_them() -> None:
    values = {"path": Path("a"), "error": OSError("full"), "count": np.int64(5000), "nan": np.float64("nan")}
    text = Text("{path} {error} {count:,} {nan:.2f}", values)
    assert str(sent(text)) == str(text) == "a full 5,000 nan"


@pytest.mark.parametrize("data", [None, 3, "ab", [], ["one"], ["a", 3]])
def test_what_is_no_text_is_refused(data: object) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        text_of(data)


def test_equal_texts_count_once() -> None:
    """Whatever their values are: lists and texts among them too."""
    twice = [Text("{names} of {of}", {"names": ["a"], "of": Text("b")}) for _ in range(2)]
    assert list(dict.fromkeys([*twice, Text("{names} of {of}", {"names": [], "of": "b"})])) == [
        twice[0],
        Text("{names} of {of}", {"names": [], "of": "b"}),
    ]


def test_message_and_hint_of_an_error_are_one_text() -> None:
    error = WorkbenchError("No {thing}.", "Bring {thing}.", thing="file")
    assert str(error.text) == str(error) == "No file. Bring file."
    assert str(sent(error.text)) == "No file. Bring file."
    assert WorkbenchError("No {thing}.", thing="file").text == Text("No {thing}.", {"thing": "file"})


def chinese(template: str) -> str:
    """Some of the texts, as the Chinese window has them."""
    return {"{first}, {second}": "{first}、{second}", "{first}; {second}": "{first}；{second}"}.get(template, template)


@pytest.mark.parametrize(
    ("names", "english", "in_chinese"),
    [
        ([], "", ""),
        (["{a}"], "{a}", "{a}"),
        (["a", "b"], "a, b", "a、b"),
        (["a", Text("{x} b", {"x": 1}), "c", "d", "e"], "a, 1 b, c, d, e", "a、1 b、c、d、e"),
    ],
)
def test_names_have_the_commas_of_the_language(names: list[str | Text], english: str, in_chinese: str) -> None:
    text = listed(names)
    assert str(text) == english
    assert text.render(chinese) == in_chinese
    assert text_of(json.loads(json.dumps(text_data(text)))).render(chinese) == in_chinese


def test_a_long_list_is_no_deep_text() -> None:
    names = [str(number) for number in range(3000)]
    assert str(listed(names)) == ", ".join(names)


def test_sentences_stand_as_their_language_has_them() -> None:
    assert sentences("One.", "", "Two.", "Three") == "One. Two. Three"
    assert sentences("一。", "二：", "三") == "一。二：三"
    assert sentences("", "") == ""


def test_reasons_have_the_semicolons_of_the_language() -> None:
    reasons = [Text("a"), Text("{n} b", {"n": 2}), Text("c")]
    assert str(parted(reasons)) == "a; 2 b; c"
    assert parted(reasons).render(chinese) == "a；2 b；c"
