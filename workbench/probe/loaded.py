"""The checkpoints that a server has in memory."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.probe.fields import Request
from workbench.probe.subject import Subject, load_subject
from workbench.probe.units import UnitFinder

MOST = 2  #: two can be compared without loading either again


class LoadedSubjects:
    """Loads what a request is about, and keeps the last :data:`MOST`."""

    def __init__(self, run_folder: Path) -> None:
        self._folder = run_folder
        self._loaded: dict[tuple[Path, int], Subject] = {}  # the one that was asked for last stands last
        self._finders: dict[Path, UnitFinder] = {}

    def folder(self, request: Request) -> Path:
        """The run that a request is about."""
        named = request.get("run")
        if not isinstance(named, str | None):
            raise ArgumentError(mark("“{name}” must be a path."), name="run")
        return self._folder if named is None else Path(named)

    def take(self, request: Request) -> Subject:
        """The checkpoint that a request is about, reading with its task id; without one the last of its run, else the
        newest."""
        task = request.get("task_id", 0)
        if not isinstance(task, int):
            raise ArgumentError(mark("“{name}” must be a whole number."), name="task_id")
        return self._loaded_one(request).reading_as(task)

    def _loaded_one(self, request: Request) -> Subject:
        wanted = request.get("checkpoint")
        if not isinstance(wanted, int | None):
            raise ArgumentError(mark("“checkpoint” must be the step of a checkpoint."))
        folder = self.folder(request)
        known = [step for run, step in self._loaded if run == folder]
        if wanted is None and known:
            wanted = known[-1]
        subject = self._loaded.pop((folder, wanted), None) if wanted is not None else None
        if subject is None:
            while len(self._loaded) >= MOST:  # before the next is loaded, so that never more are in memory
                del self._loaded[next(iter(self._loaded))]
            subject = load_subject(folder, wanted)
        self._loaded[folder, subject.step] = subject
        return subject

    def forget(self, request: Request) -> None:
        """Load all checkpoints of a run afresh when they are asked for."""
        folder = self.folder(request)
        self._loaded = {key: subject for key, subject in self._loaded.items() if key[0] != folder}
        self._finders.pop(folder, None)

    def finder(self, request: Request) -> UnitFinder:
        """Who finds words and the like in sentences for a run; those of runs that are not loaded any more go."""
        folder = self.folder(request)
        if folder not in self._finders:
            runs = {run for run, _ in self._loaded}
            self._finders = {run: finder for run, finder in self._finders.items() if run in runs}
            self._finders[folder] = UnitFinder(self.take(request))
        return self._finders[folder]
