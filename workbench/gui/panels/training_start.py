"""The way to a new run: the check list, kept true while the draft changes, and then the run itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractButton

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.panels.check_line import Check
from workbench.gui.panels.starting import create_run
from workbench.gui.panels.training_checklist import CheckList
from workbench.gui.panels.training_checks import check_start
from workbench.gui.tasks import error_notice
from workbench.jobs.devices import DeviceRow, engine_devices
from workbench.store.records import Run

RECHECK_MILLISECONDS = 300


class StartFlow(QObject):
    """``created`` carries the new :class:`Run`. A second click on anything does nothing."""

    created = Signal(object)

    def __init__(self, context: Context, check_list: CheckList, button: QAbstractButton, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._list, self._button = context, check_list, button
        self._creating = False
        self._number = 0  # of the newest look; answers to older ones are dropped
        self._devices: Sequence[DeviceRow] | None = None
        self._asking_devices = False
        self._engine = 0  # counts engines; what an earlier one had is not asked for any more
        self._timer = QTimer(self, interval=RECHECK_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self._check)
        check_list.accepted.connect(self._create)
        context.draft.changed.connect(self.recheck)
        context.draft.refused_changed.connect(self.recheck)
        context.changed.connect(self._take_changes)

    @Slot()
    def begin(self) -> None:
        """Show the check list; where it is there and all is well, start."""
        if not self._list.isHidden() and self._list.start_button.isEnabled():
            self._list.accept()
        elif not self._creating:
            self._list.show_busy()
            self._ask_devices()
            self._check()

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()
        self._context.draft.changed.disconnect(self.recheck)
        self._context.draft.refused_changed.disconnect(self.recheck)
        self._context.changed.disconnect(self._take_changes)

    @Slot()
    def recheck(self) -> None:
        """Look again soon, where the list is on show."""
        if not self._list.isHidden():
            self._list.start_button.setEnabled(False)
            self._timer.start()

    @Slot(object)
    def _take_changes(self, changes: Changes) -> None:
        """Another engine may have other devices."""
        if "settings" in changes.tables:
            self._engine += 1
            self._devices, self._asking_devices = None, False
            if not self._list.isHidden():
                self._ask_devices()
                self.recheck()

    @Slot()
    def _check(self) -> None:
        self._number += 1
        number, devices = self._number, self._devices
        project, draft = self._context.project, self._context.draft
        spec, refused, origin = draft.spec, tuple(draft.refused), draft.cloned_from
        self._context.tasks.run(
            lambda report, cancelled: (number, check_start(project, spec, devices, refused, origin)),
            self._take_checks,
            self._give_up,
        )

    @Slot(object)
    def _take_checks(self, found: tuple[int, list[Check]]) -> None:
        number, checks = found
        if number == self._number and not self._list.isHidden():
            self._list.show_checks(checks)

    @Slot(object)
    def _give_up(self, error: WorkbenchError) -> None:
        self._list.put_away()
        self._context.notify(error_notice(error))

    def _ask_devices(self) -> None:
        """Ask the engine once; the checks are made again when it has answered."""
        if self._devices is None and not self._asking_devices:
            self._asking_devices = True
            project, engine = self._context.project, self._engine
            self._context.tasks.run(lambda report, cancelled: (engine, _devices_or_none(project)), self._take_devices)

    @Slot(object)
    def _take_devices(self, found: tuple[int, Sequence[DeviceRow]]) -> None:
        engine, devices = found
        if engine == self._engine:
            self._asking_devices, self._devices = False, devices
            self.recheck()

    @Slot()
    def _create(self) -> None:
        self._set_creating(True)
        project, draft = self._context.project, self._context.draft
        spec, origin = draft.spec, draft.cloned_from
        self._context.tasks.run(
            lambda report, cancelled: create_run(project, spec, origin), self._take_run, self._refuse
        )

    @Slot(object)
    def _take_run(self, run: Run) -> None:
        self._set_creating(False)
        self.created.emit(run)

    @Slot(object)
    def _refuse(self, error: WorkbenchError) -> None:
        self._set_creating(False)
        self._context.notify(error_notice(error))

    def _set_creating(self, creating: bool) -> None:
        self._creating = creating
        self._button.setEnabled(not creating)


def _devices_or_none(project: Project) -> Sequence[DeviceRow]:
    """The engine's devices; none of one that does not answer, which says why when the run starts."""
    try:
        return engine_devices(project)
    except WorkbenchError:
        return ()
