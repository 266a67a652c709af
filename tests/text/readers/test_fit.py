"""An encoding that the user says is believed where it is true, and refused where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.corpus import import_corpus
from workbench.text.readers.fit import require_fit
from workbench.text.readers.preview import preview_file
from workbench.text.readers.settings import ImportSettings

TEXT = "plain\n今天天气很好，我们去公园散步。\n孩子们放风筝。\n" * 20


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TEXT.encode(), "ascii"),
        (TEXT.encode(), "shift_jis"),
        (TEXT.encode(), "utf-32"),
        (TEXT.encode("gb18030"), "utf-8"),
        (TEXT.encode("gb18030"), "ascii"),
        ("今天".encode(), "ascii"),
        (TEXT.encode("utf-16-le"), "utf-8"),
    ],
)
def test_an_encoding_that_the_file_is_not_in_is_refused_with_the_line(tmp_path: Path, data: bytes, said: str) -> None:
    path = written(tmp_path, data)
    project = Project(tmp_path / "project")
    settings = ImportSettings(encoding=said)
    with pytest.raises(WorkbenchError, match=r"a\.txt is not .*the first in line \d+\. .*--encoding") as caught:
        import_corpus(project, "c", [path], settings)
    assert not list(project.corpora.iterdir())
    problem = preview_file(path, settings).problem
    assert problem is not None
    assert str(problem) == str(caught.value)


def test_the_line_is_that_of_the_first_byte_that_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="9 of its 16 bytes do not fit, the first in line 3"):
        require_fit(written(tmp_path, "a\r\nb\r\n一二三".encode() + b"."), "a.txt", "ascii")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TEXT.encode("gbk"), "gbk"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode(), "utf-8"),
        (TEXT.encode() + b"\xff\xfe", "utf-8"),
        (TEXT.encode()[:-2], "utf-8"),
        (b"plain\n" * 50, "ascii"),
        (b"a\xed\xa0\xbd\xed\xb8\x80" * 40, "utf-8"),
        ("très bien\n".encode("latin-1") * 9, "latin-1"),
    ],
)
def test_a_true_encoding_with_a_few_damaged_bytes_is_taken(tmp_path: Path, data: bytes, said: str) -> None:
    path = written(tmp_path, data)
    require_fit(path, "a.txt", said)
    assert import_corpus(Project(tmp_path / "p"), "c", [path], ImportSettings(encoding=said)).num_sentences


def test_it_can_be_cancelled_and_tells_where_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT.encode())
    told: list[int] = []
    require_fit(path, "a.txt", "utf-8", progress=told.append)
    assert told[-1] == path.stat().st_size
    with pytest.raises(StoppedError):
        require_fit(path, "a.txt", "utf-8", cancelled=lambda: True)
