"""Two ways to get a vocabulary: load a file after its check, or train one on a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.text.corpus import find_corpus
from workbench.text.vocabulary import (
    Vocabulary,
    VocabularyKind,
    VocabularyProblem,
    VocabularyReport,
    check_vocabulary,
    load_vocabulary,
)
from workbench.text.vocabulary_training import train_vocabulary

DEFAULT_SIZE = 8000
SMALLEST, LARGEST = 64, 500_000


class _Pane(QWidget):
    """A page with a heading, and at its foot an error, progress, and two buttons."""

    made = Signal(str)
    closed = Signal()

    def __init__(self, context: Context, title: str, action: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._context = context
        heading = QLabel(title, self)
        heading.setFont(scaled(self.font(), 1.25, bold=True))
        self.error = ErrorLabel(self)
        self.progress = ProgressRow(context.tasks, self._enable, self)
        self.go_button = QPushButton(action, self)
        self.go_button.setDefault(True)
        self.close_button = QPushButton(tr("Close"), self)
        self.close_button.clicked.connect(self.closed)
        self.go_button.clicked.connect(self.start)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.progress, 1)
        self._foot.addStretch(0)
        self._foot.addWidget(self.close_button)
        self._foot.addWidget(self.go_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        self._column.setSpacing(GRID)
        self._column.addWidget(heading)

    def _end(self) -> None:
        self._column.addWidget(self.error)
        self._column.addLayout(self._foot)

    @Slot()
    def start(self) -> None:
        """What the main button does."""
        raise NotImplementedError

    @Slot()
    def _enable(self) -> None:
        raise NotImplementedError

    @Slot(object)
    def _show_error(self, error: WorkbenchError) -> None:
        self.error.show_sentences([error.render(translate)])

    @Slot(object)
    def _finish(self, vocabulary: Vocabulary) -> None:
        self._context.announce(Changes.of("vocabularies"))
        self.made.emit(vocabulary.name)


class LoadPane(_Pane):
    """A file's report, and the button that brings it into the project."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Load a vocabulary"), tr("Load"), parent)
        self._path: Path | None = None
        self.report: VocabularyReport | None = None
        self._file = QLabel(self, wordWrap=True)
        self._verdict = QLabel(self, wordWrap=True)
        self._verdict.setFont(scaled(self.font(), 1.0, bold=True))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the vocabulary"))
        self.name.textChanged.connect(self._enable)
        self._name_label = QLabel(tr("Name"), self)
        self.add_missing = QCheckBox(tr("Add the missing special tokens at the end"), self)
        self.add_missing.toggled.connect(self._enable)
        self.lowercase = QCheckBox(tr("Lower-case the text first"), self)
        self.problems: RecordsModel[VocabularyProblem] = RecordsModel(
            [
                Column(
                    tr("Line"), lambda row: grouped(row.line) if row.line else "–", lambda row: row.line, number=True
                ),
                Column(tr("Kind"), lambda row: row.kind),
                Column(tr("What is odd"), lambda row: render(row.message)),
            ],
            self,
        )
        self._table = records_view(self.problems, tr("Problems of the file"), self, stretch=2)
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
        self._column.addLayout(top)
        self._column.addWidget(self._verdict)
        self._column.addLayout(form)
        self._column.addWidget(self._table, 100)
        self._column.addStretch(1)
        self._end()
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self._path = self.report = None
        self.name.clear()
        self.add_missing.setChecked(False)
        self._file.setText(tr("vocab.txt, tokenizer.json, or vocab.json with merges.txt; drop it here as well."))
        self.error.show_sentences([])
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
            lambda report, cancelled: check_vocabulary(path), self._take_report, self._show_error, tr("Checking")
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
        self._enable()

    @Slot()
    def _enable(self) -> None:
        ready = self.report is not None and (self.report.usable or self.add_missing.isChecked())
        self.go_button.setEnabled(ready and bool(self.name.text().strip()) and not self.progress.is_busy)

    @Slot()
    def start(self) -> None:
        """Load the checked file under its name."""
        path, project, name = self._path, self._context.project, self.name.text().strip()
        add, lowercase = self.add_missing.isChecked(), self.lowercase.isChecked()
        assert path is not None
        self.error.show_sentences([])
        task = self._context.tasks.run(
            lambda report, cancelled: load_vocabulary(project, path, name, lowercase=lowercase, add_missing=add),
            self._finish,
            self._show_error,
            tr("Loading {name}", name=name),
        )
        self.progress.follow(task)
        self._enable()


def _verdict(report: VocabularyReport) -> str:
    what = tr("{kind}, {size} tokens", kind=report.kind.value, size=grouped(report.size))
    if report.missing_special:
        missing = ", ".join(report.missing_special)
        return tr("{what}. It cannot be used as it is: {missing} missing.", what=what, missing=missing)
    if report.problems:
        return tr("{what}. It can be used; look at what is odd about it.", what=what)
    return tr("{what}. Nothing odd was found.", what=what)


class TrainPane(_Pane):
    """Kind, size and corpus of a new vocabulary."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Train a vocabulary"), tr("Train"), parent)
        self.corpus = QComboBox(self)
        self.corpus.setAccessibleName(tr("Corpus"))
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(tr("Kind"))
        for kind, words in _kinds():
            self.kind.addItem(words, kind)
        self.size_box = QSpinBox(self, minimum=SMALLEST, maximum=LARGEST, singleStep=1000)
        self.size_box.setValue(DEFAULT_SIZE)
        self.size_box.setAccessibleName(tr("Size"))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the vocabulary"))
        self._own_name = False
        form = QFormLayout()
        form.addRow(tr("Corpus"), self.corpus)
        form.addRow(tr("Kind"), self.kind)
        form.addRow(tr("Size"), self.size_box)
        form.addRow(tr("Name"), self.name)
        hint = QLabel(
            tr("Every character of the corpus that is frequent enough to matter stays in; special tokens are added."),
            self,
        )
        hint.setWordWrap(True)
        self._column.addWidget(hint)
        self._column.addLayout(form)
        self._column.addStretch(1)
        self._end()
        self.corpus.currentIndexChanged.connect(self._suggest)
        self.kind.currentIndexChanged.connect(self._suggest)
        self.name.textEdited.connect(self._keep_name)
        self.name.textChanged.connect(self._enable)
        self._enable()

    def offer(self, corpora: Sequence[str], chosen: str) -> None:
        """The corpora of the project; the one of the experiment is chosen at first."""
        current = self.corpus.currentText() or chosen
        self.corpus.blockSignals(True)
        self.corpus.clear()
        self.corpus.addItems(list(corpora))
        self.corpus.setCurrentText(current)
        self.corpus.blockSignals(False)
        self._suggest()

    @Slot()
    def _suggest(self) -> None:
        if not self._own_name and self.corpus.currentText():
            self.name.setText(f"{self.corpus.currentText()}-{VocabularyKind(self.kind.currentData()).value}")
        self._enable()

    @Slot(str)
    def _keep_name(self, text: str) -> None:
        self._own_name = bool(text)

    @Slot()
    def _enable(self) -> None:
        ready = bool(self.corpus.currentText()) and bool(self.name.text().strip())
        self.go_button.setEnabled(ready and not self.progress.is_busy)

    @Slot()
    def start(self) -> None:
        """Train in the background."""
        project, corpus, name = self._context.project, self.corpus.currentText(), self.name.text().strip()
        kind, size = VocabularyKind(self.kind.currentData()), self.size_box.value()
        self.error.show_sentences([])
        task = self._context.tasks.run(
            lambda report, cancelled: train_vocabulary(
                project, find_corpus(project, corpus), kind, size, name, progress=report, cancelled=cancelled
            ),
            self._finish,
            self._show_error,
            tr("Training the vocabulary {name}", name=name),
        )
        self.progress.follow(task)
        self._enable()


def _kinds() -> list[tuple[VocabularyKind, str]]:
    return [
        (VocabularyKind.WORDPIECE, tr("WordPiece – characters and pieces of words (BERT)")),
        (VocabularyKind.BYTE_BPE, tr("Byte-level BPE – no unknown text (RoBERTa)")),
        (VocabularyKind.CHARACTER, tr("Characters")),
        (VocabularyKind.WORD, tr("Whole words of the segmenter, and characters (WoBERT)")),
    ]
