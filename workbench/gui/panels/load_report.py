"""What became of the tensors of a loaded checkpoint: a line a kind with its count, and the tensors below it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID, colours_of
from workbench.store.load_report import KINDS, LoadReport, names_of, read_report
from workbench.store.records import Run, RunKind

#: Kinds that say that the model is not all that the checkpoint was.
_WRONG = ("missing", "lacking", "reshaped")


class ReportTree(QTreeWidget):
    """A report to read; kinds of which there is nothing are left out, but for what was loaded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(2)
        self.setHeaderLabels([tr("Tensors"), tr("How many")])
        self.setAccessibleName(tr("Load report"))
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setMinimumHeight(20 * GRID)

    def show_report(self, report: LoadReport | None) -> None:
        """Show another one, or none; what is wrong is open and in the colour of errors."""
        self.clear()
        if report is None:
            return
        wrong = QBrush(QColor(colours_of(self.palette()).error))
        for kind, title in KINDS.items():
            names = names_of(report, kind)
            if not names and kind != "loaded":
                continue
            item = QTreeWidgetItem(self, [tr(title), grouped(len(names))])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
            item.addChildren([QTreeWidgetItem([name, ""]) for name in names])
            if kind in _WRONG:
                item.setForeground(0, wrong)
                item.setExpanded(True)


class ReportDialog(QDialog):
    """The report that was kept with a run."""

    def __init__(self, name: str, report: LoadReport, parent: QWidget | None = None) -> None:
        """``name`` is that of the run."""
        super().__init__(parent)
        self.setWindowTitle(tr("Load report of {name}", name=name))
        self.tree = ReportTree(self)
        self.tree.show_report(report)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addWidget(PlainLabel(source_words(report), self, wordWrap=True))
        column.addWidget(self.tree, 1)
        column.addWidget(self.buttons)
        self.resize(80 * GRID, 60 * GRID)


def lack_sentences(run: Run | None) -> list[str]:
    """What to say of a run beside what it computes: that weights of it were not loaded but drawn."""
    if run is None or run.kind is not RunKind.LOADED:
        return []
    try:
        report = read_report(run.folder)
    except WorkbenchError as error:
        return [render(error)]
    if report is None or not report.missing:
        return []
    sentence = tr(
        "Not loaded: {count} {count:tensor|tensors} of this model's body {count:was|were} missing and {count:is|are} "
        "drawn. What it shows is not what was trained.",
        count=len(report.missing),
    )
    return [sentence]


def source_words(report: LoadReport) -> str:
    """Where a checkpoint came from, and of what class it is."""
    return tr(
        "{architecture} ({family}) from {folder}",
        architecture=report.architecture or "?",
        family=report.family,
        folder=report.folder,
    )
