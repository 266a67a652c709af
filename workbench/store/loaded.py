"""A run that stands for weights which were loaded: one checkpoint, of step 0, and the report of loading."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.events import CheckpointSaved, Outcome, RunEnded
from workbench.core.texts import Text, mark
from workbench.core.versions import versions
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import CHECKPOINTS, MODEL, PREFIX, STATE, file_fingerprint, state_text
from workbench.store.load_report import LoadReport, report_words, write_report
from workbench.store.records import Run, RunKind
from workbench.store.store import Store
from workbench.text.unfinished import remove_abandoned
from workbench.text.vocabulary import Vocabulary, save_vocabulary

_VERSION = 1
_PARTIAL = ".loading-"
_FIRST = f"{PREFIX}{0:08d}"


def add_loaded_run(
    store: Store,
    spec: RunSpec,
    vocabulary: Vocabulary,
    report: LoadReport,
    write_weights: Callable[[Path], None],
    *,
    new_vocabulary: bool = False,
) -> Run:
    """A run of kind ``loaded`` under the spec's name, which is done; ``write_weights`` writes its file of weights. A
    ``new_vocabulary`` is saved with it.

    All of it is there afterwards, or nothing. Raises :class:`ArgumentError` where the name is taken, and
    :class:`WorkbenchError` where it cannot be written.
    """
    store.check_free_name(spec.name)
    project = store.project
    remove_abandoned(project.runs, _PARTIAL)
    with _all_or_nothing(project.runs / f"{_PARTIAL}{os.getpid()}") as (partial, made):
        _write_checkpoint(partial, write_weights)
        if new_vocabulary:
            made.append(save_vocabulary(project, vocabulary))
        with store.transaction():
            run = store.create_run(
                spec, vocabulary_fingerprint=vocabulary.fingerprint, versions=versions(), kind=RunKind.LOADED
            )
            made.append(run.folder)
            write_report(run.folder, report)
            (run.folder / CHECKPOINTS).mkdir()
            partial.rename(run.folder / CHECKPOINTS / _FIRST)
            _end(store, run, report)
    return store.run(run.id)


@contextmanager
def _all_or_nothing(partial: Path) -> Iterator[tuple[Path, list[Path]]]:
    """A new folder to write into, which is gone afterwards, and a list for folders that are to go after an error; one
    of the system's is said for people."""
    made: list[Path] = []
    try:
        partial.mkdir(parents=True)
        yield partial, made
    except BaseException as error:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise WorkbenchError(
                mark("The loaded weights cannot be written: {reason}."),
                mark("Check the space and the rights of the project folder."),
                reason=error.strerror or str(error),
            ) from error
        raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _write_checkpoint(folder: Path, write_weights: Callable[[Path], None]) -> None:
    """Weights alone: nobody goes on from them, but others can start with them."""
    write_weights(folder / MODEL)
    state = {"version": _VERSION, "step": 0, "tokens": 0, "evaluation_loss": None}
    files = {MODEL: file_fingerprint(folder / MODEL)}
    (folder / STATE).write_text(state_text({**state, "files": files}), encoding="utf-8")


def _end(store: Store, run: Run, report: LoadReport) -> None:
    """Say that it is done, and of what."""
    now, path = time.time(), run.folder / CHECKPOINTS / _FIRST
    words = Text(mark("Loaded from {folder}: {counts}."), {"folder": report.folder, "counts": report_words(report)})
    store.record(
        run,
        [
            CheckpointSaved(run=run.name, step=0, time=now, path=str(path)),
            RunEnded(run=run.name, step=0, time=now, outcome=Outcome.DONE, words=words),
        ],
    )
    store.update(run, total_steps=0)
