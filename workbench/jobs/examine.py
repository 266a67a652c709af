"""Whether an engine can do its work, looked at before its Python is kept in the settings."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench import __version__
from workbench.core.errors import ArgumentError
from workbench.core.texts import Text, mark
from workbench.core.versions import versions
from workbench.jobs.command import EngineCommand, engine_command, no_window
from workbench.jobs.devices import DeviceRow, devices_of
from workbench.jobs.settings import Settings

OLDEST_PYTHON = (3, 11)
_SECONDS = 120.0  #: the first import of torch from a slow disk takes long
_INTERPRETERS = ("bin/python", "Scripts/python.exe", "python.exe")

#: Read from its input by the Python in question, which may be of any version and have none of the packages.
_QUESTION = """
import json, sys
found = {"python": list(sys.version_info[:3])}
try:
    import torch, workbench.train.run
    found["torch"], found["workbench"] = str(torch.__version__), workbench.__version__
except Exception as error:
    found["missing"] = getattr(error, "name", None) if isinstance(error, ImportError) else None
    found["problem"] = "%s: %s" % (type(error).__name__, error)
print(json.dumps(found))
"""


@dataclass(frozen=True)
class EngineReport:
    """An engine in order: its program, the versions of its Python and torch, and its devices, the best first."""

    program: str
    python: str
    torch: str
    devices: tuple[DeviceRow, ...]


def examine_engine(settings: Settings) -> EngineReport:
    """Start the engine that the settings ask for, and say what it has; takes seconds, since it loads torch.

    Raises :class:`WorkbenchError` with what is wrong: no such program, no Python, too old a Python, a package or this
    program missing, another version of this program, or no answer about devices.
    """
    command = engine_command(settings)
    found = _ask_python(command) if settings.engine_python else _ask_program(command)
    if found["workbench"] != __version__:
        raise ArgumentError(
            mark("The engine {path} has version {version} of this program; the window has {own}."),
            mark("Install the same version there."),
            path=command.argv[0], version=found["workbench"], own=__version__,
        )  # fmt: skip
    return EngineReport(command.argv[0], found["python"], found["torch"], tuple(devices_of(command)))


def interpreter_at(text: str) -> str:
    """The Python that a person means: the program itself, that of an environment's folder, or a name on the path.

    What is not found is returned as it was typed, so that the error names it.
    """
    typed = text.strip()
    if not typed:
        return ""
    path = Path(typed).expanduser()
    if path.is_dir():
        return next((str(path / name) for name in _INTERPRETERS if (path / name).is_file()), str(path))
    if path.is_file() or path.name != typed:
        return str(path)
    return shutil.which(typed) or typed


def _ask_program(command: EngineCommand) -> dict[str, str]:
    """The built-in engine says its version; its packages are those of this process."""
    own = versions()
    said = _answer(command, command.with_arguments("--version")).strip()
    return {"python": own["python"], "torch": own.get("torch", ""), "workbench": said}


def _ask_python(command: EngineCommand) -> dict[str, str]:
    """Another Python says what it is and whether the engine's packages can be loaded there."""
    path = command.argv[0]
    answer = _answer(command, [path, "-"], _QUESTION).strip().splitlines()
    try:
        found: dict[str, Any] = json.loads(answer[-1])
        python = ".".join(map(str, found["python"]))
        old = tuple(found["python"][:2]) < OLDEST_PYTHON
    except (IndexError, ValueError, KeyError, TypeError):
        raise _no_start(path, Text(mark("it is no Python"))) from None
    if old:
        raise ArgumentError(
            mark("The Python {path} has version {version}; this program needs {oldest} or newer."),
            mark("Choose another, or leave the field empty."),
            path=path, version=python, oldest=".".join(map(str, OLDEST_PYTHON)),
        )  # fmt: skip
    if "problem" in found:
        raise _lacking(path, found.get("missing"), found["problem"])
    return {"python": python, "torch": found["torch"], "workbench": found["workbench"]}


def _answer(command: EngineCommand, argv: Sequence[str], question: str = "") -> str:
    """What a program prints that reads ``question``; raises :class:`ArgumentError` with its last word if it fails."""
    try:
        done = subprocess.run(
            argv,
            env=command.environment,
            input=question,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
            creationflags=no_window(),
        )
    except subprocess.TimeoutExpired:
        raise _no_start(argv[0], Text(mark("it has not answered in time"))) from None
    except OSError as error:
        raise _no_start(argv[0], error.strerror or str(error)) from None
    if done.returncode:
        last = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise _no_start(argv[0], last[-1])
    return done.stdout


def _no_start(path: str, reason: str | Text) -> ArgumentError:
    return ArgumentError(
        mark("The engine {path} does not start: {reason}."),
        mark("Choose a Python that has this program with its dependencies, or leave the field empty."),
        path=path, reason=reason if isinstance(reason, Text) else reason.rstrip("."),
    )  # fmt: skip


def _lacking(path: str, package: str | None, problem: str) -> ArgumentError:
    """A package that is not there, or one that is there and can't be loaded."""
    if package == "workbench":
        return ArgumentError(
            mark("This program is not installed in the Python {path}."),
            mark("In the program's source folder run: {path} -m pip install -e ."),
            path=path,
        )
    if package:
        return ArgumentError(
            mark("The Python {path} lacks the package {package}."),
            mark("Install it there: {path} -m pip install {package}"),
            path=path, package=package.partition(".")[0],
        )  # fmt: skip
    return ArgumentError(
        mark("The packages of the Python {path} can't be loaded: {reason}."),
        mark("Mend that Python, choose another, or leave the field empty."),
        path=path, reason=problem.rstrip("."),
    )  # fmt: skip
