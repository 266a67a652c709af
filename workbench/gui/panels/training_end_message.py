"""A message of the system when a run ends, for someone who looks elsewhere; it can be turned off."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication, QCheckBox, QSystemTrayIcon, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.i18n import render, tr
from workbench.gui.icons import icon
from workbench.gui.labels import bounded
from workbench.gui.run_words import status_words, step_words
from workbench.store.records import Run

CHOICE = "message-at-the-end"
SHOWN_MILLISECONDS = 15_000


def end_words(run: Run, loss: float | None) -> str:
    """How a run ended, in a line."""
    parts = [status_words(run.status), step_words(run)]
    if loss is not None:
        parts.append(tr("evaluation loss {loss}", loss=f"{loss:.3f}"))
    if words := render(run.words):
        parts.append(bounded(words))
    return " · ".join(parts)


class EndMessages(QObject):
    """Shows the message where the system has a place for it; ``box`` turns it off and on, in all projects.

    The tray icon is there only while a message is.
    """

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._icon: QSystemTrayIcon | None = None
        self._timer = QTimer(self, interval=SHOWN_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self.close)
        self.box = QCheckBox(tr("Tell me when a run ends"), parent)
        self.box.setChecked(context.settings.choice(CHOICE, "on") == "on")
        possible = QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()
        self.box.setEnabled(possible)
        self.box.setToolTip(
            tr("A message of the system, for when you look elsewhere") if possible
            else tr("This system shows no messages of programs")
        )  # fmt: skip
        self.box.toggled.connect(self._choose)

    @Slot(bool)
    def _choose(self, wanted: bool) -> None:
        self._context.settings.choose(CHOICE, "on" if wanted else "off")

    @Slot(int, int)
    def take_end(self, number: int, _exit_code: int) -> None:
        """Tell of a run that has ended."""
        if not (self.box.isEnabled() and self.box.isChecked()):
            return
        try:
            run = self._context.store.run(number)
            loss = self._context.store.final_values(run).get("eval/loss")
        except WorkbenchError:  # deleted meanwhile, or the store is held; a message is not worth a complaint
            return
        self.show_message(run.name, end_words(run, loss))

    def show_message(self, title: str, words: str) -> None:
        """Show a message."""
        if self._icon is None:
            self._icon = QSystemTrayIcon(icon("chart-line", QApplication.palette()), self)
        self._icon.show()
        self._icon.showMessage(title, words, self._icon.icon(), SHOWN_MILLISECONDS)
        self._timer.start()

    @Slot()
    def close(self) -> None:
        """Take the icon away."""
        self._timer.stop()
        if self._icon is not None:
            self._icon.hide()
