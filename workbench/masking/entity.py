"""Entities: names of persons, places, organisations and things (ERNIE sheet 1.1 and 1.2)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.texts import mark
from workbench.masking.layered import LayeredStrategy
from workbench.text.document import UnitKind


class Entity(LayeredStrategy):
    """Every token of a chosen entity is hidden."""

    title: ClassVar[str] = mark("Entities")
    formula: ClassVar[str] = mark(
        "Entities in random order until rate × tokens are hidden; all tokens of an entity go together."
    )
    source: ClassVar[str] = mark("Sun et al. 2019, ERNIE 1.0, entity stage")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.ENTITY, UnitKind.WORD})
    primary: ClassVar[UnitKind] = UnitKind.ENTITY
    kind: Literal["entity"] = "entity"
