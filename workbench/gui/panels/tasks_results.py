"""The tasks of a run: how far each is, means and spreads beside the baselines, figures of classes, and confusion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.statistics import Spread
from workbench.gui.context import Changes, Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.gui.panels.run_actions import RunActions
from workbench.gui.panels.tasks_reading import TaskState, read_tasks
from workbench.gui.run_words import full_progress, short_progress
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID
from workbench.gui.views.heat_levels import Scale
from workbench.gui.views.heatmap import Heatmap
from workbench.jobs.process import stop
from workbench.spec.task import task_name
from workbench.store.queue import RunQueue, may_train
from workbench.store.records import Command
from workbench.store.task_results import MAJORITY, RANDOM, TRAINED, class_means, confusion_of, summaries
from workbench.store.task_words import BEST_EPOCH, SCORE_TITLES, spread_text
from workbench.text.labelled.records import MAIN_SCORE

REFRESH_MILLISECONDS = 700
_NARROWEST = 13 * GRID


def main_spread(state: TaskState, weights: str) -> Spread | None:
    """Mean and spread of what a task is judged by, with one kind of weights."""
    score = MAIN_SCORE[state.task.kind]
    return next((one.scores[score] for one in summaries(state.results) if one.weights == weights), None)


def _figure(weights: str) -> Callable[[TaskState], str]:
    def words(state: TaskState) -> str:
        spread = main_spread(state, weights)
        return "–" if spread is None else spread_text(spread)

    return words


def _key(weights: str) -> Callable[[TaskState], float]:
    def value(state: TaskState) -> float:
        spread = main_spread(state, weights)
        return -1.0 if spread is None else spread.mean

    return value


class TaskResults(QWidget):
    """``counted`` tells how many tasks the run has."""

    counted = Signal(int)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._run: int | None = None
        self._actions = RunActions(context, self)
        self._reading = self._again = False
        self._wanted: tuple[int, ...] = ()  # tasks to select once they are there
        self.model = RecordsModel[TaskState](_columns(), self)
        self.view = records_view(self.model, tr("Tasks of this run"), self, stretch=0)
        self.view.horizontalHeader().setMinimumSectionSize(_NARROWEST)  # in a narrow pane one scrolls to the last
        self.view.setMinimumHeight(12 * GRID)
        self.view.setMaximumHeight(22 * GRID)
        self.go_button = QPushButton(tr("Go on"), self)
        self.stop_button = QPushButton(tr("Stop"), self)
        self.delete_button = QPushButton(tr("Delete"), self)
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.scores = plain_table([""], self)
        figures = (translate(SCORE_TITLES["precision"]), translate(SCORE_TITLES["recall"]), "F1")
        self.classes = plain_table([tr("Class"), *figures, tr("Examples")], self)
        self.confusion_title = PlainLabel(tr("Confusion: rows are the right labels, columns what was predicted"), self)
        self.confusion = Heatmap(self)
        self.confusion.setAccessibleName(tr("Confusion of the labels"))
        self.confusion.set_scale(Scale.ROW)
        self.rule = muted_label("", self, wordWrap=True)
        self._timer = QTimer(self, interval=REFRESH_MILLISECONDS, singleShot=True)
        self._arrange()
        self.view.selectionModel().selectionChanged.connect(lambda *_changed: self._show_chosen())
        self._timer.timeout.connect(self._read)
        self._actions.done.connect(self._read)
        self.go_button.clicked.connect(lambda _checked=False: self.go_on())
        self.stop_button.clicked.connect(lambda _checked=False: self.stop())
        self.delete_button.clicked.connect(lambda _checked=False: self.delete())
        self._show_chosen()

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.go_button, self.stop_button, self.delete_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setSpacing(GRID)
        for widget in (
            self.words, self.scores, self.rule, self.classes, self.confusion_title, self.confusion,
        ):  # fmt: skip
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea(self, widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, GRID // 2, 0, 0)
        whole.setSpacing(GRID // 2)
        whole.addWidget(self.view)
        whole.addLayout(buttons)
        whole.addWidget(area, 1)

    # Reading

    def show_run(self, number: int | None) -> None:
        """Show the tasks of a run, or of none."""
        self._run = number
        if number is None:
            self._take((None, []))
        else:
            self._read()

    def choose(self, tasks: Sequence[int]) -> None:
        """Select the one of these tasks that the run has, once it is read."""
        self._wanted = tuple(tasks)
        self._read()

    def refresh(self, changes: Changes) -> None:
        """Tasks at work move on."""
        if self._run is not None and "runs" in changes.tables and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _read(self) -> None:
        if self._run is None:
            return
        if self._reading:
            self._again = True
            return
        self._reading = True
        project, number = self._context.project, self._run
        self._context.tasks.run(lambda report, cancelled: (number, read_tasks(project, number)), self._take, self._fail)

    @Slot(object)
    def _fail(self, error: WorkbenchError) -> None:
        """A run that is gone has no tasks to show; what is wrong with the store is told where runs are listed."""
        self._reading = False

    @Slot(object)
    def _take(self, read: tuple[int | None, list[TaskState]]) -> None:
        number, states = read
        self._reading = False
        if number == self._run:
            chosen = self.chosen.run.id if self.chosen is not None else None
            self.model.put(states)
            numbers = [state.run.id for state in self.model.rows]
            if found := [one for one in self._wanted if one in numbers]:
                chosen, self._wanted = found[0], ()
            places = [place for place, one in enumerate(numbers) if one == chosen]
            if states:
                self.view.selectRow(places[0] if places else 0)
            self._show_chosen()
            self.counted.emit(len(states))
        if self._again:
            self._again = False
            self._read()

    # Showing

    @property
    def chosen(self) -> TaskState | None:
        """The selected task."""
        rows = self.view.selectionModel().selectedRows()
        return self.model.row(rows[0]) if rows else None

    def _show_chosen(self) -> None:
        state = self.chosen
        for widget in (self.scores, self.classes, self.confusion, self.confusion_title, self.rule):
            widget.setVisible(False)
        self.words.setText("")
        self.go_button.setEnabled(state is not None and may_train(state.run))
        self.stop_button.setEnabled(state is not None and state.run.active)
        self.delete_button.setEnabled(state is not None and not state.run.active)
        if state is None:
            return
        lines = [full_progress(state.run), render(state.run.words), *map(render, state.told)]
        self.words.setText("\n".join(line for line in lines if line))
        self._show_scores(state)
        self._show_classes(state)
        self._show_confusion(state)

    def _show_scores(self, state: TaskState) -> None:
        found = summaries(state.results)
        if not found:
            return
        titles = [tr("Score"), *(_weights_title(one.weights) for one in found)]
        self.scores.setColumnCount(len(titles))
        self.scores.setHorizontalHeaderLabels(titles)
        rows = [
            (translate(SCORE_TITLES[name]), *(spread_text(one.scores[name]) for one in found))
            for name in found[0].scores
        ]
        fill_table(self.scores, rows, right=range(1, len(titles)))
        self.scores.show()
        seeds = tr("Mean ± standard deviation over {count} {count:seed|seeds}.", count=len(found[0].results))
        self.rule.setText(f"{seeds} {translate(BEST_EPOCH)}")
        self.rule.show()

    def _show_classes(self, state: TaskState) -> None:
        classes = class_means([result for result in state.results if result.weights == TRAINED])
        if classes:
            rows = [
                (one.name, f"{one.precision:.4f}", f"{one.recall:.4f}", f"{one.f1:.4f}", grouped(one.support))
                for one in classes
            ]
            fill_table(self.classes, rows, right=range(1, 5))
            self.classes.show()

    def _show_confusion(self, state: TaskState) -> None:
        counts = confusion_of(state.results)
        if not counts:
            return
        names = [one.name for one in next(result for result in state.results if result.weights == TRAINED).classes]
        matrix = np.array(counts, np.float32)
        self.confusion.describe = lambda row, column, value: tr(
            "{right} taken for {predicted}: {count}",
            right=names[row], predicted=names[column], count=grouped(counts[row][column]),
        )  # fmt: skip
        self.confusion.show_matrix(matrix, names)
        self.confusion.setFixedHeight(min(64, 16 + 4 * len(names)) * GRID)
        self.confusion.show()
        self.confusion_title.show()

    # What is done to the selected task

    def go_on(self) -> None:
        """Let the selected task wait in the queue, which goes."""
        self._act(self._queue_chosen)

    def _queue_chosen(self, number: int) -> None:
        queue = RunQueue(self._context.store)
        queue.add([number])
        queue.going = True

    def stop(self) -> None:
        """Stop the selected task; what it has finished is kept."""
        self._act(lambda number: stop(self._context.store, number, Command.STOP_AND_SAVE))

    def delete(self) -> None:
        """Move the selected task to the trash, from where it comes back; a step of the history."""
        if (state := self.chosen) is not None:
            self._actions.delete([state.run])

    def _act(self, act: Callable[[int], object]) -> None:
        if (state := self.chosen) is None:
            return
        try:
            act(state.run.id)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
        self._context.announce(Changes.of("runs"))
        self._read()


def _weights_title(weights: str) -> str:
    """A short title of a column."""
    return {TRAINED: tr("Trained"), RANDOM: tr("Random"), MAJORITY: tr("Most frequent")}[weights]


def _kind_words(state: TaskState) -> str:
    kind = translate(state.task.kind.label)
    return kind if state.task.is_probe else tr("{kind}, fine-tuned", kind=kind)


def _columns() -> Sequence[Column[TaskState]]:
    return (
        Column(tr("Task"), lambda state: task_name(state.task), tip=lambda state: state.task.file),
        Column(tr("Kind"), _kind_words),
        Column(
            tr("State"),
            lambda state: short_progress(state.run),
            lambda state: state.run.status.value,
            tip=lambda state: full_progress(state.run),
        ),
        Column(tr("Trained"), _figure(TRAINED), _key(TRAINED), True),
        Column(tr("Random"), _figure(RANDOM), _key(RANDOM), True),
    )
