"""Whole words: what the segmenter cuts, in Chinese and in English (sheet 1.3, and 7.1 of the ERNIE sheet)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.tiling import Layout
from workbench.text.document import PassageBatch, UnitKind


class WholeWord(MaskingStrategy):
    """The pieces of a word are hidden together; a token outside all words is a unit of its own."""

    title: ClassVar[str] = mark("Whole words")
    formula: ClassVar[str] = mark(
        "Words in random order until rate × tokens are hidden; all tokens of a word go together."
    )
    source: ClassVar[str] = mark("BERT's code of May 2019; Cui et al. 2019, BERT-wwm, for Chinese")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.WORD})
    kind: Literal["whole-word"] = "whole-word"

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """Words, and single tokens where their layer has gaps."""
        return Layout(over_words=True)
