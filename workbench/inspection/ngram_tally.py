"""How n-grams that are meant fare against misleading ones that share a character with them, counted over sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.core.config import Labelled
from workbench.core.texts import mark
from workbench.inspection.examples import Example, Expected, expectations
from workbench.inspection.ngram_contest import CLEAR
from workbench.inspection.ngrams import NgramInspection, Quantity

#: What :func:`contests_of` does, in words.
TALLY_RULE = mark(
    "A misleading n-gram has a contest with the n-grams that are meant and share a character with it, of which the "
    "greatest value counts. It is won where that is at least 1 % above the value of the misleading one, lost where it "
    "is as far below, and else even."
)


class Outcome(Labelled):
    """How the n-grams that are meant come out of a contest."""

    WON = "won", mark("won")
    LOST = "lost", mark("lost")
    EVEN = "even", mark("even")


@dataclass(frozen=True)
class Contest:
    """A ``misleading`` n-gram of a sentence from character ``start`` on, and the ``meant`` ones that share a character
    with it; by quantity what came of it in each layer that has the quantity."""

    text: str
    misleading: str
    start: int
    meant: tuple[str, ...]
    outcomes: Mapping[Quantity, tuple[Outcome, ...]]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        outcomes = {quantity.value: [one.value for one in found] for quantity, found in self.outcomes.items()}
        return {
            "text": self.text,
            "misleading": self.misleading,
            "start": self.start,
            "meant": list(self.meant),
            "outcomes": outcomes,
        }


@dataclass(frozen=True)
class Tally:
    """What was found in all ``sentences`` of one checkpoint: ``contests``, and of each sentence the mean cosine between
    its n-grams' vectors in each n-gram layer (``alike``)."""

    sentences: int
    contests: Sequence[Contest]
    alike: Sequence[Sequence[float | None]]

    @property
    def contested(self) -> int:
        """How many sentences have a contest."""
        return len({one.text for one in self.contests})

    def counts(self, quantity: Quantity) -> list[dict[Outcome, int]]:
        """How many contests had each outcome, layer by layer."""
        by_layer = zip(*(one.outcomes[quantity] for one in self.contests), strict=True)
        return [{outcome: layer.count(outcome) for outcome in Outcome} for layer in by_layer]

    @property
    def cosines(self) -> list[float | None]:
        """The mean over the sentences that have two different n-grams, layer by layer; None where none has."""
        layers = ([one for one in layer if one is not None] for layer in zip(*self.alike, strict=True))
        return [sum(known) / len(known) if known else None for known in layers]


def tally_of(found: Sequence[tuple[Example, NgramInspection]]) -> Tally:
    """The contests of sentences, each with its n-grams in the same checkpoint."""
    contests = [contest for example, inspection in found for contest in contests_of(example, inspection)]
    return Tally(len(found), contests, [inspection.cosines for _, inspection in found])


def contests_of(example: Example, found: NgramInspection) -> list[Contest]:
    """A contest for each misleading n-gram that the encoder is given, by :data:`TALLY_RULE`, in the order of the
    sentence; none for one without a rival."""
    expected = expectations(example, found)
    kept = [place for place, one in enumerate(found.candidates) if one.kept]
    values = {quantity: found.values(quantity) for quantity in Quantity}
    contests = []
    for place in sorted(kept, key=lambda at: found.candidates[at].start):
        one, span = found.candidates[place], found.characters(found.candidates[place])
        rivals = [at for at in kept if expected[at] is Expected.VALID and found.candidates[at].meets(one)]
        if expected[place] is not Expected.MISLEADING or span is None or not rivals:
            continue
        outcomes = {
            quantity: tuple(map(_outcome, table[rivals].max(axis=0), table[place]))
            for quantity, table in values.items()
        }
        meant = tuple(found.candidates[at].text for at in sorted(rivals, key=lambda at: found.candidates[at].start))
        contests.append(Contest(example.text, one.text, span[1], meant, outcomes))
    return contests


def _outcome(meant: np.floating, misleading: np.floating) -> Outcome:
    """A value that is not finite is even with any other."""
    if meant - misleading >= CLEAR * misleading and meant > misleading:
        return Outcome.WON
    if misleading - meant >= CLEAR * meant and misleading > meant:
        return Outcome.LOST
    return Outcome.EVEN
