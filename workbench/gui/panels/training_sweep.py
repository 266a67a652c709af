"""The form of a sweep: what is varied, and beside it the runs that this makes, their compute and their time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.names import check_name
from workbench.core.texts import mark
from workbench.gui.context import Context
from workbench.gui.figures import duration
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.panels.sweep_regimes import RegimeTicks
from workbench.gui.panels.sweep_settings import VariedSettings
from workbench.gui.panels.sweep_table import PlanTable
from workbench.gui.theme import GRID
from workbench.masking.registry import STRATEGIES
from workbench.spec.presets import default_recipe, preset_names, recipe_names
from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.spec.wording import problem_text, recipe_label
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.sweep_plan import SweepPlan, plan_sweep
from workbench.store.sweeps import create_sweep

PLAN_MILLISECONDS = 200  #: of rest after a key before the runs are worked out
_MOST_TOLD = 3  #: of what is wrong with runs


class SweepDialog(QDialog):
    """``made`` carries the new runs and whether the queue is to start at once."""

    made = Signal(object, bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._number = 0  # of the newest plan asked for
        self.working = True  #: whether it is still being worked out
        self.plan: SweepPlan | None = None  #: what the table shows
        self.setWindowTitle(tr("Sweep"))
        spec = context.draft.spec
        self.name = QLineEdit(_free_name(context.store), self)
        self.seeds = QLineEdit(str(spec.seed), self)
        self.seeds.setPlaceholderText("1, 2, 3")
        self.strategies = Ticks(
            [(kind, translate(one.title)) for kind, one in STRATEGIES.items()], spec.stages[0].masking.kind, self
        )
        self.presets = Ticks([(name, name) for name in preset_names()], spec.preset, self)
        self.recipes = Ticks(_recipes(spec), _own_recipe(spec), self)
        self.regimes = RegimeTicks(spec, self)
        self.settings = VariedSettings(spec, self)
        self.equal_compute = QCheckBox(tr("Equal compute"), self)
        self.at_once = QCheckBox(tr("Start the queue at once"), self)
        self.at_once.setChecked(True)
        self.table = PlanTable(self)
        self.words = PlainLabel(tr("Working out the runs…"), self, wordWrap=True)
        self.warnings = PlainLabel(parent=self, wordWrap=True)
        self.problem = ErrorLabel(self)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        self.good = self.buttons.button(kinds.Ok)
        self.good.setText(tr("Add to the queue"))
        self.buttons.button(kinds.Cancel).setText(tr("Cancel"))
        self.buttons.button(kinds.Cancel).setAutoDefault(
            False
        )  # or it is what Enter means while the runs are worked out
        self._timer = QTimer(self, interval=PLAN_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()
        self._plan()

    def _arrange(self) -> None:
        sides = QHBoxLayout()
        sides.setSpacing(2 * GRID)
        sides.addWidget(_scrolled(self._left()), 5)
        sides.addLayout(self._right(), 6)
        whole = QVBoxLayout(self)
        whole.addLayout(sides, 1)
        whole.addWidget(self.buttons)
        self.resize(150 * GRID, 84 * GRID)

    def _left(self) -> QWidget:
        """What is varied."""
        left = QWidget(self)
        about = tr("All else is as in the experiment, which a list with nothing but its own ticked leaves as it is. "
                   "Where maskings differ, evaluations hide the same tokens in all runs.")  # fmt: skip
        form = QFormLayout()
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Seeds"), self.seeds)
        lists = QHBoxLayout()
        for title, ticks in (
            (tr("Masking strategies"), self.strategies),
            (tr("Encoders of presets"), self.presets),
            (tr("Recipes"), self.recipes),
        ):
            ticks.setAccessibleName(title)
            column = QVBoxLayout()
            column.addWidget(PlainLabel(title, left))
            column.addWidget(ticks, 1)
            lists.addLayout(column)
        compute = tr("Each run has as many steps as cost what those of the first run do; warm-up, and how often it "
                     "evaluates and saves, are stretched alike.")  # fmt: skip
        column = QVBoxLayout(left)
        column.addWidget(PlainLabel(about, left, wordWrap=True))
        column.addLayout(form)
        column.addLayout(lists, 1)
        column.addWidget(self.regimes)
        column.addWidget(self.settings)
        column.addWidget(self.equal_compute)
        column.addWidget(muted_label(compute, left, wordWrap=True))
        column.addWidget(self.at_once)
        return left

    def _right(self) -> QVBoxLayout:
        """What that makes."""
        column = QVBoxLayout()
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addWidget(self.warnings)
        column.addWidget(self.problem)
        return column

    def _connect(self) -> None:
        for field in (self.name, self.seeds):
            field.textChanged.connect(self._plan_soon)
        for ticks in (self.strategies, self.presets, self.recipes):
            ticks.itemChanged.connect(self._plan_soon)
        self.regimes.changed.connect(self._plan_soon)
        self.settings.changed.connect(self._plan_soon)
        self.equal_compute.toggled.connect(self._plan_soon)
        self._timer.timeout.connect(self._plan)
        self.buttons.accepted.connect(self.make)
        self.buttons.rejected.connect(self.reject)

    def sweep(self) -> Sweep:
        """What is chosen; raises :class:`WorkbenchError` where it can't be."""
        variations = self.settings.variations()  # first, so that each row shows what is wrong with it
        check_name(self.name.text())
        seeds = [part for part in self.seeds.text().replace("，", ",").replace(",", " ").split() if part]
        if not all(seed.isdecimal() for seed in seeds):
            raise WorkbenchError(mark("Seeds are whole numbers, as 1, 2, 3."))
        return Sweep(
            self._context.draft.spec,
            self.name.text(),
            self.strategies.others(),
            self.presets.others(),
            [int(seed) for seed in seeds],
            self.recipes.others(),
            variations,
            self.equal_compute.isChecked(),
            regimes=self.regimes.others(),
            replay=self.regimes.replay,
        )

    # What it would make

    @Slot()
    def _plan_soon(self) -> None:
        self._number += 1
        self.working = True
        self.good.setEnabled(False)
        self._timer.start()

    @Slot()
    def _plan(self) -> None:
        """Work the runs out in the background, or say what is wrong."""
        self._number += 1
        self.good.setEnabled(False)
        number, project = self._number, self._context.project
        try:
            sweep = self.sweep()
        except SpecError:  # the rows say it
            self._tell([])
            self.words.setText(tr("The settings to vary are not right yet."))
        except WorkbenchError as error:
            self._tell([render(error)])
        else:
            self._context.tasks.run(
                lambda report, cancelled: (number, plan_sweep(project, sweep)),
                self._take_plan,
                lambda error: self._refuse_plan(number, error),
                owner=self,
            )

    def _tell(self, problems: Sequence[str]) -> None:
        self.working = False
        self.problem.show_sentences(problems)

    @Slot(object)
    def _take_plan(self, found: tuple[int, SweepPlan]) -> None:
        number, plan = found
        if number != self._number:
            return
        self.plan = plan
        self.table.show_plan(plan)
        told = dict.fromkeys(render(problem_text(problem)) for run in plan.runs for problem in run.problems)
        self._tell([*list(told)[:_MOST_TOLD], *(["…"] if len(told) > _MOST_TOLD else [])])
        self.warnings.setText("\n".join(map(render, plan.warnings)))
        self.warnings.setVisible(bool(plan.warnings))
        self.words.setText(_words(plan))
        self.good.setEnabled(not plan.problems)
        self.good.setDefault(True)

    def _refuse_plan(self, number: int, error: WorkbenchError) -> None:
        if number == self._number:
            self._tell([render(error)])

    # Making it

    @Slot()
    def make(self) -> None:
        """Make the runs in the background."""
        sweep, project = self.sweep(), self._context.project
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
        self._tell([render(error)])


class Ticks(QListWidget):
    """Choices (value, title) with the experiment's ``own`` ticked at first."""

    def __init__(self, choices: Sequence[tuple[str, str]], own: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._own = own
        self.setMinimumHeight(14 * GRID)
        for value, title in choices:
            item = QListWidgetItem(title, self)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setCheckState(Qt.CheckState.Checked if value == own else Qt.CheckState.Unchecked)

    def tick(self, value: str) -> None:
        """Tick one."""
        for row in range(self.count()):
            if self.item(row).data(Qt.ItemDataRole.UserRole) == value:
                self.item(row).setCheckState(Qt.CheckState.Checked)

    def others(self) -> list[str]:
        """The values that are ticked; none where that is the experiment's own alone, which is then as it is, with what
        was changed in it."""
        items = (self.item(row) for row in range(self.count()))
        ticked = [
            str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item.checkState() is Qt.CheckState.Checked
        ]
        return [] if ticked == [self._own] else ticked


def _words(plan: SweepPlan) -> str:
    number = len(plan.runs)
    if plan.seconds is None:
        return tr("Runs: {count}; how long they take is known after the first run", count=number)
    return tr("Runs: {count}, about {time} in all", count=number, time=duration(plan.seconds))


def _own_recipe(spec: RunSpec) -> str:
    return spec.recipe or (default_recipe(spec.preset) if spec.preset in preset_names() else "")


def _recipes(spec: RunSpec) -> list[tuple[str, str]]:
    names = recipe_names(spec.preset) if spec.preset in preset_names() else []
    return [(name, translate(recipe_label(name))) for name in names]


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area


def _free_name(store: Store) -> str:
    """A name that no run begins with and no sweep has."""
    runs = [run for deleted in (False, True) for run in store.runs(deleted, tasks=True)]
    names = {name for run in runs for name in (run.name, run.sweep)}
    candidates = (f"sweep-{number}" for number in count(1))
    return next(name for name in candidates if not any(one.startswith(name) for one in names))
