"""A different strategy for every passage, by shares."""

from __future__ import annotations

from functools import cached_property
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
from workbench.masking.tiling import Candidates, joined
from workbench.masking.whole_word import WholeWord
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units
from workbench.text.pack import take_passages
from workbench.text.ragged import lengths_of, stable_order

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
        together, order = _in_order(units, batch)
        return Candidates(together, np.concatenate(tiers)[order])

    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """What each passage's part chooses; the chances are those within the part."""
        units, choices = [], []
        for strategy, own, rows in self._divide(batch, keys):
            choice = strategy.choose(own, keys[rows])
            units.append(_moved(choice.units, own, batch, rows))
            choices.append(choice)
        together, order = _in_order(units, batch)
        return Choice(
            together,
            np.concatenate([choice.chosen for choice in choices])[order],
            np.concatenate([choice.probability for choice in choices])[order],
            np.concatenate([choice.regular for choice in choices])[order],
        )

    def replacing(self, keys: Keys) -> list[tuple[MaskingStrategy, Bools | None]]:
        """Each part for the passages that it masks; parts that replace alike together."""
        part_of, found = self.part_of(keys), []
        for number, strategy in enumerate(self.strategies()):
            alike = next((row for row, (other, _) in enumerate(found) if _replace_alike(strategy, other)), None)
            own = part_of == number
            if alike is None:
                found.append((strategy, own))
            else:
                found[alike] = (found[alike][0], found[alike][1] | own)
        return [(found[0][0], None)] if len(found) == 1 else found

    def strategies(self) -> list[MaskingStrategy]:
        """The parts with the settings of the mixture that their kinds do not have of their own."""
        return self._strategies

    @cached_property
    def _strategies(self) -> list[MaskingStrategy]:
        return [part.masking.model_copy(update=self._common_for(type(part.masking))) for part in self.parts]

    def _common_for(self, kind: type[MaskingStrategy]) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _COMMON if _default(kind, name) == _default(_BASE, name)}

    def _divide(self, batch: PassageBatch, keys: Keys) -> list[tuple[MaskingStrategy, PassageBatch, Ints]]:
        """Each part, the passages that it masks, and their places in the batch."""
        part_of = self.part_of(keys)
        found = []
        for number, strategy in enumerate(self.strategies()):
            rows = np.flatnonzero(part_of == number)
            found.append((strategy, take_passages(batch, rows, strategy.needs), rows))
        return found


def _replace_alike(left: MaskingStrategy, right: MaskingStrategy) -> bool:
    """Whether two strategies replace tokens by the same rule: shares, and draws that are those of every strategy."""
    draws = {type(left).action_draws, type(right).action_draws}
    return left.replacement == right.replacement and draws == {MaskingStrategy.action_draws}


def _default(kind: type[Config], name: str) -> Any:
    return kind.model_fields[name].get_default(call_default_factory=True)


def _moved(units: Units, own: PassageBatch, batch: PassageBatch, rows: Ints) -> Units:
    """Units in places of the passages ``rows`` [b] alone, as units in places of the whole batch."""
    shift = np.repeat(batch.starts[rows] - own.starts[:-1], lengths_of(units.start.searchsorted(own.starts)))
    return Units(units.start + shift, units.end + shift, units.kind, units.label)


def _in_order(tables: list[Units], batch: PassageBatch) -> tuple[Units, Ints]:
    """The units of all tables by start, and their rows in the tables laid end to end."""
    together = joined(tables)
    order = stable_order(together.start.view(np.uint64), len(batch.ids).bit_length())
    return together.take(order), order


def single_strategies(masking: MaskingStrategy) -> list[MaskingStrategy]:
    """The strategy itself, or the parts of a mixture with the settings that they really have."""
    return masking.strategies() if isinstance(masking, Mixture) else [masking]
