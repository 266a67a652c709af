"""What a masking strategy is: parameters, and a choice of units for a whole batch at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from workbench.core.config import Config, Labelled, option
from workbench.core.figures import percent
from workbench.core.seeding import Keys, spread_uniforms
from workbench.core.texts import Text, mark
from workbench.masking.budget import select
from workbench.masking.independent import select_each
from workbench.masking.limits import Limits
from workbench.masking.tiling import Candidates, Layout, laid_out, split_units, unit_table
from workbench.masking.unit_table import Chances
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units

IGNORE = -100  #: label of a token that is not predicted


class Action(IntEnum):
    """What stands in the place of a chosen token."""

    MASK = 0
    RANDOM = 1
    KEEP = 2
    SIMILAR = 3


class Granularity(Labelled):
    """Whether mask, random or keep is drawn for each token, for each word of a unit or once for a unit."""

    TOKEN = "token", mark("Each token")
    WORD = "word", mark("Each word")
    UNIT = "unit", mark("Each unit")


class BudgetBase(Labelled):
    """What the rate is a share of: tokens that may be masked, or all tokens (the original BERT code: 512 -> 77)."""

    MASKABLE = "maskable", mark("Ordinary tokens")
    ALL = "all", mark("All tokens")


class Rounding(Labelled):
    """How a budget becomes whole units: stochastic keeps the mean exact; nearest is round-half-even of the BERT code,
    a unit that would exceed it being skipped."""

    STOCHASTIC = "stochastic", mark("Exact on average")
    NEAREST = "nearest", mark("As in BERT")


class Selection(Labelled):
    """How units are chosen: until a budget is met, or each by itself with the rate as its chance, as ERNIE's code does:
    then there is no budget, and the share of a single passage may be anything."""

    BUDGET = "budget", mark("To a budget")
    INDEPENDENT = "independent", mark("Each by itself")


class RandomPool(Labelled):
    """Which ids a random replacement may be: ordinary vocabulary, or all ids (the original BERT code)."""

    ORDINARY = "ordinary", mark("Ordinary tokens")
    ALL = "all", mark("All tokens")


class Replacement(Config):
    """Shares of mask, random and similar word among chosen tokens; what they leave is kept."""

    mask: float = option(0.8, label=mark("[MASK] share"), ge=0.0, le=1.0, step=0.05)
    random: float = option(0.1, label=mark("Random share"), ge=0.0, le=1.0, step=0.05)
    similar: float = option(
        0.0,
        label=mark("Similar word share"),
        help=mark("Words from the synonym tables; random tokens where they have none."),
        ge=0.0,
        le=1.0,
        step=0.05,
        advanced=True,
    )
    per: Granularity = option(Granularity.TOKEN, label=mark("Draw per"))
    pool: RandomPool = option(RandomPool.ORDINARY, label=mark("Random ids from"), advanced=True)

    @model_validator(mode="after")
    def _shares_fit(self) -> Replacement:
        if self.mask + self.random + self.similar > 1.0 + 1e-9:
            raise ValueError(mark("The shares of the replacements come to more than 1. Lower one of them."))
        if self.similar and self.per is not Granularity.WORD:
            raise ValueError(mark("Similar words stand in for words; set “Draw per” to word."))
        return self


@dataclass(frozen=True)
class Choice:
    """The candidate units of a batch in flat token places, which of them were ``chosen`` [u], and what works out their
    ``chances``. ``regular`` [u] is False for units that only stand in where a passage would have no target."""

    units: Units
    chosen: Bools
    chances: Chances
    regular: Bools

    @cached_property
    def probability(self) -> NDArray[np.float64]:
        """The share of draws in which the strategy chooses each unit [u], as far as it can be said in closed form
        (expected value of the rule). Hover texts show it; training never asks, and so never works it out."""
        return self.chances()


class MaskingStrategy(Config):
    """Parameters that all strategies share. A strategy has no state: the same batch and keys give the same choice.

    Subclasses set ``kind: Literal[...]``, ``title``, ``formula`` (how units are chosen, in a line) and ``source`` (who
    published it), all marked texts, and ``needs`` (the layers that their units come from), and implement
    :meth:`layout`.
    """

    title: ClassVar[str]
    formula: ClassVar[str]
    source: ClassVar[str]
    needs: ClassVar[frozenset[UnitKind]] = frozenset()

    rate: float = option(
        0.15,
        label=mark("Rate"),
        help=mark("Share of tokens to predict; 0 leaves the text whole."),
        ge=0.0,
        lt=1.0,
        step=0.01,
    )
    selection: Selection = option(Selection.BUDGET, label=mark("Selection"), advanced=True)
    budget: BudgetBase = option(BudgetBase.MASKABLE, label=mark("Rate counts"), advanced=True)
    rounding: Rounding = option(Rounding.STOCHASTIC, label=mark("Rounding"), advanced=True)
    at_least_one: bool = option(True, label=mark("At least one target a passage"), advanced=True)
    max_predictions: int = option(
        0,
        label=mark("Cap on predictions"),
        help=mark("Most targets in a passage; 0 for no cap."),
        ge=0,
        le=1_000_000,
        advanced=True,
    )
    replacement: Replacement = option(default_factory=Replacement, label=mark("Replacement"))

    @property
    def hides(self) -> bool:
        """Whether there is anything to predict; a rate of 0 leaves the text whole."""
        return self.rate > 0.0

    @property
    def reads(self) -> frozenset[UnitKind]:
        """The layers that choosing and replacing read."""
        return self.needs | ({UnitKind.WORD} if self.replacement.per is Granularity.WORD else frozenset())

    @model_validator(mode="before")
    @classmethod
    def _complete_replacement(cls, data: Any) -> Any:
        """What is said of the replacement changes the strategy's own default, not the general one."""
        if isinstance(data, Mapping) and isinstance(said := data.get("replacement"), Mapping):
            usual = cls.model_fields["replacement"].get_default(call_default_factory=True)
            return {**data, "replacement": {**usual.model_dump(mode="json"), **said}}
        return data

    def replacing(self, keys: Keys) -> list[tuple[MaskingStrategy, Bools | None]]:
        """Which strategy's rules say what stands in for chosen tokens, and for which passages [B]: all where None."""
        return [(self, None)]

    @abstractmethod
    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """The strategy's own units in flat token places, and what lies between them; ``keys`` as in :meth:`choose`."""

    def candidates(self, batch: PassageBatch, keys: Keys) -> Candidates:
        """The units that may be chosen, which tile all maskable tokens; ``keys`` as in :meth:`choose`."""
        return laid_out(self.layout(batch, keys), batch)

    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """Choose units for every passage; ``keys`` [B] come from :func:`workbench.core.seeding.example_keys`."""
        return self.pick(self.candidates(batch, keys), batch, keys)

    def pick(self, candidates: Candidates, batch: PassageBatch, keys: Keys) -> Choice:
        """Choose among candidates; ``keys`` as in :meth:`choose`."""
        units = unit_table(candidates, batch, keys)
        # Hidden whole, a unit that is all of its passage would have to be predicted from nothing.
        if len(lone := units.lone(batch.num_maskable)):
            candidates = split_units(candidates, lone)
            units = unit_table(candidates, batch, keys)
        limits = self.limits(batch.lengths, batch.num_maskable)
        if self.selection is Selection.INDEPENDENT:
            if batch.draws is None:
                drawn = self.selection_draws(keys, units.owner, units.place)
            else:
                drawn = batch.draws[candidates.units.start]
            chosen, chances = select_each(units, limits, drawn, self.rate)
        else:
            chosen, chances = select(units, limits)
        return Choice(candidates.units, chosen, chances, units.regular)

    def selection_draws(self, keys: Keys, owner: Ints, place: Ints) -> NDArray[np.float64]:
        """Numbers in [0, 1) [n], by key [B] of the passage ``owner`` [n] and place in it [n]; an independent unit is
        chosen where the one of its first token lies below the rate."""
        return spread_uniforms(keys, owner, "select", place)

    def action_draws(self, keys: Keys, owner: Ints, place: Ints, begins: Bools) -> NDArray[np.float64]:
        """Numbers in [0, 1) [n] that decide between mask, random, similar and keep (from low to high), by key [B]
        of the passage ``owner`` [n] and place in it [n]; ``begins`` [n] says whether the place is the first of a chosen
        unit."""
        return spread_uniforms(keys, owner, "action", place)

    def limits(self, lengths: Ints, maskable: Ints) -> Limits:
        """What passages of these ``lengths`` [B] (all tokens) and ``maskable`` [B] tokens may spend."""
        return Limits.make(
            rate=self.rate,
            lengths=lengths,
            maskable=maskable,
            count_all=self.budget is BudgetBase.ALL,
            nearest=self.rounding is Rounding.NEAREST,
            at_least_one=self.at_least_one and self.hides,
            max_predictions=self.max_predictions,
        )


def capped_rate(strategy: MaskingStrategy, length: int) -> float:
    """Targets / tokens that the cap leaves in a passage of ``length`` tokens, where it binds; else the rate itself."""
    if not strategy.max_predictions:
        return strategy.rate
    return min(strategy.rate, strategy.max_predictions / length)


def cap_warning(strategy: MaskingStrategy, length: int) -> Text | None:
    """What to tell where the cap on predictions binds at this length (20 of 512 tokens are 3.9 %, not 15 %)."""
    real = capped_rate(strategy, length)
    if round(strategy.rate * length) <= (strategy.max_predictions or length):
        return None
    return Text(
        mark("The cap of {cap} predictions leaves a rate of {real} at {length} tokens in place of {rate}."),
        {"cap": strategy.max_predictions, "real": percent(real), "length": length, "rate": percent(strategy.rate)},
    )


@dataclass(frozen=True)
class Picks:
    """Chosen tokens in order of position, [p] each: flat ``position``, ``unit`` (row of the candidate units),
    ``action``, id before (``original``) and after (``input``)."""

    position: Ints
    unit: Ints
    action: NDArray[np.uint8]
    original: NDArray[np.int32]
    input: NDArray[np.int32]


@dataclass(frozen=True)
class MaskedBatch:
    """A batch after masking: ``input_ids`` [T], ``labels`` [T] (:data:`IGNORE` where nothing is predicted)."""

    passages: PassageBatch
    input_ids: NDArray[np.int32]
    labels: NDArray[np.int32]
    choice: Choice
    picks: Picks
