"""Replay of a stored run: its spec and folders, and what it was made of."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.spec.replay import SAME_NEEDED, Ingredients, Replay
from workbench.store.folder import read_run_folder, session_data
from workbench.store.records import Run


def replay_run(run: Run, *, progress: Report = silent, cancelled: Cancelled = never) -> Replay:
    """The replay of a run, in the trash or not; raises :class:`WorkbenchError` where its batches cannot be made again
    exactly: its folder, corpus, vocabulary or a list is gone or changed, or another version of the program made it."""
    content = read_run_folder(run.folder)
    _require(content.corpus, mark("The corpus “{name}” of the run is no longer there."))
    _require(content.vocabulary, mark("The vocabulary “{name}” of the run is no longer there."))
    spec = content.spec.model_copy(update={"corpus": str(content.corpus), "vocabulary": str(content.vocabulary)})
    made_of = Ingredients(
        corpus=run.corpus_fingerprint,
        vocabulary=run.vocabulary_fingerprint,
        version=run.versions.get("workbench", ""),
        data=session_data(run.folder),
    )
    return Replay(content.project, spec, made_of=made_of, progress=progress, cancelled=cancelled)


def _require(folder: Path, missing: str) -> None:
    """Raise the marked sentence ``missing`` where a folder is gone."""
    if not folder.exists():
        raise WorkbenchError(missing, SAME_NEEDED, name=folder.name)
