"""Encodings judged over the whole file."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, StoppedError
from workbench.text.readers.encodings import EncodingGuess, MixedEncodingError, canonical, detect
from workbench.text.readers.opening import BinaryFileError

SIMPLIFIED = "今天天气很好，我们一起去公园散步。\n孩子们在草地上放风筝，老人在树下下棋。\n"
TRADITIONAL = "今天天氣很好，我們一起去公園散步。\n孩子們在草地上放風箏，老人在樹下下棋。\n"


def guess(folder: Path, data: bytes) -> EncodingGuess:
    path = folder / "file.txt"
    path.write_bytes(data)
    return detect(path)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (SIMPLIFIED.encode(), "utf-8"),
        (b"plain ASCII\n", "utf-8"),
        ("café, naïve".encode(), "utf-8"),
        ("Привет, мир".encode(), "utf-8"),
        (SIMPLIFIED.encode("gbk"), "gb18030"),
        ("𠮷野家很好吃，我们常去。".encode("gb18030"), "gb18030"),
        (b"The head of this file is plain ASCII.\n" * 550 + SIMPLIFIED.encode("gbk"), "gb18030"),
        (TRADITIONAL.encode("big5"), "big5"),
        ("今天天氣很好。\n我們去公園。\n你好嗎？\n".encode("big5"), "big5"),
        ("佢哋喺度傾緊偈，啲嘢好好食嘅。你咪郁，我嚟幫你攞。".encode("big5hkscs"), "big5hkscs"),
        (SIMPLIFIED.encode("utf-16-le"), "utf-16-le"),
        (SIMPLIFIED.encode("utf-16-be"), "utf-16-be"),
        ("English in wide letters\n".encode("utf-16-le"), "utf-16-le"),
        ("English in wide letters\n".encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF8 + SIMPLIFIED.encode(), "utf-8"),
        (codecs.BOM_UTF16_LE + SIMPLIFIED.encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + SIMPLIFIED.encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + SIMPLIFIED.encode("utf-32-le"), "utf-32-le"),
        (SIMPLIFIED.encode()[:40] + b"\xff\xfe\x80" + SIMPLIFIED.encode()[40:], "utf-8"),
        (SIMPLIFIED.encode()[:-3], "utf-8"),
        ("正常的开头和正常的结尾".encode() + b"\xed\xa0\xbd\xed\xb8\x80", "utf-8"),
    ],
)
def test_certain(tmp_path: Path, data: bytes, encoding: str) -> None:
    found = guess(tmp_path, data)
    assert (found.encoding, found.certain) == (encoding, True)


def test_a_tail_far_into_the_file_decides(tmp_path: Path) -> None:
    assert guess(tmp_path, b"ASCII only, line after line.\n" * 60_000 + SIMPLIFIED.encode("gbk")).encoding == "gb18030"


@pytest.mark.parametrize(
    ("data", "among"),
    [
        ("你好".encode("gbk"), {"gb18030", "big5"}),
        ("小".encode("gbk"), {"gb18030", "utf-8"}),
        ("联通".encode("gbk"), {"gb18030"}),
        ("caf\xe9 \xe0 la cr\xe8me, d\xe9j\xe0 vu".encode("cp1252"), {"cp1252"}),
        ("tr\xe8s bien\n".encode("cp1252") * 99, {"cp1252", "gb18030"}),
        ("Привет! Как дела сегодня, мой друг".encode("cp1251"), {"cp1251"}),
        ("日本語のテキストです。今日は天気がいい".encode("shift_jis"), {"cp932"}),
    ],
)
def test_what_is_not_certain_is_asked(tmp_path: Path, data: bytes, among: set[str]) -> None:
    found = guess(tmp_path, data)
    assert not found.certain
    assert among <= {candidate.encoding for candidate in found.candidates}
    assert all(candidate.preview for candidate in found.candidates)


def test_candidates_show_the_text_decoded(tmp_path: Path) -> None:
    found = guess(tmp_path, b"ASCII first.\n" * 100 + "你好".encode("gbk"))
    assert {c.encoding: c.preview for c in found.candidates}["gb18030"].endswith("你好")


@pytest.mark.parametrize("second", [SIMPLIFIED.encode("gbk") * 20, TRADITIONAL.encode("big5") * 2])
def test_two_encodings_in_one_file_are_named_with_the_byte(tmp_path: Path, second: bytes) -> None:
    first = SIMPLIFIED.encode() * 20
    with pytest.raises(MixedEncodingError) as caught:
        guess(tmp_path, first + second)
    assert caught.value.offset == len(first)


def test_utf8_after_gbk_is_mixed_too(tmp_path: Path) -> None:
    with pytest.raises(MixedEncodingError):
        guess(tmp_path, SIMPLIFIED.encode("gbk") * 100 + SIMPLIFIED.encode())


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + b"0" * 50,
        b"PK\x03\x04zip",
        b"%PDF-1.7\n",
        bytes(range(256)) * 32,
        b"\x00\x01\x02\x03" * 999,
    ],
)
def test_binary_files_are_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(BinaryFileError):
        guess(tmp_path, data)


def test_canonical_names() -> None:
    assert [canonical(name) for name in ("GBK", "utf8", "UTF-8-SIG", "UTF-16", "cp1252")] == [
        "gb18030",
        "utf-8",
        "utf-8",
        "utf-16-le",
        "cp1252",
    ]
    for name in ("no-such", "rot13", "base64"):
        with pytest.raises(ArgumentError):
            canonical(name)


def test_detection_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(SIMPLIFIED.encode() * 100)
    with pytest.raises(StoppedError):
        detect(path, cancelled=lambda: True)


def test_ordinary_text_in_two_byte_letters_is_no_question(tmp_path: Path) -> None:
    assert guess(tmp_path, "Ελληνικά γράμματα".encode()).certain
    assert guess(tmp_path, ("A letter with one é in it. " * 9).encode()).certain
