"""What the pages of corpora and vocabularies share: a list of named things, one of them in detail, panes beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.i18n import tr
from workbench.gui.panel import EmptyPage, PageStack, Panel, PanelState
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.asking import ask_to_delete
from workbench.gui.panels.damaged import DamagedPane, damage_words
from workbench.gui.panels.dropping import dropped_paths
from workbench.gui.panels.making_pane import MakingPane
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.text.found import Damaged, Found, Named

Thing = TypeVar("Thing", bound=Named)
SIZES = (340, 860)  #: widths of the list and of the detail at first
_NAME_ROOM = 16 * GRID  #: that names have at least, whatever the columns beside them are called


def _name_tip(row: Named | Damaged) -> str:
    return damage_words(row) if isinstance(row, Damaged) else row.name


class ListPanel(Panel, Generic[Thing]):
    """A page of things of the project. Subclasses name them and say in the methods at the end what is their own.

    ``TABLE`` is what :class:`Changes` calls the things, ``FIELD`` the experiment's field that names the one in use.
    """

    TABLE: ClassVar[str]
    FIELD: ClassVar[str]

    def __init__(
        self, context: Context, columns: Sequence[Column[Thing | Damaged]], name: str, parent: QWidget | None = None
    ) -> None:
        """``columns`` follow that of the names; ``name`` is the list's, for screen readers."""
        super().__init__(context, parent)
        self.setAcceptDrops(True)
        self._wanted = ""
        names: Column[Thing | Damaged] = Column(tr("Name"), self._marked_name, lambda row: row.name, tip=_name_tip)
        self.model: RecordsModel[Thing | Damaged] = RecordsModel([names, *columns], self)
        self.table = records_view(self.model, name, self, stretch=0)
        self.damaged_pane = DamagedPane(self)
        self.stack = QStackedWidget(self)

    def arrange(
        self, buttons: Sequence[QPushButton], detail: QWidget, panes: Sequence[QWidget], empty: EmptyPage
    ) -> None:
        """Put the parts together: ``buttons`` above the list, ``detail`` or one of ``panes`` at its right."""
        self._detail = detail
        for page in (detail, self.damaged_pane, *panes):
            self.stack.addWidget(page)
        parts = [self._make_list(buttons), self.stack]
        self.pages = PageStack(empty, make_splitter(self.NAME, Qt.Orientation.Horizontal, parts, SIZES), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)
        for field in self.findChildren(QLineEdit):
            field.setAcceptDrops(False)  # a file that is dropped on it is meant for the page
        self.table.selectionModel().selectionChanged.connect(self._select)
        self.table.clicked.connect(self._select)  # also of the row that is selected already, to come back from a pane
        self.damaged_pane.deleted.connect(self.ask_delete)
        self.context.draft.changed.connect(self._follow_draft)

    def _make_list(self, buttons: Sequence[QPushButton]) -> QWidget:
        left = QWidget(self)
        header = self.table.horizontalHeader()
        others = sum(header.sectionSizeHint(column) for column in range(1, header.count()))
        left.setMinimumWidth(_NAME_ROOM + others)
        row = QHBoxLayout()
        for button in buttons:
            row.addWidget(button)
        column = QVBoxLayout(left)
        column.setContentsMargins(GRID, 2 * GRID, 0, GRID)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        return left

    def _marked_name(self, row: Thing | Damaged) -> str:
        if isinstance(row, Damaged):
            return f"⚠ {row.name}"
        return f"✓ {row.name}" if row.name == self.chosen else row.name

    @property
    def chosen(self) -> str:
        """The name that the experiment has."""
        name: str = getattr(self.context.draft.spec, self.FIELD)
        return name

    @property
    def names(self) -> frozenset[str]:
        """All names that are taken."""
        return frozenset(row.name for row in self.model.rows)

    def refresh(self, changes: Changes) -> None:
        """Read the list anew in the background."""
        project = self.context.project
        if self.TABLE in changes.tables:
            self.context.tasks.run(lambda report, cancelled: self.find_all(project), self._show_list)

    @Slot(object)
    def _show_list(self, found: Found[Thing]) -> None:
        pane = self._pane
        wanted = self._wanted or self._selected_name() or self.chosen
        self.model.put(sorted((*found.good, *found.damaged), key=lambda row: row.name))
        names = [row.name for row in self.model.rows]
        if names:
            self.table.selectRow(names.index(wanted) if wanted in names else 0)
        else:
            self.show_thing(None, False)
            self.damaged_pane.damaged = None
        if pane is not None and not self._wanted:
            self.stack.setCurrentWidget(pane)
        elif not names:
            self.stack.setCurrentWidget(self._detail)
        self._wanted = ""
        self._show_pages()
        self._tell_state()

    @property
    def _pane(self) -> QWidget | None:
        """The pane on show, None where the detail is."""
        shown = self.stack.currentWidget()
        return None if shown in (self._detail, self.damaged_pane) else shown

    def _show_pages(self) -> None:
        self.pages.show_full(bool(self.model.rows) or self._pane is not None)

    def _selected(self) -> Thing | Damaged | None:
        indexes = self.table.selectionModel().selectedRows()
        return self.model.row(indexes[0]) if indexes else None

    def _selected_name(self) -> str:
        row = self._selected()
        return row.name if row is not None else ""

    @Slot()
    def _select(self) -> None:
        row = self._selected()
        if isinstance(row, Damaged):
            self.damaged_pane.show_damaged(row)
        elif row is not None:
            self.show_thing(row, row.name == self.chosen)
        if row is not None:
            self.show_selected()

    @Slot(str)
    def _follow_draft(self, path: str) -> None:
        if path in ("", *self.fields_shown()):
            self.table.viewport().update()
            row = self._selected()
            if row is not None and not isinstance(row, Damaged):
                self.show_thing(row, row.name == self.chosen)
            self._tell_state()

    def _tell_state(self) -> None:
        name = self.chosen
        found = next((row for row in self.model.rows if row.name == name), None)
        if not name:
            self.set_state(PanelState.EMPTY, self.words_without(bool(self.model.rows)))
        elif found is None:
            self.set_state(PanelState.PROBLEM, tr("{name} is not in this project", name=name))
        elif isinstance(found, Damaged):
            self.set_state(PanelState.PROBLEM, tr("{name} is damaged", name=name))
        else:
            self.set_state(PanelState.READY, self.words_of(found))

    def open_pane(self, pane: QWidget) -> None:
        """Show a pane in place of the detail."""
        self.stack.setCurrentWidget(pane)
        self._show_pages()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes a pane as its button does; what stands in it is there when it is opened again."""
        pane = self.stack.currentWidget()
        if event.key() == Qt.Key.Key_Escape and isinstance(pane, MakingPane):
            pane.close_button.click()
            self.setFocus()
        else:
            super().keyPressEvent(event)

    @Slot()
    def show_selected(self) -> None:
        """Show the thing that is selected in the list."""
        damaged = isinstance(self._selected(), Damaged)
        self.stack.setCurrentWidget(self.damaged_pane if damaged else self._detail)
        self._show_pages()

    @Slot(str)
    def show_made(self, name: str) -> None:
        """A pane has made something: select it when the list has it, and use it where the experiment has none."""
        self._wanted = name
        self.show_selected()
        if not self.chosen:
            self.use(name)

    @Slot(str)
    def ask_delete(self, name: str) -> None:
        """Delete a thing after a question: what is too large to be kept for undoing, or cannot be read."""
        ask_to_delete(self, *self.words_to_delete(name), lambda: self.delete_for_good(name))

    def delete_for_good(self, name: str) -> None:
        """Delete a thing in the background."""
        project, context = self.context.project, self.context
        if name == self._selected_name():  # what is on show may hold its files open
            self.show_thing(None, False)
        context.tasks.run(
            lambda report, cancelled: self.remove(project, name), lambda _none: context.announce(Changes.of(self.TABLE))
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what was dropped."""
        paths = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.take_dropped(paths)

    @staticmethod
    def find_all(project: Project) -> Found[Thing]:
        """All things of the project; called in a thread."""
        raise NotImplementedError

    @staticmethod
    def remove(project: Project, name: str) -> None:
        """Delete a thing, damaged or not; called in a thread."""
        raise NotImplementedError

    def show_thing(self, thing: Thing | None, in_use: bool) -> None:
        """Show a thing in the detail; the same one may come again, with ``in_use`` changed."""
        raise NotImplementedError

    def fields_shown(self) -> Sequence[str]:
        """Fields of the experiment that the detail depends on."""
        return (self.FIELD,)

    def words_of(self, thing: Thing) -> str:
        """What the status line says of the thing in use."""
        raise NotImplementedError

    def words_without(self, some: bool) -> str:
        """What the status line says where none is chosen, of ``some`` or of none at all."""
        raise NotImplementedError

    def words_to_delete(self, name: str) -> tuple[str, str, str]:
        """Title, question and explanation before a thing is deleted."""
        raise NotImplementedError

    def use(self, name: str) -> None:
        """Take a thing into the experiment."""
        raise NotImplementedError

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Begin to import what was dropped on the page."""
        raise NotImplementedError
