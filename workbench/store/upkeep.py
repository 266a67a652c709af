"""Beside a run at work: what waits is written, and what is written reaches the disk, while a step lasts for minutes.

A step is gathered for a few seconds (:mod:`workbench.train.meter`), waits here for one beat at most, and for another
until it is on the disk: a killed engine, and a machine without power, lose less than the last 5 seconds.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.store.recorder import Recorder
from workbench.store.store import Store

BEAT_SECONDS = 1.0


@contextmanager
def kept_up(recorder: Recorder, project: Project, seconds: float = BEAT_SECONDS) -> Iterator[None]:
    """Inside, a thread with a connection of its own looks after the recorder's events every so many seconds."""
    ended = threading.Event()
    thread = threading.Thread(target=_keep_up, args=(recorder, project, seconds, ended), name="upkeep", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _keep_up(recorder: Recorder, project: Project, seconds: float, ended: threading.Event) -> None:
    while not ended.wait(seconds):
        with suppress(WorkbenchError), Store.open(project) as store:  # held by another program: it is opened again
            _beat(recorder, store)
            while not ended.wait(seconds):
                _beat(recorder, store)


def _beat(recorder: Recorder, store: Store) -> None:
    recorder.flush(store)
    with suppress(WorkbenchError):  # the next beat tries again
        store.bring_to_disk()
