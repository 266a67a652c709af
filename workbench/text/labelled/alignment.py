"""Tags of units on tokens and back, by places of characters: the first token of a unit carries its tag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.labelled.records import Entity, Example

OUTSIDE = "O"
NONE, CUT = -1, -2  #: units without a token, and those whose tokens were cut off


@dataclass(frozen=True)
class Alignment:
    """Of each unit [U] the place of the token that carries it in the example (:data:`NONE` where no token stands for
    it, :data:`CUT` where it was cut off), and whether it ``begins`` there: else the token began in a unit before, and
    this one can only go on with what that one is."""

    carrier: NDArray[np.int64]
    begins: NDArray[np.bool_]

    @property
    def carriers(self) -> NDArray[np.int64]:
        """Places of the tokens that carry a tag, in order."""
        return self.carrier[self.begins]


def align(example: Example, spans: NDArray[np.integer], shift: int = 0) -> Alignment:
    """Where the units of an example stand among tokens with these ``spans`` [n, 2] of characters, the first of which is
    at place ``shift``."""
    units = np.asarray(example.units, np.int64).reshape(-1, 2)
    starts, ends = spans[:, 0].astype(np.int64), spans[:, 1].astype(np.int64)
    beginning = np.searchsorted(starts, units[:, 0], side="left")  # the first token that begins in the unit or later
    begins = np.append(starts, np.iinfo(np.int64).max)[beginning] < units[:, 1]
    covering = np.searchsorted(ends, units[:, 0], side="right")  # the first token that ends behind the unit's start
    covered = np.append(starts, np.iinfo(np.int64).max)[covering] < units[:, 1]
    carrier = np.where(begins, beginning + shift, np.where(covered, covering + shift, NONE))
    behind = units[:, 0] >= (ends[-1] if len(ends) else 0)
    return Alignment(np.where(behind & (carrier == NONE), CUT, carrier), begins)


def tags_of(num_units: int, entities: Sequence[Entity]) -> list[str]:
    """The BIO tags of units."""
    tags = [OUTSIDE] * num_units
    for entity in entities:
        tags[entity.first : entity.last + 1] = [f"I-{entity.name}"] * (entity.last + 1 - entity.first)
        tags[entity.first] = f"B-{entity.name}"
    return tags


def entities_of(tags: Sequence[str]) -> list[Entity]:
    """The entities that BIO tags say, strictly: one begins with B and goes on with I of its class; an I without that
    belongs to none (seqeval's strict mode with the scheme IOB2)."""
    found: list[Entity] = []
    first = -1
    for place, tag in enumerate([*tags, OUTSIDE]):
        goes_on = first >= 0 and tag == f"I-{tags[first][2:]}"
        if first >= 0 and not goes_on:
            found.append(Entity(first, place - 1, tags[first][2:]))
        if tag.startswith("B-"):
            first = place
        elif not goes_on:
            first = -1
    return found


def token_tags(alignment: Alignment, tags: Sequence[str]) -> list[str]:
    """The tags of units on :attr:`Alignment.carriers`."""
    return [tags[unit] for unit in np.flatnonzero(alignment.begins).tolist()]


def unit_tags(alignment: Alignment, on_tokens: Sequence[str]) -> list[str]:
    """The tags of all units from those on :attr:`Alignment.carriers`.

    A unit whose token began before goes on with that one's entity; one without a token belongs to an entity that both
    its neighbours belong to; what was cut off is outside.
    """
    by_place = dict(zip(alignment.carriers.tolist(), on_tokens, strict=True))
    tags: list[str | None] = []
    for place, begins in zip(alignment.carrier.tolist(), alignment.begins.tolist(), strict=True):
        if place == NONE:
            tags.append(None)
        elif begins:
            tags.append(by_place[place])
        else:
            tags.append(_inside(by_place.get(place, OUTSIDE)))
    return _filled(tags)


def _inside(tag: str) -> str:
    return tag if tag == OUTSIDE else f"I-{tag[2:]}"


def _filled(tags: list[str | None]) -> list[str]:
    following = OUTSIDE
    ahead = []
    for tag in reversed(tags):  # what comes next, for units that have no tag of their own
        ahead.append(following)
        following = tag if tag is not None else following
    filled: list[str] = []
    for tag, after in zip(tags, reversed(ahead), strict=True):
        before = filled[-1] if filled else OUTSIDE
        joins = before != OUTSIDE and after == _inside(before)
        filled.append(tag if tag is not None else after if joins else OUTSIDE)
    return filled


@dataclass(frozen=True)
class Reach:
    """How many entities there are, how many lie partly in what was ``cut`` off, and which ones no tags of the tokens
    can say (``apart``), as the tokens do not part them from what stands beside them."""

    entities: int
    cut: int
    apart: tuple[tuple[Example, Entity], ...]


def reach_of(examples: Sequence[Example], alignments: Sequence[Alignment]) -> Reach:
    """Which entities come back where every token is tagged right."""
    total = cut = 0
    apart: list[tuple[Example, Entity]] = []
    for example, alignment in zip(examples, alignments, strict=True):
        tags = tags_of(len(example.units), example.entities)
        back = set(entities_of(unit_tags(alignment, token_tags(alignment, tags))))
        for entity in example.entities:
            if (alignment.carrier[entity.first : entity.last + 1] == CUT).any():
                cut += 1
            elif entity not in back:
                apart.append((example, entity))
        total += len(example.entities)
    return Reach(total, cut, tuple(apart))
