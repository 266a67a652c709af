"""How the list of runs is looked at: saved views, hidden runs, columns; a menu of the runs page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QPushButton, QWidget

from workbench.gui.i18n import tr
from workbench.gui.icons import icon
from workbench.gui.panels.run_actions import RunActions
from workbench.gui.panels.runs_table import RunsTable
from workbench.gui.tables.runs import COLUMN_NAMES, NAME
from workbench.store.records import View


class ViewButton(QPushButton):
    """Opens a menu. ``chosen`` carries a saved :class:`View`, ``save_asked`` and ``delete_asked`` a name;
    ``hidden_toggled`` whether hidden runs are to be listed, ``reset_asked`` asks for everything as at first."""

    chosen = Signal(object)
    save_asked = Signal(str)
    delete_asked = Signal(str)
    hidden_toggled = Signal(bool)
    reset_asked = Signal()

    def __init__(self, table: RunsTable, parent: QWidget | None = None) -> None:
        super().__init__(tr("View"), parent)
        self._table = table
        self.views: Sequence[View] = ()  #: what the menu offers
        self.current = ""  #: name of the view that was chosen last
        self.setToolTip(tr("Saved views, hidden runs and columns"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._dress()

    def show_views(self, views: Sequence[View]) -> None:
        """What the menu offers."""
        self.views = views
        if self.current not in [view.name for view in views]:
            self.current = ""

    def make_menu(self) -> QMenu:
        """The menu as it opens now."""
        self._fill()
        return self._menu

    def _fill(self) -> None:
        menu = self._menu
        menu.clear()
        for view in self.views:
            action = menu.addAction(view.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(view.name == self.current)
            action.triggered.connect(partial(self._choose, view))
        if not self.views:
            menu.addAction(tr("No saved views yet")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(tr("Save this view…")).triggered.connect(lambda _checked=False: self.ask_name())
        deleting = menu.addMenu(tr("Delete a view"))
        deleting.setEnabled(bool(self.views))
        for view in self.views:
            action = deleting.addAction(view.name.replace("&", "&&"))
            action.triggered.connect(partial(self._delete, view.name))
        menu.addSeparator()
        hidden = menu.addAction(tr("List hidden runs too"))
        hidden.setCheckable(True)
        hidden.setChecked(self._table.found.with_hidden)
        hidden.triggered.connect(self.hidden_toggled)
        self._add_columns(menu.addMenu(tr("Columns")))
        menu.addAction(tr("Everything as at first")).triggered.connect(lambda _checked=False: self.reset_asked.emit())

    def _add_columns(self, menu: QMenu) -> None:
        header = self._table.horizontalHeader()
        for column in range(header.count()):
            if column == NAME:
                continue
            action = menu.addAction(self._table.runs.column_title(column))
            action.setCheckable(True)
            action.setChecked(not header.isSectionHidden(column))
            action.toggled.connect(partial(self._show_column, column))

    def _show_column(self, column: int, shown: bool) -> None:
        kept = [name for name in self._table.shown_columns if name != COLUMN_NAMES[column]]
        self._table.show_columns([*kept, COLUMN_NAMES[column]] if shown else kept)

    def _choose(self, view: View, _checked: bool = False) -> None:
        self.current = view.name
        self.chosen.emit(view)

    def _delete(self, name: str, _checked: bool = False) -> None:
        self.delete_asked.emit(name)

    def ask_name(self) -> None:
        """Ask under which name the view is kept; one of the same name is replaced."""
        text, given = QInputDialog.getText(
            self, tr("Save this view"), tr("Name (one of the same name is replaced)"), text=self.current
        )
        if given and text.strip():
            self.current = text.strip()
            self.save_asked.emit(self.current)

    def _dress(self) -> None:
        self.setIcon(icon("eye", self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()


class Views(QObject):
    """Looks at the list as a view says, and keeps how it is looked at; ``looked``: other runs may be listed."""

    looked = Signal()

    def __init__(self, button: ViewButton, table: RunsTable, search: QLineEdit, actions: RunActions) -> None:
        super().__init__(button)
        self._table, self._search, self._actions = table, search, actions
        button.chosen.connect(self.use)
        button.save_asked.connect(self.save)
        button.delete_asked.connect(actions.delete_view)
        button.hidden_toggled.connect(self.list_hidden)
        button.reset_asked.connect(self.reset)

    @Slot(bool)
    def list_hidden(self, shown: bool) -> None:
        """Whether runs that the user has hidden are listed."""
        self._table.found.show_hidden(shown)
        self.looked.emit()

    @Slot(str)
    def save(self, name: str) -> None:
        """Keep search, columns, order, hidden runs and selection under a name."""
        table = self._table
        sort, descending = table.sorted_by
        selected = tuple(run.id for run in table.selected)
        hidden = table.found.with_hidden
        self._actions.save_view(
            View(name, self._search.text(), table.shown_columns, sort, descending, hidden, selected)
        )

    @Slot(object)
    def use(self, view: View) -> None:
        """Look as a view says; what it says nothing of is as at first."""
        table = self._table
        if view.columns:
            table.show_columns(view.columns)
        else:
            table.reset_columns()
        self.list_hidden(view.hidden)
        self._search.setText(view.search)
        table.sort_by(*((view.sort, view.descending) if view.sort else ("created", True)))
        if view.selected:
            table.select(set(view.selected))

    @Slot()
    def reset(self) -> None:
        """As at first."""
        self.use(View(""))
