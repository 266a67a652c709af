"""The column of strategy cards: one to four, one of them chosen; cards come by comparing or duplicating and go by ✕."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from workbench.gui.i18n import tr, translate
from workbench.gui.labels import muted_label
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_edits import of_kind, strategy_name
from workbench.gui.theme import GRID
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy

MOST_CARDS = 4


class CardColumn(QScrollArea):
    """Cards under each other. The owner draws a card when ``drawing_wanted`` names it.

    ``edited`` carries (card, wanted strategy, name of the step), ``insertion_wanted`` (place, strategy, name of the
    step) and ``removal_wanted`` a card: the owner makes steps of these. ``adopted`` carries a strategy for training,
    ``span_marked`` (strip, start, end) and ``mark_removed`` (strip, unit) what happened on a strip, ``picture_wanted``
    a strip; ``card_chosen`` comes when another card or strategy is the chosen one.
    """

    drawing_wanted = Signal(object)
    card_chosen = Signal()
    edited = Signal(object, object, str)
    insertion_wanted = Signal(int, object, str)
    removal_wanted = Signal(object)
    adopted = Signal(object)
    span_marked = Signal(object, int, int)
    mark_removed = Signal(object, int)
    picture_wanted = Signal(object)

    def __init__(self, keys: Iterator[int], parent: QWidget | None = None) -> None:
        """``keys`` gives keys that no card has had."""
        super().__init__(parent, widgetResizable=True)
        self.cards: list[StrategyCard] = []
        self._keys = keys
        self._chosen = 0
        self._training: MaskingStrategy | None = None
        self.compare_button = QPushButton(tr("+ compare another strategy"), self, flat=True)
        self.compare_button.clicked.connect(self.compare)
        sheet = QWidget()
        self._column = QVBoxLayout(sheet)
        self._column.setContentsMargins(GRID, 0, GRID, GRID)
        self._column.setSpacing(GRID)
        self.hint = muted_label(tr("Drag over tokens to mark a phrase or an entity."), self)
        foot = QHBoxLayout()
        foot.addWidget(self.compare_button)
        foot.addStretch(1)
        foot.addWidget(self.hint)
        self._column.addLayout(foot)
        self._column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(sheet)

    @property
    def chosen(self) -> StrategyCard:
        """The card whose settings are shown."""
        return self.cards[self._chosen]

    @property
    def chosen_number(self) -> int:
        """Its place from above, from 0."""
        return self._chosen

    @property
    def strategies(self) -> list[MaskingStrategy]:
        """The strategies from above."""
        return [card.strategy for card in self.cards]

    def new_key(self) -> int:
        """A key that no card has had."""
        return next(self._keys)

    def card_of(self, key: int) -> StrategyCard | None:
        """The card with a key, None while there is none; the history names cards by it, which come and go."""
        return next((card for card in self.cards if card.key == key), None)

    def insert(self, place: int, strategy: MaskingStrategy, key: int | None = None) -> StrategyCard:
        """Add a card, and choose it; one that comes back has the key that it had."""
        card = StrategyCard(strategy, self.new_key() if key is None else key, self)
        card.edited.connect(lambda wanted, name: self.edited.emit(card, wanted, name))
        card.chosen.connect(lambda: self.choose(card))
        card.duplicated.connect(lambda: self._duplicate(card))
        card.removed.connect(lambda: self._want_removal(card))
        card.adopted.connect(lambda: self.adopted.emit(card.strategy))
        for strip in card.strips:
            strip.span_marked.connect(partial(self.span_marked.emit, strip))
            strip.unit_removed.connect(partial(self.mark_removed.emit, strip))
            strip.picture_wanted.connect(partial(self.picture_wanted.emit, strip))
        self.cards.insert(place, card)
        self._column.insertWidget(place, card)
        self.drawing_wanted.emit(card)
        self.choose(card)
        return card

    def choose(self, card: StrategyCard) -> None:
        """Choose a card."""
        self._chosen = self.cards.index(card)
        self._show_roles()
        self.card_chosen.emit()

    def show_strategy(self, card: StrategyCard, strategy: MaskingStrategy) -> None:
        """Another strategy on a card."""
        card.set_strategy(strategy)
        self.drawing_wanted.emit(card)
        self.choose(card)

    def show_training(self, strategy: MaskingStrategy) -> None:
        """Follow the strategy of training: a card that showed the old one shows the new one, unless another does."""
        before, self._training = self._training, strategy
        follower = next((card for card in self.cards if card.strategy == before), None)
        if strategy != before and follower is not None and strategy not in self.strategies:
            self.show_strategy(follower, strategy)
        self._show_roles()

    @property
    def has_room(self) -> bool:
        """Whether another card may be added."""
        return len(self.cards) < MOST_CARDS

    def compare_with(self, strategy: MaskingStrategy) -> None:
        """Ask for a card with a strategy below the others, while there is room and the column is there."""
        if isValid(self) and self.has_room:
            name = tr("Compare with “{name}”", name=translate(strategy.title))
            self.insertion_wanted.emit(len(self.cards), strategy, name)

    @Slot()
    def compare(self) -> None:
        """Ask for a card with a strategy that is not on show yet, and the settings of the chosen one."""
        if self.has_room:
            known = [strategy_name(strategy) for strategy in self.strategies]
            kind = next((kind for kind in STRATEGIES if kind not in known), next(iter(STRATEGIES)))
            self.compare_with(of_kind(self.chosen.strategy, kind))

    def _duplicate(self, card: StrategyCard) -> None:
        if self.has_room:
            name = tr("Duplicate “{name}”", name=translate(card.strategy.title))
            self.insertion_wanted.emit(self.cards.index(card) + 1, card.strategy, name)

    def _want_removal(self, card: StrategyCard) -> None:
        """Ask for the end of a card; the last one stays."""
        if len(self.cards) > 1:
            self.removal_wanted.emit(card)

    def remove(self, card: StrategyCard) -> None:
        """Take a card away."""
        chosen = self.chosen
        self.cards.remove(card)
        card.hide()
        card.deleteLater()
        self.choose(chosen if chosen in self.cards else self.cards[min(self._chosen, len(self.cards) - 1)])

    def _show_roles(self) -> None:
        for place, card in enumerate(self.cards):
            card.show_role(
                place,
                in_training=card.strategy == self._training,
                is_chosen=place == self._chosen,
                removable=len(self.cards) > 1,
            )
        self.compare_button.setVisible(self.has_room)

    def forget_drags(self) -> None:
        """Take the frames of drags away."""
        for card in self.cards:
            for strip in card.strips:
                strip.clear_mark()
