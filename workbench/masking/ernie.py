"""The rule of ERNIE 1.0's released code (ERNIE sheet 1.2): units and then tokens, each drawn by itself."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled, option
from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy, Selection
from workbench.masking.tiling import Layout
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units


class Level(Labelled):
    """What is hidden together: the basic, phrase and entity stage of the paper, and plain words."""

    CHAR = "char", mark("Single tokens")
    WORD = "word", mark("Words")
    PHRASE = "phrase", mark("Phrases")
    ENTITY = "entity", mark("Entities")


class Ernie(MaskingStrategy):
    """Every unit is chosen with the rate as its chance, whatever its length, and every token of a chosen unit is
    masked, replaced or kept by a draw of its own.

    One number decides twice for the first token of a unit, as in the released code: below the rate it chooses the
    unit, and its place below the rate says what becomes of the token. Random ids are ordinary ones by default, where
    the released code may also draw special ones; a passage without a target, which the code lets be, gets one unless
    that is turned off.
    """

    title: ClassVar[str] = mark("ERNIE 1.0")
    formula: ClassVar[str] = mark(
        "Each unit by itself with the rate as its chance; then mask, random or keep for each of its tokens."
    )
    source: ClassVar[str] = mark("Code released with ERNIE 1.0, Sun et al. 2019")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.WORD, UnitKind.PHRASE, UnitKind.ENTITY})
    kind: Literal["ernie"] = "ernie"

    level: Level = option(
        Level.PHRASE,
        label=mark("Level"),
        help=mark("What is hidden together; the text outside phrases or entities is cut into words."),
    )
    selection: Selection = option(Selection.INDEPENDENT, label=mark("Selection"), advanced=True)

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """Phrases or entities where they are the level, over words but at the level of single tokens."""
        sparse = self.level in (Level.PHRASE, Level.ENTITY)
        own = batch.layers[UnitKind(self.level.value)] if sparse else Units.empty()
        return Layout(own, self.level is not Level.CHAR)

    def action_draws(self, keys: Keys, owner: Ints, place: Ints, begins: Bools) -> NDArray[np.float64]:
        """As in the base class; where each unit is by itself, the numbers are those that it was chosen with."""
        if self.selection is not Selection.INDEPENDENT:
            return super().action_draws(keys, owner, place, begins)
        drawn = self.selection_draws(keys, owner, place)
        # The released code keeps the lowest and masks the highest numbers, in the reverse of our order.
        # One above the rate begins a unit that stands in where a passage would have no target.
        return 1.0 - np.where(begins, np.minimum(drawn, self.rate) / self.rate, drawn)
