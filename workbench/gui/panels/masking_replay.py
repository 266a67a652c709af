"""Replay: the passages that a step of a stored run was trained on, exactly as they were masked; nothing to edit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.figures import grouped, percent
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr, translate
from workbench.gui.icons import icon
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.masking_answers import explanation_lines, passage_answer, token_answers
from workbench.gui.panels.masking_cells import MaskedPassage
from workbench.gui.panels.masking_figures import summarise
from workbench.gui.panels.masking_replaying import Newest, Replayed, make_batch, newest_batch
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.gui.panels.passage_turner import PassageTurner
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.raised import RaisedFrame
from workbench.gui.tasks import Task, Work
from workbench.gui.theme import GRID
from workbench.gui.tips import plain_tip
from workbench.gui.views.strip_legend import StripLegend
from workbench.masking.strategy import MaskingStrategy
from workbench.objectives.explanation import Explanation
from workbench.store.records import Run

REST_MILLISECONDS = 150  #: after a change of the step before its batch is made


class ReplayBand(RaisedFrame):
    """Says which step of which run is on show, on a ground of its own, so that nobody takes it for the design."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.words.setFont(scaled(self.font(), 1.0, bold=True))
        self.export = QPushButton(tr("Export the batch…"), self)
        self.leave = QPushButton(tr("Back to the design"), self)
        self.leave.setToolTip(tr("Back to the design (Esc)"))
        self.leave.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID // 2, GRID, GRID // 2)
        row.addWidget(self.words, 1)
        row.addWidget(self.export)
        row.addWidget(self.leave)


class ReplayView(QWidget):
    """``left`` comes when the user goes back to the design, ``export_wanted`` with the batch that is to be saved."""

    left = Signal()
    export_wanted = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._task: Task | None = None
        self.replayed: Replayed | None = None
        self.band = ReplayBand(self)
        self.run_box = QComboBox(self)
        self.run_box.setAccessibleName(tr("Run"))
        self.run_box.setMinimumWidth(20 * GRID)
        self.step_box = QSpinBox(self, minimum=1)
        self.step_box.setAccessibleName(tr("Step"))
        self.step_box.setKeyboardTracking(False)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Step"))
        self.slider.setMinimumWidth(16 * GRID)
        self.passage = PassageTurner(self)
        self.message = PlainLabel(parent=self, wordWrap=True)
        self.progress = ProgressRow(context.tasks, None, self)
        self.summary = PlainLabel(parent=self, wordWrap=True)
        self.answer = PlainLabel(parent=self, wordWrap=True)
        self.answer.hide()
        self.strip = PassageStrip(self)
        self.explanation = PlainLabel(parent=self, wordWrap=True)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._timer = QTimer(self, interval=REST_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID // 2)
        row.addWidget(QLabel(tr("Run"), self))
        row.addWidget(self.run_box)
        row.addSpacing(GRID)
        row.addWidget(QLabel(tr("Step"), self))
        row.addWidget(self.step_box)
        row.addWidget(self.slider, 1)
        row.addSpacing(GRID)
        row.addWidget(QLabel(tr("Passage"), self))
        row.addWidget(self.passage)
        sheet = QWidget()
        inner = QVBoxLayout(sheet)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.strip)
        inner.addWidget(self.explanation)
        inner.addStretch(1)
        area = QScrollArea(self, widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(sheet)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.band)
        column.addLayout(row)
        column.addWidget(StripLegend(self))
        column.addWidget(self.progress)
        column.addWidget(self.message)
        column.addWidget(self.summary)
        column.addWidget(self.answer)
        column.addWidget(area, 1)
        self.message.hide()
        self.explanation.hide()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.summary.setSizePolicy(policy)

    def _connect(self) -> None:
        self.band.left.connect(self.left)
        self.band.export.clicked.connect(self._export)
        self.run_box.activated.connect(self._choose_run)
        self.step_box.valueChanged.connect(partial(self._show_step, self.slider))
        self.slider.valueChanged.connect(partial(self._show_step, self.step_box))
        self.passage.moved.connect(self._show_passage)
        self.strip.unit_chosen.connect(self._explain)
        self._timer.timeout.connect(self._make)

    # Which batch

    def open_run(self, name: str = "") -> None:
        """Offer the runs there are, and show a step of one: without a name, of the newest that can be replayed."""
        runs = [run for run in self._context.store.runs() if run.step]
        self.run_box.clear()
        for run in runs:
            self.run_box.addItem(run.name, run)
        if not runs:
            self._fail_with(tr("No run has trained a step yet; start one on the training page."))
            return
        self.run_box.setCurrentIndex(max(0, self.run_box.findText(name)))
        self._show_run()
        if name:
            self._ask()
        else:
            self._work(partial(newest_batch, runs), self._take_newest)

    @Slot()
    def _choose_run(self) -> None:
        self._show_run()
        self._ask()

    def _show_run(self) -> None:
        """The last step that a run has done."""
        run: Run = self.run_box.currentData()
        self.replayed = None
        self._show_size()
        for box in (self.step_box, self.slider):
            with QSignalBlocker(box):
                box.setRange(1, run.step)
                box.setValue(run.step)

    def _show_step(self, other: QSpinBox | QSlider, step: int) -> None:
        """Box and slider go together."""
        with QSignalBlocker(other):
            other.setValue(step)
        self._ask()

    @Slot(object)
    def _take_newest(self, newest: Newest) -> None:
        """The batch that was found; say why newer runs have none."""
        runs: list[Run] = [self.run_box.itemData(row) for row in range(self.run_box.count())]
        for row, run in enumerate(runs):
            if (error := newest.refused.get(run.id)) is not None:
                self.run_box.setItemIcon(row, icon("alert-triangle", self.palette()))
                self.run_box.setItemData(row, plain_tip(render(error)), Qt.ItemDataRole.ToolTipRole)
        if newest.replayed is None:
            self._fail(newest.refused[runs[0].id])
            return
        self.run_box.setCurrentIndex(self.run_box.findText(newest.replayed.run.name))
        self._show_run()
        self._take(newest.replayed)
        skipped = [run for run in runs if run.id in newest.refused]
        if skipped:
            self._say_skipped(skipped[0], len(skipped) - 1, newest.refused[skipped[0].id])

    def _say_skipped(self, run: Run, others: int, error: WorkbenchError) -> None:
        words = tr("The newest run, {run}, can't be shown: {reason}", run=run.name, reason=render(error.message))
        if others:
            more = tr("{count} more {count:run has its|runs have their} reason in the list of runs.", count=others)
            words = sentences(words, more)
        self.message.setText(words)
        self.message.show()

    def _ask(self) -> None:
        self.band.words.setText(tr("Making the batch again…"))
        self._timer.start()

    @Slot()
    def _make(self) -> None:
        """Make the batch in the background; the newest wish counts."""
        run: Run | None = self.run_box.currentData()
        if run is None:
            return
        step = self.step_box.value()
        known = self.replayed.replay if self.replayed is not None and self.replayed.run.id == run.id else None
        self._work(partial(make_batch, run, step, known), self._take)

    def _work(self, work: Work, take: Callable[[Any], None]) -> None:
        """Make a batch, or look for one, in the background; what went on until now is given up."""
        self.stop()
        self.band.words.setText(tr("Making the batch again…"))
        task = self._context.tasks.run(
            work,
            take,
            lambda error: None if task.cancelled else self._fail(error),
            tr("Making the batch again"),
        )
        self._task = task
        self.progress.follow(task)

    def stop(self) -> None:
        """Make no more batches."""
        self._timer.stop()
        # A finished one is left alone: its replay, which is used again, asks the same flag.
        if self._task is not None and self._task in self._context.tasks.active:
            self._task.cancel()

    @Slot(object)
    def _take(self, replayed: Replayed) -> None:
        self.replayed = replayed
        batch, run = replayed.batch, replayed.run
        self.message.hide()
        self.band.words.setText(
            tr(
                "Run {run}, step {step} of {steps} · stage “{stage}”, epoch {epoch} · read only",
                run=run.name,
                step=grouped(batch.step),
                steps=grouped(replayed.replay.steps),
                stage=batch.stage_name,
                epoch=batch.epoch + 1,
            )
        )
        self._show_size()
        self._show_passage()

    def _fail(self, error: WorkbenchError) -> None:
        self._fail_with(render(error))

    def _fail_with(self, words: str) -> None:
        self.replayed = None
        self.band.words.setText(tr("This batch can't be shown."))
        self.message.setText(words)
        self.message.show()
        self.summary.setText("")
        self.answer.hide()
        self.strip.show_cells(())
        self._show_size()

    # The passage

    @Slot()
    def _show_passage(self) -> None:
        if self.replayed is None:
            return
        passage = self.replayed.passage(self.passage.number)
        self.strip.show_passage(passage)
        self.explanation.hide()
        self.summary.setText(_summary(self.replayed.stage.masking, passage))
        self._show_answer(passage, self.replayed.explanation(self.passage.number))

    def _show_answer(self, passage: MaskedPassage, explained: Explanation | None) -> None:
        """The right answers to what the stage asks of the passage and of its tokens, and what is behind them."""
        assert self.replayed is not None
        asked, told = self.replayed.stage.passage, []
        if explained is not None:
            answer = passage_answer(asked.answers, int(passage.masked.passages.label[0]))
            lines = [tr("{label}: {value}", label=translate(asked.title), value=answer), *explanation_lines(explained)]
            told.append(" · ".join(lines))
        for question, labels in passage.answers:
            value = token_answers(question.answers, labels.tolist())
            told.append(tr("{label}: {value}", label=translate(question.title), value=value))
        self.answer.setText("\n".join(told))
        self.answer.setVisible(bool(told))

    def _show_size(self) -> None:
        """How many passages there are to turn over, and to export."""
        size = self.replayed.size if self.replayed is not None else 0
        self.band.export.setEnabled(size > 0)
        self.passage.show_count(size)

    @Slot()
    def _export(self) -> None:
        if self.replayed is not None:
            self.export_wanted.emit(self.replayed)

    @Slot(int)
    def _explain(self, unit: int) -> None:
        """Say below the strip what the clicked unit is."""
        passage = self.strip.passage
        self.explanation.setVisible(unit >= 0 and passage is not None)
        if unit >= 0 and passage is not None:
            first = int(passage.masked.choice.units.start[unit])
            self.explanation.setText(passage.describe(first).replace("\n", " · "))


def _summary(masking: MaskingStrategy, passage: MaskedPassage) -> str:
    """What masked a passage, and how much of it."""
    if not masking.hides:
        return tr("no masks")
    figures = summarise(passage.masked)
    return tr(
        "{strategy} {rate} · realised {realised} · {targets} {targets:target|targets} · {units} {units:unit|units}",
        strategy=translate(masking.title),
        rate=percent(masking.rate),
        realised=percent(figures.rate),
        targets=figures.targets,
        units=figures.units,
    )
