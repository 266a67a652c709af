"""Curves over steps, tokens or time: faint raw lines under smoothed ones, gaps, baselines, a cross-hair with values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu, QVBoxLayout, QWidget

from workbench.core.files import write_whole
from workbench.gui.figures import duration, short
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.gui.views.curve_data import Axis, Baseline, Flag, Series, as_csv
from workbench.gui.views.curve_legend import CurveLegend, Entry
from workbench.gui.views.curve_notes import Grid, Note, Notes, level_style
from workbench.gui.views.curve_signs import SPARSE, SignPainter, Signs, signs_of_missing, signs_of_points
from workbench.gui.views.curve_traces import Ladder, Trace, Traces, Values
from workbench.gui.views.drawing import as_pixmap, as_png, as_svg
from workbench.gui.views.smoothing import smooth

NO_VALUE = "–"  #: in the legend, of a series that has no point yet
FAINT = 0.27  #: share of a line's own colour in its raw line
GRID_SHARES = (0.4, 0.2)  #: share of the border's colour in lines at wide and at fine ticks
#: Up to FINE series raw lines have columns of one pixel, up to COARSE of two, beyond it of four and the others of two.
FINE, COARSE = 4, 10


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
    signs: tuple[Signs, Signs]

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
    main = raw if factor == 0 else Ladder(x, _heights(smooth(y, factor), log))
    missing = signs_of_missing(x, y)
    signs = Signs(missing.x, _heights(missing.y, log), missing.kind)
    points = signs_of_points(x, main.y, not series.smoothed and len(y) <= SPARSE)
    return _Line(series, asked, main, None if factor == 0 else raw, (signs, points))


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
    """A plot of several series under a legend with values. ``hovered`` carries the x value under the mouse (NaN when
    it leaves)."""

    hovered = Signal(float)

    def __init__(self, title: str = "", parent: QWidget | None = None, *, legend: bool = True) -> None:
        """``title`` is a translated text that names the y axis; ``legend`` shows names and values above the plot."""
        super().__init__(parent)
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
        self.plot.layout.setContentsMargins(1, GRID, 2 * GRID, 1)  # for the halves of figures at the ends of axes
        self.plot.getAxis("left").enableAutoSIPrefix(False)
        self._grid = Grid(self._ticks, self.plot.getAxis("left"))
        self.traces, self.signs, self.notes = Traces(), SignPainter(), Notes()
        for item in (self._grid, self.traces, self.signs, self.notes):
            self.plot.addItem(item)
        self._cross = pg.InfiniteLine(angle=90, movable=False)
        self._cross.hide()
        self.plot.addItem(self._cross, ignoreBounds=True)
        self.legend = CurveLegend(self)
        self.legend.setVisible(legend)
        self._empty = QLabel(tr("No values yet"), self.view, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(title or tr("Curve"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.legend)
        column.addWidget(self.view, 1)
        self.view.scene().sigMouseMoved.connect(self._move)
        self._dress()

    # Contents

    def show_series(self, series: Sequence[Series]) -> None:
        """Show these curves in place of the ones before."""
        self._series = series
        self._draw()

    def show_baselines(self, baselines: Sequence[Baseline]) -> None:
        """Show named levels."""
        self._baselines = [baseline for baseline in baselines if math.isfinite(baseline.value)]
        self._draw_levels()
        self._write(math.nan)

    def show_flags(self, flags: Sequence[Flag]) -> None:
        """Show events as small flags at the top (step axis only)."""
        self._flags = flags
        self._draw_levels()

    def set_empty_text(self, text: str) -> None:
        """What stands in place of axes while no series has a value; translated already."""
        self._empty.setText(text)

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

    # Drawing

    def _draw(self) -> None:
        kept = dict(enumerate(self._lines))
        self._lines = []
        for place, one in enumerate(self._series):
            asked = (self._axis, self._log, self._factor if one.smoothed else 0.0)
            line = kept.get(place)
            self._lines.append(line if line and line.answers(one, asked) else _line(one, asked))
        self._dress_lines()
        self._show_emptiness()
        self._write(math.nan)

    @property
    def is_empty(self) -> bool:
        """Whether no series has a finite value."""
        return all(line.main.bounds(1) is None for line in self._lines)

    def _levels(self) -> list[Baseline]:
        """The baselines that have a height on the y axis, as long as there is something to hold against them."""
        return [] if self.is_empty else [one for one in self._baselines if one.value > 0 or not self._log]

    def _draw_levels(self) -> None:
        levels = [math.log10(one.value) if self._log else one.value for one in self._levels()]
        flagged = self._axis is Axis.STEP and not self.is_empty
        flags = [Note(flag.step, flag.text) for flag in self._flags] if flagged else []
        self.notes.show_notes(levels, flags)

    def _colour(self, one: Series, colours: Colours) -> QColor:
        return QColor(categorical(colours, one.colour))

    def _dress_lines(self) -> None:
        colours = colours_of(self.palette())
        raw_step = 1 if len(self._series) <= FINE else 2 if len(self._series) <= COARSE else 4
        main_step = 1 if len(self._series) <= COARSE else 2
        raws, mains, signs = [], [], []
        for one, line in zip(self._series, self._lines, strict=True):
            colour = self._colour(one, colours)
            if line.raw:
                raws.append(Trace(line.raw, _mixed(colour, QColor(colours.base), FAINT), step=raw_step))
            mains.append(Trace(line.main, colour, one.line, main_step, thick=True))
            signs += [(some, colour) for some in line.signs if len(some)]
        self.traces.show_traces([*raws, *mains])
        self.signs.show_signs(signs)

    def _show_emptiness(self) -> None:
        """Words in place of axes that would say nothing."""
        empty = self.is_empty
        self._empty.setVisible(empty)
        if empty == self._grid.isVisible():
            self._grid.setVisible(not empty)
            self._draw_levels()
            for name in ("left", "bottom"):
                self.plot.showAxis(name, not empty)

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
        self._colour_words(colours)
        ground, border = QColor(colours.base), QColor(colours.border)
        self._grid.dress([_mixed(border, ground, share) for share in GRID_SHARES])
        ground.setAlpha(210)
        self.notes.dress(scaled(self.font(), 0.85), QColor(colours.muted), border, ground)
        self._dress_lines()
        self._write(math.nan)

    def _colour_words(self, colours: Colours) -> None:
        for widget, words in ((self._empty, colours.muted), (self.legend.sheet(), colours.text)):
            palette = self.palette()
            palette.setColor(palette.ColorRole.WindowText, QColor(words))
            palette.setColor(palette.ColorRole.Window, QColor(colours.base))
            widget.setPalette(palette)
        self.legend.sheet().setAutoFillBackground(True)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_empty"):
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
            place = one.nearest(x, self._axis)
            if place >= 0:
                found.append((one.name, float(one.along(self._axis)[place]), float(one.value[place])))
        return found

    def _write(self, x: float) -> None:
        """Put the values at ``x`` (the newest where it is NaN) into the legend."""
        if self.legend.isHidden():
            return
        colours = colours_of(self.palette())
        entries = []
        for one in self._series:
            place = one.nearest(x, self._axis)
            value = f"{one.value[place]:#.4g}" if place >= 0 else NO_VALUE
            entries.append(Entry(one.name, value, self._colour(one, colours), one.line))
        for number, level in enumerate(self._levels()):
            entries.append(Entry(level.name, f"{level.value:.3f}", QColor(colours.muted), level_style(number)))
        self.legend.show_entries(self._place_words(x), entries)

    def _place_words(self, x: float) -> str:
        if not math.isfinite(x) or self.is_empty:
            return ""
        place = duration(x) if self._axis is Axis.TIME else short(max(x, 0))
        return {Axis.STEP: tr("Step"), Axis.TOKENS: tr("Tokens"), Axis.TIME: tr("Time")}[self._axis] + f" {place}"

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The words of an empty plot stay in its middle."""
        super().resizeEvent(event)
        self._empty.setGeometry(self.view.rect())

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
        """Write what is shown as SVG or CSV, by the suffix of the path, else as PNG; raises :class:`WorkbenchError`
        where it can't be written."""
        suffix, size = path.suffix.lower(), self._sheet_size()
        ground = QColor(colours_of(self.palette()).base)
        if suffix == ".csv":
            write_whole(path, as_csv(self._series, self._factor))
        elif suffix == ".svg":
            write_whole(path, as_svg(size, ground, self._paint_sheet, self.logicalDpiX()))
        else:
            write_whole(path, as_png(as_pixmap(size, ground, self._paint_sheet)))

    def _sheet_size(self) -> QSize:
        """The plot under its whole legend, also where that is scrolled in the window."""
        above = 0 if self.legend.isHidden() else self.legend.sheet().height()
        return QSize(self.width(), above + self.view.height())

    def _paint_sheet(self, painter: QPainter) -> None:
        above = self._sheet_size().height() - self.view.height()
        if above:
            self.legend.sheet().render(painter, QPoint())
        self.view.render(painter, QRectF(0, above, self.width(), self.view.height()))
        if self._empty.isVisible():
            self._empty.render(painter, QPoint(0, above))
