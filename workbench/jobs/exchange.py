"""Checkpoint folders of transformers read and written by the engine, in a process of its own, for the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.jobs.asking import ask_engine
from workbench.store.load_report import LoadReport, report_of
from workbench.store.records import Run


def check_in_child(project: Project, folder: Path, *, progress: Report, cancelled: Cancelled) -> LoadReport:
    """What loading a folder would come to; raises as :func:`ask_engine`."""
    answer = ask_engine(project, "load", str(folder), "--check", progress=progress, cancelled=cancelled)
    return report_of(answer["report"])


def load_in_child(
    project: Project, folder: Path, name: str, *, accept_missing: bool, progress: Report, cancelled: Cancelled
) -> int:
    """Load a folder as a run of a name; returns the run's number. Raises as :func:`ask_engine`."""
    consent = ["--accept-missing"] if accept_missing else []
    asked = ["load", str(folder), f"--name={name}", *consent]
    return int(ask_engine(project, *asked, progress=progress, cancelled=cancelled)["number"])


def export_in_child(
    project: Project, run: Run, step: int, folder: Path, *, progress: Report, cancelled: Cancelled
) -> dict[str, Any]:
    """Write a run's checkpoint of a step into a new folder; returns what the command says of it. Raises as
    :func:`ask_engine`."""
    asked = ["export", str(run.id), str(folder), "--checkpoint", str(step)]
    return ask_engine(project, *asked, progress=progress, cancelled=cancelled)
