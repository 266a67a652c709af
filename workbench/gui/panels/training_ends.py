"""Runs that ended badly: the watcher says so, the user is told and offered what can be done."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panels.starting import lacked_device, use_processor
from workbench.gui.panels.training_notices import failure_notice, lost_notice, no_device_notice
from workbench.store.records import Run, Status


class BadEnds(QObject):
    """``relaunched`` carries a run that is to start again, now on the processor; ``engine_asked`` is for choosing the
    engine's Python."""

    relaunched = Signal(object)
    engine_asked = Signal()

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    @Slot(object)
    def offer_lost(self, runs: list[Run]) -> None:
        """Runs whose process is gone can be resumed."""
        for run in runs:
            saved = self._context.store.checkpoints(run)
            resume = lambda name=run.name: self._context.resume_run(name)
            self._context.notify(lost_notice(run, saved[-1].step if saved else 0, resume))

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
            self._context.notify(no_device_notice(run, lambda: self._train_on_processor(run), self.engine_asked.emit))
        else:
            self._context.notify(failure_notice(run))

    def _train_on_processor(self, run: Run) -> None:
        project = self._context.project
        self._context.draft.set("training.device", "cpu", tr("Train on the processor"))
        self._context.tasks.run(
            lambda report, cancelled: use_processor(project, run), lambda _done: self.relaunched.emit(run)
        )
