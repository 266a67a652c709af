"""A vocabulary from a file: checked first, then loaded into the project."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QFileDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import in_list, render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.making_pane import MakingPane
from workbench.gui.panels.vocabulary_tokens import kind_words
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.text.vocabulary import VocabularyProblem, VocabularyReport, check_vocabulary, load_vocabulary
from workbench.text.vocabulary_tokens import ADD_MISSING


class LoadPane(MakingPane):
    """A file's report, and the button that brings it into the project."""

    TABLE = "vocabularies"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Load a vocabulary"), tr("Load"), parent)
        self._path: Path | None = None
        self.report: VocabularyReport | None = None
        self._file = PlainLabel(parent=self, wordWrap=True)
        self._verdict = PlainLabel(parent=self, wordWrap=True)
        self._verdict.setFont(scaled(self.font(), 1.0, bold=True))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the vocabulary"))
        self.name.textChanged.connect(self.enable)
        self._name_label = QLabel(tr("Name"), self)
        self.add_missing = QCheckBox(translate(ADD_MISSING.label), self)
        self.add_missing.toggled.connect(self.enable)
        self.lowercase = QCheckBox(tr("Lower-case the text first"), self)
        self.problems: RecordsModel[VocabularyProblem] = RecordsModel(
            [
                Column(
                    tr("Line"), lambda row: grouped(row.line) if row.line else "–", lambda row: row.line, number=True
                ),
                Column(tr("What is odd"), lambda row: render(row.message)),
            ],
            self,
        )
        self._table = records_view(self.problems, tr("Problems of the file"), self, stretch=1)
        files = QPushButton(tr("Choose a file…"), self)
        files.clicked.connect(self.choose_file)
        folder = QPushButton(tr("Choose a folder…"), self)
        folder.clicked.connect(self.choose_folder)
        top = QHBoxLayout()
        top.addWidget(files)
        top.addWidget(folder)
        top.addWidget(self._file, 1)
        form = QFormLayout()
        form.addRow(self._name_label, self.name)
        form.addRow("", self.lowercase)
        form.addRow("", self.add_missing)
        self.column.addLayout(top)
        self.column.addWidget(self._verdict)
        self.column.addLayout(form)
        self.column.addWidget(self._table, 100)
        self.column.addStretch(1)
        self.end()
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        super().clear()
        self._path = self.report = None
        self.name.clear()
        self.add_missing.setChecked(False)
        self._file.setText(tr("vocab.txt, tokenizer.json, or vocab.json with merges.txt; drop it here as well."))
        self._show_report()

    @Slot()
    def choose_file(self) -> None:
        """Ask for a file."""
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Vocabulary to load"), "", f"{tr('Vocabularies')} (*.txt *.json);;{tr('All files')} (*)"
        )
        if name:
            self.check(Path(name))

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder with vocab.json and merges.txt."""
        if name := QFileDialog.getExistingDirectory(self, tr("Folder with the vocabulary")):
            self.check(Path(name))

    def check(self, path: Path) -> None:
        """Read the file in the background and show what is odd about it, before anything is loaded."""
        self.clear()
        self._path = path
        self._file.setText(str(path))
        self._context.tasks.run(
            lambda report, cancelled: check_vocabulary(path), self._take_report, self.show_error, tr("Checking")
        )

    @Slot(object)
    def _take_report(self, report: VocabularyReport) -> None:
        assert self._path is not None
        self.report = report
        stem = self._path.name if self._path.is_dir() else self._path.stem
        self.name.setText(stem if stem not in ("vocab", "tokenizer") else self._path.resolve().parent.name)
        self.lowercase.setChecked(report.lowercase)
        self._show_report()

    def _show_report(self) -> None:
        report = self.report
        self.problems.put(report.problems if report is not None else [])
        missing = report.missing_special if report is not None else ()
        self.add_missing.setVisible(bool(missing))
        for widget in (self._verdict, self.lowercase, self.name, self._name_label):
            widget.setVisible(report is not None)
        self._table.setVisible(bool(self.problems.rows))
        if report is not None:
            self._verdict.setText(_verdict(report))
        self.enable()

    def enable(self) -> None:
        """A file that can be used, or mended, and a name."""
        ready = self.report is not None and (self.report.usable or self.add_missing.isChecked())
        self.go_button.setEnabled(ready and bool(self.name.text().strip()) and not self.progress.is_busy)

    @Slot()
    def start(self) -> None:
        """Load the checked file under its name."""
        path, project, name = self._path, self._context.project, self.name.text().strip()
        add, lowercase = self.add_missing.isChecked(), self.lowercase.isChecked()
        assert path is not None
        self.make(
            lambda report, cancelled: load_vocabulary(project, path, name, lowercase=lowercase, add_missing=add),
            tr("Loading {name}", name=name),
        )


def _verdict(report: VocabularyReport) -> str:
    what = tr("{kind}, {size} tokens", kind=kind_words(report.kind), size=grouped(report.size))
    if report.missing_special:
        missing = in_list(report.missing_special)
        return tr("{what}. It cannot be used as it is: {missing} missing.", what=what, missing=missing)
    if report.problems:
        return tr("{what}. It can be used; look at what is odd about it.", what=what)
    return tr("{what}. Nothing odd was found.", what=what)
