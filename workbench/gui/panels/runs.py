"""The runs page: all runs in a table that filters as one types, and below it what the selected ones differ in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from workbench.gui.context import Changes, Context
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.panel import Command, EmptyPage, PageStack, Panel, PanelState
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.registry import icon_of
from workbench.gui.panels.run_actions import RunActions
from workbench.gui.panels.runs_bar import Deeds, NothingFound, Possible, RunsBar
from workbench.gui.panels.runs_comparison import ComparisonView
from workbench.gui.panels.runs_curves import SelectedCurves
from workbench.gui.panels.runs_exchange import RunsExchange
from workbench.gui.panels.runs_reading import Listed, facts_of, progress_of, read_rows
from workbench.gui.panels.runs_selected import SelectedRuns
from workbench.gui.panels.runs_table import RunsTable
from workbench.gui.panels.runs_views import ViewButton, Views
from workbench.gui.tables.run_search import RunRow
from workbench.gui.tables.runs import NAME, NOTE
from workbench.gui.theme import GRID
from workbench.store.records import Run

REFRESH_MILLISECONDS = 500
MOST_OVERLAID = 20
LAYOUT = "runs-table-3"  #: the number says which columns there are


class RunsPanel(Panel):
    """Search and buttons, the table, and below it curves and comparison of what is selected."""

    NAME: ClassVar[str] = "runs"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.actions_on_runs = RunActions(context, self)
        self.exchange = RunsExchange(context, self)
        self.nothing = NothingFound(self)
        self.table = RunsTable(self)
        self.view_button = ViewButton(self.table, self)
        self.selected = SelectedRuns(
            context, self.table, self.actions_on_runs, self.exchange, lambda: self.bar.in_trash, self
        )
        self.bar = RunsBar(self._deeds(), self.view_button, self)
        self.views = Views(self.view_button, self.table, self.bar.search, self.actions_on_runs)
        self.curves = SelectedCurves(context, self)
        self.comparison = ComparisonView(context, self)
        self._dirty, self._reading = True, False
        self._num_deleted = 0
        self._awaited: int | None = None
        self._greeted = self._told_missing = False
        self._refresh_timer = QTimer(self, interval=REFRESH_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()
        self._read()

    # Building

    def _arrange(self) -> None:
        empty = EmptyPage(
            icon_of(self.NAME),
            tr("No runs yet"),
            tr("Every training run is kept here with its settings, curves and checkpoints, to compare and to go on."),
            (
                (tr("To the training page"), lambda: self.context.open_page("training")),
                (tr("Load a checkpoint…"), self.exchange.load),
            ),
        )
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.bar)
        column.addWidget(self.nothing)
        below = make_splitter("runs-below", Qt.Orientation.Horizontal, (self.curves.board, self.comparison), (640, 480))
        self.curves.board.setMinimumWidth(40 * GRID)
        self.comparison.setMinimumWidth(30 * GRID)
        self.table.setMinimumHeight(14 * GRID)
        column.addWidget(make_splitter("runs", Qt.Orientation.Vertical, (self.table, below), (280, 320)), 1)
        self._pages = PageStack(empty, full, self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(GRID, GRID, GRID, GRID)
        whole.addWidget(self._pages)

    def _deeds(self) -> Deeds:
        return Deeds(
            rename=lambda: self.table.edit_cell(NAME),
            note=lambda: self.table.edit_cell(NOTE),
            tags=self.selected.edit_tags,
            star=self.selected.star,
            hide=self.selected.hide_or_show,
            resume=self.selected.resume,
            inspect=self.selected.inspect,
            replay=self.selected.replay,
            prove=self.selected.prove,
            clone=self.selected.clone,
            go_on=self.selected.go_on,
            probe=self.selected.probe,
            matrix=self.selected.show_matrix,
            compare_sweep=self.selected.compare_sweep,
            export=self.selected.export,
            capsule=self.selected.save_capsule,
            export_weights=self.selected.export_weights,
            load=self.exchange.load,
            report=self.selected.show_report,
            delete=self.selected.delete,
            restore=self.selected.restore,
            purge=self.selected.purge,
            show_trash=self._show_trash,
        )

    def _connect(self) -> None:
        self.bar.search.textChanged.connect(self._search)
        self.table.chosen.connect(self._choose)
        self.table.delete_asked.connect(self.selected.delete)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.table.runs.renamed.connect(self.actions_on_runs.rename)
        self.table.runs.noted.connect(self.actions_on_runs.note)
        self.table.runs.starred.connect(self.selected.star_one)
        self.table.runs.tagged.connect(self.actions_on_runs.set_tags)
        self.comparison.opened.connect(self._show_relative)
        self.comparison.reasoned.connect(self.actions_on_runs.give_reason)
        self.views.looked.connect(self._count)
        self.actions_on_runs.done.connect(self._read)
        self.exchange.loaded.connect(self._await)
        self.selected.shown.connect(self._show_runs)
        self.selected.tasks_made.connect(self._show_tasks)
        self._refresh_timer.timeout.connect(self._read)
        find = QShortcut(QKeySequence.StandardKey.Find, self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.bar.focus_search)
        tags = QShortcut(QKeySequence("Ctrl+T"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        tags.activated.connect(self.selected.edit_tags)
        state = self.context.settings.layout(LAYOUT)
        if not state.isEmpty():
            self.table.horizontalHeader().restoreState(state)

    # Reading

    @Slot()
    def _read(self) -> None:
        """Read the rows in the background, once more if something changes meanwhile; only while someone looks."""
        self._dirty = True
        if self._reading or not (self.isVisible() or not self.table.runs.rows):
            return
        self._dirty, self._reading = False, True
        project, deleted = self.context.project, self.bar.in_trash
        self.context.tasks.run(lambda report, cancelled: read_rows(project, deleted), self._take_rows)

    @Slot(object)
    def _take_rows(self, listed: Listed) -> None:
        rows, self._num_deleted = listed.rows, listed.in_trash
        self.view_button.show_views(listed.views)
        self._tell_missing(listed.num_missing)
        self._reading = False
        if listed.deleted is self.bar.in_trash:
            before = self.table.selected
            self.table.show_rows(rows)
            self._select_at_first()
            self._follow(before, self.table.selected)
            self._select_awaited()
        else:
            self._dirty = True
        self._pages.show_full(bool(rows) or bool(self._num_deleted) or self.bar.in_trash)
        self._show_buttons()
        self._tell(rows)
        if self._dirty:
            self._refresh_timer.start()

    def _follow(self, before: Sequence[Run], now: Sequence[Run]) -> None:
        """Renew curves and comparison of selected runs that have moved on, or have another name."""
        known = {run.id: run for run in before}
        pairs = [(known[run.id], run) for run in now if run.id in known]
        self.curves.take_rows([run for _old, run in pairs])
        if any(progress_of(old) != progress_of(run) for old, run in pairs):
            self.curves.renew(at_once=not any(run.active for run in now))
        if any(facts_of(old) != facts_of(run) for old, run in pairs):
            self.comparison.want([run.id for run in now][:MOST_OVERLAID])

    def _select_at_first(self) -> None:
        """Show the run at work, else the newest, as soon as there is one; later the user alone chooses."""
        if not self._greeted and self.table.runs.rows:
            self._greeted = True
            self.table.select_first()

    @Slot(int)
    def _await(self, number: int) -> None:
        """Select a run that was just made, as soon as it is listed."""
        self._awaited = number
        self._read()

    def _select_awaited(self) -> None:
        awaited = self._awaited
        if awaited is not None and any(row.run.id == awaited for row in self.table.runs.rows):
            self._awaited = None
            self._show_runs([awaited])

    def _tell_missing(self, count: int) -> None:
        """Say once that a project from another machine lacks something."""
        if count and not self._told_missing:
            self._told_missing = True
            words = tr("Some of what runs need has stayed on the other machine ({count}).", count=count)
            self.context.notify(Notice(words, NoticeLevel.WARNING, actions=((tr("Find them…"), self.show_missing),)))

    def show_missing(self) -> None:
        """Show what the runs need and do not find."""
        from workbench.gui.panels.missing_files import MissingFiles

        MissingFiles(self.context, self.window()).open()

    def _tell(self, rows: Sequence[RunRow]) -> None:
        if not self.bar.in_trash:
            words = tr("{count} {count:run|runs}", count=len(rows)) if rows else tr("No runs yet")
            self.set_state(PanelState.READY if rows else PanelState.EMPTY, words)
        self._count()

    @Slot()
    def _count(self) -> None:
        """Say how many runs are found, and why none is."""
        listed = [row for row in self.table.runs.rows if self.table.found.with_hidden or not row.run.hidden]
        found, total = self.table.found.rowCount(), len(listed)
        self.nothing.show_missing(self.bar.search.text(), listed, found)
        self.bar.count.setText(tr("{found} of {total}", found=found, total=total))

    def refresh(self, changes: Changes) -> None:
        """Runs and their curves move on while they train."""
        self.comparison.tasks.refresh(changes)
        if "runs" in changes.tables and not self._refresh_timer.isActive():
            self._refresh_timer.start()
        at_work = any(run.active for run in self.table.selected)
        if "metrics" in changes.tables and at_work:
            self.curves.renew()

    def showEvent(self, event: QShowEvent) -> None:
        """Read what changed while nobody looked."""
        super().showEvent(event)
        if self._dirty:
            self._read()
        self.curves.read_old()

    @Slot()
    def _choose(self) -> None:
        numbers = [run.id for run in self.table.selected][:MOST_OVERLAID]
        self.curves.want(numbers)
        self.comparison.want(numbers)
        self._show_buttons()

    @Slot(str)
    def _search(self, text: str) -> None:
        self.table.found.search(text)
        self._count()

    def _possible(self) -> Possible:
        return Possible.of(self.table.selected, self.bar.in_trash)

    def _show_buttons(self) -> None:
        self.bar.show_possible(self._possible(), self._num_deleted)

    def _show_trash(self) -> None:
        self.table.show_rows(())
        self._read()
        self._show_buttons()

    @Slot(object)
    def _show_tasks(self, numbers: Sequence[int]) -> None:
        self.context.announce(Changes.of("runs"))
        self.comparison.show_tasks()
        self.comparison.tasks.choose(numbers)

    @Slot(int)
    def _show_relative(self, number: int) -> None:
        """Select a run of the lineage, in spite of the search where that leaves it out."""
        self._show_runs([number])

    @Slot(object)
    def _show_runs(self, numbers: Sequence[int]) -> None:
        """Select runs, in spite of the search where that leaves some out."""
        if not set(numbers) <= set(self.table.listed):
            self.bar.search.clear()
            self.views.list_hidden(True)
        self.table.select(set(numbers))

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        self.bar.fill_menu(menu, self._possible())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.viewport().mapToGlobal(place))

    # The panel's own contract

    def commands(self) -> Sequence[Command]:
        """What the context menu offers."""
        return (
            Command(tr("Search runs"), self._open_search, "Ctrl+F"),
            Command(tr("Export metrics as CSV…"), self.selected.export),
            Command(tr("Export the weights of the selected run…"), self.selected.export_weights),
            Command(tr("Load a checkpoint…"), self._open_load),
            Command(tr("Clone the selected run"), self.selected.clone),
            Command(tr("Prove the resume of the selected run"), self.selected.prove),
            Command(tr("Continue the selected run as a new one"), self.selected.go_on),
            Command(tr("Probe the selected runs…"), self.selected.probe),
            Command(tr("Models by tasks…"), self.selected.show_matrix),
            Command(tr("Compare the runs of a sweep…"), self.selected.compare_sweep),
            Command(tr("Save this view…"), self.view_button.ask_name),
            *(
                Command(tr("View {name}", name=view.name), partial(self.views.use, view))
                for view in self.view_button.views
            ),
        )

    def _open_load(self) -> None:
        self.context.open_page(self.NAME)
        self.exchange.load()

    def _open_search(self) -> None:
        self.context.open_page(self.NAME)
        self.bar.focus_search()

    def page_keys(self) -> Sequence[tuple[str, str]]:
        """Keys of the table."""
        return (
            ("F2", tr("Rename the run")),
            ("Ctrl+T", tr("Edit the tags")),
            ("Del", tr("Move to the trash")),
            ("Ctrl+C", tr("Copy the selected rows")),
            (tr("Shift+Up, Shift+Down"), tr("Compare several runs")),
        )

    def close_panel(self) -> None:
        """Keep the order and widths of the columns."""
        self._refresh_timer.stop()
        self.curves.stop()
        self.context.settings.keep_layout(LAYOUT, self.table.horizontalHeader().saveState())
