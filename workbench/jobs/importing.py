"""Imports whose files are shared out among processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.jobs.calls import call_in_child
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.settings import ImportSettings

#: More processes than this wait for the disk.
_MOST_WORKERS = 8
#: Seconds in which a child that makes a part may end by itself: all that it leaves is removed anyway.
_PATIENCE = 0.25

T = TypeVar("T")


def usual_workers() -> int:
    """One process for each processor."""
    return max(1, min(_MOST_WORKERS, os.cpu_count() or 1))


def import_with_workers(
    project: Project,
    name: str,
    paths: Sequence[Path],
    settings: ImportSettings,
    workers: int,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Corpus:
    """:func:`workbench.text.corpus.import_corpus` in so many processes; the corpus is the same for any number."""
    return import_corpus(
        project,
        name,
        paths,
        settings,
        workers=workers,
        elsewhere=_call_for_a_part,
        progress=progress,
        cancelled=cancelled,
    )


def _call_for_a_part(function: Callable[..., T], /, *arguments: Any, progress: Report, cancelled: Cancelled) -> T:
    """The call in a child that may be ended at once."""
    return call_in_child(function, *arguments, progress=progress, cancelled=cancelled, patience=_PATIENCE)
