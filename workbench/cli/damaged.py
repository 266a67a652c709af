"""How lists in the terminal show what is damaged in a project."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.cli.output import print_text
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.text.found import Damaged


def damaged_data(one: Damaged) -> dict[str, Any]:
    """A damaged thing as plain data: its name and the sentence on it."""
    return {"name": one.name, "damaged": one.problem.render(terminal_translate())}


def print_damaged(damaged: Iterable[Damaged]) -> None:
    """A line for each damaged thing, below the table of the whole ones."""
    translate = terminal_translate()
    for one in damaged:
        print_text(mark("{name}  damaged: {problem}"), name=one.name, problem=one.problem.render(translate))
