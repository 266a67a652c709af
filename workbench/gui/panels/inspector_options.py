"""How attention is shown: which head, between what, with or without special tokens, on which scale, as which view."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.theme import GRID
from workbench.gui.views.heat_levels import Scale
from workbench.inspection.groups import Level

ALL, HIDDEN, RENORMALISED = "all", "hidden", "renormalised"
HEATMAP, TWO_ROWS, ONE_ROW, ONE_TOKEN = "heatmap", "two-rows", "one-row", "one-token"
ARCS_AND_TOKEN = (TWO_ROWS, ONE_ROW, ONE_TOKEN)  #: views of what the heatmap shows


def choices(parent: QWidget, name: str, entries: Mapping[str, str]) -> QComboBox:
    """A box of values with their titles; ``name`` is for screen readers."""
    combo = QComboBox(parent)
    combo.setAccessibleName(name)
    for value, title in entries.items():
        combo.addItem(title, value)
    return combo


class AttentionOptions(QWidget):
    """``moved`` when another head is wanted, ``changed`` when it is to be shown otherwise."""

    moved = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layer, self.head = self._spin(tr("Layer"), 1), self._spin(tr("Head"), 0)
        self.head.setSpecialValueText(tr("mean"))
        self.head.setValue(1)
        self.level = choices(self, tr("Rows and columns"), {level.value: tr(level.label) for level in Level})
        self.specials = choices(
            self,
            tr("Special tokens"),
            {ALL: tr("show [CLS] and [SEP]"), HIDDEN: tr("hide them"), RENORMALISED: tr("hide them, rows sum to 1")},
        )
        self.scale = choices(
            self, tr("Scale"), {Scale.HEAD: tr("this head"), Scale.ROW: tr("each row"), Scale.GLOBAL: tr("all heads")}
        )
        self.view = choices(
            self,
            tr("View"),
            {
                HEATMAP: tr("heatmap"),
                TWO_ROWS: tr("arcs, two rows"),
                ONE_ROW: tr("arcs, one row"),
                ONE_TOKEN: tr("one token"),
            },
        )
        self._arrange()
        for spin in (self.layer, self.head):
            spin.valueChanged.connect(self.moved)
        for combo in (self.level, self.specials, self.scale, self.view):
            combo.currentIndexChanged.connect(self.changed)

    def _spin(self, name: str, least: int) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setMinimum(least)
        spin.setAccessibleName(name)
        return spin

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        for title, widget in (
            (tr("Layer"), self.layer),
            (tr("Head"), self.head),
            (tr("Between"), self.level),
            (tr("Special tokens"), self.specials),
            (tr("Scale"), self.scale),
            (tr("View"), self.view),
        ):
            row.addWidget(label_of(title, widget))
            row.addWidget(widget)
        row.addStretch(1)

    def offer(self, layers: int, heads: int, levels: Mapping[Level, bool]) -> None:
        """Have so many layers and heads, and the levels that there are; those of False are in the list, but a sentence
        or a run has none of them."""
        for spin, most in ((self.layer, layers), (self.head, heads)):
            with QSignalBlocker(spin):
                spin.setMaximum(most)
        model = self.level.model()
        assert isinstance(model, QStandardItemModel)
        for number in range(self.level.count()):
            model.item(number).setEnabled(levels.get(Level(self.level.itemData(number)), False))
        if not levels.get(self.chosen_level, False):
            with QSignalBlocker(self.level):
                self.level.setCurrentIndex(0)

    def choose(self, layer: int, head: int) -> None:
        """Show another head without telling anyone; counted from 0, -1 for the mean."""
        for spin, value in ((self.layer, layer), (self.head, head)):
            with QSignalBlocker(spin):
                spin.setValue(value + 1)

    @property
    def chosen(self) -> tuple[int, int]:
        """Layer and head, counted from 0; -1 for the mean of the heads."""
        return self.layer.value() - 1, self.head.value() - 1

    @property
    def chosen_level(self) -> Level:
        """What rows and columns stand for."""
        return Level(self.level.currentData())
