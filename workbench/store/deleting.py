"""Deleting runs for good."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.store.records import Run
from workbench.store.store import RunKey, Store


def purge(store: Store, keys: Sequence[RunKey]) -> None:
    """Delete runs for good, their folders too, and give the room in the database back to the disk.

    Raises :class:`WorkbenchError` at the first that is at work or whose folder cannot be deleted; that one and those
    after it stay. Clones of a deleted run keep its name and their changes; its tasks go
    with it, and before it.
    """
    try:
        for key in _with_tasks(store, keys):
            run = store.require_at_rest(key)
            with store.transaction():  # rows that cannot be deleted keep their folder, and the other way round
                store.forget(run)
                _delete_folder(run)
    finally:
        with suppress(WorkbenchError):  # else the next one gives it back
            store.give_room_back()


def _with_tasks(store: Store, keys: Sequence[RunKey]) -> list[int]:
    """Numbers of the runs, each after those of its tasks."""
    runs = map(store.run, keys)
    return list(dict.fromkeys(one.id for run in runs for one in (*store.tasks_of(run, deleted=True), run)))


def _delete_folder(run: Run) -> None:
    try:
        shutil.rmtree(run.folder)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise WorkbenchError(
            mark("The folder of the run {name} can't be deleted: {reason}."),
            mark("Close the programs that use its files, and try again."),
            name=run.name,
            reason=error.strerror or str(error),
        ) from None
