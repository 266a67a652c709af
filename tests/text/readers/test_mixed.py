"""Files whose lines are in two encodings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import ArgumentError
from workbench.text.readers.decoding import Source, text_blocks
from workbench.text.readers.encodings import MixedEncodingError, canonical, detect
from workbench.text.readers.mixed import LineDecoder, foreign_lines, is_foreign

GOOD, OTHER = "今天天气很好。\n".encode(), "我们去公园散步。\n".encode("gbk")


def chunks(data: bytes, size: int) -> list[bytes]:
    return [data[begin : begin + size] for begin in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_each_line_is_read_in_its_encoding(size: int, end: bytes) -> None:
    data = (b"ascii\n" + GOOD + OTHER + GOOD + OTHER + "没完".encode("gbk")).replace(b"\n", end)
    decoder = LineDecoder("gb18030")
    parts = [(decoder.decode(chunk, False), decoder.foreign) for chunk in chunks(data, size)]
    parts.append((decoder.decode(b"", True), decoder.foreign))
    lines = ["ascii", "今天天气很好。", "我们去公园散步。", "今天天气很好。", "我们去公园散步。", "没完"]
    assert "".join(text for text, _ in parts) == end.decode().join(lines)
    assert sum(count for _, count in parts) == 3


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_foreign_lines_have_number_and_offset(size: int) -> None:
    data = GOOD + OTHER + b"a\n" + b"ab" + OTHER
    found = list(foreign_lines(chunks(data, size)))
    assert found == [(OTHER, 2, len(GOOD)), (b"ab" + OTHER, 4, len(GOOD + OTHER) + 4)]


@pytest.mark.parametrize(
    ("line", "foreign"),
    [
        (GOOD, False),
        (OTHER, True),
        (b"plain", False),
        (GOOD[:-3], False),
        (GOOD[:9] + b"\xff" + GOOD[9:], False),
        (b"a\xed\xa0\xbd\xed\xb8\x80", False),
        (b"caf\xe9", True),
    ],
)
def test_a_damaged_line_is_not_another_encoding(line: bytes, foreign: bool) -> None:
    assert is_foreign(line) is foreign


def test_bytes_that_fit_neither_are_told_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(GOOD + OTHER + b"ok" + OTHER.rstrip(b"\n") + b"\xff\n" + GOOD[:6] + b"\xfe" + GOOD[6:])
    source = Source(path, "a.txt", "utf-8+gb18030")
    text = "".join(block.text for block in text_blocks(source))
    assert text == "今天天气很好。\n我们去公园散步。\nok我们去公园散步。\ufffd\n今天\ufffd天气很好。\n"
    notes = {note.kind: note for note in source.notes.all()}
    assert (notes["other-encoding"].line, notes["other-encoding"].message.values["count"]) == (2, 2)
    assert (notes["bad-bytes"].line, notes["bad-bytes"].message.values["count"]) == (3, 2)
    assert notes["bad-bytes"].message.values["offset"] == len(GOOD + OTHER + b"ok" + OTHER) - 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8+gb18030"])
@pytest.mark.parametrize(("before", "offset"), [(b"\xff", 0), (b"", 6)])
@pytest.mark.parametrize("after", [b"\xfe", b"\xed"])
def test_a_surrogate_pair_beside_bad_bytes_hides_none_of_them(
    tmp_path: Path, encoding: str, before: bytes, after: bytes, offset: int
) -> None:
    """Without the pair, the bytes on both sides of it would be one run that stands nowhere in the text."""
    path, start = tmp_path / "a.txt", "好" * 30
    path.write_bytes(start.encode() + before + b"\xed\xa0\xbd\xed\xb8\x80" + after + b"\n" + GOOD)
    source = Source(path, "a.txt", encoding)
    text = "".join(block.text for block in text_blocks(source))
    assert text == start + "\ufffd" * len(before) + "\U0001f600\ufffd\n今天天气很好。\n"
    notes = {note.kind: note.message.values for note in source.notes.all()}
    assert notes["cesu-8"]["count"] == 1
    assert (notes["bad-bytes"]["count"], notes["bad-bytes"]["offset"]) == (1 + len(before), 90 + offset)


def test_detection_names_the_place_and_what_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(GOOD * 30 + OTHER * 30)
    with pytest.raises(MixedEncodingError) as caught:
        detect(path)
    assert (caught.value.offset, caught.value.line) == (len(GOOD) * 30, 31)
    [first, *_] = caught.value.guess.candidates
    assert first.encoding == "utf-8+gb18030"
    assert first.preview.startswith("我们去公园散步。")


def test_names() -> None:
    assert canonical("utf8+GBK") == "utf-8+gb18030"
    for name in ("gbk+utf-8", "utf-8+utf-16", "utf-8+", "utf-8+klingon"):
        with pytest.raises(ArgumentError):
            canonical(name)


def test_records_in_two_encodings(read: Callable[..., Any]) -> None:
    data = '{"text": "今天。"}\n'.encode() + '{"text": "明天。"}\n'.encode("gbk")
    documents, _ = read("a.jsonl", data, "utf-8+gb18030")
    assert documents == [["今天。"], ["明天。"]]
