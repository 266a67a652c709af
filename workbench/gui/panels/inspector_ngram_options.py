"""How n-grams are shown: which quantity, over layers or checkpoints, in what order, on which scale."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.inspector_options import choices
from workbench.gui.panels.toggle import ToggleButton
from workbench.gui.theme import GRID
from workbench.gui.tips import plain_tip
from workbench.inspection.ngram_contest import Order
from workbench.inspection.ngram_picture import ColourScale, Columns
from workbench.inspection.ngrams import FORMULAS, Quantity

LAYERS, CHECKPOINTS, LINES = "layers", "checkpoints", "lines"


class NgramOptions(QWidget):
    """``changed`` when anything is to be shown otherwise."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.quantity = choices(self, tr("Quantity"), {one.value: tr(one.label) for one in Quantity})
        for place, one in enumerate(Quantity):
            self.quantity.setItemData(place, plain_tip(tr(FORMULAS[one])), Qt.ItemDataRole.ToolTipRole)
        self.view = choices(
            self,
            tr("Columns"),
            {LAYERS: tr("layers"), CHECKPOINTS: tr("checkpoints"), LINES: tr("checkpoints, as lines")},
        )
        self._wished = 0  #: layer from 1, 0 before any was chosen
        self.layer = QSpinBox(self)
        self.layer.setMinimum(1)
        self.layer.setAccessibleName(tr("Layer"))
        self.order = choices(self, tr("Order"), {one.value: tr(one.label) for one in Order})
        self.scale = choices(self, tr("Scale"), {one.value: tr(one.label) for one in ColourScale})
        self.scale.setCurrentIndex(self.scale.findData(ColourScale.COLUMN.value))
        self.only = ToggleButton(tr("Only chosen"), self)
        self.only.setToolTip(tr("Show only the n-grams that are chosen; Ctrl and a click choose one more"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        for title, widget in (
            (tr("Quantity"), self.quantity),
            (tr("Columns"), self.view),
            (tr("Layer"), self.layer),
            (tr("Order"), self.order),
            (tr("Scale"), self.scale),
        ):
            row.addWidget(label_of(title, widget))
            row.addWidget(widget)
        row.addWidget(self.only)
        row.addStretch(1)
        for combo in (self.quantity, self.view, self.order, self.scale):
            combo.currentIndexChanged.connect(self.changed)
        self.layer.valueChanged.connect(self._wish)
        self.only.toggled.connect(self.changed)

    def offer_layers(self, count: int) -> None:
        """There are so many layers; the last one is shown where none was chosen, or the chosen one is not there."""
        with QSignalBlocker(self.layer):
            self.layer.setMaximum(count)
            self.layer.setValue(min(self._wished or count, count))

    @Slot(int)
    def _wish(self, layer: int) -> None:
        """Keep the layer that was chosen, also while a quantity is shown that ends before it."""
        self._wished = layer
        self.changed.emit()

    @property
    def chosen_quantity(self) -> Quantity:
        """What is shown of n-grams."""
        return Quantity(self.quantity.currentData())

    @property
    def chosen_columns(self) -> Columns:
        """What the columns are."""
        return Columns.LAYERS if self.view.currentData() == LAYERS else Columns.CHECKPOINTS

    @property
    def chosen_order(self) -> Order:
        """How rows are sorted."""
        return Order(self.order.currentData())

    @property
    def chosen_scale(self) -> ColourScale:
        """What the brightest colour stands for."""
        return ColourScale(self.scale.currentData())
