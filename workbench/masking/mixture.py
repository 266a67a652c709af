"""A different strategy for every passage, by shares."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

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
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units
from workbench.text.pack import take_passages

_BASE: type[Config] = MaskingStrategy
_COMMON = tuple(_BASE.model_fields)


class MixturePart(Config):
    """A strategy and its share of the passages relative to the other parts."""

    share: float = option(1.0, label=mark("Share"), gt=0.0, le=1e6, step=0.1)
    masking: SingleMasking = option(default_factory=WholeWord, label=mark("Masking"))


def _default_parts() -> tuple[MixturePart, ...]:
    return (MixturePart(masking=WholeWord()), MixturePart(masking=Phrase()), MixturePart(masking=Entity()))


class Mixture(MaskingStrategy):
    """Every passage is masked by one of the parts, drawn by their shares.

    The rate and all other common settings are those of the mixture for all parts, so that the expected rate does not
    depend on the shares; but a part keeps what its kind has of its own, as ELECTRA's shares or similar words.
    """

    title: ClassVar[str] = mark("Mixture")
    formula: ClassVar[str] = mark("Each passage by one part i, drawn with p(i) = share(i) / sum of the shares.")
    source: ClassVar[str] = mark("Sun et al. 2019, ERNIE 1.0, whose levels may be mixed")
    needs: ClassVar[frozenset[UnitKind]] = frozenset(UnitKind)  # whatever its parts read
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
                if getattr(part.masking, name) not in (getattr(self, name), _default(type(part.masking), name)):
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

    def replacing(self, keys: Keys) -> list[tuple[MaskingStrategy, Bools | None]]:
        """Each part for the passages that it masks."""
        part_of = self.part_of(keys)
        return [(strategy, part_of == number) for number, strategy in enumerate(self.strategies())]

    def strategies(self) -> list[MaskingStrategy]:
        """The parts with the settings of the mixture that their kinds do not have of their own."""
        return [part.masking.model_copy(update=self._common_for(type(part.masking))) for part in self.parts]

    def _common_for(self, kind: type[MaskingStrategy]) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _COMMON if _default(kind, name) == _default(_BASE, name)}

    def _divide(self, batch: PassageBatch, keys: Keys) -> list[tuple[MaskingStrategy, PassageBatch, Ints]]:
        """Each part, the passages that it masks, and their places in the batch."""
        part_of = self.part_of(keys)
        rows = [np.flatnonzero(part_of == number) for number in range(len(self.parts))]
        return [
            (strategy, take_passages(batch, own), own) for strategy, own in zip(self.strategies(), rows, strict=True)
        ]


def _default(kind: type[Config], name: str) -> Any:
    return kind.model_fields[name].get_default(call_default_factory=True)


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
    """The strategy itself, or the parts of a mixture with the settings that they really have."""
    return masking.strategies() if isinstance(masking, Mixture) else [masking]
