"""One rule a class of characters, and every use of it counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.readers.cleaning import RULES, Cleaner
from workbench.text.readers.notes import LIMIT, Notes
from workbench.text.readers.settings import ImportSettings, Width


def cleaned(text: str, line: int = 1) -> tuple[str, dict[str, tuple[int, int]]]:
    notes = Notes()
    result = Cleaner("f", notes, ImportSettings()).clean(text, line)
    return result, {note.kind: (note.message.values["count"], note.line) for note in notes.all()}


@pytest.mark.parametrize(
    ("text", "result", "kind", "count"),
    [
        ("好\x00的\x00", "好的", "nul", 2),
        ("\x1b[33m红\x1b[m", "红", "terminal-code", 2),
        ("有\x07铃\x7f声", "有铃声", "control", 2),
        ("五\x0b六\x0c七\x1c八\x85九", "五 六 七 八 九", "separator", 4),
        ("两\ufeff半", "两半", "byte-order-mark", 1),
        ("零\u200b宽\u2060反\u202e转\xad", "零宽反转", "zero-width", 4),
        ("一半\ud83d在", "一半\ufffd在", "surrogate", 1),
        ("非\ufdd0字", "非\ufffd字", "noncharacter", 1),
        ("坏\ufffd字", "坏\ufffd字", "replacement-character", 1),
        ("ＢＥＲＴ模型２０１９年", "ＢＥＲＴ模型２０１９年", "full-width", 2),
        ("请预测[MASK]和[SEP]<s>", "请预测[MASK]和[SEP]<s>", "special-token", 3),
        ('<p class="a">段&nbsp;落</p>', '<p class="a">段&nbsp;落</p>', "html", 3),
        ("锟斤拷锟斤拷 烫烫烫", "锟斤拷锟斤拷 烫烫烫", "mojibake", 2),
        ("æˆ‘ä»Žæ²¡", "æˆ‘ä»Žæ²¡", "mojibake", 1),
    ],
)
def test_rules(text: str, result: str, kind: str, count: int) -> None:
    found, notes = cleaned(text)
    assert found == result
    assert notes[kind] == (count, 1)


@pytest.mark.parametrize(
    "text",
    [
        "平常的一句话，“引号”。",
        "plain text, 3 < 4 & 5 [sic]",
        "café naïve Ångström",
        "👨\u200d👩\u200d👧 ❤\ufe0f",
        "\ue000",
        "a\tb\nc",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert cleaned(text) == (text, {})


@pytest.mark.parametrize(
    ("settings", "text", "result", "kind", "count"),
    [
        (
            {"width": "letters"},
            "ＢＥＲＴ模型２０１９年，［ＭＡＳＫ］",
            "BERT模型2019年，［MASK］",
            "full-width-converted",
            3,
        ),
        ({"width": "nfkc"}, "ＢＥＲＴ，\nabc\n①㎏", "BERT,\nabc\n1kg", "nfkc", 2),
        ({"width": "nfkc"}, "［ＭＡＳＫ］", "[MASK]", "special-token", 1),
        ({"html": True}, "<b>粗</b>&#0;", "粗\ufffd", "html-removed", 3),
        ({}, "一\r二", "一 二", "lone-cr", 1),
    ],
)
def test_settings(settings: dict[str, object], text: str, result: str, kind: str, count: int) -> None:
    notes = Notes()
    assert Cleaner("f", notes, ImportSettings.model_validate(settings)).clean(text, 1) == result
    assert {note.kind: note.message.values["count"] for note in notes.all()}[kind] == count


def clean(text: str, settings: ImportSettings) -> str:
    return Cleaner("", Notes(), settings).clean(text, 1)


@given(st.text(max_size=60), st.sampled_from(list(Width)))
def test_width_once_is_width_for_good(text: str, width: Width) -> None:
    settings = ImportSettings(width=width)
    once = clean(text, settings)
    assert clean(once, settings) == once
    assert once.count("\n") == text.count("\n")


def test_long_and_short_texts_have_the_same_rules() -> None:
    filler = "平常的字" * 1000
    found, notes = cleaned(f"{filler}\n{filler}\x00\u200bＡ[MASK]\n{filler}", line=5)
    assert found == f"{filler}\n{filler}Ａ[MASK]\n{filler}"
    assert notes == {"nul": (1, 6), "zero-width": (1, 6), "full-width": (1, 6), "special-token": (1, 6)}


@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing_and_can_be_saved(text: str) -> None:
    once = clean(text, ImportSettings())
    assert clean(once, ImportSettings()) == once
    once.encode("utf-8")


def test_rules_of_one_kind_say_one_thing() -> None:
    assert len({rule.message for rule in RULES}) == len({rule.kind for rule in RULES})


def test_notes_are_bounded() -> None:
    notes = Notes()
    for line in range(1, 1000):
        notes.skip("f", line, "broken", "Line {line}.", line=line)
        notes.count("f", line, "nul", "{count} on {line}.", 2)
    assert notes.skipped == {"broken": 999}
    assert len(notes.all()) == LIMIT + 2
    assert next(note for note in notes.all() if note.kind == "nul").message.render() == "1998 on 1."
