"""The attention of a sentence: all heads beside one of them, as heatmap, arcs, or on the sentence itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QStackedLayout, QWidget

from workbench.core.texts import sentences
from workbench.gui.figures import grouped, size
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.inspector_options import (
    ALL,
    HEATMAP,
    ONE_ROW,
    ONE_TOKEN,
    RENORMALISED,
    TWO_ROWS,
    AttentionOptions,
)
from workbench.gui.panels.inspector_overview import HeadsOverview
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.tasks import Tasks
from workbench.gui.views.arcs import ArcsView
from workbench.gui.views.exporting import Exportable
from workbench.gui.views.heat_levels import Scale
from workbench.gui.views.heatmap import Heatmap
from workbench.gui.views.one_token import OneTokenView
from workbench.inspection.groups import CONTENTS, RULE, Level
from workbench.inspection.report import Shown


class AttentionView(QWidget):
    """One head under its options, and all heads beside it."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._answer: Answer | None = None
        self._greatest: dict[tuple[Level, str], float] = {}
        self._names_of: dict[Level, Sequence[str]] = {}
        self._row = 1  #: the token that was chosen last
        self.options = AttentionOptions(self)
        self.overview = HeadsOverview(self)
        self.heatmap, self.arcs, self.token = Heatmap(self), ArcsView(self), OneTokenView(self)
        self._note = PlainLabel(parent=self, wordWrap=True)
        self._note.setFont(scaled(self.font(), 0.85))
        self._note.setToolTip(
            tr("The fused kernel of training gives no weights; here the same attention is worked out step by step.")
        )
        self._arrange()
        self.overview.chosen.connect(self.choose)
        self.options.moved.connect(self._moved)
        self.options.changed.connect(self._show)
        self.heatmap.chosen.connect(lambda row, _column: self._take_token(row))
        self.arcs.chosen.connect(self._take_token)
        self.token.chosen.connect(self._take_token)

    def _arrange(self) -> None:
        views = QWidget()
        self._views = QStackedLayout(views)
        self._places = {HEATMAP: 0, TWO_ROWS: 1, ONE_ROW: 1, ONE_TOKEN: 2}
        for view in (self.heatmap, self.arcs, self.token):
            self._views.addWidget(view)
        views.setMinimumWidth(240)
        both = make_splitter("attention", Qt.Orientation.Horizontal, (self.overview, views), (300, 900))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.options, 0, 0)
        grid.addWidget(both, 1, 0)
        grid.addWidget(self._note, 2, 0)
        grid.setRowStretch(1, 1)

    # Showing

    @property
    def shown_view(self) -> Exportable:
        """The view that is on show."""
        views: dict[str, Exportable] = {HEATMAP: self.heatmap, ONE_TOKEN: self.token}
        return views.get(self.options.view.currentData(), self.arcs)

    def show_answer(self, answer: Answer) -> None:
        """Show an answer; layer and head stay as far as there are such."""
        self._answer, inspected = answer, answer.inspected
        self._greatest, self._names_of = {}, {}
        weights = inspected.weights
        layer, head = self.options.chosen
        there = {level: any(group.unit for group in groups) for level, groups in inspected.groups.items()}
        self.options.offer(weights.layers, weights.heads, there)
        self.overview.show_inspected(inspected)
        self._select(min(layer, weights.layers - 1), min(head, weights.heads - 1))
        self._show()

    @Slot(int, int)
    def choose(self, layer: int, head: int) -> None:
        """Show one head large; both counted from 0, the mean of the layer's heads for -1."""
        if self._answer is not None:
            self._select(layer, head)
            self._show()

    def _select(self, layer: int, head: int) -> None:
        self.options.choose(layer, head)
        self.overview.choose(layer, head)

    @Slot()
    def _moved(self) -> None:
        self.choose(*self.options.chosen)

    @Slot()
    def _show(self) -> None:
        """Everything, as the options say."""
        if self._answer is None:
            return
        options, inspected = self.options, self._answer.inspected
        level, mode = options.chosen_level, options.specials.currentData()
        layer, head = options.chosen
        self.overview.leave_out_specials(mode != ALL)
        hidden = [] if mode == ALL else inspected.special_groups(level)
        self.heatmap.rule = sentences(tr(CONTENTS[level]), "" if level is Level.TOKEN else tr(RULE))
        self.heatmap.set_scale(*self._scale())
        self.heatmap.put(
            inspected.matrix(layer, None if head < 0 else head, level), self._names(level), hidden, mode == RENORMALISED
        )
        self._show_others()
        self._note.setText(self._words())

    def _names(self, level: Level) -> Sequence[str]:
        """What stands beside rows and columns, the same object for the same level, as its widths are measured once."""
        if level not in self._names_of:
            assert self._answer is not None
            inspected = self._answer.inspected
            groups = inspected.groups[level]
            self._names_of[level] = inspected.tokens if level is Level.TOKEN else [group.text for group in groups]
        return self._names_of[level]

    def _show_others(self) -> None:
        """The views beside the heatmap that show what it has."""
        way = self.options.view.currentData()
        self._views.setCurrentIndex(self._places[way])
        shown, names, mode = self.heatmap.shown, self.heatmap.labels.rows, self.heatmap.mode_text()
        if way in (TWO_ROWS, ONE_ROW):
            self.arcs.use_one_row(way == ONE_ROW)
            self.arcs.show_weights(shown, names, mode)
        elif way == ONE_TOKEN:
            self.token.show_weights(shown, names, mode)
            self.token.choose(self._row)

    @Slot(int)
    def _take_token(self, row: int) -> None:
        """A token chosen in one view is that of the others."""
        self._row = row
        if self.options.view.currentData() == ONE_TOKEN:
            self.token.choose(row)

    def show_token(self, place: int) -> None:
        """Bring a token of the sentence, or the group it belongs to, into view and light it."""
        if self._answer is None:
            return
        groups = self._answer.inspected.groups[self.options.chosen_level]
        around = (number for number, group in enumerate(groups) if group.start <= place < group.end)
        self._row = next(around, place)
        for view in (self.heatmap, self.arcs):
            view.show_place(self._row)
        self.token.choose(self._row)

    # Scale

    def _scale(self) -> tuple[Scale, float]:
        """The scale, and the greatest weight of all heads as soon as all were read."""
        assert self._answer is not None
        scale, inspected = Scale(self.options.scale.currentData()), self._answer.inspected
        level, mode = self.options.chosen_level, self.options.specials.currentData()
        key = (level, mode)
        if scale is Scale.GLOBAL and key not in self._greatest:
            if level is Level.TOKEN and mode == ALL:
                self._greatest[key] = inspected.greatest(level)
            else:
                hidden = [] if mode == ALL else inspected.special_groups(level)
                work = partial(inspected.greatest, level, hidden, mode == RENORMALISED)
                taken = partial(self._take_greatest, self._answer, key)
                self._tasks.run(lambda report, cancelled: work(), taken, owner=self)
        return scale, self._greatest.get(key, 1.0)

    def _take_greatest(self, answer: Answer, key: tuple[Level, str], greatest: float) -> None:
        if answer is self._answer:
            self._greatest[key] = greatest
            self._show()

    # Words

    def _words(self) -> str:
        """What is shown, what it took, and the rule."""
        assert self._answer is not None
        inspected, weights = self._answer.inspected, self._answer.inspected.weights
        parts = [
            tr(
                "Step {step} · {layers} layers, {heads} heads, {count} tokens · worked out explicitly · {head} in "
                "memory for this head, {size} on disk for all",
                step=grouped(inspected.step),
                layers=weights.layers,
                heads=weights.heads,
                count=len(inspected.tokens),
                head=size(weights.head_bytes),
                size=size(weights.nbytes),
            ),
            self.overview.figures_words,
            self.heatmap.rule,
            "" if inspected.units_problem is None else render(inspected.units_problem),
        ]
        return " · ".join(part for part in parts if part)

    @property
    def settings(self) -> list[tuple[str, str]]:
        """How it is shown, as named settings in words."""
        options = self.options
        head = options.head.text()
        return [
            (tr("Layer"), options.layer.text()),
            (tr("Head"), head),
            (tr("Between"), options.level.currentText()),
            (tr("Special tokens"), options.specials.currentText()),
            (tr("Scale"), options.scale.currentText()),
        ]

    def shown_as(self) -> Shown:
        """How it is shown, for a report."""
        layer, head = self.options.chosen
        mode = self.options.specials.currentData()
        return Shown(layer, None if head < 0 else head, self.options.chosen_level, mode != ALL, mode == RENORMALISED)

    def all_heads_reader(self) -> Callable[[], dict[str, NDArray[Any]]]:
        """Reads ``attention`` [layers, heads, n, n] of all heads from the disk, with the ``tokens`` and the mode of the
        ``view`` now; for the background."""
        assert self._answer is not None
        inspected, mode = self._answer.inspected, self.heatmap.full_mode()

        def read() -> dict[str, NDArray[Any]]:
            attention = np.stack([inspected.weights.layer(layer) for layer in range(inspected.weights.layers)])
            return {"tokens": np.array(inspected.tokens), "attention": attention, "view": np.array(mode)}

        return read
