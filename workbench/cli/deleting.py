"""What has users in the runs of a project is deleted only where that is asked for once more."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.store.records import Run
from workbench.store.store import Store

_MOST_NAMED = 10


def add_anyway(parser: argparse.ArgumentParser, when: str) -> None:
    """Add the option that deletes what runs use."""
    parser.add_argument("--anyway", action="store_true", help=f"also where {when}")


def require_unused(
    project: Project, users: Callable[[Store, str], Sequence[Run]], name: str, message: str, hint: str
) -> None:
    """Raise :class:`ArgumentError` with a template that has places for ``name`` and ``runs``, where there are any."""
    if not project.database.is_file():
        return
    with Store.open(project) as store:
        runs = [run.name for run in users(store, name)]
    if runs:
        more = f" … ({len(runs)})" if len(runs) > _MOST_NAMED else ""
        raise ArgumentError(message, hint, name=name, runs=", ".join(runs[:_MOST_NAMED]) + more)
