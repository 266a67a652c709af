"""Numbers in texts for people, the same in window, terminal and notes."""

from __future__ import annotations


def percent(share: float, digits: int = 1) -> str:
    """A share as ``15.8%``."""
    return f"{share:.{digits}%}"


def percent_of(part: float, whole: float, digits: int = 1) -> str:
    """``part`` of ``whole`` as :func:`percent`; of nothing it is none."""
    return percent(part / whole if whole else 0.0, digits)
