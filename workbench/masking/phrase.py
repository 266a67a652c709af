"""Phrases: units of several words from lexicons, the dictionary or marking (ERNIE sheet 1.1 and 1.2)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.texts import mark
from workbench.masking.layered import LayeredStrategy
from workbench.text.document import UnitKind


class Phrase(LayeredStrategy):
    """Every token of a chosen phrase is hidden."""

    title: ClassVar[str] = mark("Phrases")
    formula: ClassVar[str] = mark(
        "Phrases in random order until rate × tokens are hidden; all tokens of a phrase go together."
    )
    source: ClassVar[str] = mark("Sun et al. 2019, ERNIE 1.0, phrase stage")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.PHRASE, UnitKind.WORD})
    primary: ClassVar[UnitKind] = UnitKind.PHRASE
    kind: Literal["phrase"] = "phrase"
