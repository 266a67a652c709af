"""Settings of a project that are no part of an experiment: which Python runs the engine, and in how many processes."""

from __future__ import annotations

import json
from pathlib import Path

from workbench.core.config import Config, option
from workbench.core.errors import WorkbenchError
from workbench.core.files import write_whole
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.spec.validation import validate

MOST_PROCESSES = 64


class Settings(Config):
    """What ``settings.json`` of the project holds."""

    engine_python: str = option(
        "",
        label=mark("Python of the engine"),
        help=mark("Another Python with this program and another torch in it, for a GPU; empty for the built-in one."),
    )
    processes: int = option(
        1,
        label=mark("Processes of a run"),
        help=mark("How many processes of this machine share a run that is started or resumed from the window."),
        ge=1,
        le=MOST_PROCESSES,
    )


def settings_file(project: Project) -> Path:
    """Where the settings of a project lie."""
    return project.root / "settings.json"


def load_settings(project: Project) -> Settings:
    """The project's settings, the defaults if it has none; raises :class:`WorkbenchError` for a damaged file."""
    path = settings_file(project)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError):
        raise WorkbenchError(
            mark("The settings file {file} can't be read."), mark("Mend it, or delete it."), file=str(path)
        ) from None
    return validate(Settings, data)


def save_settings(project: Project, settings: Settings) -> None:
    """Write the project's settings, complete or not at all; raises :class:`WorkbenchError` where that can't be done."""
    project.require_writable()
    write_whole(settings_file(project), settings.model_dump_json(indent=2) + "\n", parents=True)
