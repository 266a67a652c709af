"""What is looked at: a run, one of its checkpoints, a sentence and perhaps its pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from workbench.core.paths import Project
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.probe_answers import Question
from workbench.gui.run_words import state_words
from workbench.gui.theme import GRID
from workbench.gui.tips import plain_tip
from workbench.inspection.examples import Example, Expected, examples
from workbench.store.records import Run
from workbench.store.store import Store


@dataclass(frozen=True)
class Inspectable:
    """A run and the steps of its checkpoints."""

    run: Run
    steps: tuple[int, ...]


def read_inspectable(project: Project) -> list[Inspectable]:
    """Runs that have a checkpoint, the newest first."""
    with Store.open(project) as store:
        found = [Inspectable(run, tuple(saved.step for saved in store.checkpoints(run))) for run in store.runs()]
    return [one for one in found if one.steps]


class QuestionForm(QWidget):
    """``asked`` when the user wants an answer: Enter, the button, or another run, checkpoint (also by the slider) or
    task id, which is offered for runs that have a table of tasks."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: list[Inspectable] = []
        self.runs = self._combo(tr("Run"), 22)
        self.checkpoints = self._combo(tr("Checkpoint"), 14)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Checkpoint by the order of training"))
        self.slider.setToolTip(tr("From the first stored checkpoint to the newest"))
        self.slider.setPageStep(1)
        self.slider.setMinimumWidth(8 * GRID)
        self.text = self._line(tr("Sentence"), tr("Type a sentence; [MASK] stands for a masked token"))
        self.pair = self._line(tr("Pair"), tr("Second sentence, if any"))
        self.text.setText(examples()[0].text)
        self.task = QSpinBox(self)
        self.task.setAccessibleName(tr("Task id"))
        self.task.setToolTip(tr("Row of the model's table of tasks that the texts are read with"))
        self.task_label = label_of(tr("Task id"), self.task)
        self.look_button = QPushButton(tr("Look inside"), self)
        self.look_button.setDefault(True)
        self.look_button.clicked.connect(lambda _checked=False: self.asked.emit())
        self.examples = QToolButton(self)
        self.examples.setText(tr("Examples"))
        self.examples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.examples.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Minimum)  # as wide as the one below
        self.examples.setMenu(self._examples_menu())
        self._arrange()
        self.runs.currentIndexChanged.connect(self._choose_run)
        self.checkpoints.currentIndexChanged.connect(self._follow_box)
        self.checkpoints.activated.connect(lambda _index: self.asked.emit())
        self.slider.valueChanged.connect(self._follow_slider)
        self.runs.activated.connect(lambda _index: self.asked.emit())
        self.task.valueChanged.connect(lambda _task: self.asked.emit())

    def _examples_menu(self) -> QMenu:
        menu = QMenu(self.examples)
        menu.setToolTipsVisible(True)
        for one in examples():
            action = menu.addAction(one.text)
            action.setToolTip(plain_tip(_marks_words(one)))
            action.triggered.connect(lambda _checked=False, chosen=one.text: self.use_text(chosen))
        return menu

    def _combo(self, name: str, width: int) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.setMinimumWidth(width * GRID)
        return combo

    def _line(self, name: str, hint: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setAccessibleName(name)
        line.setPlaceholderText(hint)
        line.setClearButtonEnabled(True)
        line.returnPressed.connect(self.asked)
        return line

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.addWidget(label_of(tr("Run"), self.runs), 0, 0)
        grid.addWidget(self.runs, 0, 1)
        grid.addWidget(label_of(tr("Sentence"), self.text), 0, 2)
        grid.addWidget(self.text, 0, 3)
        grid.addWidget(self.examples, 0, 4)
        grid.addWidget(label_of(tr("Checkpoint"), self.checkpoints), 1, 0)
        stored = QHBoxLayout()
        stored.setSpacing(GRID)
        stored.addWidget(self.checkpoints)
        stored.addWidget(self.slider, 1)
        grid.addLayout(stored, 1, 1)
        grid.addWidget(label_of(tr("Pair"), self.pair), 1, 2)
        second = QHBoxLayout()
        second.setSpacing(GRID)
        second.addWidget(self.pair, 1)
        second.addWidget(self.task_label)
        second.addWidget(self.task)
        grid.addLayout(second, 1, 3)
        grid.addWidget(self.look_button, 1, 4)
        grid.setColumnStretch(3, 1)

    # What there is

    def show_runs(self, known: Sequence[Inspectable]) -> None:
        """Offer these runs; the chosen one and its checkpoint stay chosen."""
        if list(known) == self._known:
            return
        before = self.run
        step = self.checkpoints.currentData()
        self._known = list(known)
        with QSignalBlocker(self.runs):
            self.runs.clear()
            for one in known:
                self.runs.addItem(f"{one.run.name} · {state_words(one.run)}", one.run.id)
        if before is not None:
            self.choose_run(before.id)
        self._choose_run()
        self.checkpoints.setCurrentIndex(max(0, self.checkpoints.findData(step)))

    def choose_run(self, number: int) -> bool:
        """Choose a run; False where it has no checkpoint."""
        place = self.runs.findData(number)
        if place >= 0:
            self.runs.setCurrentIndex(place)
        return place >= 0

    @property
    def run(self) -> Run | None:
        """The chosen run."""
        return next((one.run for one in self._known if one.run.id == self.runs.currentData()), None)

    @Slot()
    def _choose_run(self) -> None:
        steps = self.steps
        self.checkpoints.clear()
        self.checkpoints.addItem(tr("newest"), None)
        for step in reversed(steps):
            self.checkpoints.addItem(tr("step {step}", step=grouped(step)), step)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, len(steps) - 1))
        self.slider.setEnabled(len(steps) > 1)
        self._follow_box()
        types = 0 if self.run is None else self.run.spec.encoder.task_types
        with QSignalBlocker(self.task):
            self.task.setRange(0, max(0, types - 1))
        for widget in (self.task, self.task_label):
            widget.setVisible(types > 0)

    @property
    def steps(self) -> Sequence[int]:
        """The steps of the chosen run's checkpoints, in their order."""
        return next((one.steps for one in self._known if one.run.id == self.runs.currentData()), ())

    @property
    def known(self) -> Sequence[Inspectable]:
        """The runs that there are to choose from."""
        return self._known

    @Slot()
    def _follow_box(self) -> None:
        step, steps = self.checkpoints.currentData(), self.steps
        with QSignalBlocker(self.slider):
            self.slider.setValue(steps.index(step) if step in steps else len(steps) - 1)

    @Slot(int)
    def _follow_slider(self, place: int) -> None:
        """Choose the checkpoint there, and ask."""
        if place < len(self.steps):
            with QSignalBlocker(self.checkpoints):
                self.checkpoints.setCurrentIndex(self.checkpoints.findData(self.steps[place]))
            self.asked.emit()

    def use_text(self, text: str) -> None:
        """Take a sentence and ask."""
        self.text.setText(text)
        self.pair.clear()
        self.asked.emit()

    @property
    def question(self) -> Question | None:
        """What is asked; None while something is missing."""
        text = self.text.text().strip()
        if self.run is None or not text:
            return None
        step = self.checkpoints.currentData()
        if step is None:  # the newest that there is now
            step = next(one.steps[-1] for one in self._known if one.run.id == self.run.id)
        return Question(self.run, text, self.pair.text().strip(), step, task=self.task.value())


def _marks_words(example: Example) -> str:
    """The n-grams of an example that are meant, and those that mislead."""
    if not example.marks:
        return example.text
    valid, misleading = (" ".join(example.words(kind)) for kind in (Expected.VALID, Expected.MISLEADING))
    return tr("Meant: {valid}; misleading: {misleading}", valid=valid, misleading=misleading)
