"""How long work tells where it is, and learns that it is no longer wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """``done`` of ``total`` (0 when unknown), counted in ``unit``; ``phase`` is a marked text."""

    done: int
    total: int
    unit: str
    phase: str


Report = Callable[[Progress], None]
Cancelled = Callable[[], bool]


def silent(progress: Progress) -> None:
    """Reports nothing."""


def never() -> bool:
    """Never cancelled."""
    return False
