"""Attention of one sentence in two checkpoints, subtracted where both can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.inspection.alignment import Span, common_groups
from workbench.inspection.groups import Group, Level, aggregate
from workbench.inspection.hiding import Matrix, hide
from workbench.inspection.inspected import Inspected

#: Between what two sides can be compared; tokens only where both have the same ones.
COMPARABLE = (Level.TOKEN, Level.CHARACTER, Level.WORD)


@dataclass(frozen=True)
class Side:
    """A head of an inspection; None for the mean of the layer's heads."""

    inspected: Inspected
    layer: int
    head: int | None


@dataclass(frozen=True)
class Difference:
    """``first`` and ``second`` [g, g] between the same pieces with their ``names``, as they are shown."""

    names: Sequence[str]
    first: Matrix
    second: Matrix

    @property
    def values(self) -> Matrix:
        """How much more weight the first has than the second."""
        return self.first - self.second


def same_tokens(first: Inspected, second: Inspected) -> bool:
    """Whether both cut the sentence into the same tokens, so that these can be compared one by one."""
    return list(first.spans) == list(second.spans)


def compare(
    sides: tuple[Side, Side], texts: Sequence[str], level: Level, *, hide_specials: bool, renormalise: bool
) -> Difference:
    """The same sentence on two sides between pieces of a level of :data:`COMPARABLE`.

    Characters and words are those of the first side, joined where a token of either lies across their borders; weights
    are summed over keys and averaged over queries. Tokens that are not the same on both sides are compared as
    characters.
    """
    first, second = sides
    mine, theirs = _groups(first.inspected, second.inspected, texts, level)
    specials = [number for number, group in enumerate(mine) if first.inspected.spans[group.start] is None]
    hidden = specials if hide_specials else []
    kept = np.setdiff1d(np.arange(len(mine)), hidden)
    matrices = []
    for side, groups in ((first, mine), (second, theirs)):
        weights = aggregate(side.inspected.matrix(side.layer, side.head), groups)
        matrices.append(hide(weights, hidden, renormalise).values)
    return Difference([mine[place].text for place in kept], *matrices)


def _groups(
    first: Inspected, second: Inspected, texts: Sequence[str], level: Level
) -> tuple[Sequence[Group], Sequence[Group]]:
    if level is Level.TOKEN and same_tokens(first, second):
        tokens = [Group(place, place + 1, token) for place, token in enumerate(first.tokens)]
        return tokens, tokens
    pieces = _words(first) if level is Level.WORD and Level.WORD in first.groups else []
    return common_groups(first.spans, second.spans, texts, pieces)


def _words(inspected: Inspected) -> list[Span]:
    """Where the words stand in the texts."""
    found: list[Span] = []
    for word in inspected.groups[Level.WORD]:
        start, last = inspected.spans[word.start], inspected.spans[word.end - 1]
        if start is not None and last is not None:
            found.append((start[0], start[1], last[2]))
    return found
