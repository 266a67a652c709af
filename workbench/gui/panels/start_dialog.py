"""Choosing the weights to start from: the runs of the project with their checkpoints, or a folder of another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import FieldProblem
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.start_checks import check_weights
from workbench.gui.run_words import moment_words
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.run_search import RunRow, parse_search
from workbench.gui.theme import GRID
from workbench.spec.run import RunSpec
from workbench.spec.start import with_start
from workbench.store.starting import Startable, startable_runs
from workbench.store.store import Store

NAME_ROLE = Qt.ItemDataRole.UserRole
CHECK_MILLISECONDS = 150  #: of rest after the arrow keys before weights are looked at


@dataclass(frozen=True)
class StartRow:
    """A run to start from, as it is listed and searched."""

    start: Startable
    found: RunRow


def read_starts(project: Project) -> list[StartRow]:
    """What there is to choose from, in the background."""
    with Store.open(project) as store:
        finals = store.all_final_values()
        return [StartRow(one, RunRow(one.run, finals.get(one.run.id, {}))) for one in startable_runs(store)]


class StartDialog(QDialog):
    """``chosen`` carries what names the weights, the empty text for fresh ones.

    What keeps the experiment from starting with the selected weights is said before they are taken; they can be taken
    all the same, to mend the experiment afterwards.
    """

    chosen = Signal(str)

    def __init__(self, context: Context, spec: RunSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._spec = context, spec
        self._rows: list[StartRow] = []
        self._looked = 0  # number of the newest look at weights
        self.setWindowTitle(tr("Start from"))
        self.search = QLineEdit(self, clearButtonEnabled=True, placeholderText=tr("Search runs"))
        self.search.setAccessibleName(tr("Search runs"))
        self.model = RecordsModel[StartRow](_columns(), self)
        self.view = records_view(self.model, tr("Runs with checkpoints"), self, stretch=0)
        self.checkpoints = QListWidget(self)
        self.words = PlainLabel(tr("Reading the runs…"), self, wordWrap=True)
        self.problem = ErrorLabel(self)
        self.folder_button = QPushButton(tr("Choose a folder…"), self, autoDefault=False)
        self.fresh_button = QPushButton(tr("Fresh weights"), self, autoDefault=False)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.good = self.buttons.button(kinds.Ok)
        self.good.setText(tr("Start from these"))
        self.buttons.button(kinds.Cancel).setText(tr("Cancel"))
        self._timer = QTimer(self, interval=CHECK_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()
        self._show_checkpoints()
        project = context.project
        context.tasks.run(lambda report, cancelled: read_starts(project), self._take)

    def _arrange(self) -> None:
        steps = QVBoxLayout()
        steps.addWidget(label_of(tr("Checkpoint"), self.checkpoints))
        steps.addWidget(self.checkpoints, 1)
        runs = QVBoxLayout()
        runs.addWidget(self.search)
        runs.addWidget(self.view, 1)
        both = QHBoxLayout()
        both.setSpacing(GRID)
        both.addLayout(runs, 3)
        both.addLayout(steps, 1)
        others = QHBoxLayout()
        others.addWidget(self.folder_button)
        others.addWidget(self.fresh_button)
        others.addStretch(1)
        others.addWidget(self.buttons)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addLayout(both, 1)
        column.addWidget(self.words)
        column.addWidget(self.problem)
        column.addLayout(others)
        self.resize(116 * GRID, 52 * GRID)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.view.selectionModel().selectionChanged.connect(self._show_checkpoints)
        self.checkpoints.currentItemChanged.connect(self._look_soon)
        self.checkpoints.itemDoubleClicked.connect(self.accept)
        self.view.doubleClicked.connect(self.accept)
        self._timer.timeout.connect(self._look)
        self.folder_button.clicked.connect(self._ask_folder)
        self.fresh_button.clicked.connect(lambda _checked=False: self._choose(""))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    @property
    def wanted(self) -> str:
        """What names the selected weights; empty where none are."""
        item = self.checkpoints.currentItem()
        return "" if item is None else str(item.data(NAME_ROLE))

    # Runs and their checkpoints

    @Slot(object)
    def _take(self, rows: list[StartRow]) -> None:
        self._rows = rows
        self._filter()
        current, _at, _step = self._spec.training.start_from.rpartition("@")
        names = [row.start.run.name for row in self.model.rows]
        if names:
            wanted = next((n for n in (current, self._spec.training.start_from) if n in names), names[0])
            self.view.selectRow(names.index(wanted))

    @Slot()
    def _filter(self) -> None:
        fits = parse_search(self.search.text())
        self.model.put([row for row in self._rows if fits(row.found)])
        if not self._rows:
            self.words.setText(
                tr("No run of this project has a checkpoint yet. A folder of another project can be chosen.")
            )
        else:
            self.words.setText("" if self.model.rows else tr("No run fits the search."))
        self.words.setVisible(bool(self.words.text()))
        self._show_checkpoints()

    @Slot()
    def _show_checkpoints(self) -> None:
        self.checkpoints.clear()
        chosen = self.view.selectionModel().selectedRows()
        for step, words in _choices(self.model.row(chosen[0]).start) if chosen else ():
            item = QListWidgetItem(words, self.checkpoints)
            item.setData(NAME_ROLE, self.model.row(chosen[0]).start.name_of(step))
        self.checkpoints.setCurrentRow(0)
        self._look_soon()

    # What would be wrong with them

    @Slot()
    def _look_soon(self) -> None:
        self._looked += 1
        self.good.setEnabled(bool(self.wanted))
        self.problem.show_sentences([])
        self._timer.start()

    @Slot()
    def _look(self) -> None:
        if not self.wanted:
            return
        number, project, spec = self._looked, self._context.project, with_start(self._spec, self.wanted)
        self._context.tasks.run(lambda report, cancelled: (number, check_weights(project, spec)), self._say)

    @Slot(object)
    def _say(self, found: tuple[int, Sequence[FieldProblem]]) -> None:
        number, problems = found
        if number == self._looked:
            self.problem.show_sentences([render(problem.message) for problem in problems])

    # Ends

    @Slot()
    def _ask_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Folder of a run or checkpoint"))
        if name:
            self._choose(name)

    def _choose(self, name: str) -> None:
        self.chosen.emit(name)
        super().accept()

    @Slot()
    def accept(self) -> None:
        """Take the selected weights, if any are."""
        if self.wanted:
            self._choose(self.wanted)


def _columns() -> list[Column[StartRow]]:
    return [
        Column(tr("Name"), lambda row: row.start.run.name, lambda row: row.start.run.name.casefold()),
        Column(tr("Corpus"), lambda row: row.start.run.corpus),
        Column(tr("Vocabulary"), lambda row: row.start.run.vocabulary),
        Column(tr("Steps"), lambda row: grouped(row.start.steps[-1]), lambda row: row.start.steps[-1], True),
        Column(
            tr("Loss"),
            lambda row: "–" if row.found.loss is None else f"{row.found.loss:.4f}",
            lambda row: float("inf") if row.found.loss is None else row.found.loss,
            True,
        ),
        Column(tr("Created"), lambda row: moment_words(row.start.run.created), lambda row: row.start.run.created),
    ]


def _choices(start: Startable) -> list[tuple[int | None, str]]:
    """The checkpoints of a run in words: what is the newest when training begins, the best now, and each step."""
    found: list[tuple[int | None, str]] = [(None, tr("Newest (now step {step})", step=grouped(start.steps[-1])))]
    if start.best is not None:
        found.append((start.best, tr("Best (step {step})", step=grouped(start.best))))
    return found + [(step, tr("Step {step}", step=grouped(step))) for step in reversed(start.steps)]
