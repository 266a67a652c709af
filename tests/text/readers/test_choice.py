"""Chosen encodings against what the bytes say."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.readers.choice import Chosen, check_chosen
from workbench.text.readers.preview import preview_file
from workbench.text.readers.settings import ImportSettings

TEXT = "今天天气很好，我们去公园散步。\n" * 9


def check(folder: Path, data: bytes, chosen: str) -> Chosen:
    path = folder / "a.txt"
    path.write_bytes(data)
    return check_chosen(path, "a.txt", chosen)


@pytest.mark.parametrize(
    ("data", "chosen"),
    [
        (TEXT.encode("gbk"), "gb18030"),
        (TEXT.encode(), "utf-8"),
        (b"plain\n", "gb18030"),
        (b"plain\n", "latin-1"),
        ("très bien\n".encode("latin-1") * 9, "latin-1"),
        ("大學之道，在明明德。\n".encode("big5") * 9, "big5hkscs"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
    ],
)
def test_what_reads_as_the_likeliest_is_believed(tmp_path: Path, data: bytes, chosen: str) -> None:
    assert check(tmp_path, data, chosen).warning is None


def test_the_mark_tells_which(tmp_path: Path) -> None:
    assert check(tmp_path, TEXT.encode("utf-16"), "utf-16-be").encoding == "utf-16-le"


def test_nonsense_is_refused_with_both_readings(tmp_path: Path) -> None:
    with pytest.raises(
        WorkbenchError, match=r"not utf-16-le but utf-8: utf-16-le “.+”, utf-8 “今天天气.*--encoding utf-8"
    ):
        check(tmp_path, TEXT.encode(), "utf-16")


def test_a_part_in_another_encoding_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match=r"more than one encoding"):
        check(tmp_path, TEXT.encode() * 9 + TEXT.encode("gbk") * 9, "gb18030")


def test_what_is_merely_unlikely_is_warned_of(tmp_path: Path) -> None:
    warning = check(tmp_path, TEXT.encode("gbk"), "latin-1").warning
    assert warning is not None
    assert "looks like gb18030: iso8859-1" in warning.render()


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("大學之道，在明明德，在親民，在止於至善。\n".encode("big5") * 9, "big5"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode(), "utf-8+gb18030"),
        (TEXT.encode("gbk"), "utf-8+gb18030"),
        (TEXT.encode() * 9 + TEXT.encode("gbk") * 9, "utf-8+gb18030"),
    ],
)
def test_a_file_in_a_third_encoding_is_not_read_line_by_line(tmp_path: Path, data: bytes, encoding: str) -> None:
    chosen = check(tmp_path, data, "utf-8+gb18030")
    assert chosen.encoding == encoding
    assert (chosen.warning is None) == ("+" in encoding)
    assert preview_file(tmp_path / "a.txt", ImportSettings(encoding="utf-8+gb18030")).encoding == encoding
