"""Curves over steps, tokens or time: faint raw lines under smoothed ones, gaps, baselines, a cross-hair with values."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu, QVBoxLayout, QWidget

from workbench.gui.figures import duration, short
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import Colours, categorical, colours_of
from workbench.gui.views.curve_notes import Grid, Note, Notes
from workbench.gui.views.curve_traces import Ladder, Trace, Traces, Values
from workbench.gui.views.smoothing import smooth

MOST_NAMED = 14  #: series in the read-out
FAINT = 0.27  #: share of a line's own colour in its raw line
GRID_SHARES = (0.4, 0.2)  #: share of the border's colour in lines at wide and at fine ticks
#: Up to FINE series raw lines have columns of one pixel, up to COARSE of two, beyond it of four and the others of two.
FINE, COARSE = 4, 10


class Axis(StrEnum):
    """What runs along x."""

    STEP = "step"
    TOKENS = "tokens"
    TIME = "time"


def _none() -> Values:
    return np.zeros(0)


@dataclass(frozen=True)
class Series:
    """One curve: ``value`` [n] at ``step`` [n], ``tokens`` [n], ``time`` [n] (seconds since the run began, ascending).

    ``colour`` and ``line`` number the categorical colours and line styles; ``smoothed`` is off for sparse evaluations.
    """

    name: str
    step: Values
    value: Values
    tokens: Values = field(default_factory=_none)
    time: Values = field(default_factory=_none)
    colour: int = 0
    line: int = 0
    smoothed: bool = True

    def along(self, axis: Axis) -> Values:
        """The x values of an axis; steps where the series lacks it."""
        chosen = {Axis.STEP: self.step, Axis.TOKENS: self.tokens, Axis.TIME: self.time}[axis]
        return chosen if len(chosen) == len(self.value) else self.step


@dataclass(frozen=True)
class Baseline:
    """A named level."""

    name: str
    value: float


@dataclass(frozen=True)
class Flag:
    """An event at an x value of the step axis, as a checkpoint or a resume."""

    step: float
    text: str


def marks_of(x: Values, y: Values) -> list[tuple[float, float, str]]:
    """Where a value is not finite: (x, height of the last finite value before it, else of the first after, symbol)."""
    finite = np.flatnonzero(np.isfinite(y))
    if finite.size == 0:
        return []
    marks = []
    for place in np.flatnonzero(~np.isfinite(y)):
        before = int(np.searchsorted(finite, place)) - 1
        height = float(y[finite[max(before, 0)]])
        symbol = "x" if np.isnan(y[place]) else "t1" if y[place] > 0 else "t"
        marks.append((float(x[place]), height, symbol))
    return marks


def as_csv(series: Sequence[Series], factor: float) -> str:
    """All points: series, step, tokens, time, value, smoothed value; the factor stands in the header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["series", "step", "tokens", "seconds", "value", f"smoothed {factor:g}"])
    for one in series:
        smoothed = smooth(one.value, factor if one.smoothed else 0.0)
        columns = [one.step, one.along(Axis.TOKENS), one.along(Axis.TIME), one.value, smoothed]
        writer.writerows([one.name, *(f"{number:.10g}" for number in point)] for point in zip(*columns, strict=True))
    return out.getvalue()


class _Ticks(pg.AxisItem):  # type: ignore[misc]
    """Tick texts for people: short numbers, times as 3:10."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.axis = Axis.STEP
        self.enableAutoSIPrefix(False)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """The texts of ticks."""
        return [duration(value) if self.axis is Axis.TIME else short(value) for value in values]


@dataclass(frozen=True)
class _Line:
    """What one series came to, kept while it is asked for in the same way."""

    series: Series
    asked: tuple[Axis, bool, float]
    main: Ladder
    raw: Ladder | None
    marks: list[tuple[float, float, str]]

    def answers(self, series: Series, asked: tuple[Axis, bool, float]) -> bool:
        """Whether the line is that of another series with the very same arrays."""
        mine = self.series
        arrays = ((mine.value, series.value), (mine.step, series.step), (mine.tokens, series.tokens))
        return asked == self.asked and all(one is other for one, other in (*arrays, (mine.time, series.time)))


def _heights(y: Values, log: bool) -> Values:
    """Finite heights on the y axis; NaN where there is none."""
    if log:
        heights = np.full(y.shape, np.nan)
        good = np.isfinite(y) & (y > 0)
        heights[good] = np.log10(y[good])
        return heights
    finite = np.isfinite(y)
    return y if finite.all() else np.where(finite, y, np.nan)


def _line(series: Series, asked: tuple[Axis, bool, float]) -> _Line:
    axis, log, factor = asked
    x, y = series.along(axis), np.asarray(series.value, dtype=np.float64)
    raw = Ladder(x, _heights(y, log))
    marks = [] if raw.whole else marks_of(x, y)
    if factor == 0:
        return _Line(series, asked, raw, None, marks)
    return _Line(series, asked, Ladder(x, _heights(smooth(y, factor), log)), raw, marks)


def _mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """``share`` of a colour on a ground, opaque."""
    red, green, blue = (
        round(share * one + (1 - share) * other)
        for one, other in (
            (colour.red(), ground.red()),
            (colour.green(), ground.green()),
            (colour.blue(), ground.blue()),
        )
    )
    return QColor(red, green, blue)


class CurveView(QWidget):
    """A plot of several series. ``hovered`` carries the x value under the mouse (NaN when it leaves)."""

    hovered = Signal(float)

    def __init__(self, title: str = "", parent: QWidget | None = None, *, read_out: bool = True) -> None:
        """``title`` is a translated text that names the y axis; ``read_out`` shows values at the upper right."""
        super().__init__(parent)
        self._reads_out = read_out
        self._series: Sequence[Series] = ()
        self._baselines: Sequence[Baseline] = ()
        self._flags: Sequence[Flag] = ()
        self._factor, self._axis, self._log = 0.0, Axis.STEP, False
        self._lines: list[_Line] = []
        self._ticks = _Ticks()
        self.view = pg.PlotWidget(axisItems={"bottom": self._ticks})
        self.plot = self.view.getPlotItem()
        self.plot.setTitle(title or None)
        self._title = title
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.getAxis("left").enableAutoSIPrefix(False)
        self._grid = Grid(self._ticks, self.plot.getAxis("left"))
        self.traces, self.notes = Traces(), Notes()
        self._marks = pg.ScatterPlotItem(size=9, pxMode=True)
        for item in (self._grid, self.traces, self._marks, self.notes):
            self.plot.addItem(item)
        self._cross = pg.InfiniteLine(angle=90, movable=False)
        self._cross.hide()
        self.plot.addItem(self._cross, ignoreBounds=True)
        self.read_out = QLabel(self)
        self.read_out.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.read_out.setFont(scaled(self.font(), 0.85))
        self.setAccessibleName(title or tr("Curve"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.view.scene().sigMouseMoved.connect(self._move)
        self.plot.getViewBox().sigResized.connect(self._cover_read_out)
        self._dress()

    # Contents

    def show_series(self, series: Sequence[Series]) -> None:
        """Show these curves in place of the ones before."""
        self._series = series
        self._draw()

    def show_baselines(self, baselines: Sequence[Baseline]) -> None:
        """Show named dashed levels."""
        self._baselines = [baseline for baseline in baselines if math.isfinite(baseline.value)]
        self._draw_levels()

    def show_flags(self, flags: Sequence[Flag]) -> None:
        """Show events as small flags at the top (step axis only)."""
        self._flags = flags
        self._draw_levels()

    def set_smoothing(self, factor: float) -> None:
        """Choose the factor, 0 for none."""
        self._factor = factor
        self._draw()

    def set_axis(self, axis: Axis) -> None:
        """Choose what runs along x."""
        self._axis = self._ticks.axis = axis
        self._draw()
        self._draw_levels()
        self.plot.enableAutoRange()

    def set_log(self, log: bool) -> None:
        """A logarithmic y axis; values that have no logarithm leave gaps."""
        self._log = log
        self.plot.getAxis("left").setLogMode(log)
        self._draw()
        self._draw_levels()
        self.plot.enableAutoRange()

    def link_x(self, other: CurveView) -> None:
        """Share the x range with another view."""
        self.plot.setXLink(other.plot)

    # Drawing

    def _draw(self) -> None:
        kept = dict(enumerate(self._lines))
        self._lines = []
        for place, one in enumerate(self._series):
            asked = (self._axis, self._log, self._factor if one.smoothed else 0.0)
            line = kept.get(place)
            self._lines.append(line if line and line.answers(one, asked) else _line(one, asked))
        self._dress_lines()
        self._write(math.nan)

    def _draw_levels(self) -> None:
        levels = [
            Note(math.log10(one.value) if self._log else one.value, f"{one.name} {one.value:.3f}")
            for one in self._baselines
            if one.value > 0 or not self._log
        ]
        flags = [Note(flag.step, flag.text) for flag in self._flags] if self._axis is Axis.STEP else []
        self.notes.show_notes(levels, flags)

    def _colour(self, one: Series, colours: Colours) -> QColor:
        return QColor(categorical(colours, one.colour))

    def _dress_lines(self) -> None:
        colours = colours_of(self.palette())
        raw_step = 1 if len(self._series) <= FINE else 2 if len(self._series) <= COARSE else 4
        main_step = 1 if len(self._series) <= COARSE else 2
        raws, mains = [], []
        self._marks.clear()
        for one, line in zip(self._series, self._lines, strict=True):
            colour = self._colour(one, colours)
            if line.raw:
                raws.append(Trace(line.raw, _mixed(colour, QColor(colours.base), FAINT), step=raw_step))
            mains.append(Trace(line.main, colour, one.line, main_step))
            self._add_marks(line.marks, colour)
        self.traces.show_traces([*raws, *mains])

    def _add_marks(self, marks: list[tuple[float, float, str]], colour: QColor) -> None:
        if marks:
            x, height, symbol = zip(*marks, strict=True)
            y = np.nan_to_num(_heights(np.array(height, dtype=np.float64), self._log))
            self._marks.addPoints(x=x, y=y, symbol=symbol, pen=pg.mkPen(colour), brush=pg.mkBrush(colour))

    def _dress(self) -> None:
        colours = colours_of(self.palette())
        self.view.setBackground(colours.base)
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.setPen(pg.mkPen(colours.border))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setStyle(tickFont=scaled(self.font(), 0.85), tickLength=0)
        if self._title:
            self.plot.setTitle(escape(self._title), color=colours.text, size="10pt")
        self._cross.setPen(pg.mkPen(colours.muted, width=1))
        self.read_out.setStyleSheet(f"background: {colours.raised}; color: {colours.text}; padding: 4px;")
        ground, border = QColor(colours.base), QColor(colours.border)
        self._grid.dress([_mixed(border, ground, share) for share in GRID_SHARES])
        ground.setAlpha(210)
        self.notes.dress(scaled(self.font(), 0.85), QColor(colours.muted), border, ground)
        self._dress_lines()
        self._write(math.nan)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "read_out"):
            self._dress()

    # Read-out

    @Slot(object)
    def _move(self, point: QPointF) -> None:
        if self.plot.sceneBoundingRect().contains(point):
            x = float(self.plot.getViewBox().mapSceneToView(point).x())
            self._cross.setPos(x)
            self._cross.show()
            self._write(x)
            self.hovered.emit(x)

    def point_at(self, x: float) -> None:
        """Show the cross-hair where another view has it (NaN hides it)."""
        self._cross.setVisible(math.isfinite(x))
        if math.isfinite(x):
            self._cross.setPos(x)
        self._write(x)

    def leaveEvent(self, event: QEvent) -> None:
        """Back to the newest values."""
        self._cross.hide()
        self._write(math.nan)
        self.hovered.emit(math.nan)

    def values_at(self, x: float) -> list[tuple[str, float, float]]:
        """(name, x, value) of each series' point nearest to ``x``; the last point where ``x`` is NaN."""
        found = []
        for one in self._series:
            places = one.along(self._axis)
            if len(places) == 0:
                continue
            place = len(places) - 1
            if math.isfinite(x):
                right = int(np.clip(np.searchsorted(places, x), 0, len(places) - 1))
                left = max(right - 1, 0)
                place = left if abs(places[left] - x) <= abs(places[right] - x) else right
            found.append((one.name, float(places[place]), float(one.value[place])))
        return found

    def _write(self, x: float) -> None:
        if not self._reads_out:
            self.read_out.hide()
            return
        colours = colours_of(self.palette())
        by_name = {one.name: self._colour(one, colours).name() for one in self._series}
        lines = []
        if math.isfinite(x):
            place = duration(x) if self._axis is Axis.TIME else short(max(x, 0))
            lines.append(
                {Axis.STEP: tr("Step"), Axis.TOKENS: tr("Tokens"), Axis.TIME: tr("Time")}[self._axis] + f" {place}"
            )
        for name, _, value in self.values_at(x)[:MOST_NAMED]:
            lines.append(f"<span style='color:{by_name[name]}'>━</span> {escape(name)} <b>{value:.4g}</b>")
        self.read_out.setText("<br>".join(lines))
        self.read_out.setVisible(bool(lines))
        self._place_read_out()

    def _place_read_out(self) -> None:
        self.read_out.adjustSize()
        self.read_out.move(max(0, self.width() - self.read_out.width() - 12), 32 if self._title else 12)
        self.read_out.raise_()
        self._cover_read_out()

    @Slot()
    def _cover_read_out(self) -> None:
        """Keep labels out from under the read-out."""
        box = self.plot.getViewBox()
        corner = self.view.mapToScene(self.view.mapFrom(self, self.read_out.pos()))
        place = QRectF(box.mapFromScene(corner), self.read_out.size())
        self.notes.cover(QRectF() if self.read_out.isHidden() else place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The read-out stays at the right."""
        self._place_read_out()

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(480, 240)

    # Export

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """View and export."""
        menu = QMenu(self)
        menu.addAction(tr("Show everything"), self.plot.enableAutoRange)
        log = menu.addAction(tr("Logarithmic"))
        log.setCheckable(True)
        log.setChecked(self._log)
        log.toggled.connect(self.set_log)
        menu.addSeparator()
        for name, suffix in ((tr("Save as PNG…"), "png"), (tr("Save as SVG…"), "svg"), (tr("Save as CSV…"), "csv")):
            action = menu.addAction(name)
            action.setData(suffix)
            action.triggered.connect(self._ask_save)
        menu.exec(event.globalPos())

    @Slot()
    def _ask_save(self) -> None:
        action = self.sender()
        suffix = str(action.data()) if isinstance(action, QAction) else "png"
        name, _ = QFileDialog.getSaveFileName(self, tr("Save curve"), f"curve.{suffix}", f"*.{suffix}")
        if name:
            self.save(Path(name))

    def save(self, path: Path) -> None:
        """Write what is shown as PNG, SVG or CSV, by the suffix of the path."""
        suffix = path.suffix.lower()
        if suffix == ".csv":
            path.write_text(as_csv(self._series, self._factor), encoding="utf-8")
        elif suffix == ".svg":
            generator = QSvgGenerator()
            generator.setFileName(str(path))
            generator.setSize(self.size())
            generator.setViewBox(self.rect())
            painter = QPainter(generator)
            self.render(painter, QPoint())
            painter.end()
        else:
            pixmap = QPixmap(self.size() * 2)
            pixmap.setDevicePixelRatio(2)
            self.render(pixmap)
            pixmap.save(str(path))
