"""Weights of runs out as folders that transformers reads, and its folders in as runs, from the runs page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.names import plain_name
from workbench.gui.context import Changes, Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice
from workbench.gui.panels.load_report import ReportDialog
from workbench.gui.panels.runs_continuing import continue_as_new
from workbench.gui.panels.runs_load import LoadDialog
from workbench.gui.panels.saving_files import tell_saved
from workbench.gui.tasks import error_notice
from workbench.jobs.exchange import export_in_child
from workbench.store.checkpoints import best_step, checkpoint_folders
from workbench.store.load_report import read_report
from workbench.store.records import Run


class RunsExchange(QObject):
    """Asks over the page and acts; ``loaded`` carries the number of a new run."""

    loaded = Signal(int)

    def __init__(self, context: Context, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page

    def load(self) -> None:
        """Show the dialog that loads a folder."""
        try:
            self._context.project.require_writable()
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return
        dialog = LoadDialog(self._context, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.loaded.connect(self._tell_loaded)
        dialog.open()

    def show_report(self, run: Run) -> None:
        """Show what became of the tensors of a loaded run."""
        try:
            report = read_report(run.folder)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return
        if report is not None:
            dialog = ReportDialog(run.name, report, self._page.window())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def export(self, run: Run) -> None:
        """Ask for a checkpoint and a new folder, and write the weights into it."""
        step = ask_checkpoint(self._page, run)
        if step is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self._page, tr("New folder for the weights"), plain_name(f"{run.name}-{step}"), options=_ONLY_FOLDERS
        )
        if name:
            self.write(run, step, Path(name))

    def write(self, run: Run, step: int, folder: Path) -> None:
        """Write a checkpoint's weights into a new folder."""
        project = self._context.project
        self._context.tasks.run(
            lambda report, cancelled: export_in_child(project, run, step, folder, progress=report, cancelled=cancelled),
            self._tell_written,
            title=tr("Exporting {name}", name=run.name),
        )

    @Slot(object)
    def _tell_written(self, done: dict[str, Any]) -> None:
        classes = ", ".join(one["architecture"] for one in done["written"])
        words = [tr("It is read as {architecture}.", architecture=classes), *done["notes"]]
        tell_saved(self._context, Path(done["folder"]), " ".join(words))

    @Slot(int)
    def _tell_loaded(self, number: int) -> None:
        self._context.announce(Changes.of("runs", "vocabularies"))
        run = self._context.store.run(number)
        self._context.notify(
            Notice(
                tr("{name} is loaded.", name=run.name),
                actions=[(tr("Continue as a new run"), lambda: continue_as_new(self._context, run))],
            )
        )
        self.loaded.emit(number)


_ONLY_FOLDERS = QFileDialog.Option.ShowDirsOnly | QFileDialog.Option.DontConfirmOverwrite


def ask_checkpoint(parent: QWidget, run: Run) -> int | None:
    """The step of the checkpoint to take: the only one, or one that the user chooses; None where there is none, or he
    thinks better of it."""
    folders = checkpoint_folders(run.folder)
    if len(folders) < 2:
        return next(iter(folders), None)
    best = best_step(folders)
    steps = sorted(folders, reverse=True)
    words = [
        tr("step {step}, the best", step=grouped(step)) if step == best else tr("step {step}", step=grouped(step))
        for step in steps
    ]
    chosen, given = QInputDialog.getItem(
        parent, tr("Export {name}", name=run.name), tr("Checkpoint"), words, 0, editable=False
    )
    return steps[words.index(chosen)] if given else None
