"""The form of a sweep: which strategies, encoders and seeds, how many runs that makes and how long they take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.core.names import check_name
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.gui.context import Context
from workbench.gui.figures import duration
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.masking.registry import STRATEGIES
from workbench.spec.forecast import forecast
from workbench.spec.presets import preset_names, reference_vocabulary_size
from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.sweeps import create_sweep


def seconds_for(project: Project, specs: Sequence[RunSpec]) -> float | None:
    """How long runs take one after another, by the arithmetic that the newest measured run did a second; None where
    none has been measured. Batches count as full."""
    with Store.open(project) as store:
        for run in store.runs():
            speed = store.final_values(run).get("tokens_per_s", 0.0) if run.step else 0.0
            if speed > 0:
                return sum(map(_flops, specs)) / (speed * _flops_per_token(run.spec))
    return None


def _flops(spec: RunSpec) -> float:
    training = spec.training
    return float(training.steps * training.batch_size * training.length * _flops_per_token(spec))


def _flops_per_token(spec: RunSpec) -> int:
    size = spec.encoder.vocabulary_size or reference_vocabulary_size(spec.preset)
    return forecast(spec, size).flops_per_token


class SweepDialog(QDialog):
    """``made`` carries the new runs and whether the queue is to start at once."""

    made = Signal(object, bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._number = 0  # of the newest forecast asked for
        self.setWindowTitle(tr("Sweep"))
        spec = context.draft.spec
        self.name = QLineEdit(_free_name(context.store), self)
        self.strategies = self._ticks([(kind, translate(one.title)) for kind, one in STRATEGIES.items()],
                                      spec.stages[0].masking.kind)  # fmt: skip
        self.presets = self._ticks([(name, name) for name in preset_names()], spec.preset)
        self.seeds = QLineEdit(str(spec.seed), self)
        self.seeds.setPlaceholderText("1, 2, 3")
        self.at_once = QCheckBox(tr("Start the queue at once"), self)
        self.at_once.setChecked(True)
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Add to the queue"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self._arrange()
        for field in (self.name, self.seeds):
            field.textChanged.connect(self._check)
        for ticks in (self.strategies, self.presets):
            ticks.itemChanged.connect(self._check)
        self.buttons.accepted.connect(self.make)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def _ticks(self, choices: Sequence[tuple[str, str]], chosen: str) -> QListWidget:
        ticks = QListWidget(self)
        for value, title in choices:
            item = QListWidgetItem(title, ticks)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setCheckState(Qt.CheckState.Checked if value == chosen else Qt.CheckState.Unchecked)
        return ticks

    def _arrange(self) -> None:
        lists = QHBoxLayout()
        for title, ticks in ((tr("Masking strategies"), self.strategies), (tr("Encoders of presets"), self.presets)):
            ticks.setAccessibleName(title)
            column = QVBoxLayout()
            column.addWidget(PlainLabel(title, self))
            column.addWidget(ticks, 1)
            lists.addLayout(column)
        form = QFormLayout()
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Seeds"), self.seeds)
        whole = QVBoxLayout(self)
        about = tr("Corpus, vocabulary, passages and recipe are those of the experiment in all runs, and all are "
                   "evaluated on the same targets.")  # fmt: skip
        whole.addWidget(PlainLabel(about, self, wordWrap=True))
        whole.addLayout(form)
        whole.addLayout(lists, 1)
        whole.addWidget(self.at_once)
        whole.addWidget(self.words)
        whole.addWidget(self.buttons)
        self.resize(72 * GRID, 64 * GRID)

    @property
    def sweep(self) -> Sweep:
        """What is chosen; raises :class:`WorkbenchError` where it can't be."""
        check_name(self.name.text())
        seeds = [part for part in self.seeds.text().replace("，", ",").replace(",", " ").split() if part]
        if not all(seed.isdecimal() for seed in seeds):
            raise WorkbenchError(mark("Seeds are whole numbers, as 1, 2, 3."))
        return Sweep(self._context.draft.spec, self.name.text(), _ticked(self.strategies), _ticked(self.presets),
                     [int(seed) for seed in seeds])  # fmt: skip

    @Slot()
    def _check(self) -> None:
        """Say how many runs there would be, or what is wrong; the time follows from the background."""
        self._number += 1
        good = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        try:
            sweep = self.sweep
            specs = sweep.specs()
        except WorkbenchError as error:
            good.setEnabled(False)
            self.words.setText(render(error))
            return
        good.setEnabled(True)
        self.words.setText(tr("Runs: {count}", count=sweep.count))
        number, project = self._number, self._context.project
        self._context.tasks.run(
            lambda report, cancelled: (number, sweep.count, seconds_for(project, specs)), self._take_time, self._no_time
        )

    @Slot(object)
    def _take_time(self, found: tuple[int, int, float | None]) -> None:
        number, count, seconds = found
        if number != self._number:
            return
        if seconds is None:
            self.words.setText(tr("Runs: {count}; how long they take is known after the first run", count=count))
        else:
            self.words.setText(tr("Runs: {count}, about {time} in all", count=count, time=duration(seconds)))

    @Slot(object)
    def _no_time(self, _error: WorkbenchError) -> None:
        """A run that can't be read says nothing about time; the number of runs stands already."""

    @Slot()
    def make(self) -> None:
        """Make the runs in the background."""
        sweep, project = self.sweep, self._context.project
        self.buttons.setEnabled(False)
        self._context.tasks.run(
            lambda report, cancelled: create_sweep(project, sweep), self._take_runs, self._refuse, tr("Making the runs")
        )

    @Slot(object)
    def _take_runs(self, runs: list[Run]) -> None:
        self.made.emit(runs, self.at_once.isChecked())
        self.accept()

    @Slot(object)
    def _refuse(self, error: WorkbenchError) -> None:
        self.buttons.setEnabled(True)
        self.words.setText(render(error))


def _free_name(store: Store) -> str:
    """A name that no run begins with and no sweep has."""
    runs = [run for deleted in (False, True) for run in store.runs(deleted, tasks=True)]
    names = {name for run in runs for name in (run.name, run.sweep)}
    candidates = (f"sweep-{number}" for number in count(1))
    return next(name for name in candidates if not any(one.startswith(name) for one in names))


def _ticked(ticks: QListWidget) -> list[str]:
    items = (ticks.item(row) for row in range(ticks.count()))
    return [str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item.checkState() is Qt.CheckState.Checked]
