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
from workbench.masking.tiling import Candidates
from workbench.masking.whole_word import WholeWord
from workbench.text.document import Ints, PassageBatch, UnitKind, Units
from workbench.text.pack import take_passages

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

    title: ClassVar[str] = mark("Mixture")
    needs: ClassVar[frozenset[UnitKind]] = frozenset(UnitKind)
    kind: Literal["mixture"] = "mixture"

    parts: tuple[MixturePart, ...] = option(
        default_factory=_default_parts, label=mark("Parts"), item=mark("Part {number}")
    )

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
        units, tiers = [], []
        for strategy, own, rows in self._divide(batch, keys):
            found = strategy.candidates(own, keys[rows])
            units.append(_moved(found.units, own, batch, rows))
            tiers.append(found.tier)
        together = _joined(units)
        order = np.argsort(together.start, kind="stable")
        return Candidates(together.take(order), np.concatenate(tiers)[order])

    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """What each passage's part chooses; the chances are those within the part."""
        units, choices = [], []
        for strategy, own, rows in self._divide(batch, keys):
            choice = strategy.choose(own, keys[rows])
            units.append(_moved(choice.units, own, batch, rows))
            choices.append(choice)
        together = _joined(units)
        order = np.argsort(together.start, kind="stable")
        return Choice(
            together.take(order),
            np.concatenate([choice.chosen for choice in choices])[order],
            np.concatenate([choice.probability for choice in choices])[order],
            np.concatenate([choice.regular for choice in choices])[order],
        )

    def _divide(self, batch: PassageBatch, keys: Keys) -> list[tuple[MaskingStrategy, PassageBatch, Ints]]:
        """Each part with the mixture's common settings, the passages that it masks, and their places in the batch."""
        common = {name: getattr(self, name) for name in _COMMON}
        part_of = self.part_of(keys)
        rows = [np.flatnonzero(part_of == number) for number in range(len(self.parts))]
        return [
            (part.masking.model_copy(update=common), take_passages(batch, own), own)
            for part, own in zip(self.parts, rows, strict=True)
        ]


def _moved(units: Units, own: PassageBatch, batch: PassageBatch, rows: Ints) -> Units:
    """Units in places of the passages ``rows`` [b] alone, as units in places of the whole batch."""
    shift = (batch.starts[rows] - own.starts[:-1])[own.owner[units.start]]
    return Units(units.start + shift, units.end + shift, units.kind, units.label)


def _joined(tables: list[Units]) -> Units:
    """Tables one after another."""
    return Units(
        np.concatenate([table.start for table in tables]),
        np.concatenate([table.end for table in tables]),
        np.concatenate([table.kind for table in tables]),
        np.concatenate([table.label for table in tables]),
    )


def single_strategies(masking: MaskingStrategy) -> list[MaskingStrategy]:
    """The strategy itself, or the parts of a mixture."""
    return [part.masking for part in masking.parts] if isinstance(masking, Mixture) else [masking]
