"""The masking of ELECTRA's generator (sheet 4.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.config import option
from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.masking.strategy import BudgetBase, MaskingStrategy, Replacement, Rounding
from workbench.masking.tiling import Layout
from workbench.text.document import PassageBatch


class Electra(MaskingStrategy):
    """Single tokens, round(rate x all tokens) of them; 85 % become [MASK], the others stay, none is random.

    The released code draws with replacement, and averages the ids sampled for a position that was drawn twice; here
    every position is drawn once. Its cap, int((rate + 0.005) x longest length), never binds for a passage that fits.
    """

    title: ClassVar[str] = mark("ELECTRA")
    formula: ClassVar[str] = mark("round(rate × all tokens) single tokens; 85 % of them become [MASK], 15 % stay.")
    source: ClassVar[str] = mark("Clark et al. 2020, ELECTRA")
    kind: Literal["electra"] = "electra"

    budget: BudgetBase = option(BudgetBase.ALL, label=mark("Rate counts"), advanced=True)
    rounding: Rounding = option(Rounding.NEAREST, label=mark("Rounding"), advanced=True)
    replacement: Replacement = option(
        default_factory=lambda: Replacement(mask=0.85, random=0.0), label=mark("Replacement")
    )

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """No units but single tokens."""
        return Layout()
