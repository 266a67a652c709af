"""Loading a checkpoint folder of transformers as a run: chosen, looked at, and taken with what is missing in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.core.names import plain_name
from workbench.gui.context import Context
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.load_report import ReportTree, source_words
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.theme import GRID
from workbench.jobs.exchange import check_in_child, load_in_child
from workbench.store.load_report import LoadReport


class LoadDialog(QDialog):
    """``loaded`` carries the number of the run."""

    loaded = Signal(int)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._folder: Path | None = None
        self.report: LoadReport | None = None
        self.setWindowTitle(tr("Load a checkpoint"))
        self.folder_button = QPushButton(tr("Choose a folder…"), self, autoDefault=False)
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the run"))
        self.tree = ReportTree(self)
        self.missing = ErrorLabel(self)
        self.consent = QCheckBox(tr("Draw the missing weights anew"), self)
        self.error = ErrorLabel(self)
        self.progress = ProgressRow(context.tasks, self._enable, self)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.go_button = self.buttons.button(kinds.Ok)
        self.go_button.setText(tr("Load"))
        self.buttons.button(kinds.Cancel).setText(tr("Cancel"))
        self._arrange()
        self.folder_button.clicked.connect(self.choose_folder)
        self.name.textChanged.connect(self._enable)
        self.consent.toggled.connect(self._enable)
        self.buttons.accepted.connect(self.start)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self.progress.cancel)
        self._show_report()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.folder_button)
        top.addWidget(self.words, 1)
        self._form = QFormLayout()
        self._form.addRow(tr("Name"), self.name)
        foot = QHBoxLayout()
        foot.addWidget(self.progress, 1)
        foot.addStretch(0)
        foot.addWidget(self.buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addLayout(top)
        column.addLayout(self._form)
        column.addWidget(self.tree, 1)
        column.addStretch(0)  # what there is stays at the top while there is no report
        for widget in (self.missing, self.consent, self.error):
            column.addWidget(widget)
        column.addLayout(foot)
        self.resize(84 * GRID, 60 * GRID)

    @Slot()
    def choose_folder(self) -> None:
        """Ask for the folder."""
        if chosen := QFileDialog.getExistingDirectory(self, tr("Folder of the checkpoint")):
            self.check(Path(chosen))

    def check(self, folder: Path) -> None:
        """Read a folder in the background and show what loading it would come to."""
        project = self._context.project
        self._folder, self.report = folder, None
        self.name.setText(plain_name(folder.name))
        self._show_report()
        self.progress.follow(
            self._context.tasks.run(
                lambda report, cancelled: check_in_child(project, folder, progress=report, cancelled=cancelled),
                self._take_report,
                self._show_error,
                tr("Reading {name}", name=folder.name),
            )
        )
        self._enable()

    @Slot()
    def start(self) -> None:
        """Load the folder that was looked at under the name that stands there."""
        folder, project, name = self._folder, self._context.project, self.name.text().strip()
        assert folder is not None
        accept = self.consent.isChecked()
        self.error.show_sentences([])
        self.progress.follow(
            self._context.tasks.run(
                lambda report, cancelled: load_in_child(
                    project, folder, name, accept_missing=accept, progress=report, cancelled=cancelled
                ),
                self._finish,
                self._show_error,
                tr("Loading {name}", name=name),
            )
        )
        self._enable()

    @Slot(object)
    def _take_report(self, report: LoadReport) -> None:
        self.report = report
        self._show_report()

    @Slot(object)
    def _finish(self, number: int) -> None:
        self.loaded.emit(number)
        self.accept()

    @Slot(object)
    def _show_error(self, error: WorkbenchError) -> None:
        self.error.show_sentences([render(error)])

    def _show_report(self) -> None:
        report = self.report
        about = str(self._folder) if self._folder else tr(
            "A folder that transformers wrote: config.json, weights and tokenizer files lie side by side."
        )  # fmt: skip
        self.words.setText(about if report is None else source_words(report))
        self.tree.show_report(report)
        self.error.show_sentences([])
        self._form.setRowVisible(self.name, report is not None)
        self.tree.setVisible(report is not None)
        missing = () if report is None else report.missing
        self.missing.show_sentences(
            [
                tr(
                    "{count} {count:tensor|tensors} of the model's body {count:is|are} missing: it would not be the "
                    "model that was trained.",
                    count=len(missing),
                )
            ]
            if missing
            else []
        )
        self.consent.setChecked(False)
        self.consent.setVisible(bool(missing))
        self._enable()

    @Slot()
    def _enable(self) -> None:
        """A report, a name, and consent where weights are missing."""
        report = self.report
        ready = report is not None and (not report.missing or self.consent.isChecked())
        busy = self.progress.is_busy
        self.go_button.setEnabled(ready and bool(self.name.text().strip()) and not busy)
        self.folder_button.setEnabled(not busy)
