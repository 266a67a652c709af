"""The windows on the entries of lists: one a list, each of which follows what becomes of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.panels.list_keeper import ListKeeper
from workbench.gui.panels.list_work import ListWork
from workbench.gui.panels.masking_entries import EntriesDialog
from workbench.gui.tasks import error_notice
from workbench.text.lexicon import Lexicon


class ListWindows(QObject):
    """They stand over ``page``; what they ask for is done by ``keeper`` and ``work``, which outlive them."""

    def __init__(self, context: Context, keeper: ListKeeper, work: ListWork, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._keeper, self._work, self._page = context, keeper, work, page
        keeper.changed.connect(self._follow)
        keeper.ended.connect(self._end_change)

    def open(self, lexicon: Lexicon) -> None:
        """Show the entries of a list, in the window that is open on it if one is."""
        dialog = next(iter(self._of(lexicon.name)), None)
        if dialog is None:
            dialog = EntriesDialog(lexicon, self._context, self._page)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.change_wanted.connect(self._keeper.change)
            dialog.coverage_wanted.connect(self._work.measure)
            dialog.export_wanted.connect(self._work.ask_export)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def show_lists(self) -> None:
        """Show all lists as they are now."""
        for dialog in self._page.findChildren(EntriesDialog):
            self._follow(dialog.name, self._keeper.current(dialog.name))

    @Slot(str, object)
    def _follow(self, name: str, lexicon: Lexicon | None) -> None:
        """A list is another from now on, or gone."""
        for dialog in self._of(name):
            if lexicon is None:
                dialog.close()
            else:
                dialog.show_lexicon(lexicon)

    @Slot(str, object)
    def _end_change(self, name: str, error: WorkbenchError | None) -> None:
        """A change came to its end: said where it was asked for, if that is still open."""
        dialogs = self._of(name)
        for dialog in dialogs:
            dialog.end_change(error)
        if error is not None and not dialogs:
            self._context.notify(error_notice(error))

    def _of(self, name: str) -> list[EntriesDialog]:
        """Those on a list; one that was closed goes a moment later, and counts no more."""
        dialogs = self._page.findChildren(EntriesDialog)
        return [dialog for dialog in dialogs if dialog.name == name and dialog.isVisible()]
