"""A different strategy for every passage, by shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from workbench.core.config import Config, option
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import mark
from workbench.masking.entity import Entity
from workbench.masking.phrase import Phrase
from workbench.masking.singles import SingleMasking
from workbench.masking.strategy import Choice, MaskingStrategy
from workbench.masking.tiling import Layout, joined, laid_out
from workbench.masking.whole_word import WholeWord
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units
from workbench.text.pack import within
from workbench.text.ragged import stable_order

_BASE = MaskingStrategy
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
    kind: Literal["mixture"] = "mixture"

    parts: tuple[MixturePart, ...] = option(
        default_factory=_default_parts, label=mark("Parts"), item=mark("Part {number}")
    )

    @model_validator(mode="after")
    def _parts_share_the_rest(self) -> Mixture:
        if not self.parts:
            raise ValueError(mark("A mixture needs at least one part. Add one."))
        for part in self.parts:
            for name in _COMMON:
                if getattr(part.masking, name) not in (getattr(self, name), _default(type(part.masking), name)):
                    raise ValueError(
                        mark(
                            "The parts of a mixture take rate, budget and replacement from the mixture. Set them there."
                        )
                    )
        return self

    @property
    def reads(self) -> frozenset[UnitKind]:
        """The layers that the parts read."""
        return _division_of(self).reads

    @property
    def strategies(self) -> tuple[MaskingStrategy, ...]:
        """The parts with the settings of the mixture that their kinds do not have of their own."""
        return _division_of(self).strategies

    def part_of(self, keys: Keys) -> Ints:
        """Which part masks each passage [B]."""
        return _division_of(self).part_of(keys)

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """What each passage's part lays over it."""
        division = _division_of(self)
        return division.layout(range(len(self.parts)), division.part_of(keys), batch, keys)

    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """What each passage's part chooses; the chances are those within the part."""
        division = _division_of(self)
        part_of = division.part_of(keys)
        choices = []
        for alike in division.picking_alike:
            own = batch if len(alike) == len(self.parts) else within(batch, np.isin(part_of, alike))
            candidates = laid_out(division.layout(alike, part_of, batch, keys), own)
            choices.append(division.strategies[alike[0]].pick(candidates, own, keys))
        if len(choices) == 1:
            return choices[0]
        units = joined([choice.units for choice in choices])
        order = _order_of(units, batch)
        return Choice(
            units.take(order),
            np.concatenate([choice.chosen for choice in choices])[order],
            lambda: np.concatenate([choice.probability for choice in choices])[order],
            np.concatenate([choice.regular for choice in choices])[order],
        )

    def replacing(self, keys: Keys) -> list[tuple[MaskingStrategy, Bools | None]]:
        """Each part for the passages that it masks; parts that replace alike together."""
        division = _division_of(self)
        if len(division.replacing_alike) == 1:
            return [(division.strategies[0], None)]
        part_of = division.part_of(keys)
        return [(division.strategies[alike[0]], np.isin(part_of, alike)) for alike in division.replacing_alike]


@dataclass(frozen=True)
class _Division:
    """What follows from the settings of a mixture: its parts as ``strategies``, the layers that it ``reads``, the
    ``bounds`` between the shares in [0, 1], and numbers of the parts that can be chosen among and replaced together."""

    strategies: tuple[MaskingStrategy, ...]
    reads: frozenset[UnitKind]
    bounds: NDArray[np.float64]
    picking_alike: list[list[int]]
    replacing_alike: list[list[int]]

    def part_of(self, keys: Keys) -> Ints:
        """Which part masks each passage [B]."""
        return self.bounds.searchsorted(uniforms(keys, "part", 0), side="right")

    def layout(self, parts: Sequence[int], part_of: Ints, batch: PassageBatch, keys: Keys) -> Layout:
        """What some of the parts lay over the passages that are theirs by ``part_of`` [B]."""
        over_words, rest_tier = np.zeros(len(self.strategies), np.bool_), np.zeros(len(self.strategies), np.int64)
        tables = []
        for number in parts:
            found = self.strategies[number].layout(within(batch, part_of == number), keys)
            over_words[number], rest_tier[number] = found.over_words, found.rest_tier
            if len(found.units):
                tables.append(found.units)
        units = joined(tables or [Units.empty()])
        if len(tables) > 1:
            units = units.take(_order_of(units, batch))
        return Layout(units, over_words[part_of], rest_tier[part_of])


@lru_cache(maxsize=64)
def _division_of(mixture: Mixture) -> _Division:
    """Kept outside of the mixture, whose copies may have other settings; asked for once a batch, since it is looked up
    by all settings of all parts."""
    strategies = tuple(
        part.masking.model_copy(update=_common_for(mixture, type(part.masking))) for part in mixture.parts
    )
    sums = np.cumsum([part.share for part in mixture.parts])
    return _Division(
        strategies,
        frozenset[UnitKind]().union(*(strategy.reads for strategy in strategies)),
        sums[:-1] / sums[-1],
        _grouped(strategies, _pick_alike),
        _grouped(strategies, _replace_alike),
    )


def evenly_mixed(maskings: Sequence[MaskingStrategy]) -> Mixture:
    """A mixture of strategies with equal shares. The settings that a mixture has for its parts are those of the first;
    the others keep what their kinds have of their own."""
    common = maskings[0].model_dump(mode="json", include=set(_COMMON))
    parts = [
        {"masking": masking.model_dump(mode="json", exclude=set(_left_to_the_mixture(type(masking))))}
        for masking in maskings
    ]
    return Mixture.model_validate({**common, "parts": parts})


def _common_for(mixture: Mixture, kind: type[MaskingStrategy]) -> dict[str, Any]:
    return {name: getattr(mixture, name) for name in _left_to_the_mixture(kind)}


def _left_to_the_mixture(kind: type[MaskingStrategy]) -> list[str]:
    """The common settings that a kind of strategy has no default of its own for."""
    return [name for name in _COMMON if _default(kind, name) == _default(_BASE, name)]


def _grouped(
    strategies: Sequence[MaskingStrategy], alike: Callable[[MaskingStrategy, MaskingStrategy], bool]
) -> list[list[int]]:
    """Numbers of strategies, those together that are alike."""
    groups: list[list[int]] = []
    for number, strategy in enumerate(strategies):
        for group in groups:
            if alike(strategies[group[0]], strategy):
                group.append(number)
                break
        else:
            groups.append([number])
    return groups


def _pick_alike(left: MaskingStrategy, right: MaskingStrategy) -> bool:
    """Whether two strategies choose among candidates by the same rule: that of all strategies, with equal settings."""
    rules = {(type(strategy).pick, type(strategy).selection_draws) for strategy in (left, right)}
    settings = (name for name in _COMMON if name != "replacement")
    return rules == {(_BASE.pick, _BASE.selection_draws)} and all(
        getattr(left, name) == getattr(right, name) for name in settings
    )


def _replace_alike(left: MaskingStrategy, right: MaskingStrategy) -> bool:
    """Whether two strategies replace tokens by the same rule: equal shares, and draws that are those of all."""
    draws = {type(strategy).action_draws for strategy in (left, right)}
    return left.replacement == right.replacement and draws == {_BASE.action_draws}


def _default(kind: type[Config], name: str) -> Any:
    return kind.model_fields[name].get_default(call_default_factory=True)


def _order_of(units: Units, batch: PassageBatch) -> Ints:
    """The rows of units in order of their starts."""
    return stable_order(units.start.view(np.uint64), len(batch.ids).bit_length())


def single_strategies(masking: MaskingStrategy) -> list[MaskingStrategy]:
    """The strategy itself, or the parts of a mixture with the settings that they really have."""
    return list(masking.strategies) if isinstance(masking, Mixture) else [masking]
