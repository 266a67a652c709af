"""Single tokens: the masking of BERT (sheet 1.2)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.tiling import Layout
from workbench.text.document import PassageBatch


class Basic(MaskingStrategy):
    """Every token is a unit of its own."""

    title: ClassVar[str] = mark("Single tokens")
    formula: ClassVar[str] = mark(
        "Every token has the same chance, the rate, until the budget of rate × tokens is met."
    )
    source: ClassVar[str] = mark("Devlin et al. 2019, BERT")
    kind: Literal["basic"] = "basic"

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """No units but single tokens."""
        return Layout()
