"""What is done to the runs that are selected on the runs page; asked over the page where something is to be said."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from workbench.gui.context import Context
from workbench.gui.panels.run_actions import RunActions
from workbench.gui.panels.runs_asking import ask_capsule_file, ask_metrics_file, ask_tags, may_purge
from workbench.gui.panels.runs_continuing import continue_as_new
from workbench.gui.panels.runs_exchange import RunsExchange
from workbench.gui.panels.runs_table import RunsTable
from workbench.gui.panels.tasks_matrix import MatrixDialog
from workbench.gui.tables.runs import TAGS


class SelectedRuns(QObject):
    """``shown`` carries the numbers of runs that are to be selected, ``tasks_made`` those of tasks that were made."""

    shown = Signal(object)
    tasks_made = Signal(object)

    def __init__(
        self,
        context: Context,
        table: RunsTable,
        actions: RunActions,
        exchange: RunsExchange,
        in_trash: Callable[[], bool],
        page: QWidget,
    ) -> None:
        """``in_trash`` tells whether the table lists the trash."""
        super().__init__(page)
        self._context, self._table, self._page = context, table, page
        self._actions, self._exchange, self._in_trash = actions, exchange, in_trash

    def star(self) -> None:
        """Star the selected runs, or take the stars away where all have one."""
        selected = self._table.selected
        self._actions.star(selected, not all(run.starred for run in selected))

    @Slot(int, bool)
    def star_one(self, number: int, starred: bool) -> None:
        """Star a run, or take its star away."""
        self._actions.star([self._context.store.run(number)], starred)

    def edit_tags(self) -> None:
        """Edit the tags of the selected run in its row; ask for those of several."""
        selected = self._table.selected
        if len(selected) == 1:
            self._table.edit_cell(TAGS)
        elif selected and (wanted := ask_tags(self._page, selected)) is not None:
            self._actions.tag(selected, *wanted)

    def hide_or_show(self) -> None:
        """Leave the selected runs out of the list, or take them in again where all are hidden."""
        selected = self._table.selected
        if selected:
            self._actions.hide(selected, not all(run.hidden for run in selected))

    def resume(self) -> None:
        """Go on with the selected run."""
        for run in self._table.selected[:1]:
            self._context.resume_run(run.name)

    def inspect(self) -> None:
        """Look inside the selected run."""
        for run in self._table.selected[:1]:
            self._context.inspect_run(run.name)

    def replay(self) -> None:
        """Show the masks that the selected run was trained with."""
        for run in self._table.selected[:1]:
            self._context.replay_run(run.name)

    def prove(self) -> None:
        """Repeat the last steps of the selected run and compare them with what was recorded."""
        for run in self._table.selected[:1]:
            self._actions.prove(run)

    def clone(self) -> None:
        """Begin another experiment from the selected run's spec."""
        for run in self._table.selected[:1]:
            self._actions.clone(run)

    def go_on(self) -> None:
        """Begin another experiment with the selected run's weights."""
        for run in self._table.selected[:1]:
            continue_as_new(self._context, run)

    def probe(self) -> None:
        """Try the selected runs on a labelled file."""
        from workbench.gui.panels.tasks_dialog import ProbeDialog  # with readers of text, which nothing else here needs

        if selected := self._table.selected:
            dialog = ProbeDialog(self._context, selected, self._page.window())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.made.connect(self.tasks_made)
            dialog.open()

    def show_matrix(self) -> None:
        """Show what came of the selected runs on their tasks side by side, of all runs where one is selected."""
        selected = self._table.selected
        dialog = MatrixDialog(self._context, selected if len(selected) > 1 else [], self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def compare_sweep(self) -> None:
        """Show the runs of the sweep that the selected one belongs to (of the newest, if any) side by side."""
        from workbench.gui.panels.runs_sweep import SweepTableDialog

        name = next((run.sweep for run in self._table.selected if run.sweep), "")
        dialog = SweepTableDialog(self._context, name, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.shown.connect(self.shown)
        dialog.open()

    @Slot()
    def delete(self) -> None:
        """Move the selected runs to the trash; undo brings them back."""
        if self._in_trash():
            self.purge()
        elif selected := self._table.selected:
            self._actions.delete(selected)

    def restore(self) -> None:
        """Bring the selected runs back from the trash."""
        if selected := self._table.selected:
            self._actions.restore(selected)

    def purge(self) -> None:
        """Delete the selected runs and their files for good, after a question."""
        selected = self._table.selected
        if selected and may_purge(self._page, selected):
            self._actions.purge(selected)

    def export(self) -> None:
        """Ask for a file and write all points of the selected runs."""
        selected = self._table.selected
        if selected and (path := ask_metrics_file(self._page)):
            self._actions.export(selected, path)

    def save_capsule(self) -> None:
        """Ask for a file and write what it takes to make the selected run again."""
        for run in self._table.selected[:1]:
            if path := ask_capsule_file(self._page, run):
                self._actions.save_capsule(run, path)

    def export_weights(self) -> None:
        """Ask for a checkpoint and a folder, and write the weights of the selected run into it."""
        for run in self._table.selected[:1]:
            self._exchange.export(run)

    def show_report(self) -> None:
        """Show what became of the tensors of the selected run, if it was loaded."""
        for run in self._table.selected[:1]:
            self._exchange.show_report(run)
