"""The import pane: files, options, a preview that follows them, and the import itself with progress and cancel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QListWidget, QPushButton, QVBoxLayout, QWidget

from workbench.core.names import free_name
from workbench.gui.context import Context
from workbench.gui.i18n import render, tr
from workbench.gui.panels.corpus_fields import FieldsTable
from workbench.gui.panels.corpus_options import ImportOptions
from workbench.gui.panels.corpus_preview import Look, PreviewPane, Readings, look_at
from workbench.gui.panels.making_pane import MakingPane
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.gui.tips import plain_tip
from workbench.jobs.calls import call_in_child
from workbench.jobs.importing import import_with_workers, usual_workers
from workbench.text.lexicon import LexiconKind

PREVIEW_DELAY = 150  #: milliseconds after the last change of an option
_PATH = Qt.ItemDataRole.UserRole


class ImportPane(MakingPane):
    """Files, options and preview of a new corpus; ``taken`` are the names that it cannot have."""

    TABLE = "corpora"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Import a corpus"), tr("Import"), parent)
        self.taken: frozenset[str] = frozenset()
        self._reading: Task | None = None
        self._refused: frozenset[Path] = frozenset()  # all files, where none of them can be imported
        self._timer = QTimer(self, interval=PREVIEW_DELAY, singleShot=True)
        self._timer.timeout.connect(self._preview)
        self.files = QListWidget(self)
        self.files.setAccessibleName(tr("Files and folders to import"))
        self.files.setFixedHeight(11 * GRID)
        self.add_files_button = QPushButton(tr("Add files…"), self)
        self.add_folder_button = QPushButton(tr("Add a folder…"), self)
        self.remove_button = QPushButton(tr("Remove"), self)
        self.options = ImportOptions(self)
        self.fields = FieldsTable(self)
        self.preview = PreviewPane(self)
        self.error.setTextFormat(Qt.TextFormat.PlainText)  # names of files may look like markup
        self._arrange()
        self._connect()
        self.enable()

    def _arrange(self) -> None:
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
        self.column.addWidget(hint)
        self.column.addLayout(chosen)
        self.column.addWidget(self.options)
        self.column.addWidget(self.fields)
        self.column.addWidget(self.preview, 1)
        self.end()

    def _connect(self) -> None:
        self.add_files_button.clicked.connect(self.choose_files)
        self.add_folder_button.clicked.connect(self.choose_folder)
        self.remove_button.clicked.connect(self._remove)
        self.files.currentRowChanged.connect(self._ask_preview)
        self.options.changed.connect(self._ask_preview)
        self.options.renamed.connect(self.enable)
        self.preview.encoding_chosen.connect(self.options.choose_encoding)
        self.preview.list_wanted.connect(self._import_list)
        self.preview.html_unwanted.connect(lambda: self.options.html.setChecked(True))
        self.fields.chosen.connect(self.options.field.setEditText)

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
                self.files.item(self.files.count() - 1).setToolTip(plain_tip(str(path)))
        if paths and not self.options.name.text():
            self.options.name.setText(free_name(paths[0].name.split(".")[0] or paths[0].name, self.taken.__contains__))
        if self.files.currentRow() < 0:
            self.files.setCurrentRow(0)
        self.enable()
        self._ask_preview()

    def clear(self) -> None:
        """Begin anew: no files, no name, options as at first."""
        super().clear()
        self.files.clear()
        self.options.clear()
        self._show_readings(Readings())
        self.enable()

    @Slot()
    def _remove(self) -> None:
        if (row := self.files.currentRow()) >= 0:
            self.files.takeItem(row)
        self.enable()
        self._ask_preview()

    @Slot()
    def enable(self) -> None:
        """Import files that have a name, unless it is known already that each of them is refused."""
        self.remove_button.setEnabled(self.files.count() > 0)
        ready = not self._refused.issuperset(self.paths()) and bool(self.options.name.text().strip())
        self.go_button.setEnabled(ready and not self.progress.is_busy)

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
            self._show_readings(Readings())
            return
        path, settings = paths[max(0, self.files.currentRow())], self.options.settings()
        self._reading = self._context.tasks.run(
            lambda report, cancelled: look_at(path, paths, settings, cancelled), self._show_look
        )

    @Slot(object)
    def _import_list(self, kind: LexiconKind) -> None:
        """The chosen file is a list: it goes to the page of lists, and leaves this one."""
        row = max(0, self.files.currentRow())
        path = self.paths()[row]
        self.files.setCurrentRow(row)
        self._remove()
        self._context.import_list(path, kind)

    @Slot(object)
    def _show_readings(self, readings: Readings) -> None:
        self.error.show_sentences([])
        self.preview.show_readings(readings)
        first = readings.files[0] if readings.files else None
        fields = first.fields if first else ()
        self.options.offer_fields([field.path for field in fields])
        self.fields.show_fields(fields, first.field if first else "")

    @Slot(object)
    def _show_look(self, look: Look) -> None:
        """Show the file, and say beside the button why nothing can be imported."""
        self._show_readings(look.readings)
        self._refused = look.refused
        if look.error is not None:
            self.show_error(look.error)
        elif look.refused and look.readings.problem is not None:
            self.error.show_sentences([render(look.readings.problem)])
        self.enable()

    @Slot()
    def start(self) -> None:
        """Import in a process of its own."""
        project, name = self._context.project, self.options.name.text().strip()
        paths, settings = self.paths(), self.options.settings()
        self.make(
            lambda report, cancelled: call_in_child(
                import_with_workers,
                project,
                name,
                paths,
                settings,
                usual_workers(),
                progress=report,
                cancelled=cancelled,
            ),
            tr("Importing {name}", name=name),
        )
