"""A command of the engine, carried out in a process of its own for the window: what it prints is its answer."""

from __future__ import annotations

import json
import queue
import subprocess
import tempfile
import threading
from typing import IO, Any

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.texts import mark, text_of
from workbench.jobs.calls import unexplained_end
from workbench.jobs.command import engine_command, start_answering
from workbench.jobs.settings import load_settings

_POLL_SECONDS = 0.05


def ask_engine(project: Project, *arguments: str, progress: Report, cancelled: Cancelled) -> dict[str, Any]:
    """The last line of JSON of a command of the engine that trains the project's runs; those before it are progress.

    Raises :class:`StoppedError` on cancel, :class:`WorkbenchError` with the command's own sentence where it refuses,
    and RuntimeError for a fault.
    """
    command = engine_command(load_settings(project))
    argv = command.with_arguments(*arguments, "--json", "--project", str(project.root))
    with tempfile.TemporaryFile() as log:
        try:
            child = start_answering(argv, command.environment, log)
        except OSError as error:
            raise WorkbenchError(mark("The engine does not start: {reason}."), reason=str(error)) from error
        with child:
            last = _listen(child, progress, cancelled)
        if "errors" in last:
            raise _refusal(last["errors"][0])
        if not last or "phase" in last:
            raise unexplained_end(child.returncode, log)
    return last


def _refusal(told: dict[str, Any]) -> WorkbenchError:
    """What a command refused, to be put into the language of who shows it; an engine of an earlier version has put it
    into its own already."""
    words = told.get("words")
    return WorkbenchError("{problem}", problem=told["message"] if words is None else text_of(words))


def _listen(child: subprocess.Popen[bytes], progress: Report, cancelled: Cancelled) -> dict[str, Any]:
    """Pass progress on until the last word of the child, which is returned; empty where there is none."""
    said: queue.Queue[bytes | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(child.stdout, said), daemon=True)
    reader.start()
    last: dict[str, Any] = {}
    try:
        while True:
            if cancelled():
                raise StoppedError(mark("The work was stopped."))
            try:
                line = said.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if line is None:
                return last
            last = json.loads(line)
            if "phase" in last:
                progress(Progress(**last))
    finally:
        child.kill()  # it has ended, or nobody wants it any more: a verdict is stored whole or not at all
        reader.join()


def _read(stream: IO[bytes] | None, said: queue.Queue[bytes | None]) -> None:
    """Lines of the child into the queue, None at their end."""
    assert stream is not None
    for line in stream:
        said.put(line)
    said.put(None)
