"""The rule for names of corpora, vocabularies, lists and runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError
from workbench.core.names import LONGEST_NAME, check_name, free_name, plain_name

GOOD = [
    "a",
    "语料 一",
    "语料　一",
    "我的语料（最终版）v2",
    "zh-2.0_final",
    "a.b.c",
    "console",
    "com",
    "com10",
    "-x",
    "😀" * 60,
    "字" * 80,
]
BAD = [
    "",
    " ",
    "zh ",
    " zh",
    "zh\u3000",
    "..",
    ".x",
    "x.",
    "a/b",
    "a\\b",
    "../x",
    "a:b",
    "a*",
    "a?",
    'a"b',
    "<a>",
    "a|b",
    "a\n",
    "a\nb",
    "a\tb",
    "a\x00b",
    "a\x7f",
    "a\u200bb",
    "\ufeffa",
    "a\u2028b",
    "\udc80",
    "x" * (LONGEST_NAME + 1),
    "字" * 300,
    "😀" * 61,
    "CON",
    "con",
    "Con.txt",
    "nul ",
    "aux.tar.gz",
    "COM1",
    "lpt9.x",
    "com¹",
    "conin$",
]


@pytest.mark.parametrize("name", GOOD)
def test_good_names_are_kept_as_they_are(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused_in_one_line_with_a_hint(name: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        check_name(name)
    assert caught.value.exit_code == 2
    assert caught.value.render().isprintable() or "\u3000" in name
    assert len(caught.value.render()) < 250
    assert caught.value.hint.render()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a", "a"),
        ("我的 语料（最终版）v2 😀", "我的 语料（最终版）v2 😀"),
        ("a:b/c", "a-b-c"),
        (" .x. ", "x"),
        ("con", "con-"),
        ("", "unnamed"),
        ("...", "unnamed"),
        ("a\n", "a-"),
        ("x" * 300, "x" * 70),
        ("字" * 300, "字" * 70),
        ("😀" * 300, "😀" * 57),
    ],
)
def test_the_nearest_name_of_a_text(text: str, name: str) -> None:
    assert plain_name(text) == name


@given(st.text(max_size=200))
def test_any_text_has_a_nearest_name(text: str) -> None:
    name = plain_name(text)
    assert check_name(name) == name
    assert check_name(f"{name}-12") == f"{name}-12"


@given(st.text(max_size=100))
def test_what_passes_can_be_a_file(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    try:
        check_name(name)
    except ArgumentError:
        return
    folder = tmp_path_factory.getbasetemp()
    path = Path(folder) / f"{name}.tsv"
    path.write_bytes(b"")
    assert path.name in os.listdir(folder)
    path.unlink()


def test_the_first_free_name() -> None:
    taken = {"甲", "甲-2", "乙-2"}
    assert free_name("甲", taken.__contains__) == "甲-3"
    assert free_name("乙", taken.__contains__) == "乙"
