"""A warm child that looks inside a run: it loads a checkpoint once and answers one JSON request a line."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.jobs.command import engine_command, start_answering
from workbench.jobs.settings import load_settings

ANSWER_SECONDS = 120.0  #: the first answer includes loading torch and the checkpoint
_CLOSE_SECONDS = 5.0


class InspectionSession:
    """Asks a ``probe-server`` child. The child is started by the first question, and again after it died.

    Not for two threads at once. ``argv`` and ``environment`` are those of the child.
    """

    def __init__(self, argv: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self._argv = list(argv)
        self._environment = environment
        self._log = log
        self._child: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._reader: threading.Thread | None = None

    @classmethod
    def of_run(cls, project: Project, run_folder: Path) -> InspectionSession:
        """A session on the checkpoints of a run."""
        command = engine_command(load_settings(project))
        argv = command.with_arguments("probe-server", str(run_folder))
        return cls(argv, command.environment, run_folder / "probe.log")

    @property
    def running(self) -> bool:
        """Whether the child lives."""
        return self._child is not None and self._child.poll() is None

    def ask(self, request: dict[str, Any], timeout: float = ANSWER_SECONDS) -> dict[str, Any]:
        """The answer to a request; raises :class:`WorkbenchError` if none comes in time or the child dies."""
        if not self.running:
            self._start()
        assert self._child is not None
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(request, ensure_ascii=False).encode("utf-8") + b"\n")
            self._child.stdin.flush()
            line = self._answers.get(timeout=timeout)
        except (OSError, queue.Empty) as error:
            late = isinstance(error, queue.Empty)
            self._kill()
            if late:
                raise WorkbenchError(
                    mark("The inspector has not answered within {seconds} s."), mark("Try again."), seconds=timeout
                ) from None
            raise self._died() from None
        if line is None:
            self._kill()
            raise self._died()
        return self._decoded(line)

    def _decoded(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self._kill()
            raise self._died()
        return answer

    def close(self) -> None:
        """End the child; it ends by itself when its input closes."""
        child = self._child
        if child is None:
            return
        assert child.stdin is not None
        try:
            child.stdin.close()
            child.wait(_CLOSE_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            child.kill()
        self._kill()

    def __enter__(self) -> InspectionSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> None:
        self._kill()
        try:
            with open(self._log, "ab") as log:
                self._child = start_answering(self._argv, self._environment, log)
        except OSError as error:
            raise WorkbenchError(mark("The inspector does not start: {reason}."), reason=str(error)) from error
        assert self._child.stdout is not None
        self._answers = queue.Queue()
        self._reader = threading.Thread(target=_read, args=(self._child.stdout, self._answers), daemon=True)
        self._reader.start()

    def _kill(self) -> None:
        """Make sure that the child and the thread that reads from it are gone."""
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        if self._reader is not None:
            self._reader.join()
        for stream in (child.stdin, child.stdout):
            if stream is not None and not stream.closed:
                _close_quietly(stream)

    def _died(self) -> WorkbenchError:
        return WorkbenchError(
            mark("The inspector's process has ended."), mark("See {log}, and try again."), log=str(self._log)
        )


def _read(stream: IO[bytes], answers: queue.Queue[bytes | None]) -> None:
    """Lines of the child into the queue; None at its end."""
    for line in stream:
        answers.put(line)
    answers.put(None)


def _close_quietly(stream: IO[bytes]) -> None:
    """Close a pipe whose other end is gone; what was left in it has no reader any more."""
    try:
        stream.close()
    except OSError:
        return
