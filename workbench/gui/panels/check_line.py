"""A line of the list of what is looked at before a run starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from workbench.core.texts import Text

ENGINE = "engine"  #: not a page: the dialog that chooses the engine's Python


class Verdict(StrEnum):
    """What a look came to; only ``WRONG`` keeps a run from starting."""

    GOOD = "good"
    UNSURE = "unsure"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True)
class Check:
    """One line of the list; ``page`` is where to mend it (or :data:`ENGINE`), ``path`` the setting concerned there."""

    verdict: Verdict
    text: Text
    page: str = ""
    path: str = ""


Checks = Iterator[Check]


def good(template: str, **values: object) -> Check:
    """That something is as it should be."""
    return Check(Verdict.GOOD, Text(template, values))
