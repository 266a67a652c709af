"""The plots of runs: a large one with tabs, small ones below it, one x axis and one cross-hair for all."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.curve_book import CLOCKS, Needs
from workbench.gui.panels.curve_events import placed
from workbench.gui.panels.curve_options import OptionsRow
from workbench.gui.panels.curve_plot import Plot, Subject
from workbench.gui.panels.curve_series import (
    baselines_of,
    is_accuracy,
    is_detection,
    is_loss,
    is_loss_of,
    is_machine,
    is_memory,
    is_named,
    is_task,
    is_token_loss,
    is_unit_accuracy,
    is_whole_loss,
    is_whole_unit,
    objectives_of,
    shown_names,
)
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.run_words import objective_title, perplexity_title
from workbench.gui.settings import Settings
from workbench.gui.theme import GRID
from workbench.gui.views.curve_data import Flag

REDRAW_MILLISECONDS = 200  #: least time between two drawings
DRAWING_SHARE = 4  #: and at least this many times as long as the last one took
SMALL_SECONDS = 1.0  #: least time between two drawings of the small plots
#: The losses that the baselines belong to.
MASKED_TOKENS = ("loss/mlm", "loss/generator")

_BEFORE = 2  #: tabs that stand before those of objectives


def _large_subjects() -> list[Subject]:
    return [
        Subject(tr("Loss"), is_loss),
        Subject(tr("Tasks"), is_task, optional=True),
        Subject(tr("Accuracy"), is_accuracy),
        Subject(tr("Perplexity"), is_token_loss, exponential=True, title_of=perplexity_title),
        Subject(tr("Units"), is_unit_accuracy, optional=True),
        Subject(tr("Precision and recall"), is_detection, optional=True),
        Subject(tr("Machine"), is_machine, optional=True, least_height=10.0),
    ]


def _small_subjects() -> list[Subject]:
    return [
        Subject(tr("Learning rate"), is_named("lr")),
        Subject(tr("Gradient norm"), is_named("gradient_norm")),
        Subject(tr("Tokens per second"), is_named("tokens_per_s")),
        Subject(tr("Memory, MiB"), is_memory, unit=2**20),
    ]


def _is_of_loss(name: str) -> bool:
    """What the plot of the loss may need: where tasks take turns, the whole loss is made of theirs."""
    return is_loss(name) or is_task(name)


class CurveBoard(QWidget):
    """Draws at most five times a second (the small plots once), and only what can be seen.

    ``needed`` says that :attr:`needs` are others: another tab is on show.
    """

    needed = Signal()

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        small: bool = True,
        invitation: str = "",
        settings: Settings | None = None,
    ) -> None:
        """``name`` is that of the splitter, under which the layout is remembered; ``small`` adds the lower row.

        ``invitation`` is a translated sentence that stands in the plots while no run is shown; ``settings`` keep what
        is chosen.
        """
        super().__init__(parent)
        self._invitation = invitation
        self._shown: Sequence[RunCurves] = ()
        self._reading = False
        self._flags: Sequence[Flag] = ()
        self._dirty = False
        self._queue: list[Plot] = []
        self._small_dirty = False
        self._small_drawn = 0.0
        self._range: tuple[float, float] | None = None  # that of the leader, which the small plots take when drawn
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._draw)
        self._drawn = 0.0
        self._took = 0.0
        self.tabs = QTabWidget(self, documentMode=True)
        self._objectives: list[str] = []
        for subject in _large_subjects():
            self._add_tab(Plot(subject, self), self.tabs.count())
        self.small = self._make_small() if small else []
        self.options = OptionsRow(name, settings, self, labels=not small)
        self._arrange(name)
        self.tabs.currentChanged.connect(self._change_tab)
        self.options.changed.connect(self._take_options)
        self._take_options()

    # Building

    def _add_tab(self, plot: Plot, place: int) -> None:
        self._connect(plot)
        self.tabs.insertTab(place, plot, plot.subject.title)

    def _connect(self, plot: Plot) -> None:
        plot.moved.connect(self._move_others)
        plot.pointed.connect(self._point)

    def _make_small(self) -> list[Plot]:
        plots = [Plot(subject, self, small=True) for subject in _small_subjects()]
        for plot in plots:
            self._connect(plot)
            plot.follow()
        return plots

    def _arrange(self, name: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.tabs.setMinimumHeight(18 * GRID)
        if not self.small:
            column.addWidget(self.tabs, 1)
            column.addWidget(self.options)
            return
        self.tabs.setCornerWidget(self.options, Qt.Corner.TopRightCorner)
        row = QWidget(self)
        beside = QHBoxLayout(row)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(GRID // 2)
        for plot in self.small:
            plot.setMinimumWidth(15 * GRID)
            beside.addWidget(plot, 1)
        row.setMinimumHeight(13 * GRID)
        column.addWidget(make_splitter(name, Qt.Orientation.Vertical, (self.tabs, row), (340, 160)))

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

    @property
    def needs(self) -> Needs:
        """The metrics of the large plot on show, then the clocks, by which points are placed along time, and those of
        the small plots."""
        leader, small = self.leader.belongs, [plot.belongs for plot in self.small]
        if self.leader is self.large[0]:
            leader = _is_of_loss  # what is drawn of it hangs on how many runs are on show
        return Needs(
            lambda names: shown_names(names, leader),
            lambda names: [name for name in names if name in CLOCKS or any(belongs(name) for belongs in small)],
        )

    def show_runs(self, shown: Sequence[RunCurves], *, reading: bool = False) -> None:
        """Show these runs; drawn when it is time to. ``reading`` where others are still being read."""
        self._shown, self._reading = shown, reading
        self._invalidate()

    def show_events(self, flags: Sequence[Flag]) -> None:
        """Show a run's events as signs, where one run is on show."""
        if list(flags) != list(self._flags):
            self._flags = flags
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
            self._timer.start(self._until_small())

    def _draw_plot(self, plot: Plot) -> None:
        """Draw one plot; the first one shows no single objectives where several runs or tasks would make it a
        thicket."""
        if plot is self.large[0]:
            many = len(self._shown) > 1 or any(is_task(name) for curves in self._shown for name in curves.names)
            plot.belongs = is_whole_loss if many and self._objectives else is_loss
        plot.view.set_empty_text(self._empty_words(plot))
        plot.show_curves(self._shown)
        if plot in self.small:
            if self._range is not None and self.leader.follows_data:
                plot.take_range(*self._range)
            return
        if plot.belongs is is_unit_accuracy or plot.belongs is is_whole_unit:
            plot.belongs = is_whole_unit if len(self._shown) > 1 else is_unit_accuracy
        to_scale = self._predicts_tokens and (
            any(map(plot.belongs, MASKED_TOKENS)) or (plot.belongs("loss") and not self._objectives)
        )
        baselines = baselines_of(self._shown, exponential=plot.subject.exponential) if to_scale else []
        alone, with_lost = len(self._shown) == 1, self.options.options.lost
        plot.show_levels(baselines, placed(self._flags, self._shown[0], with_lost=with_lost) if alone else [])

    @property
    def _predicts_tokens(self) -> bool:
        """Whether a run has losses that can be held against the baselines, and a perplexity."""
        return any(is_token_loss(name) for curves in self._shown for name in curves.names)

    def _empty_words(self, plot: Plot) -> str:
        """What stands in a plot without values: that they are being read, where there may be some."""
        unread = (name for curves in self._shown for name in curves.names if name not in curves.tracks)
        if self._reading or any(map(plot.belongs, unread)):
            return tr("Values are being read…")
        if plot.subject.exponential and any("loss" in curves.names for curves in self._shown):
            return tr("No masked token is guessed by its likelihood here, so there is no perplexity.")
        return self._invitation if self._invitation and not self._shown else tr("No values yet")

    def _make_objective_tabs(self) -> None:
        """A tab for each objective's own loss, where a run has several; none for what no run tells."""
        names = {name for curves in self._shown for name in curves.names}
        for place, plot in enumerate(self.large):
            if plot.subject.optional:
                there = any(map(plot.belongs, names))
                if not there and plot is self.leader:
                    self.tabs.setCurrentIndex(0)  # not whatever tab stands beside it
                self.tabs.setTabVisible(place, there)
        wanted = objectives_of(self._shown)
        if wanted == self._objectives:
            return
        for plot in self.large[_BEFORE : _BEFORE + len(self._objectives)]:
            if plot is self.leader:
                self.tabs.setCurrentIndex(0)
            self.tabs.removeTab(_BEFORE)
            plot.deleteLater()
        self._objectives = wanted
        for place, objective in enumerate(wanted, _BEFORE):
            title = objective_title(objective)
            plot = Plot(Subject(title[:1].upper() + title[1:], is_loss_of(objective)), self)
            self._add_tab(plot, place)
            plot.take_options(self.options.options)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what came while nobody looked."""
        super().showEvent(event)
        if self._dirty:
            self._invalidate()

    # Options

    @Slot()
    def _change_tab(self) -> None:
        for plot in self.large:
            plot.lead() if plot is self.leader else plot.follow()
        self._invalidate()
        self.needed.emit()

    @Slot()
    def _take_options(self) -> None:
        for plot in [*self.large, *self.small]:
            plot.take_options(self.options.options)
            plot.follow()
        self._change_tab()

    @Slot(float, float)
    def _move_others(self, low: float, high: float) -> None:
        """Show in all plots what one shows: at once where the user moved it, else when small ones are drawn again."""
        if self.sender() is self.leader and self.leader.follows_data:
            self._range = low, high
            self._small_dirty = bool(self.small)
            if self._small_dirty and not self._timer.isActive():
                self._timer.start(self._until_small())
            return
        for plot in [self.leader, *self.small]:
            if plot is not self.sender():
                plot.take_range(low, high)

    def _until_small(self) -> int:
        """Milliseconds until the small plots may be drawn again."""
        return round(1000 * max(0.0, SMALL_SECONDS - (time.monotonic() - self._small_drawn)))

    @Slot(float)
    def _point(self, x: float) -> None:
        for plot in [self.leader, *self.small]:
            if plot is not self.sender():
                plot.point_at(x)
