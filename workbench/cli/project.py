"""Which project a command works in."""

from __future__ import annotations

import argparse

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project, default_project
from workbench.core.texts import mark


def project_of(arguments: argparse.Namespace) -> Project:
    """The project that ``--project`` says, or the user's own; raises :class:`ArgumentError` where a file lies there."""
    project = Project(arguments.project or default_project())
    if project.root.exists() and not project.root.is_dir():
        raise ArgumentError(
            mark("{folder} is a file, not a project folder."),
            mark("Give a folder with --project; a new one is made where there is none."),
            folder=str(project.root),
        )
    return project


def project_with_runs(arguments: argparse.Namespace) -> Project:
    """The project of a command that works on runs: opening the store of a folder named wrongly would make a new one."""
    project = project_of(arguments)
    if not project.root.is_dir():
        raise ArgumentError(
            mark("There is no project in {folder}."), mark("Give its folder with --project."), folder=str(project.root)
        )
    return project
