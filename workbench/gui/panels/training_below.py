"""Below the curves: what the run has said, its probe sentences, and the queue."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panel import Command
from workbench.gui.panels.run_details import RunDetails
from workbench.gui.panels.starting import create_run
from workbench.gui.panels.training_end_message import EndMessages
from workbench.gui.panels.training_log import EventLog
from workbench.gui.panels.training_probe_editor import open_probe_editor
from workbench.gui.panels.training_probes import ProbePane
from workbench.gui.panels.training_queue import QueuePane
from workbench.gui.panels.training_sweep import SweepDialog
from workbench.gui.theme import GRID
from workbench.store.records import Run


class TrainingBelow(QTabWidget):
    """``made`` says that there are new runs."""

    made = Signal()

    def __init__(self, context: Context, chosen: Callable[[], Sequence[int]], parent: QWidget | None = None) -> None:
        """``chosen`` gives the runs that are selected beside the curves."""
        super().__init__(parent, documentMode=True)
        self._context = context
        self.log = EventLog(self)
        self.probes = ProbePane(self)
        self.queue = QueuePane(context, chosen, self)
        self.messages = EndMessages(context, self)
        self.addTab(self.log, tr("Messages"))
        self.addTab(self.probes, tr("Probe sentences"))
        self.addTab(self.queue, tr("Queue"))
        self.setCornerWidget(self.messages.box, Qt.Corner.TopRightCorner)
        self.setMinimumHeight(14 * GRID)
        self.probes.edit_asked.connect(self.edit_probes)
        self.queue.draft_asked.connect(self.add_draft)
        self.queue.sweep_asked.connect(self.open_sweep)

    def show_details(self, details: RunDetails) -> None:
        """Show what a run has said and predicted."""
        self.log.show_events(details.run, details.events)
        self.probes.show_probes(details.probes)

    @Slot()
    def edit_probes(self) -> None:
        """Write the sentences of the next run."""
        open_probe_editor(self._context, self)

    @Slot()
    def add_draft(self) -> None:
        """Make a run of the experiment, and let it wait."""
        project, spec = self._context.project, self._context.draft.spec
        self._context.tasks.run(lambda report, cancelled: create_run(project, spec), self._take_run)

    @Slot(object)
    def _take_run(self, run: Run) -> None:
        self.made.emit()
        self.queue.add([run.id])

    @Slot()
    def open_sweep(self) -> None:
        """Show the form of a sweep over the window."""
        dialog = SweepDialog(self._context, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.made.connect(self._take_sweep)
        dialog.open()

    @Slot(object, bool)
    def _take_sweep(self, made: list[Run], at_once: bool) -> None:
        """Show the queue with its runs; making them can be undone."""
        self.queue.keep_making(tr("Sweep {name}", name=made[0].sweep), [run.id for run in made])
        self.made.emit()
        self.setCurrentWidget(self.queue)
        if at_once:
            self.queue.set_going(True)
        else:
            self.queue.refresh()

    def commands(self) -> Sequence[Command]:
        """What the palette offers of it."""
        return (
            Command(tr("Sweep…"), self.open_sweep),
            Command(tr("Probe sentences…"), self.edit_probes),
            Command(tr("Show the queue"), lambda: self.setCurrentWidget(self.queue)),
        )
