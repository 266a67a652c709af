"""One plot of a board: the metrics that belong into it, and what it shares with the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pyqtgraph import ViewBox
from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from workbench.gui.figures import short
from workbench.gui.fonts import scaled
from workbench.gui.panels.curve_options import CurveOptions
from workbench.gui.panels.curve_series import lost_series_of, reach_of, series_of, thinned
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.run_words import metric_title
from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Baseline, Flag
from workbench.gui.views.curve_lines import Scale


@dataclass(frozen=True)
class Subject:
    """What a plot is about: ``belongs`` says of a metric whether it is shown there, in parts of ``unit``, or as e to
    its value; an ``optional`` plot is there only where a run has such metrics, and its y axis covers ``least_height``
    at least."""

    title: str
    belongs: Callable[[str], bool]
    unit: float = 1.0
    exponential: bool = False
    optional: bool = False
    least_height: float = 0.0
    title_of: Callable[[str], str] = metric_title


class Plot(QWidget):
    """One plot and which metrics belong into it; a small one has its newest value in its heading.

    ``moved`` says that its x range is another, ``pointed`` where the mouse is.
    """

    moved = Signal(float, float)
    pointed = Signal(float)

    def __init__(self, subject: Subject, parent: QWidget, *, small: bool = False) -> None:
        super().__init__(parent)
        self.subject, self._small = subject, small
        self.belongs = subject.belongs  #: which of the subject's metrics are shown, as the board chooses
        self._baselines: list[Baseline] = []
        self._flags: list[Flag] = []
        self._with_lost = False
        self._options: CurveOptions | None = None
        self._leads = True
        self._heading = QLabel(subject.title, self, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._heading.setFont(scaled(self.font(), 0.9))
        self._heading.setVisible(small)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._heading)

    @cached_property
    def view(self) -> CurveView:
        """The curves; made when they are first looked at, since most tabs of a board never are."""
        view = CurveView("", self, legend=not self._small)  # a small one's heading says it
        view.setAccessibleName(self.subject.title)
        view.hovered.connect(self.pointed)
        view.plot.getViewBox().sigXRangeChanged.connect(self._tell_range)
        view.plot.getViewBox().enableAutoRange(x=self._leads)
        view.set_least_height(self.subject.least_height)
        self._column.addWidget(view, 1)
        if self._options is not None:
            self._dress(view, self._options)
        return view

    @property
    def _is_made(self) -> bool:
        return "view" in self.__dict__

    @property
    def _box(self) -> ViewBox:
        return self.view.plot.getViewBox()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the curves, if nobody has looked at them before."""
        _ = self.view
        super().showEvent(event)

    def show_curves(self, shown: Sequence[RunCurves]) -> None:
        """Draw the curves that belong here."""
        unit, title_of = self.subject.unit, self.subject.title_of
        series = series_of(shown, self.belongs, unit, title_of)
        if self._with_lost:
            series += lost_series_of(shown, self.belongs, unit, title_of)
        self.view.set_reach(reach_of(shown, self.view.scale.axis))
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

    def take_options(self, options: CurveOptions) -> None:
        """Show values as the options say; small plots keep their values as they are."""
        self._options = options
        self._with_lost = options.lost and not self._small
        if self._is_made:
            self._dress(self.view, options)

    def _dress(self, view: CurveView, options: CurveOptions) -> None:
        large = not self._small
        view.set_scale(
            Scale(options.axis, options.log_x, options.log_y and large, exponential=self.subject.exponential)
        )
        view.set_smoothing(options.smoothing if large else 0.0)
        view.set_flagged(options.events and large)

    def lead(self) -> None:
        """Let x follow the data; the other plots follow this one."""
        self._let_follow_data(True)

    def follow(self) -> None:
        """Leave x as another plot has it."""
        self._let_follow_data(False)

    def _let_follow_data(self, leads: bool) -> None:
        self._leads = leads
        if self._is_made:
            self._box.enableAutoRange(x=leads)

    @property
    def follows_data(self) -> bool:
        """Whether its x range is that of the data, not one that the user chose."""
        return bool(self._box.autoRangeEnabled()[0]) if self._is_made else self._leads

    def take_range(self, low: float, high: float) -> None:
        """Show the x range of another plot, on a plot that is looked at."""
        if not self._is_made:
            return
        with QSignalBlocker(self):
            self._box.setXRange(low, high, padding=0)

    def point_at(self, x: float) -> None:
        """Show the cross-hair where another plot has it, on a plot that is looked at."""
        if not self._is_made:
            return
        self.view.point_at(x)
        self._write(x)

    def _write(self, x: float) -> None:
        values = self.view.values_at(x)
        words = f"{self.subject.title}  <b>{short(values[0][2])}</b>" if values else self.subject.title
        self._heading.setText(words)

    @Slot(object, object)
    def _tell_range(self, _box: object, limits: Sequence[float]) -> None:
        if self.isVisible():
            self.moved.emit(*limits)
