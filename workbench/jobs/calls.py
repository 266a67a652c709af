"""Long work in a process of its own, so that it takes neither the interpreter nor the memory of the window.

The child reads one pickled call from its standard input and writes pickled messages to its standard output: progress
now and then, then one last word. The end of its input, also by the end of its parent, cancels the call.
"""

from __future__ import annotations

import inspect
import os
import pickle
import queue
import subprocess
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.texts import mark
from workbench.jobs.command import engine_command, start_answering

CANCEL_SECONDS = 2.0  #: what does not end by then, as a library's training that takes no question, is ended
_POLL_SECONDS = 0.05
_REPORT_SECONDS = 0.1
_LOG_BYTES = 4000

T = TypeVar("T")


@dataclass(frozen=True)
class _Done:
    """The last word of a child: a value, an error for the user, or the traceback of a fault."""

    value: Any = None
    error: WorkbenchError | None = None
    fault: str = ""


def call_in_child(
    function: Callable[..., T],
    *arguments: Any,
    progress: Report,
    cancelled: Cancelled,
    patience: float = CANCEL_SECONDS,
) -> T:
    """``function(*arguments)`` in a child process; it is given ``progress`` and ``cancelled`` where it takes them.

    A child that was cancelled has ``patience`` seconds to end by itself.
    Function, arguments and result must be such as pickle takes by name or by value. Raises what the function raises
    where that is a :class:`WorkbenchError`, :class:`StoppedError` on cancel, and RuntimeError for a fault.
    """
    command = engine_command()
    with tempfile.TemporaryFile() as log:
        try:
            child = start_answering(command.with_arguments("call"), command.environment, log)
        except OSError as error:
            raise WorkbenchError(
                mark("The work does not start: {reason}."), reason=error.strerror or str(error)
            ) from error
        with child:
            done = _Conversation(child, progress, cancelled, patience).hold(pickle.dumps((function, arguments)))
        if done is None:
            raise unexplained_end(child.returncode, log)
    if done.error is not None:
        raise done.error
    if done.fault:
        raise RuntimeError(done.fault)
    value: T = done.value
    return value


class _Conversation:
    """Passes on what a child says until its last word, and the wish to cancel to the child."""

    def __init__(self, child: subprocess.Popen[bytes], progress: Report, cancelled: Cancelled, patience: float) -> None:
        self._child, self._progress, self._cancelled = child, progress, cancelled
        self._patience = patience
        self._said: queue.Queue[Progress | _Done | None] = queue.Queue()
        self._deadline: float | None = None

    def hold(self, call: bytes) -> _Done | None:
        """The last word; None where the child ended without one. The child has ended, or soon ends by itself."""
        assert self._child.stdin is not None
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        with suppress(OSError):  # it could not begin; Windows has no one error for that
            self._child.stdin.write(call)
            self._child.stdin.flush()
        done = self._listen()
        self._hang_up()
        reader.join()
        return done

    def _read(self) -> None:
        """Messages of the child into the queue, None at their end."""
        stream = self._child.stdout
        assert stream is not None
        try:
            while True:
                self._said.put(pickle.load(stream))
        except (EOFError, pickle.UnpicklingError):  # its end, also in the middle of a word
            self._said.put(None)
        except Exception:  # noqa: BLE001 - the border of the process: what cannot be taken up must not be waited for
            self._said.put(_Done(fault=traceback.format_exc()))

    def _listen(self) -> _Done | None:
        while True:
            self._heed_cancel()
            try:
                word = self._said.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if not isinstance(word, Progress):
                return word
            self._progress(word)

    def _heed_cancel(self) -> None:
        now = time.monotonic()
        if self._deadline is None and self._cancelled():
            self._deadline = now + self._patience
            self._hang_up()
        elif self._deadline is not None and now > self._deadline:
            self._child.kill()
            self._said.put(_Done(error=_stopped()))

    def _hang_up(self) -> None:
        assert self._child.stdin is not None
        with suppress(OSError):  # it has ended already
            self._child.stdin.close()


def _stopped() -> StoppedError:
    return StoppedError(mark("The work was stopped."))


def unexplained_end(code: int, log: IO[bytes]) -> Exception:
    """Why a child that ended without a last word may have done so: killed from outside, or it could not begin."""
    size = log.seek(0, os.SEEK_END)
    # Windows ends a process with code 1, as a fault does, but a fault says something.
    if code < 0 or (code == 1 and not size):
        return WorkbenchError(
            mark("The process that did this work was ended from outside; nothing of it was kept."),
            mark("Memory may have run out: close other programs and try again."),
        )
    log.seek(max(0, size - _LOG_BYTES))
    return RuntimeError(f"exit code {code}\n{log.read().decode('utf-8', 'replace')}")


def serve_call(calls: IO[bytes], answers: IO[bytes]) -> None:
    """The child's side: carry out the one call of ``calls`` and write what is to be said to ``answers``."""
    function, arguments = pickle.load(calls)
    stop = threading.Event()
    threading.Thread(target=_wait_for_end, args=(calls.fileno(), stop), daemon=True).start()
    teller = _Teller(answers)
    offered = {"progress": teller.report, "cancelled": stop.is_set}
    takes = inspect.signature(function).parameters
    try:
        done = _Done(function(*arguments, **{name: value for name, value in offered.items() if name in takes}))
    except WorkbenchError as error:
        done = _Done(error=_plain(error))
    except Exception:  # noqa: BLE001 - the border of the process
        done = _Done(fault=traceback.format_exc())
    teller.say(done)


def _plain(error: WorkbenchError) -> WorkbenchError:
    """The error as one of the kinds of the core, which can be pickled: others may be made from other arguments."""
    kind = next(kind for kind in (ArgumentError, StoppedError, WorkbenchError) if isinstance(error, kind))
    return kind(error.message.template, error.hint.template, **error.message.values)


def _wait_for_end(descriptor: int, stop: threading.Event) -> None:
    """Set ``stop`` at the end of a pipe; not through its buffer, whose lock would hold up the end of the process."""
    while os.read(descriptor, 1):
        pass
    stop.set()


class _Teller:
    """Writes messages; of reports only as many as a person can follow."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._last = 0.0
        self._phase = ""

    def report(self, progress: Progress) -> None:
        """A report, unless one of the same phase has just been written."""
        now = time.monotonic()
        if progress.phase != self._phase or now - self._last >= _REPORT_SECONDS:
            self._last, self._phase = now, progress.phase
            self.say(progress)

    def say(self, word: Progress | _Done) -> None:
        """One message."""
        self._stream.write(pickle.dumps(word))
        self._stream.flush()
