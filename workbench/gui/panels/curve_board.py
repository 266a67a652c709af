"""The plots of runs: a large one with tabs, small ones below it, one x axis and one cross-hair for all."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSlider, QTabWidget, QVBoxLayout, QWidget

from workbench.gui.figures import short
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of, make_splitter
from workbench.gui.panels.curve_series import (
    baselines_of,
    flags_of,
    is_accuracy,
    is_loss,
    is_loss_of,
    is_named,
    is_whole_loss,
    objectives_of,
    series_of,
    thinned,
)
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.run_words import objective_title
from workbench.gui.theme import GRID
from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Axis, Baseline, Flag

REDRAW_MILLISECONDS = 200  #: least time between two drawings
DRAWING_SHARE = 4  #: and at least this many times as long as the last one took
SMALL_SECONDS = 1.0  #: least time between two drawings of the small plots
FIRST_SMOOTHING = 60
MASKED_TOKENS = "mlm"  #: the objective that the baselines belong to


class Plot(QWidget):
    """One plot and which metrics belong into it; a small one has its newest value in its heading.

    ``moved`` says that its x range is another, ``pointed`` where the mouse is.
    """

    moved = Signal(float, float)
    pointed = Signal(float)

    def __init__(
        self, title: str, belongs: Callable[[str], bool], parent: QWidget, *, small: bool = False, unit: float = 1.0
    ) -> None:
        super().__init__(parent)
        self.title, self.belongs, self._unit, self._small = title, belongs, unit, small
        self._baselines: list[Baseline] = []
        self._flags: list[Flag] = []
        self.view = CurveView("", self, legend=not small)  # a small one's heading says it
        self.view.setAccessibleName(title)
        self._heading = QLabel(title, self, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._heading.setFont(scaled(self.font(), 0.9))
        self._heading.setVisible(small)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._heading)
        column.addWidget(self.view, 1)
        self.view.hovered.connect(self.pointed)
        self._box = self.view.plot.getViewBox()
        self._box.sigXRangeChanged.connect(self._tell_range)

    def show_curves(self, shown: Sequence[RunCurves]) -> None:
        """Draw the curves that belong here."""
        series = series_of(shown, self.belongs, self._unit)
        self.view.show_series([thinned(one) for one in series] if self._small else series)
        self._write(math.nan)

    def show_levels(self, baselines: Sequence[Baseline], flags: Sequence[Flag]) -> None:
        """Draw baselines and flags, where they are others than before."""
        if list(baselines) != self._baselines:
            self._baselines = list(baselines)
            self.view.show_baselines(baselines)
        if list(flags) != self._flags:
            self._flags = list(flags)
            self.view.show_flags(flags)

    def lead(self) -> None:
        """Let x follow the data; the other plots follow this one."""
        self._box.enableAutoRange(x=True)

    def follow(self) -> None:
        """Leave x as another plot has it."""
        self._box.enableAutoRange(x=False)

    def take_range(self, low: float, high: float) -> None:
        """Show the x range of another plot."""
        with QSignalBlocker(self):
            self._box.setXRange(low, high, padding=0)

    def point_at(self, x: float) -> None:
        """Show the cross-hair where another plot has it."""
        self.view.point_at(x)
        self._write(x)

    def _write(self, x: float) -> None:
        values = self.view.values_at(x)
        words = f"{self.title}  <b>{short(values[0][2])}</b>" if values else self.title
        self._heading.setText(words)

    @Slot(object, object)
    def _tell_range(self, _box: object, limits: Sequence[float]) -> None:
        if self.isVisible():
            self.moved.emit(*limits)


class CurveBoard(QWidget):
    """Draws at most five times a second (the small plots once), and only what can be seen."""

    def __init__(self, name: str, parent: QWidget | None = None, *, small: bool = True, invitation: str = "") -> None:
        """``name`` is that of the splitter, under which the layout is remembered; ``small`` adds the lower row.

        ``invitation`` is a translated sentence that stands in the plots while no run is shown.
        """
        super().__init__(parent)
        self._invitation = invitation
        self._shown: Sequence[RunCurves] = ()
        self._events: Sequence[str] = ()
        self._dirty = False
        self._queue: list[Plot] = []
        self._small_dirty = False
        self._small_drawn = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._draw)
        self._drawn = 0.0
        self._took = 0.0
        self.tabs = QTabWidget(self, documentMode=True)
        self._objectives: list[str] = []
        for plot in (
            Plot(tr("Loss"), is_loss, self),
            Plot(tr("Accuracy"), is_accuracy, self),
            Plot(tr("Perplexity"), is_named("eval/perplexity"), self),
        ):
            self._add_tab(plot, self.tabs.count())
        self.small = self._make_small() if small else []
        self._arrange(name)
        self.tabs.currentChanged.connect(self._change_tab)
        self._set_smoothing(self.smoothing.value())
        self._change_tab()

    # Building

    def _add_tab(self, plot: Plot, place: int) -> None:
        self._connect(plot)
        self.tabs.insertTab(place, plot, plot.title)

    def _connect(self, plot: Plot) -> None:
        plot.moved.connect(self._move_others)
        plot.pointed.connect(self._point)

    def _make_small(self) -> list[Plot]:
        plots = [
            Plot(tr("Learning rate"), is_named("lr"), self, small=True),
            Plot(tr("Gradient norm"), is_named("gradient_norm"), self, small=True),
            Plot(tr("Tokens per second"), is_named("tokens_per_s"), self, small=True),
            Plot(tr("Memory, MiB"), is_named("memory"), self, small=True, unit=2**20),
        ]
        for plot in plots:
            self._connect(plot)
            plot.follow()
        return plots

    def _arrange(self, name: str) -> None:
        options = self._make_options()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.tabs.setMinimumHeight(18 * GRID)
        if not self.small:
            column.addWidget(self.tabs, 1)
            column.addWidget(options)
            return
        self.tabs.setCornerWidget(options, Qt.Corner.TopRightCorner)
        row = QWidget(self)
        beside = QHBoxLayout(row)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(GRID // 2)
        for plot in self.small:
            plot.setMinimumWidth(15 * GRID)
            beside.addWidget(plot, 1)
        row.setMinimumHeight(13 * GRID)
        column.addWidget(make_splitter(name, Qt.Orientation.Vertical, (self.tabs, row), (340, 160)))

    def _make_options(self) -> QWidget:
        options = QWidget(self)
        self.axis = QComboBox(options)
        for axis, title in ((Axis.STEP, tr("Steps")), (Axis.TOKENS, tr("Tokens")), (Axis.TIME, tr("Time"))):
            self.axis.addItem(title, axis)
        self.axis.setAccessibleName(tr("What runs along x"))
        self.smoothing = QSlider(Qt.Orientation.Horizontal, options)
        self.smoothing.setMaximum(99)
        self.smoothing.setValue(FIRST_SMOOTHING)
        self.smoothing.setFixedWidth(14 * GRID)
        self.smoothing.setAccessibleName(tr("Smoothing"))
        self._factor = QLabel(options)
        self._factor.setMinimumWidth(self._factor.fontMetrics().horizontalAdvance("0.00"))
        self.log = QCheckBox(tr("Log"), options)
        self.log.setToolTip(tr("Logarithmic y axis"))
        row = QHBoxLayout(options)
        row.setContentsMargins(GRID, 0, 0, 2)
        row.setSpacing(GRID)
        row.addWidget(label_of(tr("Along x"), self.axis))
        row.addWidget(self.axis)
        row.addSpacing(GRID)
        row.addWidget(label_of(tr("Smoothing"), self.smoothing))
        row.addWidget(self.smoothing)
        row.addWidget(self._factor)
        row.addWidget(self.log)
        row.addStretch(1)
        self.axis.currentIndexChanged.connect(self._set_axis)
        self.smoothing.valueChanged.connect(self._set_smoothing)
        self.log.toggled.connect(self._set_log)
        return options

    # Contents

    @property
    def large(self) -> list[Plot]:
        """The plots in the tabs."""
        plots = (self.tabs.widget(place) for place in range(self.tabs.count()))
        return [plot for plot in plots if isinstance(plot, Plot)]

    @property
    def leader(self) -> Plot:
        """The large plot on show."""
        return self.large[self.tabs.currentIndex()]

    def show_runs(self, shown: Sequence[RunCurves]) -> None:
        """Show these runs; drawn when it is time to."""
        self._shown = shown
        self._invalidate()

    def show_events(self, events: Sequence[str]) -> None:
        """Show a run's events as flags, where one run is on show."""
        if len(events) != len(self._events):
            self._events = events
            self._invalidate()

    @Slot()
    def _invalidate(self) -> None:
        self._dirty = True
        if self.isVisible() and (not self._timer.isActive() or self._small_dirty):
            pause = max(REDRAW_MILLISECONDS, DRAWING_SHARE * self._took * 1000)
            self._timer.start(round(max(0.0, pause - (time.monotonic() - self._drawn) * 1000)))

    @Slot()
    def _draw(self) -> None:
        """Draw the next plot; each has its own turn of the event loop, so that none waits long for the others."""
        if not self.isVisible():
            return
        begin = time.monotonic()
        if self._dirty:
            self._dirty = False
            self._took = 0.0
            self._make_objective_tabs()
            self._queue = [self.leader]
            self._small_dirty = bool(self.small)
        if self._small_dirty and begin - self._small_drawn >= SMALL_SECONDS:
            self._small_dirty, self._small_drawn = False, begin
            self._queue += self.small
        if self._queue:
            self._draw_plot(self._queue.pop(0))
        self._drawn = time.monotonic()
        self._took += self._drawn - begin
        if self._queue:
            self._timer.start(0)
        elif self._small_dirty:
            self._timer.start(round(1000 * max(0.0, SMALL_SECONDS - (self._drawn - self._small_drawn))))

    def _draw_plot(self, plot: Plot) -> None:
        """Draw one plot; the first one shows no single objectives where several runs would make it a thicket."""
        if plot is self.large[0]:
            plot.belongs = is_whole_loss if len(self._shown) > 1 and self._objectives else is_loss
        plot.view.set_empty_text(self._invitation if self._invitation and not self._shown else tr("No values yet"))
        plot.show_curves(self._shown)
        masked = f"loss/{MASKED_TOKENS}"
        if plot.belongs("loss") or plot.belongs(masked):
            to_scale = plot.belongs(masked) or not self._objectives
            baselines = baselines_of(self._shown) if to_scale else []
            plot.show_levels(baselines, flags_of(self._events) if len(self._shown) == 1 else [])

    def _make_objective_tabs(self) -> None:
        """A tab for each objective's own loss, where a run has several."""
        wanted = objectives_of(self._shown)
        if wanted == self._objectives:
            return
        for plot in self.large[1 : 1 + len(self._objectives)]:
            self.tabs.removeTab(1)
            plot.deleteLater()
        self._objectives = wanted
        for place, objective in enumerate(wanted, 1):
            title = objective_title(objective)
            plot = Plot(title[:1].upper() + title[1:], is_loss_of(objective), self)
            self._add_tab(plot, place)
            self._apply_options(plot)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what came while nobody looked."""
        super().showEvent(event)
        if self._dirty:
            self._invalidate()

    # Options

    def _apply_options(self, plot: Plot) -> None:
        plot.view.set_axis(Axis(self.axis.currentData()))
        plot.view.set_smoothing(self.smoothing.value() / 100)
        plot.view.set_log(self.log.isChecked())

    @Slot()
    def _change_tab(self) -> None:
        for plot in self.large:
            plot.lead() if plot is self.leader else plot.follow()
        self._invalidate()

    @Slot()
    def _set_axis(self) -> None:
        for plot in [*self.large, *self.small]:
            plot.view.set_axis(Axis(self.axis.currentData()))
            plot.follow()
        self.leader.lead()

    @Slot(int)
    def _set_smoothing(self, value: int) -> None:
        self._factor.setText(f"{value / 100:.2f}")
        for plot in self.large:
            plot.view.set_smoothing(value / 100)

    @Slot(bool)
    def _set_log(self, log: bool) -> None:
        for plot in self.large:
            plot.view.set_log(log)
        self._change_tab()

    @Slot(float, float)
    def _move_others(self, low: float, high: float) -> None:
        for plot in [self.leader, *self.small]:
            if plot is not self.sender():
                plot.take_range(low, high)

    @Slot(float)
    def _point(self, x: float) -> None:
        for plot in [self.leader, *self.small]:
            if plot is not self.sender():
                plot.point_at(x)
