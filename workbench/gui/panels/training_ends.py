"""Runs that ended badly: the watcher says so, the user is told and offered what can be done."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice, NoticeArea
from workbench.gui.panels.starting import lacked_device, use_processor
from workbench.gui.panels.training_notices import failure_notice, lost_notice, no_device_notice
from workbench.store.checkpoints import Newest, newest_whole
from workbench.store.records import Run, Status


class BadEnds(QObject):
    """``relaunched`` carries a run that is to start again, now on the processor; ``engine_asked`` is for choosing the
    engine's Python."""

    relaunched = Signal(object)
    engine_asked = Signal()

    def __init__(self, context: Context, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page
        self._told: dict[int, Notice] = {}  # the newest notice about a run

    @Slot(object)
    def offer_lost(self, runs: list[Run]) -> None:
        """Runs whose process is gone can be resumed; from where, their checkpoints are read for."""
        for run in runs:
            work = lambda report, cancelled, run=run: (run, newest_whole(run.folder))
            self._context.tasks.run(work, self._offer)

    @Slot(object)
    def _offer(self, found: tuple[Run, Newest]) -> None:
        run, newest = found
        if self._ended_badly(run.id):  # nobody has resumed it meanwhile
            self._tell(run, lost_notice(run, newest, lambda: self._context.resume_run(run.name)))

    @Slot(int, int)
    def take_end(self, number: int, exit_code: int) -> None:
        """A run that failed says why; one whose device is not there asks."""
        try:
            run = self._context.store.run(number)
        except WorkbenchError:  # deleted meanwhile
            return
        if run.status is not Status.FAILED:
            return
        if lacked_device(run, exit_code):
            self._tell(run, no_device_notice(run, lambda: self._train_on_processor(run), self.engine_asked.emit))
        else:
            self._tell(run, failure_notice(run))

    def _tell(self, run: Run, notice: Notice) -> None:
        self._told[run.id] = notice
        self._context.notify(notice)

    def take_back(self, changed: Iterable[int]) -> None:
        """Close the notices about those of the changed runs that are at work again, complete or gone."""
        for number in [number for number in changed if number in self._told]:
            if not self._ended_badly(number):
                self._close(self._told.pop(number))

    def _ended_badly(self, number: int) -> bool:
        try:
            run = self._context.store.run(number)
        except WorkbenchError:  # deleted for good
            return False
        return run.deleted is None and run.status in (Status.FAILED, Status.LOST)

    def _close(self, notice: Notice) -> None:
        """Close the line of a notice in the window around the page, where it is still on show."""
        for area in self._page.window().findChildren(NoticeArea):
            for line in area.lines():
                if line.notice.text == notice.text:  # of equal ones the first is on show
                    line.go()

    def _train_on_processor(self, run: Run) -> None:
        project = self._context.project
        self._context.draft.set("training.device", "cpu", tr("Train on the processor"))
        self._context.tasks.run(
            lambda report, cancelled: use_processor(project, run),
            lambda _done: self.relaunched.emit(run),
            owner=self,
        )
