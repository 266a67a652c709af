"""N-grams that share characters compete: which of them wins a layer, and in what order they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled
from workbench.core.texts import mark
from workbench.inspection.ngrams import Candidate

Bools = NDArray[np.bool_]

#: What :func:`winners` does, in words.
RULE = mark(
    "N-grams that share a character, directly or through others, are one group. In each column the winners are taken "
    "from the greatest value down; one that shares a character with a winner loses. Of values that are equal to five "
    "digits the longer one goes first, then the earlier one. A dot marks a winner, a ring one that is not at least 1 % "
    "ahead of all that share a character with it."
)
CLEAR = 0.01  #: how far a winner is ahead whose mark is a dot
_EQUAL = 1e-5  #: of the greatest value; smaller differences are those of rounding


class Order(Labelled):
    """In what order n-grams are shown; a group stands together in any."""

    PLACE = "place", mark("by place")
    LENGTH = "length", mark("by length")
    VALUE = "value", mark("by value in the column")


def groups_of(candidates: Sequence[Candidate]) -> list[int]:
    """The number of the group of each candidate, from 0 on in the order of their places.

    Kept ones that share a token, directly or through others, are one group. Dropped ones compete with nobody: each
    stands with the group that it shares the most tokens with, or, where there is none, with the dropped ones that it
    meets.
    """
    clusters = _clusters([one for one in candidates if one.kept])
    homeless = []
    home: dict[int, tuple[int, int]] = {}
    for place, one in enumerate(candidates):
        shared = [(min(one.end, end) - max(one.start, start), -start) for start, end in clusters]
        best = max(range(len(clusters)), key=lambda number: shared[number], default=-1)
        if best >= 0 and shared[best][0] > 0:
            home[place] = clusters[best]
        else:
            homeless.append(place)
    alone = _clusters([candidates[place] for place in homeless])
    for place in homeless:
        one = candidates[place]
        home[place] = next(cluster for cluster in alone if cluster[0] <= one.start < cluster[1])
    number = {cluster: at for at, cluster in enumerate(sorted({*home.values()}))}
    return [number[home[place]] for place in range(len(candidates))]


def _clusters(candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    """The tokens, first and after the last, that candidates which meet cover together."""
    found: list[tuple[int, int]] = []
    for one in sorted(candidates, key=lambda one: one.start):
        if found and one.start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], one.end)
        else:
            found.append((one.start, one.end))
    return found


def contested(candidates: Sequence[Candidate], groups: Sequence[int]) -> set[int]:
    """The groups in which more than one is kept."""
    kept = [group for one, group in zip(candidates, groups, strict=True) if one.kept]
    return {group for group in kept if kept.count(group) > 1}


def winners(candidates: Sequence[Candidate], values: NDArray[np.floating]) -> Bools:
    """Which candidates win which columns of their values [m, c], by :data:`RULE`; dropped ones never do, and one that
    shares no token with another always does. A value that is not finite comes last."""
    won = np.zeros(values.shape, np.bool_)
    kept = [place for place, one in enumerate(candidates) if one.kept]
    if not kept:
        return won
    last = max(one.end for one in candidates)
    heights = np.where(np.isfinite(values), values, -np.inf)
    for column in range(values.shape[1]):
        taken = np.zeros(last, np.bool_)
        width = _EQUAL * max(float(heights[kept, column].max()), 0.0) or 1.0
        rounded = np.round(heights[:, column] / width)
        for place in sorted(kept, key=lambda at: _rank(candidates[at], float(rounded[at]))):
            one = candidates[place]
            if not taken[one.start : one.end].any():
                taken[one.start : one.end] = True
                won[place, column] = True
    return won


def _rank(one: Candidate, value: float) -> tuple[float, int, int, int]:
    return -value, -one.length, one.start, one.id


def strongest_rivals(candidates: Sequence[Candidate], values: NDArray[np.floating]) -> NDArray[np.int64]:
    """For each candidate and column [m, c] the place of the kept one with the greatest value of those that share a
    token with it, -1 where none does."""
    found = np.full(values.shape, -1, np.int64)
    kept = np.array([one.kept for one in candidates], np.bool_)
    starts, ends = (np.array([getattr(one, side) for one in candidates], np.int64) for side in ("start", "end"))
    heights = np.where(np.isfinite(values), values, -np.inf)
    for place, one in enumerate(candidates):
        rivals = kept & (starts < one.end) & (ends > one.start)
        rivals[place] = False
        if one.kept and rivals.any():
            places = np.flatnonzero(rivals)
            found[place] = places[heights[places].argmax(axis=0)]
    return found


def ahead(values: NDArray[np.floating], rivals: NDArray[np.int64]) -> NDArray[np.floating]:
    """How far each value [m, c] is ahead of that of the strongest rival, as a share of it; infinite without a rival."""
    strongest = np.take_along_axis(values, np.maximum(rivals, 0), axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        lead = (values - strongest) / np.abs(strongest)
    found: NDArray[np.floating] = np.where(rivals < 0, np.inf, lead)
    return found


def arranged(
    candidates: Sequence[Candidate], groups: Sequence[int], order: Order, values: NDArray[np.floating]
) -> list[list[int]]:
    """The places of candidates as they are shown, group by group; ``values`` [m] are those of the column that counts.

    Groups stand in the order of their foremost member, and members in the same order; dropped ones come last by value.
    """

    def key(place: int) -> tuple[float, ...]:
        one = candidates[place]
        by_place = (one.start, -one.length, one.id)
        if order is Order.LENGTH:
            return (-one.length, *by_place)
        if order is Order.VALUE:
            value = float(values[place])
            return (-value if np.isfinite(value) else np.inf, *by_place)
        return by_place

    ranked = sorted(range(len(candidates)), key=lambda place: (groups[place], key(place)))
    together = [list(members) for _, members in groupby(ranked, key=lambda place: groups[place])]
    return sorted(together, key=lambda members: key(members[0]))
