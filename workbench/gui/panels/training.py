"""The training page: start with a check list, watch, pause, save, stop, resume; it owns the thread that supervises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.engine_dialog import open_engine_dialog
from workbench.gui.i18n import render, tr
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.panel import Command as PaletteCommand
from workbench.gui.panel import EmptyPage, Panel, PanelState
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.check_line import ENGINE, Check
from workbench.gui.panels.curve_board import CurveBoard
from workbench.gui.panels.curve_book import CurveBook
from workbench.gui.panels.registry import icon_of
from workbench.gui.panels.run_details import RunDetails, read_details
from workbench.gui.panels.running_work import Supervised
from workbench.gui.panels.training_below import TrainingBelow
from workbench.gui.panels.training_checklist import CheckList
from workbench.gui.panels.training_controls import (
    CHECKPOINT_KEY,
    PAUSE_KEY,
    STOP_KEY,
    STOP_NOW_KEY,
    ChosenRun,
    RunControls,
)
from workbench.gui.panels.training_ends import BadEnds
from workbench.gui.panels.training_processes import ProcessesField
from workbench.gui.panels.training_runs import RecentRuns
from workbench.gui.panels.training_start import StartFlow
from workbench.gui.panels.training_wishes import Wishes
from workbench.gui.run_words import short_progress
from workbench.gui.tables.recent_runs import shown_first
from workbench.gui.tasks import error_notice, unexpected_notice
from workbench.gui.theme import GRID
from workbench.gui.watcher import Watcher
from workbench.store.records import Changes as StoreChanges
from workbench.store.records import Command, Run, Status
from workbench.store.resuming import own_settings

MOST_RECENT = 50
DETAILS_MILLISECONDS = 1000


class _Pages(QStackedWidget):
    """Wants no more height than it needs, so that the check list takes it from the curves, and the page is not
    scrolled."""

    def sizeHint(self) -> QSize:
        """The least size."""
        return self.minimumSizeHint()


class TrainingPanel(Panel):
    """Recent runs at the left, curves and log at the right, buttons and check list above."""

    NAME: ClassVar[str] = "training"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._wishes = Wishes()
        self._details: RunDetails | None = None
        self.watcher = Watcher(context.project, self)
        self.work = Supervised(context, self.watcher, self)
        self.ends = BadEnds(context, self)
        self.controls = RunControls(self)
        self.check_list = CheckList(self)
        self.processes = ProcessesField(context, self.check_list)
        self.check_list.add_setting(self.processes)
        self.start = StartFlow(context, self.check_list, self.controls.start_button, self)
        self.list = RecentRuns(self)
        self.board = CurveBoard("training-curves", self, settings=context.settings)
        self.book = CurveBook(context, self, lambda: self.board.needs)
        self.below = TrainingBelow(context, lambda: self.list.selected, self)
        self._details_timer = QTimer(self, interval=DETAILS_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()
        context.runs = self.work
        self._read_runs()
        if (run := shown_first(self.list.runs_model.runs)) is not None:
            self.list.select(run.id)
        self.watcher.start()

    # Building

    def _arrange(self) -> None:
        empty = EmptyPage(
            icon_of(self.NAME),
            tr("Nothing has been trained yet"),
            tr("Choose corpus, masks and model on the pages before, then start. A list shows what is still missing."),
            ((tr("Start training…"), self.begin_start),),
            self,
        )
        self._pages = _Pages(self)
        self._pages.addWidget(empty)
        self._pages.addWidget(self._make_full())
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        for widget in (self.controls, self.check_list):
            column.addWidget(widget)
        column.addWidget(self._pages, 1)
        self.controls.add_shortcuts(self)

    def _make_full(self) -> QWidget:
        right = make_splitter("training-log", Qt.Orientation.Vertical, (self.board, self.below), (480, 130))
        self.list.setMinimumWidth(18 * GRID)
        return make_splitter("training-runs", Qt.Orientation.Horizontal, (self.list, right), (200, 900))

    def _connect(self) -> None:
        self.watcher.changed.connect(self._take_changes)
        self.watcher.lost.connect(self.ends.offer_lost)
        self.watcher.failed.connect(self._take_failure)
        self.watcher.faulted.connect(self._take_fault)
        self.watcher.started_run.connect(self._take_started)
        self.watcher.engine_ended.connect(self.ends.take_end)
        self.watcher.engine_ended.connect(self.below.messages.take_end)
        self.watcher.queue_ended.connect(self.below.queue.refresh)
        self.below.made.connect(self._read_runs)
        self.ends.relaunched.connect(self._launch)
        self.ends.engine_asked.connect(self._choose_engine)
        self.book.changed.connect(self._show_curves)
        self.board.needed.connect(self.book.read_needed)
        self.list.chosen.connect(self._choose)
        self.controls.start_asked.connect(self.begin_start)
        self.controls.resume_asked.connect(self.resume_current)
        self.controls.commanded.connect(self._command)
        self.start.created.connect(self._take_run)
        self.processes.changed.connect(self.start.recheck)
        self.check_list.fix_asked.connect(self._mend)
        self.check_list.closed.connect(self.setFocus)
        self._details_timer.timeout.connect(self._read_details)
        self.context.start_requested.connect(self.begin_start)
        self.context.resume_requested.connect(self.resume)

    @Slot(object)
    def _mend(self, check: Check) -> None:
        """Go where a line of the check list is mended."""
        if check.page == ENGINE:
            self._choose_engine()
        elif check.path:
            self.context.open_setting(check.page, check.path)
        else:
            self.context.open_page(check.page)

    @Slot()
    def _choose_engine(self) -> None:
        open_engine_dialog(self.context, self)

    # Runs

    @property
    def current(self) -> Run | None:
        """The run that the buttons act on."""
        selected = self.list.selected
        row = self.list.runs_model.row_of(selected[0]) if selected else -1
        return self.list.runs_model.runs[row] if row >= 0 else None

    def _read_runs(self) -> None:
        self.list.show_runs(self.context.store.runs(most=MOST_RECENT))
        self._show_current()

    def _read_changed(self, changed: frozenset[int]) -> None:
        """Read the rows that changed; all of them where one came, vanished or went to the trash."""
        runs = list(self.list.runs_model.runs)
        places = {run.id: place for place, run in enumerate(runs)}
        try:
            for number in changed & places.keys():
                runs[places[number]] = self.context.store.run(number)
                self.book.renew(runs[places[number]])
        except WorkbenchError:  # gone for good
            self._read_runs()
            return
        if not changed <= places.keys() or any(run.deleted is not None for run in runs):
            self._read_runs()
        else:
            self.list.show_runs(runs)
            self._show_current()

    @Slot(object)
    def _choose(self, runs: list[int]) -> None:
        self.book.want(runs)
        self._details = None
        self.board.show_events(())
        self._show_current()
        self._read_details()

    def _show_current(self) -> None:
        run = self.current
        self._pages.setCurrentIndex(int(bool(self.list.runs_model.runs)))
        if run is None:
            self.controls.show_run(None)
        else:
            details = self._details if self._details and self._details.run == run.id else None
            self._wishes.settle(run, details.saved_at if details else 0.0)
            newest = details.newest if details else None
            self.controls.show_run(ChosenRun(run, newest, frozenset(self._wishes.of(run.id))))
        self._tell()

    def _tell(self) -> None:
        runs = self.list.runs_model.runs
        at_work = next((run for run in runs if run.active), None)
        newest = runs[0] if runs else None
        if at_work is not None:
            self.set_state(PanelState.RUNNING, f"▶ {at_work.name} {short_progress(at_work)}")
        elif newest is None:
            self.set_state(PanelState.EMPTY, tr("No run yet"))
        else:
            bad = newest.status in (Status.FAILED, Status.LOST)
            words = f"{newest.name}: {short_progress(newest)}"
            self.set_state(PanelState.PROBLEM if bad else PanelState.READY, words)

    # Details of the current run: events and checkpoints

    @Slot()
    def _read_details(self) -> None:
        run = self.current
        if run is None or not self.isVisible():
            return
        project, number = self.context.project, run.id
        self.context.tasks.run(lambda report, cancelled: read_details(project, number), self._take_details)

    @Slot(object)
    def _take_details(self, details: RunDetails) -> None:
        run = self.current
        if run is None or details.run != run.id:
            return
        self._details = details
        self.below.show_details(details)
        self.board.show_events(details.flags)
        self._show_current()

    @Slot()
    def _show_curves(self) -> None:
        self.board.show_runs(self.book.shown, reading=self.book.reading)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what is read for a visible page only."""
        super().showEvent(event)
        self._read_details()

    # News from the watcher

    @Slot(object)
    def _take_changes(self, changes: StoreChanges) -> None:
        self.book.take(changes)
        self._read_changed(changes.runs)
        self.ends.take_back(changes.runs)
        if changes.runs:
            self.below.queue.refresh()
        names = {run.id: run.name for run in self.list.runs_model.runs}
        for number in changes.runs | changes.points.keys():
            tables = ("runs", "metrics") if number in changes.points else ("runs",)
            self.context.announce(Changes.of(*tables, run=names.get(number, "")))
        run = self.current
        if run is not None and run.id in changes.runs and not self._details_timer.isActive():
            self._details_timer.start()

    @Slot(object)
    def _take_failure(self, error: WorkbenchError) -> None:
        self._wishes.clear()
        self.context.notify(error_notice(error))
        self._show_current()

    @Slot(object)
    def _take_fault(self, fault: Exception) -> None:
        self._wishes.clear()
        self.context.notify(unexpected_notice(fault))
        self._show_current()

    @Slot(int)
    def _take_started(self, run: int) -> None:
        self._wishes.forget(run)

    # Starting

    @Slot()
    def begin_start(self) -> None:
        """What F5 begins: the check list, and from it the start."""
        self.start.begin()

    @Slot(object)
    def _take_run(self, run: Run) -> None:
        self._read_runs()
        self._launch(run)

    @Slot(object)
    def _launch(self, run: Run) -> None:
        """Start or resume the engine of a run, once."""
        if Command.RESUME not in self._wishes.of(run.id):
            self._wishes.add(run.id, Command.RESUME)
            if run.resumable and (words := own_settings(run, self.context.draft.spec)) is not None:
                self.context.notify(Notice(render(words), NoticeLevel.INFO))
            self.watcher.start_engine(run.id)
        self.list.select(run.id)
        self._show_current()

    @Slot()
    def resume_current(self) -> None:
        """Resume the chosen run."""
        if self.current is not None:
            self._launch(self.current)

    @Slot(str)
    def resume(self, name: str) -> None:
        """Resume a run by its name; one that is at work is shown only."""
        try:
            run = self.context.store.run(name)
        except WorkbenchError as error:
            self.context.notify(error_notice(error))
            return
        if run.active:
            self.list.select(run.id)
        elif run.status is Status.DONE:
            self.context.notify(Notice(tr("The run “{name}” is complete.", name=name), NoticeLevel.INFO))
        else:
            self._launch(run)

    # Commands

    @Slot(object)
    def _command(self, command: Command) -> None:
        run = self.current
        if run is not None:
            self._wishes.add(run.id, command)
            self.watcher.command(run.id, command)
            self._show_current()

    # The panel's own contract

    def commands(self) -> Sequence[PaletteCommand]:
        """What the buttons do."""
        controls = self.controls
        return (
            PaletteCommand(tr("Pause or go on"), controls.pause_button.click, PAUSE_KEY),
            PaletteCommand(tr("Checkpoint now"), controls.checkpoint_button.click, CHECKPOINT_KEY),
            PaletteCommand(tr("Stop and save"), controls.stop_button.click, STOP_KEY),
            *self.below.commands(),
            PaletteCommand(tr("Stop now"), controls.stop_now_button.click, STOP_NOW_KEY),
        )

    def page_keys(self) -> Sequence[tuple[str, str]]:
        """Keys of the list and the check list."""
        return (
            (tr("Up, Down"), tr("Choose a run")),
            (tr("Shift+Up, Shift+Down"), tr("Lay curves over each other")),
            ("Esc", tr("Put the check list away")),
        )

    def close_panel(self) -> None:
        """End the watching thread; the engines go on."""
        self._details_timer.stop()
        self.below.messages.close()
        self.start.close()
        if self.context.runs is self.work:
            self.context.runs = None
        self.context.start_requested.disconnect(self.begin_start)
        self.context.resume_requested.disconnect(self.resume)
        self.watcher.changed.disconnect(self._take_changes)
        self.watcher.close()
