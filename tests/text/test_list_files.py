"""Lines of list files, however they are packed, encoded and ended."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import zstandard

from workbench.core.errors import WorkbenchError
from workbench.text.list_files import list_lines
from workbench.text.readers.encodings import UncertainEncodingError
from workbench.text.readers.opening import BinaryFileError
from workbench.text.vocabulary_growth import read_words

WORDS = ["人工智能", "机器学习", "的\u2028是", "", "a b"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress])
def test_lines_are_those_of_the_file(tmp_path: Path, end: str, pack: object) -> None:
    path = tmp_path / "words"
    content = ("\ufeff" + end.join(WORDS) + end).encode()
    path.write_bytes(pack(content))  # type: ignore[operator]
    assert list_lines(path) == WORDS
    assert read_words(path) == [word for word in WORDS if word]


def test_an_encoding_is_taken_where_it_is_said_or_certain(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes("中文\n".encode("gbk"))
    with pytest.raises(UncertainEncodingError):
        list_lines(path)
    assert list_lines(path, "gbk") == ["中文"]
    with pytest.raises(WorkbenchError, match="as utf-8"):
        list_lines(path, "utf-8")
    path.write_bytes("今天天气很好，我们去公园散步吧。\n".encode("gbk") * 40)
    assert len(list_lines(path)) == 40
    path.write_bytes("今天\n".encode() + "明天\n".encode("gbk"))
    assert read_words(path, "utf-8+gbk") == ["今天", "明天"]


def test_what_is_no_list_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="cannot be opened"):
        list_lines(tmp_path / "none")
    path = tmp_path / "picture"
    path.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(BinaryFileError):
        list_lines(path)
