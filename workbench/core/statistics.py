"""Mean and spread of a few measurements, and whether two sets of them can be told apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.config import Labelled
from workbench.core.texts import mark

CONFIDENCE = 0.95


class Verdict(Labelled):
    """How measurements stand to the best of their kind."""

    BEST = "best", mark("best")
    WORSE = "worse", mark("worse than the best")
    SAME = "not-distinguishable", mark("not distinguishable from the best")
    UNKNOWN = "unknown", mark("one measurement has no spread")


@dataclass(frozen=True)
class Spread:
    """``mean`` and sample standard ``deviation`` (None of a single one) of ``count`` measurements."""

    mean: float
    deviation: float | None
    count: int

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        """Of one or more values."""
        mean = math.fsum(values) / len(values)
        if len(values) < 2:
            return Spread(mean, None, len(values))
        return Spread(
            mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)), len(values)
        )


def interval(one: Spread, other: Spread) -> tuple[float, float] | None:
    """Welch's interval at 95 % for the difference of two means (Welch 1947); None where one has no deviation."""
    if one.deviation is None or other.deviation is None:
        return None
    difference = one.mean - other.mean
    parts = [one.deviation**2 / one.count, other.deviation**2 / other.count]
    if not any(parts):
        return difference, difference
    freedom = sum(parts) ** 2 / sum(
        part**2 / (spread.count - 1) for part, spread in zip(parts, (one, other), strict=True)
    )
    half = t_quantile((1 + CONFIDENCE) / 2, freedom) * math.sqrt(sum(parts))
    return difference - half, difference + half


def distinguishable(one: Spread, other: Spread) -> bool | None:
    """Whether two means differ by more than their spread explains: whether 0 lies outside of Welch's interval at 95 %.
    None where a single measurement has no spread."""
    found = interval(one, other)
    return None if found is None else not found[0] <= 0 <= found[1]


def verdicts(spreads: Sequence[Spread | None], *, lowest: bool = False) -> list[Verdict]:
    """How each stands to the one with the highest (or ``lowest``) mean; unknown where nothing was measured."""
    known = [spread for spread in spreads if spread is not None]
    if not known:
        return [Verdict.UNKNOWN for _ in spreads]
    best = (min if lowest else max)(known, key=lambda spread: spread.mean)
    return [Verdict.BEST if spread is best else _verdict(best, spread) for spread in spreads]


def _verdict(best: Spread, other: Spread | None) -> Verdict:
    apart = None if other is None else distinguishable(best, other)
    if apart is None:
        return Verdict.UNKNOWN
    return Verdict.WORSE if apart else Verdict.SAME


def t_quantile(share: float, freedom: float) -> float:
    """The value that a Student-t variable stays below with this chance (from 0.5 on), found by bisection."""
    low, high = 0.0, 1.0
    while t_chance(high, freedom) < share:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_chance(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def t_chance(value: float, freedom: float) -> float:
    """The chance that a Student-t variable stays below a value that is not negative."""
    return 1 - beta_share(freedom / (freedom + value * value), freedom / 2, 0.5) / 2


def beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # there the fraction converges for the other side
        return 1 - beta_share(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    fraction = c = 1.0
    d = 1 / _nonzero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _nonzero(1 + term * d)
            c = _nonzero(1 + term / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction / a


def _nonzero(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300
