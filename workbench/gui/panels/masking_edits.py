"""Strategies as the page changes them: another kind, another value of a setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.core.errors import FieldProblem, SpecError
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.validation import changed_settings, kind_of, validate


def strategy_name(strategy: MaskingStrategy) -> str:
    """The kind as spec files and the terminal write it."""
    return kind_of(type(strategy)) or ""


def of_kind(strategy: MaskingStrategy, kind: str) -> MaskingStrategy:
    """A strategy of another kind that keeps what was changed from the defaults, where it has the same settings."""
    fields = STRATEGIES[kind].model_fields
    changed = changed_settings(type(strategy), strategy.model_dump(mode="json"))
    kept = {name: value for name, value in changed.items() if name in fields}
    return validate(STRATEGIES[kind], {**kept, "kind": kind})


def with_field(
    strategy: MaskingStrategy, path: str, value: Any
) -> tuple[MaskingStrategy | None, Sequence[FieldProblem]]:
    """The strategy with another value at a dotted path, or the reasons why it cannot have it."""
    return with_fields(strategy, {path: value})


def with_fields(
    strategy: MaskingStrategy, values: Mapping[str, Any]
) -> tuple[MaskingStrategy | None, Sequence[FieldProblem]]:
    """The strategy with other values at dotted paths, or the reasons why it cannot have them."""
    data = strategy.model_dump(mode="json")
    for path, value in values.items():
        *parents, last = (int(part) if part.isdecimal() else part for part in path.split("."))
        place: Any = data
        for part in parents:
            place = place[part]
        place[last] = value
    try:
        return validate(type(strategy), data), ()
    except SpecError as error:
        return None, error.problems
