"""Trying runs on a labelled file: the file with its columns, kind and labels, how it is tried, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.core.config import Labelled
from workbench.core.errors import WorkbenchError
from workbench.core.paths import sample_data
from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.tasks_making import make_tasks, steps_of
from workbench.gui.panels.tasks_preview import PreviewTables
from workbench.gui.theme import GRID
from workbench.spec.task import TaskMode, TaskSpec
from workbench.store.records import Run
from workbench.text.labelled.columns import ColumnError, Wanted
from workbench.text.labelled.preview import TaskFiles, TaskPreview, preview_task
from workbench.text.labelled.records import TaskKind
from workbench.text.labelled.splits import Source, sources_of

LOOK_MILLISECONDS = 300  #: of rest after a key before a file is looked at
SAMPLE = ("zh", "sentiment_train.tsv")


class ProbeDialog(QDialog):
    """``made`` carries the numbers of the tasks that were made, or were there already."""

    made = Signal(object)

    def __init__(self, context: Context, runs: Sequence[Run], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._runs = context, list(runs)
        self._looked = 0
        self._preview: TaskPreview | None = None
        self.setWindowTitle(tr("Probe"))
        self.file = QLineEdit(self)
        self.file.setPlaceholderText(tr("CSV, TSV, JSONL, or a token and its tag a line"))
        self.choose_button = QPushButton(tr("Choose…"), self, autoDefault=False)
        self.sample_button = QPushButton(tr("Sample"), self, autoDefault=False)
        self.sample_button.setToolTip(tr("Short reviews that come with the program"))
        self.kind = _choice(self, TaskKind, tr("found by itself"))
        self.text, self.pair, self.label = QComboBox(self), QComboBox(self), QComboBox(self)
        self.development, self.test = QLineEdit(self), QLineEdit(self)
        self.mode = _choice(self, TaskMode)
        self.checkpoint = QComboBox(self)
        self.seeds = QSpinBox(self, minimum=1, maximum=100, value=3)
        self.task_types = min(run.spec.encoder.task_types for run in runs)
        self.task_id = QSpinBox(self, maximum=max(0, self.task_types - 1))
        self.task_id.setVisible(self.task_types > 0)
        self.task_id.setToolTip(tr("Row of the model's table of tasks that the texts are read with"))
        self.random = QCheckBox(tr("Compare with random weights"), self)
        self.random.setChecked(True)
        self.preview = PreviewTables(self)
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.problem = ErrorLabel(self)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.good = self.buttons.button(kinds.Ok)
        self.good.setText(tr("Add to the queue and start"))
        self.buttons.button(kinds.Cancel).setText(tr("Cancel"))
        self._timer = QTimer(self, interval=LOOK_MILLISECONDS, singleShot=True)
        self._fill()
        self._arrange()
        self._connect()
        self._show_nothing()

    def _fill(self) -> None:
        self.checkpoint.addItem(tr("Newest"), None)
        for step in reversed(steps_of(self._runs)):
            self.checkpoint.addItem(tr("Step {step}", step=grouped(step)), step)
        for box in (self.text, self.pair, self.label):
            box.addItem(tr("found by itself"), "")

    def _arrange(self) -> None:
        names = ", ".join(run.name for run in self._runs[:4]) + (" …" if len(self._runs) > 4 else "")
        about = tr("Tries the weights of {runs}: what they are good for is measured on labelled examples.", runs=names)
        row = QHBoxLayout()
        row.addWidget(self.file, 1)
        row.addWidget(self.choose_button)
        row.addWidget(self.sample_button)
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.addWidget(label_of(tr("Labelled file"), self.file), 0, 0)
        grid.addLayout(row, 0, 1, 1, 3)
        left = ((tr("Kind of task"), self.kind), (tr("Text"), self.text), (tr("Second text"), self.pair),
                (tr("Label"), self.label), (tr("Development file"), self.development))  # fmt: skip
        right = ((tr("Mode"), self.mode), (tr("Checkpoint"), self.checkpoint), (tr("Seeds"), self.seeds),
                 ("", self.random), (tr("Test file"), self.test))  # fmt: skip
        last = ((tr("Task id"), self.task_id),) if self.task_types else ()
        for side, fields in enumerate(((*left, *last), right)):
            for number, (title, field) in enumerate(fields, 1):
                if title:
                    grid.addWidget(label_of(title, field), number, 2 * side)
                grid.addWidget(field, number, 2 * side + 1)
        for place in (1, 3):
            grid.setColumnStretch(place, 1)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(PlainLabel(about, self, wordWrap=True))
        column.addLayout(grid)
        column.addWidget(self.preview, 1)
        column.addWidget(self.words)
        column.addWidget(self.problem)
        column.addWidget(self.buttons)
        self.resize(104 * GRID, 80 * GRID)

    def _connect(self) -> None:
        self.file.textChanged.connect(self._file_changed)
        for field in (self.development, self.test):
            field.textChanged.connect(lambda _typed: self._look_soon())
        self.choose_button.clicked.connect(self._ask_file)
        self.sample_button.clicked.connect(lambda _checked=False: self.file.setText(str(sample_data(*SAMPLE))))
        for box in (self.kind, self.text, self.pair, self.label):
            box.activated.connect(lambda _place: self._look_soon())
        self._timer.timeout.connect(self._look)
        self.buttons.accepted.connect(self.make)
        self.buttons.rejected.connect(self.reject)

    # Looking at the file

    @Slot()
    def _ask_file(self) -> None:
        name, _filter = QFileDialog.getOpenFileName(self, tr("Labelled file"))
        if name:
            self.file.setText(name)

    @Slot()
    def _file_changed(self) -> None:
        """Another file has other columns, and may be of another kind."""
        self.kind.setCurrentIndex(0)
        for box in (self.text, self.pair, self.label):
            box.setEnabled(True)
            while box.count() > 1:
                box.removeItem(1)
        self._look_soon()

    def _look_soon(self) -> None:
        self._looked += 1
        self.good.setEnabled(False)
        self._timer.start()

    @Slot()
    def _look(self) -> None:
        if not (name := _path_of(self.file)):
            self._show_nothing()
            return
        number = self._looked
        files = TaskFiles(
            Path(name), _path_of(self.development), _path_of(self.test), kind=self._kind(), wanted=self._wanted()
        )
        self._context.tasks.run(
            lambda report, cancelled: (number, preview_task(files, cancelled)),
            self._take,
            lambda error: self._refuse(number, error),
        )

    def _kind(self) -> TaskKind | None:
        value = self.kind.currentData()
        return TaskKind(value) if value else None

    def _wanted(self) -> Wanted:
        return Wanted(*(str(box.currentData() or "") for box in (self.text, self.label, self.pair)))

    def _show_nothing(self) -> None:
        self._preview = None
        self.preview.show_preview(None)
        for field in (self.development, self.test):
            field.setPlaceholderText("")
        self.good.setEnabled(False)
        self.problem.show_sentences([])
        self.words.setText(tr("Choose a file: its first examples and the balance of its labels are shown here."))

    @Slot(object)
    def _take(self, found: tuple[int, TaskPreview]) -> None:
        number, preview = found
        if number != self._looked:
            return
        self._preview = preview
        self.preview.show_preview(preview)
        self._show_columns(preview.found.names)
        self.problem.show_sentences([])
        self.words.setText(sentences(*self._sentences(preview)))
        self._show_sources(preview)
        self.good.setEnabled(True)

    def _show_columns(self, names: Sequence[str]) -> None:
        """The names that there are, to choose others than those found."""
        for box in (self.text, self.pair, self.label):
            if box.count() == 1:
                for name in names:
                    box.addItem(name, name)
            box.setEnabled(bool(names))

    def _show_sources(self, preview: TaskPreview) -> None:
        """What is taken where no other file is named."""
        fields = (self.development, self.test)
        paths = [
            Path(typed) if (typed := _path_of(field)) else beside
            for field, beside in zip(fields, preview.beside, strict=True)
        ]
        told = {
            Source.ALL: tr("a tenth of the examples"),
            Source.TRAINING: tr("a tenth of the training examples"),
            Source.DEVELOPMENT: "" if paths[0] is None else paths[0].name,
            Source.TEST: "" if paths[1] is None else paths[1].name,
        }
        for field, source in zip(fields, sources_of(*paths), strict=True):
            field.setPlaceholderText(told[source])

    def _sentences(self, preview: TaskPreview) -> list[str]:
        found = preview.found
        kind = translate(found.kind.label)
        count = grouped(len(found.examples))
        told = [
            tr("Read as {kind}, {encoding}; {count} examples.", kind=kind, encoding=found.encoding, count=count)
            if preview.is_whole
            else tr("Read as {kind}, {encoding}; the first {count} examples.",
                    kind=kind, encoding=found.encoding, count=count)
        ]  # fmt: skip
        if found.columns is not None:
            columns = [found.columns.text, found.columns.pair, found.columns.label]
            told.append(tr("Columns: {columns}.", columns=", ".join(filter(None, columns))))
        if found.skipped:
            first = next(note.message for note in found.notes if note.line)
            told.append(tr("{count} left out. First: {first}", count=found.skipped, first=render(first)))
        told += [render(note.message) for note in found.odd[:1]]
        return told

    def _refuse(self, number: int, error: WorkbenchError) -> None:
        if number != self._looked:
            return
        self._show_nothing()
        self.words.setText("")
        self.problem.show_sentences([render(error)])
        if isinstance(error, ColumnError):
            self._show_columns(error.names)

    # Making the tasks

    @property
    def task(self) -> TaskSpec:
        """The task as it is chosen."""
        assert self._preview is not None
        wanted = self._wanted()
        return TaskSpec(
            file=_path_of(self.file),
            kind=self._preview.found.kind,
            text=wanted.text,
            second_text=wanted.pair,
            label=wanted.label,
            development=_path_of(self.development),
            test=_path_of(self.test),
            mode=TaskMode(self.mode.currentData()),
            seeds=self.seeds.value(),
            random_weights=self.random.isChecked(),
            task_id=self.task_id.value(),
        )

    @Slot()
    def make(self) -> None:
        """Make the tasks in the background and let them wait in the queue, which goes."""
        if self._preview is None:
            return
        project, runs, task = self._context.project, self._runs, self.task
        step = self.checkpoint.currentData()
        self.buttons.setEnabled(False)
        self._context.tasks.run(
            lambda report, cancelled: make_tasks(project, runs, task, step),
            self._finish,
            self._refuse_making,
            tr("Making the tasks"),
        )

    @Slot(object)
    def _finish(self, numbers: list[int]) -> None:
        self.made.emit(numbers)
        self.accept()

    @Slot(object)
    def _refuse_making(self, error: WorkbenchError) -> None:
        self.buttons.setEnabled(True)
        self.problem.show_sentences([render(error)])


def _path_of(field: QLineEdit) -> str:
    """What is typed as a path; empty for nothing."""
    typed = field.text().strip()
    return str(Path(typed).expanduser()) if typed else ""


def _choice(parent: QWidget, values: type[Labelled], found: str = "") -> QComboBox:
    """A box of the values of a setting, before them that it is ``found``."""
    box = QComboBox(parent)
    if found:
        box.addItem(found, "")
    for value in values:
        box.addItem(translate(value.label), value.value)
    return box
