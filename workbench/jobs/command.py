"""How the engine is called: from source, from the packaged program, or with another Python of the user's choice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import program_root
from workbench.core.texts import mark
from workbench.jobs.settings import Settings

ENGINE_NAME = "workbench-engine"
_LIBRARIES = "LD_LIBRARY_PATH"


@dataclass(frozen=True)
class EngineCommand:
    """``argv`` to which a sub-command is added, and the ``environment`` to start it in."""

    argv: tuple[str, ...]
    environment: dict[str, str]

    def with_arguments(self, *arguments: str) -> list[str]:
        """The whole command line."""
        return [*self.argv, *arguments]


def program_argv() -> list[str]:
    """The beginning of a command line that runs this very program in a terminal, whatever the settings say."""
    return list(engine_command().argv)


def engine_command(settings: Settings | None = None) -> EngineCommand:
    """The engine that the settings ask for, else the program's own."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    chosen = settings.engine_python if settings else ""
    if chosen:
        if not Path(chosen).is_file():
            raise ArgumentError(
                mark("The Python chosen for the engine, {path}, is not there."),
                mark("Choose another in the settings, or leave the field empty."),
                path=chosen,
            )
        return EngineCommand(
            (chosen, "-m", "workbench"), _outside(environment) if _frozen() else _with_source(environment)
        )
    if _frozen():
        return EngineCommand((str(_packaged_engine()),), environment)
    return EngineCommand((sys.executable, "-m", "workbench"), _with_source(environment))


def open_window(folder: Path) -> None:
    """Open a project in a window of its own, which outlives this one; raises :class:`WorkbenchError` where it does not
    start."""
    own = [sys.executable] if _frozen() else [sys.executable, "-m", "workbench"]
    environment = dict(os.environ) if _frozen() else _with_source(dict(os.environ))
    try:
        subprocess.Popen(
            [*own, "--project", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise WorkbenchError(
            mark("The window does not start: {reason}"), reason=error.strerror or str(error)
        ) from error


def no_window() -> int:
    """Creation flags that keep Windows from opening a console for the child."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0


def start_answering(argv: Sequence[str], environment: Mapping[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a child that is asked over its standard input and answers over its standard output; what it complains of
    goes to ``log``. Ctrl+C of a terminal does not reach it."""
    return subprocess.Popen(
        argv,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        env=environment,
        start_new_session=True,
        creationflags=no_window(),
    )


def _frozen() -> bool:
    return bool(getattr(sys, "frozen", False))


def _packaged_engine() -> Path:
    """The console program beside the packaged window, or the program itself where it stands alone."""
    own = Path(sys.executable)
    beside = own.with_name(ENGINE_NAME + own.suffix)
    return beside if beside.is_file() else own


def _outside(environment: dict[str, str]) -> dict[str, str]:
    """The environment without the packaged program's own libraries, which another Python must not load.

    The packager's start-up puts their folder into ``LD_LIBRARY_PATH`` and keeps the user's own value beside it.
    """
    outside = {name: value for name, value in environment.items() if name != _LIBRARIES}
    own = outside.pop(f"{_LIBRARIES}_ORIG", None)
    return outside if own is None else {**outside, _LIBRARIES: own}


def _with_source(environment: dict[str, str]) -> dict[str, str]:
    """An environment in which the program is found from any working directory."""
    paths: Sequence[str] = (str(program_root()), environment.get("PYTHONPATH", ""))
    return {**environment, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
