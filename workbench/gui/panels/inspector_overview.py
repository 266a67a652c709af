"""All heads at once: as they stand, those that look alike side by side, or their figures in a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelection, Signal, Slot
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSpinBox,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID, NUM_COLOURS
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import add_exports, widget_picture, widget_svg
from workbench.gui.views.head_grid import HeadGrid
from workbench.inspection.inspected import Inspected
from workbench.inspection.similarity import Tree, join

IN_ORDER, ALIKE, FIGURES = "order", "alike", "figures"
GROUPS = 4


@dataclass(frozen=True)
class HeadRow:
    """One head, counted from 0: mean ``entropy`` in nats and ``distance`` in tokens, and its group."""

    layer: int
    head: int
    entropy: float
    distance: float
    group: int


class HeadsOverview(QWidget):
    """``chosen`` carries (layer, head), counted from 0."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inspected: Inspected | None = None
        self._tree: Tree | None = None
        self._without_specials = False
        self.grid = HeadGrid(self)
        self.grid.chosen.connect(self.chosen)
        self.arrangement = QComboBox(self)
        self.arrangement.setAccessibleName(tr("Heads"))
        for value, title in ((IN_ORDER, tr("in order")), (ALIKE, tr("alike together")), (FIGURES, tr("in figures"))):
            self.arrangement.addItem(title, value)
        self.arrangement.setToolTip(
            tr(
                "Alike: average linkage of the Jensen-Shannon distance between rows, over patterns of at most 32 by 32 "
                "blocks."
            )
        )
        self.groups = QSpinBox(self)
        self.groups.setRange(1, NUM_COLOURS)
        self.groups.setValue(GROUPS)
        self.groups.setAccessibleName(tr("Groups"))
        self.table = RecordsModel[HeadRow](self._columns(), self)
        self.view = records_view(self.table, tr("Figures of all heads"), self, stretch=0)
        self._arrange()
        self._group_count = GROUPS
        self.arrangement.currentIndexChanged.connect(self._rearrange)
        self.groups.valueChanged.connect(self._rearrange)
        self.view.selectionModel().selectionChanged.connect(self._take_row)

    def _columns(self) -> list[Column[HeadRow]]:
        return [
            Column(tr("Head"), lambda row: f"{row.layer + 1}.{row.head + 1}", lambda row: (row.layer, row.head),
                   meaning=tr("Layer and head")),
            Column(tr("Entropy"), lambda row: f"{row.entropy:.2f}", lambda row: row.entropy, True,
                   meaning=tr("How spread the weights of a row are, in nats; the mean over rows")),
            Column(tr("Distance"), lambda row: f"{row.distance:.1f}", lambda row: row.distance, True,
                   meaning=tr("How many tokens away it looks, by weight; the mean over rows")),
            Column(tr("Group"), lambda row: str(row.group + 1), lambda row: row.group, True,
                   meaning=tr("Heads of a group look alike")),
        ]  # fmt: skip

    def _arrange(self) -> None:
        options = QHBoxLayout()
        options.setSpacing(GRID)
        self._groups_label = label_of(tr("Groups"), self.groups)
        options.addWidget(self.arrangement, 1)
        options.addWidget(self._groups_label)
        options.addWidget(self.groups)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.grid)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(area)
        self._pages.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(options)
        column.addWidget(pages, 1)
        self.setMinimumWidth(24 * GRID)

    def show_inspected(self, inspected: Inspected) -> None:
        """Show the heads of a sentence."""
        self._inspected, self._tree = inspected, None
        self.grid.show_levels(inspected.summary.thumbnails)
        self._rearrange()

    def leave_out_specials(self, without: bool) -> None:
        """Count entropy and distance with the special tokens or without them."""
        self._without_specials = without
        self._fill()

    def choose(self, layer: int, head: int) -> None:
        """Mark a head without telling anyone; -1 for the mean of the layer's heads."""
        self.grid.choose(layer, head)
        selection = self.view.selectionModel()
        selection.blockSignals(True)
        place = next((at for at, row in enumerate(self.table.rows) if (row.layer, row.head) == (layer, head)), -1)
        if place < 0:
            self.view.clearSelection()
        else:
            self.view.selectRow(place)
        selection.blockSignals(False)
        self.view.viewport().update()

    @Slot()
    def _rearrange(self) -> None:
        way = self.arrangement.currentData()
        for widget in (self._groups_label, self.groups):
            widget.setVisible(way != IN_ORDER)
        self._pages.setCurrentIndex(int(way == FIGURES))
        self._group_count = self.groups.value()
        if self._inspected is None:
            return
        if way == ALIKE:
            tree = self._joined(self._inspected)
            self.grid.arrange(tree.order(), tree.groups(self._group_count).tolist())
        else:
            self.grid.arrange()
        self._fill()

    def _fill(self) -> None:
        """The table, while it is what is shown."""
        if self._inspected is not None and self.arrangement.currentData() == FIGURES:
            self.table.put(self._rows())
            self.choose(*self.grid.current)

    def _joined(self, inspected: Inspected) -> Tree:
        """Which heads are alike, worked out once a sentence."""
        if self._tree is None:
            self._tree = join(inspected.summary.apart)
        return self._tree

    def _rows(self) -> list[HeadRow]:
        """All heads, layer by layer."""
        inspected = self._inspected
        if inspected is None:
            return []
        figures = inspected.summary.without_specials if self._without_specials else inspected.summary.all_tokens
        groups = self._joined(inspected).groups(self._group_count)
        heads = figures.entropy.shape[1]
        return [
            HeadRow(layer, head, float(entropy), float(figures.distance[layer, head]), int(groups[number]))
            for number, entropy in enumerate(figures.entropy.ravel())
            for layer, head in (divmod(number, heads),)
        ]

    @Slot(QItemSelection)
    def _take_row(self, selected: QItemSelection) -> None:
        for index in selected.indexes()[:1]:
            row = self.table.row(index)
            if (row.layer, row.head) != self.grid.current:
                self.grid.choose(row.layer, row.head)
                self.chosen.emit(row.layer, row.head)

    @property
    def figures_words(self) -> str:
        """The figures of the chosen head in words; empty for a mean of heads."""
        layer, head = self.grid.current
        if self._inspected is None or head < 0:
            return ""
        summary = self._inspected.summary
        figures = summary.without_specials if self._without_specials else summary.all_tokens
        return tr(
            "entropy {entropy} nats, mean distance {distance} tokens",
            entropy=f"{figures.entropy[layer, head]:.2f}",
            distance=f"{figures.distance[layer, head]:.1f}",
        )

    # Export

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and save."""
        if self._inspected is not None:
            menu = QMenu(self)
            add_exports(menu, self, self, "heads")
            menu.exec(event.globalPos())

    def picture(self) -> Drawn:
        """All thumbnails as they are arranged, also those out of sight, or the table as it stands."""
        if self.arrangement.currentData() == FIGURES:
            return widget_picture(self.view)
        ground = self.palette().window().color()
        return Drawn.of(self.grid.size(), ground, self.grid.paint, self.logicalDpiX())

    def svg(self) -> Callable[[], bytes]:
        """Makes the same as SVG."""
        return widget_svg(self.view) if self.arrangement.currentData() == FIGURES else self.picture().svg

    def as_csv(self) -> str:
        """A line a head with its figures; the titles say whether special tokens are left out."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        entropy, distance = tr("Entropy, nats"), tr("Distance, tokens")
        if self._without_specials:
            entropy, distance = tr("Entropy without [CLS] and [SEP]"), tr("Distance without [CLS] and [SEP]")
        writer.writerow([tr("Layer"), tr("Head"), entropy, distance, tr("Group")])
        for row in self._rows():
            figures = (f"{row.entropy:.6g}", f"{row.distance:.6g}")
            writer.writerow([row.layer + 1, row.head + 1, *figures, row.group + 1])
        return out.getvalue()

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """``thumbnails`` [layers, heads, s, s], ``entropy``, ``distance`` and ``group`` [layers, heads], how unlike two
        heads are (``apart``, layer by layer), and what is left out as ``view``."""
        if self._inspected is None:
            return {}
        summary, rows = self._inspected.summary, self._rows()
        shape = summary.greatest.shape
        without = tr("without [CLS] and [SEP]") if self._without_specials else tr("with all tokens")
        return {
            "thumbnails": summary.thumbnails,
            "entropy": np.array([row.entropy for row in rows]).reshape(shape),
            "distance": np.array([row.distance for row in rows]).reshape(shape),
            "group": np.array([row.group + 1 for row in rows]).reshape(shape),
            "apart": summary.apart,
            "view": np.array(without),
        }
