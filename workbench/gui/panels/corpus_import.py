"""The import pane: files, options, a preview that follows them, and the import itself with progress and cancel."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.fonts import scaled
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.corpus_preview import AUTO, PreviewPane, read_in_all_ways
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.preview import FilePreview
from workbench.text.readers.settings import ImportSettings

ENCODINGS = ("utf-8", "gb18030", "big5", "utf-16-le", "utf-16-be")
PREVIEW_DELAY = 150  #: milliseconds after the last change of an option
_PATH = Qt.ItemDataRole.UserRole


def _choice(entries: Sequence[tuple[str, str]], name: str) -> QComboBox:
    box = QComboBox()
    for value, text in entries:
        box.addItem(text, value)
    box.setAccessibleName(name)
    return box


class ImportPane(QWidget):
    """``imported`` carries the new corpus's name; ``closed`` that the user wants to see the corpora again."""

    imported = Signal(str)
    closed = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.taken: frozenset[str] = frozenset()
        self._reading: Task | None = None
        self._timer = QTimer(self, interval=PREVIEW_DELAY, singleShot=True)
        self._timer.timeout.connect(self._preview)
        self._make_inputs()
        self._arrange()
        self._connect()
        self._show_files()

    def _make_inputs(self) -> None:
        self.files = QListWidget(self)
        self.files.setAccessibleName(tr("Files and folders to import"))
        self.files.setFixedHeight(11 * GRID)
        self.add_files_button = QPushButton(tr("Add files…"), self)
        self.add_folder_button = QPushButton(tr("Add a folder…"), self)
        self.remove_button = QPushButton(tr("Remove"), self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the corpus"))
        self.format = _choice(
            [(AUTO, tr("by its content")), ("txt", tr("plain text")), ("jsonl", "JSONL"), ("csv", "CSV / TSV")],
            tr("Format"),
        )
        self.field = QComboBox(self, editable=True)
        self.field.setAccessibleName(tr("Text field"))
        line = QLineEdit(self.field, placeholderText=tr("the likeliest"))
        self.field.setLineEdit(line)
        self.documents = _choice(
            [
                ("blank-line", tr("separated by blank lines")),
                ("line", tr("one a line")),
                ("file", tr("one a file")),
            ],
            tr("Documents"),
        )
        self.encoding = _choice([(AUTO, tr("detected"))] + [(name, name) for name in ENCODINGS], tr("Encoding"))
        self.evaluation = QDoubleSpinBox(self, minimum=0.0, maximum=50.0, singleStep=1.0, decimals=1, suffix=" %")
        self.evaluation.setValue(100 * ImportSettings().evaluation_share)
        self.evaluation.setAccessibleName(tr("Evaluation share"))
        self.evaluation.setToolTip(
            tr("Share of documents that no run trains on, so that runs can be compared on them.")
        )
        self.preview = PreviewPane(self)
        self.error = ErrorLabel(self)
        self.progress = ProgressRow(self._context.tasks, self._show_files, self)
        self.import_button = QPushButton(tr("Import"), self)
        self.import_button.setDefault(True)
        self.close_button = QPushButton(tr("Close"), self)

    def _arrange(self) -> None:
        heading = QLabel(tr("Import a corpus"), self)
        heading.setFont(scaled(self.font(), 1.25, bold=True))
        hint = QLabel(
            tr("Text, JSONL, CSV or TSV, also compressed; drop files or folders anywhere on this page."), self
        )
        hint.setWordWrap(True)
        buttons = QVBoxLayout()
        for button in (self.add_files_button, self.add_folder_button, self.remove_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        chosen = QHBoxLayout()
        chosen.addWidget(self.files, 1)
        chosen.addLayout(buttons)
        options = QHBoxLayout()
        options.setSpacing(3 * GRID)
        left, right = QFormLayout(), QFormLayout()
        for form in (left, right):
            form.setVerticalSpacing(GRID)
        left.addRow(tr("Name"), self.name)
        left.addRow(tr("Documents"), self.documents)
        left.addRow(tr("Encoding"), self.encoding)
        right.addRow(tr("Format"), self.format)
        right.addRow(tr("Text field"), self.field)
        right.addRow(tr("Evaluation share"), self.evaluation)
        options.addLayout(left, 1)
        options.addLayout(right, 1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.progress, 1)
        bottom.addStretch(0)
        bottom.addWidget(self.close_button)
        bottom.addWidget(self.import_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(heading)
        column.addWidget(hint)
        column.addLayout(chosen)
        column.addLayout(options)
        column.addWidget(self.preview, 1)
        column.addWidget(self.error)
        column.addLayout(bottom)

    def _connect(self) -> None:
        self.add_files_button.clicked.connect(self.choose_files)
        self.add_folder_button.clicked.connect(self.choose_folder)
        self.remove_button.clicked.connect(self._remove)
        self.close_button.clicked.connect(self.closed)
        self.import_button.clicked.connect(self.start)
        for box in (self.format, self.documents, self.encoding):
            box.currentIndexChanged.connect(self._ask_preview)
        self.field.currentTextChanged.connect(self._ask_preview)
        self.files.currentRowChanged.connect(self._ask_preview)
        self.name.textChanged.connect(self._enable)
        self.preview.encoding_chosen.connect(self._take_encoding)

    def settings(self) -> ImportSettings:
        """The options as they stand."""
        return ImportSettings.model_validate(
            {
                "format": self.format.currentData(),
                "field": self.field.currentText().strip(),
                "documents": self.documents.currentData(),
                "encoding": self.encoding.currentData(),
                "evaluation_share": self.evaluation.value() / 100,
            }
        )

    def paths(self) -> list[Path]:
        """Files and folders in the list."""
        return [Path(self.files.item(row).data(_PATH)) for row in range(self.files.count())]

    @Slot()
    def choose_files(self) -> None:
        """Ask for files."""
        names, _ = QFileDialog.getOpenFileNames(self, tr("Files to import"))
        self.add([Path(name) for name in names])

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder."""
        if name := QFileDialog.getExistingDirectory(self, tr("Folder to import")):
            self.add([Path(name)])

    def add(self, paths: Sequence[Path]) -> None:
        """Put files and folders into the list; the first gives the corpus its name."""
        known = set(self.paths())
        for path in paths:
            if path not in known:
                self.files.addItem(f"{path.name}   ({path.parent})")
                self.files.item(self.files.count() - 1).setData(_PATH, str(path))
                self.files.item(self.files.count() - 1).setToolTip(str(path))
        if paths and not self.name.text():
            self.name.setText(self._free_name(paths[0]))
        if self.files.currentRow() < 0:
            self.files.setCurrentRow(0)
        self._show_files()
        self._ask_preview()

    def _free_name(self, path: Path) -> str:
        """The file's name, numbered where the project has a corpus of that name already."""
        stem = path.name.split(".")[0] or path.name
        names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
        return next(name for name in names if name not in self.taken)

    def clear(self) -> None:
        """Begin anew: no files, no name, options as at first."""
        self.files.clear()
        self.name.clear()
        for box in (self.format, self.documents, self.encoding):
            box.setCurrentIndex(0)
        self.field.clear()
        self.preview.show_readings([])
        self.error.show_sentences([])
        self._show_files()

    @Slot()
    def _remove(self) -> None:
        if (row := self.files.currentRow()) >= 0:
            self.files.takeItem(row)
        self._show_files()
        self._ask_preview()

    @Slot()
    def _show_files(self) -> None:
        self.remove_button.setEnabled(self.files.count() > 0)
        self._enable()

    @Slot()
    def _enable(self) -> None:
        busy = self.progress.is_busy
        self.import_button.setEnabled(not busy and self.files.count() > 0 and bool(self.name.text().strip()))

    @Slot()
    def _ask_preview(self) -> None:
        self._timer.start()

    @Slot()
    def _preview(self) -> None:
        """Read the chosen file anew in the background; an older reading that is still going on is dropped."""
        if self._reading is not None:
            self._reading.cancel()
        paths = self.paths()
        if not paths:
            self.preview.show_readings([])
            return
        path, settings = paths[max(0, self.files.currentRow())], self.settings()
        self._reading = self._context.tasks.run(
            lambda report, cancelled: read_in_all_ways(path, settings, cancelled), self._show_readings, self._show_error
        )

    @Slot(object)
    def _show_readings(self, readings: Sequence[FilePreview]) -> None:
        self.error.show_sentences([])
        self.preview.show_readings(readings)
        fields = readings[0].fields if readings else ()
        self.field.setEnabled(bool(fields) or bool(self.field.currentText()))
        self._offer_fields(fields)

    def _offer_fields(self, fields: Sequence[str]) -> None:
        current = self.field.currentText()
        if [self.field.itemText(row) for row in range(self.field.count())] == list(fields):
            return
        self.field.blockSignals(True)
        self.field.clear()
        self.field.addItems(list(fields))
        self.field.setEditText(current)
        self.field.blockSignals(False)

    @Slot(object)
    def _show_error(self, error: WorkbenchError) -> None:
        self.error.show_sentences([error.render(translate)])

    @Slot(str)
    def _take_encoding(self, encoding: str) -> None:
        row = self.encoding.findData(encoding)
        if row < 0:
            self.encoding.addItem(encoding, encoding)
            row = self.encoding.count() - 1
        self.encoding.setCurrentIndex(row)

    @Slot()
    def start(self) -> None:
        """Import in the background."""
        project, name, paths, settings = self._context.project, self.name.text().strip(), self.paths(), self.settings()
        self.error.show_sentences([])
        task = self._context.tasks.run(
            lambda report, cancelled: import_corpus(
                project, name, paths, settings, progress=report, cancelled=cancelled
            ),
            self._finish,
            self._show_error,
            tr("Importing {name}", name=name),
        )
        self.progress.follow(task)
        self._enable()

    @Slot(object)
    def _finish(self, corpus: Corpus) -> None:
        self._context.announce(Changes.of("corpora"))
        self.clear()
        self.imported.emit(corpus.name)
