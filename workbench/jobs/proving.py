"""A run's steps repeated by the engine, in a process of its own, for the window."""

from __future__ import annotations

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.jobs.asking import ask_engine
from workbench.store.proof import Proof
from workbench.store.records import Run
from workbench.store.store import Store


def prove_in_child(project: Project, run: Run, *, progress: Report, cancelled: Cancelled) -> Proof:
    """:func:`workbench.train.proving.prove_run` in a child; raises as :func:`ask_engine`."""
    ask_engine(project, "prove", str(run.id), progress=progress, cancelled=cancelled)
    with Store.open(project) as store:
        proof = store.run(run.id).proof
    assert proof is not None, "the child keeps its verdict before it tells it"
    return proof
