"""Which devices the engine can train on, asked of the engine itself: only it has torch, and perhaps another torch."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.jobs.command import EngineCommand, engine_command, no_window
from workbench.jobs.settings import load_settings

_ANSWER_SECONDS = 120.0


@dataclass(frozen=True)
class DeviceRow:
    """A device: its ``name`` (``cpu``, ``cuda:0``, ``mps``), what it is, and its memory in bytes."""

    name: str
    title: str
    memory_bytes: int

    @property
    def kind(self) -> str:
        """``cpu``, ``cuda`` or ``mps``: the name without the number of one of several."""
        return self.name.split(":")[0]


def engine_devices(project: Project) -> list[DeviceRow]:
    """The devices that the project's engine sees, the best first.

    Takes seconds, since the engine loads torch; raises :class:`WorkbenchError` if the engine does not answer.
    """
    return devices_of(engine_command(load_settings(project)))


def devices_of(command: EngineCommand) -> list[DeviceRow]:
    """The devices that an engine sees; see :func:`engine_devices`."""
    try:
        done = subprocess.run(
            command.with_arguments("devices", "--json"),
            env=command.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ANSWER_SECONDS,
            check=False,
            creationflags=no_window(),
        )
        return [DeviceRow(**row) for row in json.loads(done.stdout)]
    except (OSError, subprocess.TimeoutExpired, ValueError, TypeError) as error:
        raise WorkbenchError(
            mark("The engine does not say which devices there are."),
            mark("Look at the Python of the engine in the settings."),
        ) from error
