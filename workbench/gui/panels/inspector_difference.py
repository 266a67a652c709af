"""The same sentence in another checkpoint, run or family: where one looks more than the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QSpinBox, QVBoxLayout, QWidget

from workbench.core.texts import sentences
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.inspector_options import ALL, HIDDEN, RENORMALISED, choices
from workbench.gui.panels.inspector_question import Inspectable
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer, Question
from workbench.gui.panels.probe_asking import Asking
from workbench.gui.tasks import Tasks, Work
from workbench.gui.theme import GRID
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.heatmap import Heatmap
from workbench.inspection.difference import COMPARABLE, Difference, Side, compare, same_tokens
from workbench.inspection.groups import RULE, Level
from workbench.inspection.report import Section
from workbench.inspection.svg import Heat, heat_svg


class DifferenceView(QWidget):
    """Asks for the other side. ``answered`` comes when a difference is on show."""

    answered = Signal()

    def __init__(self, tasks: Tasks, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probe = probe
        self._known: Sequence[Inspectable] = ()
        self._answer: Answer | None = None
        self._other: Answer | None = None
        self.difference: Difference | None = None
        self.runs, self.checkpoints = self._box(tr("Run to compare with")), self._box(tr("Its checkpoint"))
        self.layers = (self._spin(tr("Layer here"), 1), self._spin(tr("Layer there"), 1))
        self.heads = (self._spin(tr("Head here"), 0), self._spin(tr("Head there"), 0))
        for head in self.heads:
            head.setSpecialValueText(tr("mean"))
        self.level = choices(self, tr("Rows and columns"), {level.value: tr(level.label) for level in COMPARABLE})
        self.specials = choices(
            self,
            tr("Special tokens"),
            {ALL: tr("show [CLS] and [SEP]"), HIDDEN: tr("hide them"), RENORMALISED: tr("hide them, rows sum to 1")},
        )
        self.heatmap = Heatmap(self)
        self.heatmap.show_differences()
        self.heatmap.describe = self._describe
        self.note = PlainLabel(parent=self, wordWrap=True)
        self.problem = ErrorLabel(self)
        self._asking = Asking(self, tasks, self.problem, self._begin, self._take)
        self._arrange()
        self._connect()

    # Building

    def _box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setMinimumWidth(18 * GRID)
        return box

    def _spin(self, name: str, least: int) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setMinimum(least)
        spin.setAccessibleName(name)
        return spin

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(GRID)
        rows: tuple[tuple[tuple[str, QWidget], ...], ...] = (
            ((tr("Here: layer"), self.layers[0]), (tr("Head"), self.heads[0]), (tr("Between"), self.level),
             (tr("Special tokens"), self.specials)),
            ((tr("There: layer"), self.layers[1]), (tr("Head"), self.heads[1]), (tr("Compare with"), self.runs),
             (tr("Checkpoint"), self.checkpoints)),
        )  # fmt: skip
        for number, row in enumerate(rows):
            for place, (title, widget) in enumerate(row):
                grid.addWidget(label_of(title, widget), number, 2 * place)
                grid.addWidget(widget, number, 2 * place + 1)
        grid.setColumnStretch(8, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, 0, 0)
        column.addLayout(grid)
        column.addWidget(self.problem)
        column.addWidget(self.heatmap, 1)
        column.addWidget(self.note)

    def _connect(self) -> None:
        self.runs.currentIndexChanged.connect(self._offer_checkpoints)
        self.checkpoints.currentIndexChanged.connect(lambda _index: self._asking.ask())
        for spin in (*self.layers, *self.heads):
            spin.valueChanged.connect(self._show)
        for box in (self.level, self.specials):
            box.currentIndexChanged.connect(self._show)

    # What there is

    def show_runs(self, known: Sequence[Inspectable]) -> None:
        """Offer these runs; the chosen one and its checkpoint stay chosen."""
        if list(known) == list(self._known):
            return
        run, step = self.runs.currentData(), self.checkpoints.currentData()
        self._known = known
        with QSignalBlocker(self.runs), QSignalBlocker(self.checkpoints):
            self.runs.clear()
            for one in known:
                self.runs.addItem(one.run.name, one.run.id)
            self.runs.setCurrentIndex(max(0, self.runs.findData(run)))
            self._fill_checkpoints(step)
        self._asking.ask()

    def _fill_checkpoints(self, wanted: int | None = None) -> None:
        """Those of the chosen run, and choose the wanted one; else of the run that is looked at the first, of any other
        the newest."""
        self.checkpoints.clear()
        steps = next((one.steps for one in self._known if one.run.id == self.runs.currentData()), ())
        for step in steps:
            self.checkpoints.addItem(tr("step {step}", step=grouped(step)), step)
        same = self._answer is not None and self._answer.question.run.id == self.runs.currentData()
        found = self.checkpoints.findData(wanted)
        self.checkpoints.setCurrentIndex(found if found >= 0 else 0 if same else len(steps) - 1)

    @Slot()
    def _offer_checkpoints(self) -> None:
        with QSignalBlocker(self.checkpoints):
            self._fill_checkpoints()
        self._asking.ask()

    def show_answer(self, answer: Answer) -> None:
        """Compare another sentence, run or checkpoint; the first is compared with the beginning of its own run."""
        first, self._answer = self._answer is None, answer
        if first:
            with QSignalBlocker(self.runs), QSignalBlocker(self.checkpoints):
                self.runs.setCurrentIndex(max(0, self.runs.findData(answer.question.run.id)))
                self._fill_checkpoints()
        self._asking.ask()

    # Asking

    def _question(self) -> Question | None:
        run = next((one.run for one in self._known if one.run.id == self.runs.currentData()), None)
        step = self.checkpoints.currentData()
        if self._answer is None or run is None or step is None:
            return None
        return replace(self._answer.question, run=run, checkpoint=step)

    def _begin(self) -> Work | None:
        question, probe = self._question(), self._probe
        return None if question is None else lambda report, cancelled: probe.ask(question)

    def _take(self, other: Answer) -> None:
        self._other = other
        assert self._answer is not None
        for answer, layer, head in zip((self._answer, other), self.layers, self.heads, strict=True):
            with QSignalBlocker(layer), QSignalBlocker(head):
                layer.setMaximum(answer.inspected.weights.layers)
                head.setMaximum(answer.inspected.weights.heads)
        self._show()

    # Showing

    @Slot()
    def _show(self) -> None:
        """Both sides as they are chosen; while another side is on its way there is nothing to subtract."""
        answer, other = self._answer, self._other
        if answer is None or other is None or not self._asking.current:
            return
        here, there = (
            Side(one.inspected, layer.value() - 1, head.value() - 1 if head.value() else None)
            for one, layer, head in zip((answer, other), self.layers, self.heads, strict=True)
        )
        mode = self.specials.currentData()
        self.difference = compare(
            (here, there), answer.texts, Level(self.level.currentData()),
            hide_specials=mode != ALL, renormalise=mode == RENORMALISED,
        )  # fmt: skip
        self.heatmap.rule = self._sides_words(answer, other)
        self.heatmap.show_matrix(self.difference.values, list(self.difference.names))
        self.note.setText(self._words(answer, other))
        self.answered.emit()

    def _sides_words(self, answer: Answer, other: Answer) -> str:
        return tr(
            "Red: more weight here ({here}, step {here_step}); blue: more there ({there}, step {there_step}).",
            here=answer.question.run.name,
            here_step=grouped(answer.step),
            there=other.question.run.name,
            there_step=grouped(other.step),
        )

    def _words(self, answer: Answer, other: Answer) -> str:
        """What is to be known of the comparison."""
        told = [self._sides_words(answer, other)]
        if not same_tokens(answer.inspected, other.inspected):
            told.append(tr("The two cut the sentence differently, so that only characters and words are compared."))
        if Level(self.level.currentData()) is not Level.TOKEN:
            told.append(tr(RULE))
        if answer.question.run.id != other.question.run.id:
            told.append(tr("Heads of two runs have no common order: their mean can be compared, one head hardly."))
        return sentences(*told)

    def _describe(self, row: int, column: int, value: float) -> str:
        """Both weights of a cell and their difference."""
        if self.difference is None:
            return ""
        names = self.difference.names
        return tr(
            "{row} → {column}: here {here}, there {there}, difference {difference}",
            row=names[row],
            column=names[column],
            here=f"{float(self.difference.first[row, column]):.4f}",
            there=f"{float(self.difference.second[row, column]):.4f}",
            difference=f"{value:+.4f}",
        )

    # Export

    def picture(self) -> Drawn:
        """What is shown, finer than the screen."""
        return self.heatmap.picture()

    def svg(self) -> Callable[[], bytes]:
        """Makes the same as SVG."""
        return self.heatmap.svg()

    def as_csv(self) -> str:
        """The differences."""
        return self.heatmap.as_csv()

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """``values``, and both sides ``here`` and ``there``."""
        found = dict(self.heatmap.arrays())
        if self.difference is not None:
            found |= {"here": np.asarray(self.difference.first), "there": np.asarray(self.difference.second)}
        return found

    def sections(self) -> list[Section]:
        """The difference for a report, if there is one of this sentence."""
        answer, other = self._answer, self._other
        if self.difference is None or answer is None or other is None or not self._asking.current:
            return []
        words = self._words(answer, other)
        names = list(self.difference.names)
        drawing = heat_svg(Heat(self.difference.values, names, names, self.heatmap.mode_text(), differences=True))
        return [Section(tr("Difference"), f'<p class="note">{escape(words)}</p><div class="scroll">{drawing}</div>')]
