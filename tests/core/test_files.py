"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.files import replacing, write_whole

FullDisk = Callable[[], AbstractContextManager[None]]


def test_bytes_take_the_place_when_the_block_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"ne")
        file.write(b"w")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.bin"]


def test_text_is_written_as_it_comes(tmp_path: Path) -> None:
    with replacing(tmp_path / "a.txt", "utf-8-sig") as file:
        file.writelines(["好\n", "b\r\n"])
    assert (tmp_path / "a.txt").read_bytes() == b"\xef\xbb\xbf\xe5\xa5\xbd\nb\r\n"
    write_whole(tmp_path / "b.txt", "好\n")
    assert (tmp_path / "b.txt").read_bytes() == "好\n".encode()


@pytest.mark.parametrize("error", [OSError(errno.EIO, "the corpus broke"), ValueError("no"), KeyboardInterrupt()])
def test_errors_of_the_block_pass_as_they_are(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "a.txt"
    path.write_text("precious")
    with pytest.raises(type(error)) as caught, replacing(path, "utf-8") as file:  # noqa: PT012 the block is the matter
        file.write("half")
        raise error
    assert caught.value is error
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("size", [10, 1_000_000])  # refused when the file is closed, and inside the block
def test_a_full_disk_is_said(tmp_path: Path, full_disk: FullDisk, size: int) -> None:
    path = tmp_path / "a.txt"
    path.write_text("precious")
    with pytest.raises(WorkbenchError, match=r"a\.txt can't be written: File too large\. Check the space"), full_disk():
        write_whole(path, b"x" * size)
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_the_error_of_the_block_is_told_even_when_the_disk_is_full_too(tmp_path: Path, full_disk: FullDisk) -> None:
    with pytest.raises(ZeroDivisionError), full_disk(), replacing(tmp_path / "a") as file:  # noqa: PT012
        file.write(b"waits in the buffer")
        raise ZeroDivisionError
    assert os.listdir(tmp_path) == []


def test_a_character_that_the_encoding_lacks_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("precious")
    with pytest.raises(WorkbenchError, match=r"a\.txt can't be written: .*surrogates not allowed"), \
            replacing(path, "utf-8") as file:  # fmt: skip
        file.writelines(["ok\n", "\ud800\n"])
    assert path.read_text() == "precious"
    with replacing(path, "utf-8", errors="surrogatepass") as file:
        file.write("\ud800")
    assert path.read_bytes() == b"\xed\xa0\x80"


def test_a_folder_that_is_missing_is_said_or_made(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "a.txt"
    with pytest.raises(WorkbenchError, match="can't be written: No such file"):
        write_whole(path, "a")
    write_whole(path, "a", parents=True)
    assert path.read_text() == "a"
    with pytest.raises(WorkbenchError, match="can't be written"):
        write_whole(path / "below a file", "b", parents=True)


def test_what_is_there_may_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "first", overwrite=False)
    with pytest.raises(ArgumentError, match=r"a\.txt is there already\. Choose another name\."):
        write_whole(path, "second", overwrite=False)
    with pytest.raises(ArgumentError, match="is there already"):
        write_whole(tmp_path, "a folder is no file")
    late = tmp_path / "late.txt"
    with pytest.raises(ArgumentError), replacing(late, "utf-8", overwrite=False) as file:  # noqa: PT012
        file.write("mine")
        late.write_text("came meanwhile")
    assert path.read_text() == "first"
    assert late.read_text() == "came meanwhile"


@pytest.mark.skipif(os.name == "nt", reason="links and rights of POSIX")
def test_links_stay_links_and_the_umask_holds(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    file, link = tmp_path / "far" / "a.txt", tmp_path / "link.txt"
    file.write_text("old")
    link.symlink_to(file)
    before = os.umask(0o027)
    try:
        write_whole(link, "new")
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_two_writers_and_a_file_of_a_similar_name_do_not_meet(tmp_path: Path) -> None:
    path, neighbour = tmp_path / "a.jsonl", tmp_path / "a.jsonl.part"
    neighbour.write_text("of the user")
    with replacing(path, "utf-8") as one, replacing(path, "utf-8") as other:
        one.write("one")
        other.write("other")
    assert path.read_text() == "one"  # the last to end
    assert neighbour.read_text() == "of the user"


def test_what_a_killed_process_leaves_is_hidden_and_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    write_whole(path, "precious")
    program = (
        "import os, sys; from pathlib import Path; from workbench.core.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as file: file.write(b'half'); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], check=False).returncode == 9
    left = [name for name in os.listdir(tmp_path) if name != "a.tsv"]
    assert len(left) == 1
    assert left[0].startswith(".")
    assert list(tmp_path.glob("*.tsv")) == [path]
    assert path.read_text() == "precious"
    write_whole(path, "new")
    assert path.read_text() == "new"
