"""Several processes that work on one run on this machine: started, watched, and ended together."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import psutil

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.jobs.command import engine_command
from workbench.jobs.group import Membership, announced_run
from workbench.jobs.process import fail_lost
from workbench.jobs.signals import handling_stops
from workbench.store.folder import read_run_folder
from workbench.store.store import Store

GRACE_SECONDS = 20.0  #: how long the others may take to end in order after one has ended
_LOOK_SECONDS = 0.1
_INTERFACE = "GLOO_SOCKET_IFNAME"


@dataclass(frozen=True)
class _Child:
    """A process of the group; what it prints goes to ``log``, that of the first to where this one's goes."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def code(self) -> int | None:
        return self.process.poll()


def launch(count: int, arguments: Sequence[str]) -> int:
    """Run a command in ``count`` processes of one group; returns the exit code of the first.

    Ctrl+C and its like go to the first process, which ends the run for all. Raises :class:`WorkbenchError` where a
    process died without a word; the run is then marked as failed.
    """
    with tempfile.TemporaryDirectory(prefix="workbench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        children: list[_Child] = []
        try:
            with _signals_to(children):
                children += [_start(rank, count, folder, arguments) for rank in range(count)]
                dead = _watch(children)
        finally:
            _end(children)
        if dead is None:
            return children[0].process.returncode
        raise _told(folder, dead, children[dead])


def _start(rank: int, count: int, folder: Path, arguments: Sequence[str]) -> _Child:
    command = engine_command()
    environment = {**_on_this_machine(), **command.environment}
    environment |= Membership(rank, count, rank, count, folder).environment()
    log = folder / f"process-{rank}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command.with_arguments(*arguments),
            stdin=subprocess.DEVNULL,
            stdout=None if rank == 0 else output,
            stderr=None if rank == 0 else output,
            env=environment,
            start_new_session=True,  # Ctrl+C reaches this process alone, which hands it on once
        )
    return _Child(process, log)


def _on_this_machine() -> dict[str, str]:
    """Has gloo talk over the loopback interface: a machine's name may lead to one that is down or guarded."""
    if sys.platform == "win32":
        return {}
    for name, addresses in psutil.net_if_addrs().items():
        if any(address.address == "127.0.0.1" for address in addresses):
            return {_INTERFACE: name}
    return {}


def _watch(children: Sequence[_Child]) -> int | None:
    """Wait for the end of all; returns the rank of the process that ended the run without a word, None for a run that
    ended by itself. After the first end the others have :data:`GRACE_SECONDS`."""
    until, first_to_fall = 0.0, None
    while any(child.code is None for child in children):
        ended = [rank for rank, child in enumerate(children) if child.code is not None]
        if ended and not until:
            until, first_to_fall = time.monotonic() + GRACE_SECONDS, _fallen(children, ended)
        if until and time.monotonic() > until:
            break
        time.sleep(_LOOK_SECONDS)
    if (code := children[0].code) is not None and code >= 0:
        return None  # the first process has said how it went
    return first_to_fall if first_to_fall is not None else _fallen(children, range(len(children)))


def _fallen(children: Sequence[_Child], ended: Sequence[int]) -> int:
    """The one of those that have ended which a signal ended, else the first of them."""
    killed = (rank for rank in ended if (children[rank].code or 0) < 0)
    return next(killed, ended[0])


def _end(children: Sequence[_Child]) -> None:
    for child in children:
        if child.code is None:
            child.process.kill()
            child.process.wait()


def _told(folder: Path, rank: int, child: _Child) -> WorkbenchError:
    """The error for a process that died without a word, told to the store too."""
    code = child.process.returncode
    values = {"number": rank + 1, "code": code, "last": _last_line(child.log)}
    if code < 0:
        message = mark("Process {number} of the run was ended from outside (signal {signal}).")
        values["signal"] = -code
    else:
        message = mark("Process {number} of the run has ended with code {code}. {last}")
    error = WorkbenchError(message, mark("Resume the run: it goes on from its last checkpoint."), **values)
    if (run_folder := announced_run(folder)) is not None:
        content = read_run_folder(run_folder)
        with Store.open(content.project) as store:
            fail_lost(store, content.run, error.text)
    return error


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def _signals_to(children: Sequence[_Child]) -> AbstractContextManager[None]:
    """Inside, signals to end are for the first process; where they come before there is one, they end this."""

    def hand_on(number: int) -> None:
        if not children:
            raise KeyboardInterrupt
        if children[0].code is None and os.name != "nt":  # Windows sends Ctrl+C to all of a console
            children[0].process.send_signal(number)

    return handling_stops(hand_on)
