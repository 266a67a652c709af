"""What can be trained on here, asked of the engine program, as the window itself knows no torch."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.jobs.command import engine_command, no_window
from workbench.jobs.settings import load_settings

_SECONDS = 90.0  #: loading torch for the first time can take long


@dataclass(frozen=True)
class EngineDevice:
    """``name`` as a spec has it, with a number for one of several (``cuda:0``); ``title`` for a person."""

    name: str
    title: str

    @property
    def kind(self) -> str:
        """``cpu``, ``cuda`` or ``mps``."""
        return self.name.split(":")[0]


Devices = tuple[EngineDevice, ...]


def read_devices(project: Project) -> Devices:
    """The devices, the best first; takes seconds. Raises :class:`WorkbenchError` where the engine does not answer."""
    command = engine_command(load_settings(project))
    try:
        done = subprocess.run(
            command.with_arguments("devices", "--json"),
            env=command.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
            creationflags=no_window(),
        )
        entries = json.loads(done.stdout)
        return tuple(EngineDevice(str(entry["name"]), str(entry["title"])) for entry in entries)
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise WorkbenchError(
            mark("The engine {path} does not say which devices there are."), path=command.argv[0]
        ) from error
