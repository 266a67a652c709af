"""Strategies whose own units are sparse: phrases or entities, and something for the text between them."""

from __future__ import annotations

from typing import ClassVar

from workbench.core.config import Labelled, option
from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.tiling import Layout
from workbench.masking.unit_table import SPARE
from workbench.text.document import PassageBatch, UnitKind


class Rest(Labelled):
    """What the text outside the strategy's own units is cut into."""

    WORD = "word", mark("Words")
    CHAR = "char", mark("Single tokens")


class Fill(Labelled):
    """When the text outside the strategy's own units is hidden."""

    MIXED = "mixed", mark("Equal chances")
    AFTER = "after", mark("To fill up")
    NONE = "none", mark("Never hidden")


class LayeredStrategy(MaskingStrategy):
    """Units of one sparse layer, ``primary``, over a ground of words or single tokens."""

    primary: ClassVar[UnitKind]

    rest: Rest = option(
        Rest.WORD,
        label=mark("Rest of the text"),
        help=mark("What the text between phrases or entities is cut into: words, or single tokens."),
    )
    fill: Fill = option(
        Fill.MIXED,
        label=mark("Use of the rest"),
        help=mark(
            "Equal chances: the rest is hidden as often as phrases or entities (as in ERNIE's data, where they tile "
            "the text together). To fill up: phrases or entities first, the rest fills up the budget. Never hidden: "
            "where a text has too few phrases or entities, the rate falls short."
        ),
    )

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """Own units, and the rest on the tier that ``fill`` says."""
        rest_tier = {Fill.MIXED: 0, Fill.AFTER: 1, Fill.NONE: SPARE}[self.fill]
        return Layout(batch.layers[self.primary], self.rest is Rest.WORD, rest_tier)
