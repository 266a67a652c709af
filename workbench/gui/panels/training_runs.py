"""The list of recent runs beside the curves: colour, name, progress, time left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.panels.run_looks import run_looks
from workbench.gui.run_words import share_done, short_progress
from workbench.gui.tables.recent_runs import RUN_ROLE, RecentRunsModel
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.store.records import Run, Status

_BAR = 4  #: height of the progress bar in pixels


class _RunDelegate(QStyledItemDelegate):
    """Paints one run: its name over its state, a bar below both; at the left the colour of its curves, while those of
    several runs are on show (a single one has a colour a metric)."""

    looks: Mapping[int, tuple[int, int]] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        height = 2 * option.fontMetrics.height() + 2 * GRID + _BAR
        return QSize(20 * GRID, height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        run: Run = index.data(RUN_ROLE)
        widget: QWidget = option.widget
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        option.text = ""
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        painter.save()
        self._paint_run(painter, option, run, colours_of(widget.palette()), selected)
        painter.restore()

    def _paint_run(
        self, painter: QPainter, option: QStyleOptionViewItem, run: Run, colours: Colours, selected: bool
    ) -> None:
        area = option.rect.adjusted(GRID // 2, GRID // 2, -GRID, -GRID // 2)
        if run.id in self.looks:
            ground = QRect(area.left(), area.top(), GRID, area.height())
            painter.fillRect(ground, QColor(colours.base))
            painter.fillRect(ground.adjusted(1, 1, -1, -1), QColor(categorical(colours, self.looks[run.id][0])))
        text = area.adjusted(GRID + GRID // 2, 0, 0, 0)
        metrics = option.fontMetrics
        line = metrics.height()
        painter.setPen(QColor(colours.on_accent if selected else colours.text))
        name = metrics.elidedText(run.name, Qt.TextElideMode.ElideMiddle, text.width())
        painter.drawText(text.left(), text.top() + metrics.ascent(), name)
        painter.setFont(scaled(option.font, 0.85))
        painter.setPen(QColor(colours.on_accent if selected else _state_colour(run, colours)))
        words = painter.fontMetrics().elidedText(short_progress(run), Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text.left(), text.top() + line + painter.fontMetrics().ascent(), words)
        bar = text.adjusted(0, text.height() - _BAR, 0, 0)
        painter.fillRect(bar, QColor(colours.border))
        bar.setWidth(round(bar.width() * share_done(run)))
        painter.fillRect(bar, QColor(colours.on_accent if selected else colours.accent))


def _state_colour(run: Run, colours: Colours) -> str:
    if run.status in (Status.FAILED, Status.LOST):
        return colours.error
    return colours.accent if run.active else colours.muted


class RecentRuns(QListView):
    """``chosen`` carries the numbers of the selected runs, the current one first (Ctrl+click adds to the curves)."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.runs_model = RecentRunsModel(self)
        self.setModel(self.runs_model)
        self._delegate = _RunDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Recent runs"))
        self.setToolTip(tr("Ctrl+click lays the curves of several runs over each other."))
        self._quiet = False
        self.selectionModel().selectionChanged.connect(self._tell)
        self.selectionModel().currentChanged.connect(self._tell)

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Show these runs; what was selected stays so."""
        before = self.selected
        self._quiet = True
        self.runs_model.put(runs)
        kept = [run for run in before if self.runs_model.row_of(run) >= 0]
        if kept != self.selected:
            self._select(kept)
        self._quiet = False
        if kept != before:
            self._tell()

    @property
    def selected(self) -> list[int]:
        """Numbers of the selected runs, the current one first."""
        runs = [index.data(RUN_ROLE).id for index in self.selectionModel().selectedIndexes()]
        current = self.currentIndex()
        if current.isValid() and (run := current.data(RUN_ROLE).id) in runs:
            runs.remove(run)
            runs.insert(0, run)
        return runs

    def select(self, run: int) -> None:
        """Select one run only."""
        if self.runs_model.row_of(run) >= 0:
            self._quiet = True
            self._select([run])
            self._quiet = False
            self._tell()

    def _select(self, runs: Sequence[int]) -> None:
        flags = QItemSelectionModel.SelectionFlag
        selection = QItemSelection()
        rows = [self.runs_model.row_of(run) for run in runs]
        for row in rows:
            index = self.runs_model.index(row)
            selection.select(index, index)
        if rows:
            self.selectionModel().setCurrentIndex(self.runs_model.index(rows[0]), flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)

    def _tell(self, *_changed: object) -> None:
        if not self._quiet:
            selected = self.selected
            self._delegate.looks = run_looks(selected) if len(selected) > 1 else {}
            self.viewport().update()
            self.chosen.emit(selected)
