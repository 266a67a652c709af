"""The curves of the runs that are selected on the runs page: renewed while these are at work, read while seen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panels.curve_board import CurveBoard
from workbench.gui.panels.curve_book import CurveBook
from workbench.gui.panels.curve_events import planned_flags
from workbench.gui.views.curve_data import FlagKind
from workbench.store.records import Run

CURVES_MILLISECONDS = 3000


class SelectedCurves(QObject):
    """The board of curves, and the book that reads them."""

    def __init__(self, context: Context, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        invitation = tr("Select a run above to see its curves, several to compare them.")
        self.board = CurveBoard("runs-curves", page, small=False, invitation=invitation, settings=context.settings)
        self.book = CurveBook(context, page, lambda: self.board.needs)
        self._old = False
        self._timer = QTimer(self, interval=CURVES_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self._read)
        self.book.changed.connect(self._show)
        self.board.needed.connect(self.book.read_needed)

    def want(self, numbers: Sequence[int]) -> None:
        """Show these runs from now on."""
        self.book.want(numbers)

    def take_rows(self, runs: Sequence[Run]) -> None:
        """Take runs on show as they are now; another name is another title."""
        for run in runs:
            self.book.renew(run)

    def renew(self, at_once: bool = False) -> None:
        """Read the curves after a while, or at once where nothing more will come."""
        self._old = True
        if at_once:
            self._timer.stop()
            self._read(afresh=True)
        elif not self._timer.isActive():
            self._timer.start()

    def read_old(self) -> None:
        """Read what came while nobody looked."""
        if self._old:
            self._read(afresh=True)

    def stop(self) -> None:
        """Read no more."""
        self._timer.stop()

    @Slot()
    def _read(self, afresh: bool = False) -> None:
        if self._page.isVisible():
            self._old = False
            self.book.read_again(afresh)

    @Slot()
    def _show(self) -> None:
        shown = self.book.shown
        self.board.show_runs(shown, reading=self.book.reading)
        flags = planned_flags(shown[0].run) if len(shown) == 1 else []
        self.board.show_events([flag for flag in flags if flag.kind is FlagKind.STAGE])
