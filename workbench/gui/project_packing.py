"""Packing the project into one file: what goes in, how large that is, and where it goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFileDialog, QVBoxLayout, QWidget

from workbench.core.paths import Project
from workbench.core.progress import Cancelled
from workbench.gui.context import Context
from workbench.gui.figures import size
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.store.bundle import write_bundle
from workbench.store.store import Store


@dataclass(frozen=True)
class Sizes:
    """Bytes of what may go in, before it is compressed."""

    corpora: int
    checkpoints: int


@dataclass(frozen=True)
class Packing:
    """Into which ``file``, and whether the text of ``corpora`` and the ``checkpoints`` of runs go in."""

    file: Path
    corpora: bool
    checkpoints: bool


def measure(project: Project) -> Sizes:
    """How large the optional parts are, in the background."""
    return Sizes(_bytes_of(project.corpora, "**/*"), _bytes_of(project.runs, "*/checkpoints/**/*"))


def _bytes_of(folder: Path, pattern: str) -> int:
    total = 0
    for path in folder.glob(pattern):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:  # gone meanwhile, as a run at work replaces its checkpoints
            continue
    return total


def pack(project: Project, packing: Packing, cancelled: Cancelled) -> Path:
    """Write the file, in the background; returns it."""
    with Store.open(project) as store:
        write_bundle(
            store,
            packing.file,
            corpora=packing.corpora,
            checkpoints=packing.checkpoints,
            overwrite=True,
            cancelled=cancelled,
        )
    return packing.file


class PackDialog(QDialog):
    """``chosen`` carries a :class:`Packing`."""

    chosen = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setWindowTitle(tr("Pack into one file"))
        words = tr(
            "Runs with their curves, settings and messages, vocabularies, lists and the experiment go into one ZIP "
            "file that opens on another machine. Runs at work go on meanwhile."
        )
        self.corpora = QCheckBox(tr("The imported text too (else its files are asked for there)"), self)
        self.checkpoints = QCheckBox(tr("The weights of the runs too"), self)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Choose the file…"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(PlainLabel(words, self, wordWrap=True))
        for widget in (self.corpora, self.checkpoints):
            column.addWidget(widget)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.resize(64 * GRID, 24 * GRID)
        project = context.project
        context.tasks.run(lambda report, cancelled: measure(project), self._show_sizes)

    @Slot(object)
    def _show_sizes(self, sizes: Sizes) -> None:
        for box, number in ((self.corpora, sizes.corpora), (self.checkpoints, sizes.checkpoints)):
            box.setText(tr("{what}: {size}", what=box.text(), size=size(number)))

    @Slot()
    def _ask(self) -> None:
        name = f"{self._context.project.root.name}.zip"
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Pack into one file"), name, "*.zip")
        if chosen:
            self.chosen.emit(Packing(Path(chosen), self.corpora.isChecked(), self.checkpoints.isChecked()))
            self.accept()
