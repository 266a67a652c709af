"""Errors render one sentence and a hint, in any language."""

from __future__ import annotations

import pytest

from workbench.core.errors import ArgumentError, FieldProblem, SpecError, WorkbenchError
from workbench.core.registry import Registry
from workbench.core.texts import Setting, Text, Translate, joined, mark, parted


def test_values_fill_the_template_after_translation() -> None:
    error = WorkbenchError(mark("The file {name} is empty."), mark("Choose another."), name="a.txt")
    assert str(error) == "The file a.txt is empty. Choose another."
    chinese = {"The file {name} is empty.": "文件 {name} 是空的。", "Choose another.": "请另选一个。"}
    assert error.render(lambda text: chinese.get(text, text)) == "文件 a.txt 是空的。请另选一个。"
    chinese["The file {name} is empty."] = "空文件：{name}"
    assert error.render(lambda text: chinese.get(text, text)) == "空文件：a.txt 请另选一个。"


def test_braces_in_values_are_left_alone() -> None:
    assert str(Text("Bad line: {line}", {"line": '{"a": 1}'})) == 'Bad line: {"a": 1}'
    assert str(Text("A text with {braces} and no values")) == "A text with {braces} and no values"


def test_a_text_inside_a_text_is_translated_too() -> None:
    outer = Text("{path}: {reason}", {"path": "a.b", "reason": Text("too small")})
    assert outer.render({"too small": "太小", "{path}: {reason}": "{path}：{reason}"}.__getitem__) == "a.b：太小"


def test_a_setting_is_named_as_each_shell_names_it() -> None:
    encoding = Setting(mark("Encoding"), "--encoding")
    error = WorkbenchError(mark("Not certain."), mark("Say which: {setting}."), setting=encoding.to("big5", "gbk"))
    assert str(error) == "Not certain. Say which: --encoding big5, --encoding gbk."
    assert str(Text("Say {setting}.", {"setting": encoding})) == "Say --encoding."
    inner = Text("{why}", {"why": Text("choose {it}", {"it": encoding.to("a", label="plain")})})

    def in_window(setting: Setting, translate: Translate) -> str:
        return f"{translate(setting.label)}={translate(setting.choice_label) or setting.choices}"

    chinese = {"Encoding": "编码", "plain": "纯文本"}
    assert inner.render(lambda text: chinese.get(text, text), in_window) == "choose 编码=纯文本"
    assert error.render(naming=in_window).endswith("Encoding=('big5', 'gbk').")


def test_exit_codes() -> None:
    problem = FieldProblem("encoder.heads", Text("must divide {size}", {"size": 128}))
    assert (WorkbenchError("x").exit_code, ArgumentError("x").exit_code, SpecError([problem]).exit_code) == (1, 2, 2)
    assert str(SpecError([problem])) == "encoder.heads: must divide 128"


def test_an_unknown_kind_is_answered_with_the_nearest() -> None:
    kinds = Registry("strategy", {"basic": 1, "phrase": 2})
    assert kinds["basic"] == 1
    with pytest.raises(ArgumentError, match="Did you mean “phrase”"):
        kinds["phrases"]
    with pytest.raises(ArgumentError, match="Known: basic, phrase"):
        kinds["zzz"]


def test_words_go_with_their_number() -> None:
    pages = Text(
        "{count} {count:page is|pages are} {colour}; {number:,}", {"count": 1, "colour": "red", "number": 5000}
    )
    assert str(pages) == "1 page is red; 5,000"
    assert str(Text("{count} {count:page|pages}", {"count": "1,001"})) == "1,001 pages"
    assert str(Text("{count} {count:page|pages}", {"count": 0})) == "0 pages"
    assert pages.render(lambda _template: "{count} 页，{colour}，{number}") == "1 页，red，5000"


def test_only_after_a_text_with_a_full_width_stop_no_space_follows() -> None:
    assert (
        str(Text("{first} {second} {third}", {"first": Text("甲。"), "second": Text("乙"), "third": 3})) == "甲。乙 3"
    )
    assert str(Text("{token} {count}, {other}", {"token": "。", "count": 2, "other": Text("。")})) == "。 2, 。"


def test_texts_are_parted_by_the_semicolons_of_the_language() -> None:
    texts = [Text("a"), Text("b"), Text("c")]
    assert str(parted(texts)) == "a; b; c"
    assert parted(texts).render(lambda text: text.replace("; ", "；")) == "a；b；c"
    assert str(parted(texts[:1])) == "a"


def test_texts_are_joined() -> None:
    assert str(joined([Text("a"), Text("{b}", {"b": 2})])) == "a, 2"
    assert joined([Text("a"), Text("a")], "；").render(lambda text: text.replace("a", "甲")) == "甲；甲"
    assert str(joined([])) == ""
