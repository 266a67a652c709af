"""How rules across fields tell what is wrong, and at which field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text

Problems = Iterator[FieldProblem]


def problem(path: str, template: str, **values: Any) -> FieldProblem:
    """What is wrong with the setting at a dotted path: a marked text and its values."""
    return FieldProblem(path, Text(template, values))
