"""Masked language modelling: the original ids of the chosen tokens (BERT sheet 1.5)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.texts import mark
from workbench.objectives.objective import TokenObjective


class MaskedLanguageModel(TokenObjective):
    """Predict what stood at every chosen position, unchanged ones included."""

    title: ClassVar[str] = mark("Masked tokens")
    head: ClassVar[str] = "mlm"
    kind: Literal["mlm"] = "mlm"
