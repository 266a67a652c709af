"""A strategy as a card: its kind and rate, what it did to the passage, and one strip a draw."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.figures import percent
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import ElidedLabel, PlainLabel
from workbench.gui.panels.masking_cells import MaskedPassage
from workbench.gui.panels.masking_edits import of_kind, strategy_name, with_field
from workbench.gui.panels.masking_figures import overlap
from workbench.gui.panels.masking_problems import ProblemLines
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.gui.tool_button import ToolButton
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy


class StrategyCard(QFrame):
    """One strategy on the passage, in one draw or two under each other; ``key`` is its own within its column.

    ``edited`` carries the strategy that the user wants; ``chosen`` that this card is to be the one whose form is
    shown; ``duplicated``, ``removed`` and ``adopted`` (for training) what their buttons say.
    """

    edited = Signal(object, str)
    chosen = Signal()
    duplicated = Signal()
    removed = Signal()
    adopted = Signal()

    def __init__(self, strategy: MaskingStrategy, key: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strategy = strategy
        self.key = key
        self._is_chosen = False
        self._number = 0
        self.kind = QComboBox(self)
        for kind, known in STRATEGIES.items():
            self.kind.addItem(translate(known.title), kind)
        self.kind.setAccessibleName(tr("Strategy"))
        self.rate = QDoubleSpinBox(self, minimum=0.0, maximum=99.0, singleStep=1.0, decimals=1, suffix="\u2009%")
        self.rate.setAccessibleName(tr("Rate"))
        self.rate.setKeyboardTracking(False)
        self.summary = ElidedLabel(self)
        self._described: tuple[PassageStrip, int] | None = None
        self.warning = ProblemLines(self)
        self.explanation = PlainLabel(parent=self, wordWrap=True)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.explanation.hide()
        self.adopt_button = QPushButton(self)
        self.strip, self.second = PassageStrip(self), PassageStrip(self)
        self.captions = PlainLabel(parent=self), PlainLabel(parent=self, wordWrap=True)
        self.form_button = ToolButton("adjustments", tr("Settings of this strategy"), self.chosen.emit, self)
        self.copy_button = ToolButton("copy", tr("Duplicate"), self.duplicated.emit, self)
        self.remove_button = ToolButton("x", tr("Remove"), self.removed.emit, self)
        self._arrange()
        self.kind.activated.connect(self._change_kind)
        self.rate.valueChanged.connect(self._change_rate)
        self.adopt_button.clicked.connect(self.adopted)
        for strip in self.strips:
            strip.installEventFilter(self)
            strip.unit_chosen.connect(partial(self._describe_unit, strip))
        self._show_strategy()
        self.show_second(None, "", "")

    @property
    def strips(self) -> tuple[PassageStrip, PassageStrip]:
        """Of the first draw and of the second, which is hidden while there is one draw."""
        return self.strip, self.second

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.kind)
        top.addWidget(self.rate)
        top.addWidget(self.summary, 1)
        for widget in (self.adopt_button, self.form_button, self.copy_button, self.remove_button):
            top.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID + GRID // 2, GRID // 2, GRID // 2, GRID // 2)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.warning)
        for caption, strip in zip(self.captions, self.strips, strict=True):
            caption.setContentsMargins(GRID // 2, 0, 0, 0)
            column.addWidget(caption)
            column.addWidget(strip)
        column.addWidget(self.explanation)

    def set_strategy(self, strategy: MaskingStrategy) -> None:
        """Show another strategy; the owner then draws its masks."""
        self.strategy = strategy
        self._show_strategy()

    def _show_strategy(self) -> None:
        with QSignalBlocker(self.rate):
            self.rate.setValue(100 * self.strategy.rate)
        self.kind.setCurrentIndex(self.kind.findData(strategy_name(self.strategy)))
        self.setAccessibleName(tr("Strategy {name}", name=translate(self.strategy.title)))

    def show_passage(self, passage: MaskedPassage) -> None:
        """Draw the passage and say what was realised."""
        self.strip.show_passage(passage)
        self._show_figures(passage)

    def show_second(self, passage: MaskedPassage | None, first_name: str, second_name: str) -> None:
        """Draw the passage of the first draw once more below, with the names of both draws; None for one draw."""
        for widget in (self.second, *self.captions):
            widget.setVisible(passage is not None)
        first = self.strip.passage
        if passage is None or first is None:
            return
        self.strip.show_passage(first, passage)
        self.second.show_passage(passage, first)
        common = overlap(first.masked, passage.masked)
        self.captions[0].setText(first_name)
        self.captions[1].setText(
            tr(
                "{draw}: {targets} {targets:target|targets}, {both} of them in both draws; in common {share}",
                draw=second_name,
                targets=common.second,
                both=common.both,
                share=percent(common.share, 0),
            )
        )

    def show_role(self, number: int, *, in_training: bool, is_chosen: bool, removable: bool) -> None:
        """Its number from 0 (the colour of its bars), whether training uses this very strategy, whether its form is
        shown, and whether it may go."""
        self._number = number
        self.adopt_button.setText(tr("✓ used in training") if in_training else tr("Use for training"))
        self.adopt_button.setEnabled(not in_training)
        self.remove_button.setEnabled(removable)
        self._is_chosen = is_chosen
        self.update()

    @Slot(int)
    def _change_kind(self, place: int) -> None:
        kind = self.kind.itemData(place)
        if kind != strategy_name(self.strategy):
            wanted = of_kind(self.strategy, kind)
            self.edited.emit(wanted, tr("Strategy {name}", name=translate(wanted.title)))

    @Slot(float)
    def _change_rate(self, value: float) -> None:
        changed, _ = with_field(self.strategy, "rate", round(value / 100, 5))
        if changed is not None:
            self.edited.emit(changed, tr("Rate"))

    def _show_figures(self, passage: MaskedPassage) -> None:
        words = passage.summary()
        self.summary.setText(words)
        self._explain(None, "")

    def _describe_unit(self, strip: PassageStrip, unit: int) -> None:
        """Say below the strips what the clicked unit is; a second click, or one beside all units, takes it away."""
        passage = strip.passage
        if passage is None:
            return
        if unit < 0 or self._described == (strip, unit):
            self._explain(None, "")
        else:
            first = int(passage.masked.choice.units.start[unit])
            self._explain((strip, unit), passage.describe(first).replace("\n", " · "))

    def _explain(self, unit: tuple[PassageStrip, int] | None, words: str) -> None:
        self._described = unit
        self.explanation.setText(words)
        self.explanation.setVisible(bool(words))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the card chooses it."""
        super().mousePressEvent(event)
        self.chosen.emit()

    def eventFilter(self, watched: Any, event: QEvent) -> bool:
        """A click on a strip chooses the card as well."""
        if watched in self.strips and event.type() == QEvent.Type.MouseButtonPress:
            self.chosen.emit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A frame, the accent's around the chosen card; at its left the colour that its bars have."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        edge = QPen(QColor(colours.accent if self._is_chosen else colours.border), 2 if self._is_chosen else 1)
        painter.setPen(edge)
        painter.setBrush(QColor(colours.base))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.fillRect(QRect(2, 2, GRID - 2, self.height() - 4), QColor(categorical(colours, self._number)))
