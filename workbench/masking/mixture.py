"""A different strategy for every passage, by shares."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from workbench.core.config import Config, option
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import mark
from workbench.masking.entity import Entity
from workbench.masking.phrase import Phrase
from workbench.masking.singles import SingleMasking
from workbench.masking.strategy import Choice, MaskingStrategy
from workbench.masking.tiling import Candidates, merge
from workbench.masking.whole_word import WholeWord
from workbench.text.document import Ints, PassageBatch, UnitKind

_COMMON = tuple(MaskingStrategy.model_fields)


class MixturePart(Config):
    """A strategy and its share of the passages relative to the other parts."""

    share: float = option(1.0, label=mark("Share"), gt=0.0, le=1e6, step=0.1)
    masking: SingleMasking = option(default_factory=WholeWord, label=mark("Masking"))


def _default_parts() -> tuple[MixturePart, ...]:
    return (MixturePart(masking=WholeWord()), MixturePart(masking=Phrase()), MixturePart(masking=Entity()))


class Mixture(MaskingStrategy):
    """Every passage is masked by one of the parts, drawn by their shares.

    Rate, budget and replacement are those of the mixture for all parts, so that the expected rate does not depend on
    the shares.
    """

    needs: ClassVar[frozenset[UnitKind]] = frozenset(UnitKind)
    kind: Literal["mixture"] = "mixture"

    parts: tuple[MixturePart, ...] = option(default_factory=_default_parts, label=mark("Parts"))

    @model_validator(mode="after")
    def _parts_share_the_rest(self) -> Mixture:
        if not self.parts:
            raise ValueError(mark("A mixture needs at least one part."))
        for part in self.parts:
            for name in _COMMON:
                value, field = getattr(part.masking, name), type(part.masking).model_fields[name]
                if value not in (getattr(self, name), field.get_default(call_default_factory=True)):
                    raise ValueError(mark("The parts of a mixture take rate, budget and replacement from the mixture."))
        return self

    def part_of(self, keys: Keys) -> Ints:
        """Which part masks each passage [B]."""
        shares = np.cumsum([part.share for part in self.parts])
        return np.searchsorted(shares[:-1] / shares[-1], uniforms(keys, "part", 0), side="right")

    def candidates(self, batch: PassageBatch, keys: Keys) -> Candidates:
        """The candidates of each passage's part."""
        found = [strategy.candidates(own, keys) for strategy, own in self._divide(batch, keys)]
        units, source = merge([candidates.units for candidates in found])
        tier = np.empty(len(units), dtype=np.uint8)
        for number, candidates in enumerate(found):
            tier[source == number] = candidates.tier
        return Candidates(units, tier)

    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """What each passage's part chooses; the chances are those within the part."""
        choices = [strategy.choose(own, keys) for strategy, own in self._divide(batch, keys)]
        units, source = merge([choice.units for choice in choices])
        chosen, regular = np.empty((2, len(units)), dtype=np.bool_)
        probability = np.empty(len(units), dtype=np.float64)
        for number, choice in enumerate(choices):
            own = source == number
            chosen[own], probability[own], regular[own] = choice.chosen, choice.probability, choice.regular
        return Choice(units, chosen, probability, regular)

    def _divide(self, batch: PassageBatch, keys: Keys) -> list[tuple[MaskingStrategy, PassageBatch]]:
        """Each part with the mixture's common settings, and the batch in which only its own passages may be masked."""
        common = {name: getattr(self, name) for name in _COMMON}
        part_of_token = self.part_of(keys)[batch.owner]
        return [
            (part.masking.model_copy(update=common), batch.restricted(part_of_token == number))
            for number, part in enumerate(self.parts)
        ]
