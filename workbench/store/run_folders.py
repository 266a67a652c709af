"""The folders below a project's ``runs``, and what keeps one of them from being that of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.store.checkpoints import CHECKPOINTS
from workbench.store.folder import RunFolder, SettingsError, place_of, read_run_folder

_PARTS = ("spec.toml", "run.json", CHECKPOINTS)  #: by any of these the folder of a run is known, whatever its name is


@dataclass(frozen=True)
class UnusableFolder:
    """A folder that cannot be read as that of the run whose number is its name; ``problem`` says why."""

    folder: Path
    problem: WorkbenchError


def run_folders(project: Project) -> list[Path]:
    """Folders named by a number or holding anything of a run, by name; others are somebody's own."""
    return [path for path in sorted(project.runs.glob("*")) if path.is_dir() and _is_of_run(path)]


def _is_of_run(folder: Path) -> bool:
    return folder.name.isdecimal() or any((folder / part).exists() for part in _PARTS)


def read_folder(project: Project, folder: Path) -> RunFolder | UnusableFolder:
    """What one of :func:`run_folders` says, or what is wrong with it; nothing is changed."""
    try:
        return _require_run(project, folder)
    except WorkbenchError as problem:
        return UnusableFolder(folder, problem)


def shown_place(project: Project, folder: Path) -> str:
    """A folder of a project as people are told of it."""
    return readable(folder.relative_to(project.root).as_posix())


def _require_run(project: Project, folder: Path) -> RunFolder:
    shown = shown_place(project, folder)
    try:
        content = read_run_folder(folder)
    except SettingsError as error:
        raise SettingsError(shown, error.problem) from None
    except WorkbenchError:
        raise _without_places(folder, shown) from None
    if folder.name != place_of(project, content.run).name:
        raise WorkbenchError(
            mark("{folder} is not named as the run in it, which is {name}."),
            mark("If it is a copy, keep it elsewhere; else give it that name."),
            folder=shown,
            name=place_of(project, content.run).name,
        )
    return content


def _without_places(folder: Path, shown: str) -> WorkbenchError:
    """The error for a folder whose ``run.json`` cannot be read."""
    try:
        empty = not any(folder.iterdir())
    except OSError as error:
        reason = error.strerror or str(error)
        return WorkbenchError(
            mark("{folder} can't be read: {reason}."),
            mark("See that you have the rights to it."),
            folder=shown,
            reason=reason,
        )
    if empty:
        return WorkbenchError(
            mark("{folder} is empty."), mark("Put its files back from a copy, or delete it."), folder=shown
        )
    return WorkbenchError(
        mark("{folder} has no run.json that can be read."), mark("Put the file back from a copy."), folder=shown
    )
