"""Numbers for people: thin grouping, short units, times."""

from __future__ import annotations

import math

from workbench.core import figures as core
from workbench.core.figures import THIN

size = core.size
_SHORT = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def grouped(number: int) -> str:
    """``12430`` as ``12,430``."""
    return f"{number:,}"


def short(number: float) -> str:
    """``3213312`` as ``3.21 M`` with a thin space; from 10^15 on as a power of ten."""
    if abs(number) >= _SHORT[0][0] * 1e3:
        return f"{number:.3g}"
    for unit, letter in _SHORT:
        if abs(number) >= unit:
            return (
                f"{number / unit:.3g}{THIN}{letter}"
                if abs(number) < 999.5 * unit
                else f"{number / unit:.0f}{THIN}{letter}"
            )
    return f"{number:.4g}"


def four_digits(number: float) -> str:
    """A value with four significant digits, closing zeros too, so that it keeps its width while it changes."""
    return f"{number:#.4g}".removesuffix(".")


def duration(seconds: float) -> str:
    """Seconds as ``0:07``, ``3:10``, ``1:02:09``; a dash where nothing is known."""
    if not math.isfinite(seconds) or seconds < 0:
        return "–"
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def percent(share: float, digits: int = 1) -> str:
    """A share as ``15.8 %`` with a thin space."""
    return core.percent(share, digits).replace("%", f"{THIN}%")
