"""A call in a child gives its value, its error or its fault, tells of progress, and ends when it is cancelled."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
import timeit
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress, never, silent
from workbench.jobs import calls
from workbench.jobs.calls import call_in_child
from workbench.jobs.command import EngineCommand, engine_command
from workbench.text.corpus import find_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings


def in_child(function: Any, *arguments: Any) -> Any:
    return call_in_child(function, *arguments, progress=silent, cancelled=never)


def write(folder: Path, documents: int) -> Path:
    path = folder / "文 本.txt"
    path.write_text("\n\n".join(f"第{number}篇。今天天气很好。" for number in range(documents)), encoding="utf-8")
    return path


def test_the_value_comes_back_from_another_process() -> None:
    assert in_child(os.getpid) != os.getpid()
    assert in_child(sorted, ["乙", "甲"]) == sorted(["乙", "甲"])


def test_what_a_library_prints_does_not_come_between_the_answers() -> None:
    assert in_child(print, "a line in the way") is None


def test_a_corpus_is_imported_with_progress(tmp_path: Path) -> None:
    project, told = Project(tmp_path / "p"), list[Progress]()
    corpus = call_in_child(
        import_corpus, project, "news", [write(tmp_path, 50)], ImportSettings(), progress=told.append, cancelled=never
    )
    assert corpus.num_documents == 50
    assert find_corpus(project, "news").fingerprint == corpus.fingerprint
    assert told
    assert told[-1].phase


def test_an_error_for_the_user_keeps_its_kind_and_words(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="“a/b” cannot be a name"):
        in_child(import_corpus, Project(tmp_path), "a/b", [write(tmp_path, 1)], ImportSettings())


def test_an_error_of_a_kind_of_its_own_arrives_too(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_bytes("你好".encode("gb18030"))
    with pytest.raises(WorkbenchError, match="gb18030"):
        in_child(import_corpus, Project(tmp_path / "p"), "short", [path], ImportSettings())


def test_what_cannot_be_taken_up_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match="exactly 4 arguments"):
        in_child(partial(UnicodeTranslateError.__new__, UnicodeTranslateError))


def test_a_fault_carries_the_childs_traceback() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)Traceback.+JSONDecodeError"):
        in_child(json.loads, "{")


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
def test_a_child_that_is_killed_is_told_in_one_sentence() -> None:
    with pytest.raises(WorkbenchError, match="ended from outside"):
        in_child(signal.raise_signal, signal.SIGKILL)


@pytest.mark.parametrize("call_size", [1, 1 << 20])  # fits into the pipe, and breaks it
def test_a_child_that_ends_without_a_word_is_told_as_killed(monkeypatch: pytest.MonkeyPatch, call_size: int) -> None:
    """As Windows ends processes: with code 1."""
    command = engine_command()
    silent_end = EngineCommand((sys.executable, "-c", "import os; os._exit(1)"), command.environment)
    monkeypatch.setattr(calls, "engine_command", lambda: silent_end)
    with pytest.raises(WorkbenchError, match="ended from outside"):
        in_child(len, b"x" * call_size)


def test_the_pipe_of_an_ended_child_may_break_as_on_windows() -> None:
    class Broken(io.BytesIO):
        def write(self, data: object, /) -> int:
            raise OSError(errno.EINVAL, "Invalid argument")

        def close(self) -> None:
            super().close()
            raise OSError(errno.EINVAL, "Invalid argument")

    child = SimpleNamespace(stdin=Broken(), stdout=io.BytesIO())
    assert calls._Conversation(cast("subprocess.Popen[bytes]", child), silent, never, 1.0).hold(b"call") is None


def test_a_child_that_cannot_begin_is_a_fault_with_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    command = engine_command()
    broken = EngineCommand((sys.executable, "-c", "import sys; sys.exit('no such thing')"), command.environment)
    monkeypatch.setattr(calls, "engine_command", lambda: broken)
    with pytest.raises(RuntimeError, match="no such thing"):
        in_child(os.getpid)


def test_a_cancelled_import_leaves_nothing(tmp_path: Path) -> None:
    project, told = Project(tmp_path / "p"), list[Progress]()
    with pytest.raises(StoppedError):
        call_in_child(
            import_corpus, project, "large", [write(tmp_path, 200_000)], ImportSettings(),
            progress=told.append, cancelled=lambda: bool(told),
        )  # fmt: skip
    assert list(project.corpora.iterdir()) == []


def test_work_that_does_not_ask_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "CANCEL_SECONDS", 0.2)
    begin = time.monotonic()
    with pytest.raises(StoppedError):
        call_in_child(
            timeit.timeit, "time.sleep(60)", "import time", time.perf_counter, 1,
            progress=silent, cancelled=lambda: True,
        )  # fmt: skip
    assert time.monotonic() - begin < 30


def test_the_child_loads_neither_torch_nor_qt() -> None:
    code = (
        "import sys\n"
        "from workbench.cli import make_parser\n"
        "make_parser('call')\n"
        "import workbench.jobs.calls, workbench.text.corpus, workbench.text.mining\n"
        "import workbench.text.vocabulary_training\n"
        "assert not {'torch', 'PySide6'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=engine_command().environment)
