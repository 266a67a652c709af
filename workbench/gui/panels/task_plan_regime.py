"""The line above the plan of tasks: their regime with its numbers, and whether the learning rate begins anew."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSpinBox, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.arranging import label_of
from workbench.gui.theme import GRID
from workbench.spec.regimes import Regime, RegimeOf, most_replay, usual_replay
from workbench.spec.task_plan import MOST_STEPS


class RegimeRow(QWidget):
    """``wanted`` carries what is asked for, a :class:`RegimeOf` (without a replay where the usual one is meant), and
    whether it was a number that changed; ``restart_chosen`` whether the schedule is to begin anew with each stage."""

    wanted = Signal(object, bool)
    restart_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = self._steps = 1
        self.regime = QComboBox(self)
        self.regime.addItem(tr("Own plan"), None)
        for regime in Regime:
            self.regime.addItem(translate(regime.label), regime.value)
        self.regime.setToolTip(
            "\n".join((
                tr("Multi-task: all tasks together from the first step."),
                tr("Continual: one task after another."),
                tr("Sequential multi-task: each new task together with all before it, as in ERNIE 2.0."),
                tr("Own plan: what is typed into the table."),
            ))
        )  # fmt: skip
        model = self.regime.model()
        assert isinstance(model, QStandardItemModel)
        model.item(0).setEnabled(False)
        self.steps = QSpinBox(self, minimum=1, maximum=MOST_STEPS)
        self.steps.setToolTip(tr("Steps of each task in the whole run; all have the same."))
        self.replay = QSpinBox(self, minimum=1, maximum=MOST_STEPS)
        for box in (self.steps, self.replay):
            box.setKeyboardTracking(False)
            box.setGroupSeparatorShown(True)
        self.restart = QCheckBox(tr("Schedule anew in each stage"), self)
        self.restart.setToolTip(
            tr("Warm-up and decay of the learning rate begin again with each stage; off lays them over the whole run.")
        )
        self._arrange()
        self.regime.activated.connect(self._choose)
        self.steps.valueChanged.connect(self._set_steps)
        self.replay.valueChanged.connect(self._set_replay)
        self.restart.clicked.connect(self.restart_chosen)

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        for title, widget in (
            (tr("Order of the tasks:"), self.regime),
            (tr("Steps a task:"), self.steps),
            (tr("Of these again in each later stage:"), self.replay),
        ):
            row.addWidget(label_of(title, widget))
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.restart)

    def show_regime(self, found: RegimeOf | None, tasks: int, total: int, *, anew: bool) -> None:
        """Show the regime of a run of so many tasks and steps; None is a plan of its own."""
        self._tasks = tasks
        self._steps = steps = found.steps if found is not None else max(1, total // tasks)
        sequential = found is not None and found.regime is Regime.SEQUENTIAL
        most = most_replay(tasks, steps) if tasks > 1 else 1
        with QSignalBlocker(self.steps), QSignalBlocker(self.replay):
            self.regime.setCurrentIndex(0 if found is None else self.regime.findData(found.regime.value))
            self.steps.setRange(tasks, MOST_STEPS // tasks)
            self.steps.setValue(steps)
            self.replay.setRange(1, max(1, most))
            self.replay.setValue(found.replay if found is not None and sequential else usual_replay(tasks, steps))
        self.restart.setChecked(anew)
        self.regime.setEnabled(tasks > 1)
        self.steps.setEnabled(found is not None)
        self.replay.setEnabled(sequential)
        self.replay.setToolTip(
            tr("From 1 to {most}; ERNIE 2.0 has a fifth of the steps of a task.", most=grouped(max(1, most)))
        )

    @Slot()
    def _choose(self) -> None:
        if (chosen := self.regime.currentData()) is not None:
            self.wanted.emit(RegimeOf(Regime(chosen), self.steps.value()), False)

    @Slot(int)
    def _set_steps(self, steps: int) -> None:
        """A replay that is the usual one stays so; another one is kept as far as it fits."""
        regime, replay = Regime(self.regime.currentData()), self.replay.value()
        is_usual = replay == usual_replay(self._tasks, self._steps)
        replay = usual_replay(self._tasks, steps) if is_usual else min(replay, most_replay(self._tasks, steps))
        self.wanted.emit(RegimeOf(regime, steps, replay if regime is Regime.SEQUENTIAL else 0), True)

    @Slot(int)
    def _set_replay(self, replay: int) -> None:
        self.wanted.emit(RegimeOf(Regime.SEQUENTIAL, self.steps.value(), replay), True)
