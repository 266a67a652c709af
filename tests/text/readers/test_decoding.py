"""Bytes to lines: line ends, damaged bytes, compressed files."""

from __future__ import annotations

import codecs
import gzip
from pathlib import Path

import pytest
import zstandard

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.text.readers import decoding
from workbench.text.readers.decoding import Source, lines, text_blocks

TEXT = "第一行\n第二行，有些字。\n\n最后一行"


def source(folder: Path, data: bytes, encoding: str = "utf-8") -> Source:
    path = folder / "file.txt"
    path.write_bytes(data)
    return Source(path, path.name, encoding)


def whole(found: Source) -> str:
    return "".join(block.text for block in text_blocks(found))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 18])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_pieces_of_any_size_give_the_same_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, encoding: str
) -> None:
    text = "大學之道\n在明明德\n\n終"
    found = source(tmp_path, text.encode(encoding), encoding)
    monkeypatch.setattr(decoding, "open_bytes", _in_pieces(size))
    assert whole(found) == text
    assert not found.notes.all()


def _in_pieces(size: int) -> object:
    from contextlib import contextmanager

    class Slow:
        position = 0

        def __init__(self, data: bytes) -> None:
            self.data = data

        def read(self) -> bytes:
            piece, self.data = self.data[:size], self.data[size:]
            return piece

    @contextmanager
    def opened(path: Path):  # type: ignore[no-untyped-def]
        yield Slow(path.read_bytes())

    return opened


@pytest.mark.parametrize("size", [1, 2, 5, 1 << 18])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_three_line_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, end: str) -> None:
    found = source(tmp_path, TEXT.replace("\n", end).encode())
    monkeypatch.setattr(decoding, "open_bytes", _in_pieces(size))
    assert list(lines(found)) == [("第一行", 1), ("第二行，有些字。", 2), ("", 3), ("最后一行", 4)]


def test_nothing_else_ends_a_line(tmp_path: Path) -> None:
    text = "一\u2028二\u2029三\x85四\x0b五\x0c六\x1c七\n八\n九\n"
    assert len(list(lines(source(tmp_path, text.encode())))) == 3


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_packed_files_are_read(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    assert whole(source(tmp_path, pack(TEXT.encode()))) == TEXT


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_packed_files_cut_off_are_an_error(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    data = pack(bytes(range(256)) * 4000 + TEXT.encode())
    found = source(tmp_path, data[:-9] if data.startswith(b"\x1f") else data + b"rubbish at the end")
    with pytest.raises(WorkbenchError, match="damaged"):
        whole(found)


def test_damaged_bytes_are_replaced_and_placed(tmp_path: Path) -> None:
    good = "第一行\n第二".encode()
    found = source(tmp_path, good + b"\xff\xfe" + "行\n第三".encode() + b"\xe8\xbf")
    assert whole(found) == "第一行\n第二\ufffd行\n第三\ufffd"
    [note] = found.notes.all()
    assert (note.kind, note.line) == ("bad-bytes", 2)
    assert note.message.values["count"] == 4
    assert note.message.values["offset"] == len(good)


def test_damaged_bytes_in_gb18030(tmp_path: Path) -> None:
    found = source(tmp_path, "好\n".encode("gb18030") + b"\xff" + "天".encode("gb18030"), "gb18030")
    assert whole(found) == "好\n\ufffd天"
    assert [note.message.values["offset"] for note in found.notes.all()] == [3]


def test_half_a_unit_at_the_end_of_utf16(tmp_path: Path) -> None:
    found = source(tmp_path, "好天".encode("utf-16-le")[:-1], "utf-16-le")
    assert whole(found) == "好\ufffd"
    assert [note.kind for note in found.notes.all()] == ["bad-bytes"]


def test_surrogate_halves_in_utf8_are_put_together(tmp_path: Path) -> None:
    found = source(tmp_path, b"a\xed\xa0\xbd\xed\xb8\x80b")
    assert whole(found) == "a\U0001f600b"
    assert [note.kind for note in found.notes.all()] == ["cesu-8"]


def test_a_wrong_encoding_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="not hz"):
        whole(source(tmp_path, b"good ~x", "hz"))


def test_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    for mark, encoding in ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        assert whole(source(tmp_path, mark + TEXT.encode(encoding), encoding)) == TEXT


def test_a_very_long_line_comes_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "LONGEST_LINE", 1000)
    monkeypatch.setattr(decoding, "open_bytes", _in_pieces(512))
    text = "这一行没有尽头，" * 500
    blocks = list(text_blocks(source(tmp_path, text.encode())))
    assert len(blocks) > 3
    assert "".join(block.text for block in blocks) == text
    assert all(block.text.endswith("，") for block in blocks)


def test_cancelled_at_once(tmp_path: Path) -> None:
    found = source(tmp_path, TEXT.encode())
    found.cancelled = lambda: True
    with pytest.raises(StoppedError):
        whole(found)
