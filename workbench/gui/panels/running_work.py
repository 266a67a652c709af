"""What happens to living runs when the window closes: they go on, or are asked to save and stop."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QProgressDialog, QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.watcher import Watcher
from workbench.store.claims import process_of
from workbench.store.records import Command, Run

LOOK_MILLISECONDS = 200
PATIENCE_MILLISECONDS = 60_000


class Supervised(QObject):
    """The runs whose engines live on this machine, whichever window has started them; answers the shell's
    :class:`workbench.gui.context.RunningWork`."""

    def __init__(self, context: Context, watcher: Watcher, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._watcher, self._page = context, watcher, page
        self._dialog: QProgressDialog | None = None

    def _living(self) -> list[Run]:
        return [run for run in self._context.store.active_runs() if process_of(run) is not None]

    def living_runs(self) -> Sequence[str]:
        """Names of the runs whose engines live."""
        return [run.name for run in self._living()]

    def keep_running(self) -> None:
        """They need nothing to go on; the next window finds them in the store."""

    def stop_and_save(self) -> None:
        """Ask all to save and stop, and wait, with a way not to wait any longer."""
        for run in self._living():
            self._watcher.command(run.id, Command.STOP_AND_SAVE)
        dialog = QProgressDialog(tr("Saving and stopping…"), tr("Don't wait"), 0, 0, self._page.window())
        dialog.setWindowTitle(tr("Training"))
        self._dialog = dialog
        looking = QTimer(dialog, interval=LOOK_MILLISECONDS)
        looking.timeout.connect(self._look)
        looking.start()
        QTimer.singleShot(PATIENCE_MILLISECONDS, dialog, dialog.reject)
        dialog.exec()
        looking.stop()
        self._dialog = None
        dialog.deleteLater()

    @Slot()
    def _look(self) -> None:
        if self._dialog is not None and not self._living():
            self._dialog.accept()
