"""Curves over steps, tokens or time: faint raw lines under smoothed ones, gaps, baselines, a cross-hair with values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu, QToolTip, QVBoxLayout, QWidget

from workbench.gui.figures import four_digits
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.gui.views.curve_data import Axis, Baseline, Flag, Series, as_csv
from workbench.gui.views.curve_flags import flag_colours
from workbench.gui.views.curve_legend import CurveLegend, Entry, place_words
from workbench.gui.views.curve_lines import Line, Scale, make_line
from workbench.gui.views.curve_notes import Grid, Notes, level_style, note_of
from workbench.gui.views.curve_signs import SignPainter
from workbench.gui.views.curve_ticks import Ticks
from workbench.gui.views.curve_traces import Trace, Traces
from workbench.gui.views.drawing import as_pixmap, as_png, as_svg, mixed, save_as

NO_VALUE = "–"  #: in the legend, of a series that has no point yet
MOST_TOLD = 8  #: events in one tooltip
FAINT = 0.27  #: share of a line's own colour in its raw line
GRID_SHARES = (0.4, 0.2)  #: share of the border's colour in lines at wide and at fine ticks
#: Up to FINE series raw lines have columns of one pixel, up to COARSE of two, beyond it of four and the others of two.
FINE, COARSE = 4, 10


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
        self._factor, self._scale = 0.0, Scale()
        self._flagged = True
        self._lines: list[Line] = []
        self._ticks = Ticks("bottom")
        self.view = pg.PlotWidget(axisItems={"bottom": self._ticks, "left": Ticks("left")})
        self.plot = self.view.getPlotItem()
        self.plot.setTitle(title or None)
        self._title = title
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.layout.setContentsMargins(1, GRID, 2 * GRID, 1)  # for the halves of figures at the ends of axes
        self._grid = Grid(self._ticks, self.plot.getAxis("left"))
        self.traces, self.signs, self.notes = Traces(), SignPainter(), Notes()
        for item in (self._grid, self.traces, self.signs, self.notes):
            self.plot.addItem(item)
        self._cross = pg.InfiniteLine(angle=90, movable=False)
        self._cross.hide()
        self.plot.addItem(self._cross, ignoreBounds=True)
        self.legend = CurveLegend(self)
        self.legend.setVisible(legend)
        self._empty_text = tr("No values yet")
        self._empty = QLabel(self._empty_text, self.view, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
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
        """Show events as small signs along the bottom."""
        self._flags = flags
        self._draw_levels()

    def set_flagged(self, flagged: bool) -> None:
        """Show events or hide them."""
        self._flagged = flagged
        self._draw_levels()

    def set_empty_text(self, text: str) -> None:
        """What stands in place of axes while no series has a value; translated already."""
        self._empty_text = text
        self._show_emptiness()

    def set_reach(self, reach: tuple[float, float] | None) -> None:
        """Values of x that the axis covers too, as long as it follows the data."""
        places = None if reach is None else tuple(map(self._scale.across, reach))
        self.traces.reach = (places[0], places[1]) if places and all(map(math.isfinite, places)) else None
        self.traces.informViewBoundsChanged()

    def set_least_height(self, height: float) -> None:
        """So much the y axis covers at least, in its own unit."""
        self.traces.least_height = height

    def set_smoothing(self, factor: float) -> None:
        """Choose the factor, 0 for none."""
        self._factor = factor
        self._draw()

    @property
    def scale(self) -> Scale:
        """How values become places."""
        return self._scale

    def set_axis(self, axis: Axis) -> None:
        """Choose what runs along x."""
        self.set_scale(replace(self._scale, axis=axis))

    def set_log(self, log: bool) -> None:
        """A logarithmic y axis; values that have no logarithm leave gaps with a mark."""
        self.set_scale(replace(self._scale, log_y=log))

    def set_scale(self, scale: Scale) -> None:
        """Choose how values become places, and show everything."""
        if scale == self._scale:
            return
        self._scale = scale
        self._ticks.axis = scale.axis
        self._ticks.setLogMode(scale.log_x)
        self.plot.getAxis("left").setLogMode(scale.log_y)
        self._draw()
        self._draw_levels()
        self.plot.enableAutoRange()

    # Drawing

    def _draw(self) -> None:
        kept = dict(enumerate(self._lines))
        self._lines = []
        for place, one in enumerate(self._series):
            factor = self._factor if one.smoothed else 0.0
            line = kept.get(place)
            fits = line is not None and line.answers(one, self._scale, factor)
            self._lines.append(line if line and fits else make_line(one, self._scale, factor))
        self._dress_lines()
        self._show_emptiness()
        self._write(math.nan)

    @property
    def is_empty(self) -> bool:
        """Whether no series has a finite value."""
        return all(line.main.bounds(1) is None for line in self._lines)

    def _levels(self) -> list[Baseline]:
        """The baselines that have a height on the y axis, as long as there is something to hold against them."""
        return [] if self.is_empty else [one for one in self._baselines if math.isfinite(self._scale.height(one.value))]

    def _draw_levels(self) -> None:
        levels = [self._scale.height(one.value) for one in self._levels()]
        flags = self._flags if self._flagged and not self.is_empty else ()
        notes = (note_of(flag, self._scale) for flag in flags)
        self.notes.show_notes(levels, [note for note in notes if math.isfinite(note.at)])

    def _colour(self, one: Series, colours: Colours) -> QColor:
        return QColor(categorical(colours, one.colour))

    def _dress_lines(self) -> None:
        colours = colours_of(self.palette())
        raw_step = 1 if len(self._series) <= FINE else 2 if len(self._series) <= COARSE else 4
        main_step = 1 if len(self._series) <= COARSE else 2
        raws, mains, signs = [], [], []
        ground = min((bounds[0] for line in self._lines if (bounds := line.main.bounds(1))), default=math.nan)
        for one, line in zip(self._series, self._lines, strict=True):
            colour = self._colour(one, colours)
            if line.raw:
                raws.append(Trace(line.raw, mixed(colour, QColor(colours.base), FAINT), step=raw_step))
            mains.append(Trace(line.main, colour, one.line, main_step, thick=True))
            signs += [(some.standing_on(ground), colour) for some in line.signs if len(some)]
        self.traces.show_traces([*raws, *mains])
        self.signs.show_signs(signs)

    def _show_emptiness(self) -> None:
        """Words in place of axes that would say nothing."""
        empty = self.is_empty
        unfit = empty and (self._scale.log_x or self._scale.log_y) and any(one.has_values for one in self._series)
        self._empty.setText(tr("No value that a logarithmic axis can show") if unfit else self._empty_text)
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
        self._grid.dress([mixed(border, ground, share) for share in GRID_SHARES])
        ground.setAlpha(210)
        self.notes.dress(scaled(self.font(), 0.85), QColor(colours.muted), border, ground, flag_colours(colours))
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
            place = float(self.plot.getViewBox().mapSceneToView(point).x())
            x = self._scale.value_across(place)
            self._cross.setPos(place)
            self._cross.show()
            self._write(x)
            self.hovered.emit(x)
            self._tell_events(point)

    def _tell_events(self, point: QPointF) -> None:
        """Say what happened where the mouse meets an event's sign; the words of each stand in a line."""
        box = self.plot.getViewBox()
        within = box.mapFromScene(point)
        met = self.notes.near(within.x(), within.y())
        words = dict.fromkeys(note.details for note in met)
        sentences = [*list(words)[:MOST_TOLD], *(["…"] if len(words) > MOST_TOLD else [])]
        place = self.view.mapToGlobal(self.view.mapFromScene(point))
        QToolTip.showText(place, "<br>".join(map(escape, sentences)), self.view) if met else QToolTip.hideText()

    def point_at(self, x: float) -> None:
        """Show the cross-hair where another view has it, at an x value (NaN hides it)."""
        place = self._scale.across(x)
        self._cross.setVisible(math.isfinite(place))
        if math.isfinite(place):
            self._cross.setPos(place)
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
            place = one.nearest(x, self._scale.axis)
            if place >= 0:
                value = self._scale.shown(float(one.value[place]))
                found.append((one.name, float(one.along(self._scale.axis)[place]), value))
        return found

    def _write(self, x: float) -> None:
        """Put the values at ``x`` (the newest where it is NaN) into the legend."""
        if self.legend.isHidden():
            return
        colours = colours_of(self.palette())
        entries = []
        for one in self._series:
            place = one.nearest(x, self._scale.axis)
            value = four_digits(self._scale.shown(float(one.value[place]))) if place >= 0 else NO_VALUE
            entries.append(Entry(one.name, value, self._colour(one, colours), one.line))
        for number, level in enumerate(self._levels()):
            written = four_digits(self._scale.shown(level.value))
            entries.append(Entry(level.name, written, QColor(colours.muted), level_style(number)))
        self.legend.show_entries(self._place_words(x), entries)

    def _place_words(self, x: float) -> str:
        """Where the cross-hair is; else by which factor lines are smoothed, which pictures keep too."""
        if self.is_empty:
            return ""
        if not math.isfinite(x):
            smoothed = self._factor and any(one.smoothed for one in self._series)
            return tr("smoothing {factor}", factor=f"{self._factor:.2f}") if smoothed else ""
        return place_words(self._scale.axis, x)

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
        log.setChecked(self._scale.log_y)
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
        size, ground = self._sheet_size(), QColor(colours_of(self.palette()).base)
        save_as(
            path,
            csv=lambda: as_csv(self._series, self._factor),
            svg=lambda: as_svg(size, ground, self._paint_sheet, self.logicalDpiX()),
            png=lambda: as_png(as_pixmap(size, ground, self._paint_sheet)),
        )

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
