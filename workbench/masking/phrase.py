"""Phrases: units of several words from lexicons, the dictionary or marking (ERNIE sheet 1.1 and 1.2)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.texts import mark
from workbench.masking.layered import LayeredStrategy
from workbench.text.document import UnitKind


class Phrase(LayeredStrategy):
    """Every token of a chosen phrase is hidden."""

    title: ClassVar[str] = mark("Phrases")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.PHRASE, UnitKind.WORD})
    primary: ClassVar[UnitKind] = UnitKind.PHRASE
    kind: Literal["phrase"] = "phrase"
