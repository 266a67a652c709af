"""What a masking strategy is: parameters, and a choice of units for a whole batch at once."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Config, option
from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units

IGNORE = -100  #: label of a token that is not predicted


class Action(IntEnum):
    """What stands in the place of a chosen token."""

    MASK = 0
    RANDOM = 1
    KEEP = 2


class Granularity(StrEnum):
    """Whether mask, random or keep is drawn for each token or once for a unit."""

    TOKEN = "token"
    UNIT = "unit"


class BudgetBase(StrEnum):
    """What the rate is a share of: tokens that may be masked, or all tokens (the original BERT code: 512 -> 77)."""

    MASKABLE = "maskable"
    ALL = "all"


class Rounding(StrEnum):
    """How a budget becomes whole units: stochastic keeps the mean exact; nearest is round-half-even of the BERT code,
    a unit that would exceed it being skipped."""

    STOCHASTIC = "stochastic"
    NEAREST = "nearest"


class RandomPool(StrEnum):
    """Which ids a random replacement may be: ordinary vocabulary, or all ids (the original BERT code)."""

    ORDINARY = "ordinary"
    ALL = "all"


class Replacement(Config):
    """Shares of mask, random and keep among chosen tokens; ``keep`` is what the other two leave."""

    mask: float = option(0.8, label=mark("[MASK] share"), ge=0.0, le=1.0, step=0.05)
    random: float = option(0.1, label=mark("Random share"), ge=0.0, le=1.0, step=0.05)
    per: Granularity = option(Granularity.TOKEN, label=mark("Draw per"))
    pool: RandomPool = option(RandomPool.ORDINARY, label=mark("Random ids from"), advanced=True)


@dataclass(frozen=True)
class Choice:
    """The candidate units of a batch in flat token places, which of them were chosen, and their chances.

    ``chosen`` [u]; ``probability`` [u] is the share of draws in which the strategy chooses the unit, as far as it can
    be said in closed form (expected value of the rule, used by hover texts).
    """

    units: Units
    chosen: Bools
    probability: NDArray[np.float64]


class MaskingStrategy(Config):
    """Parameters that all strategies share. A strategy has no state: the same batch and keys give the same choice.

    Subclasses set ``kind: Literal[...]`` and ``needs`` and implement :meth:`candidates` (and rarely ``choose``).
    """

    needs: ClassVar[frozenset[UnitKind]] = frozenset()

    rate: float = option(0.15, label=mark("Rate"), help=mark("Share of tokens to predict."), gt=0.0, lt=1.0, step=0.01)
    budget: BudgetBase = option(BudgetBase.MASKABLE, label=mark("Rate counts"), advanced=True)
    rounding: Rounding = option(Rounding.STOCHASTIC, label=mark("Rounding"), advanced=True)
    at_least_one: bool = option(True, label=mark("At least one target a passage"), advanced=True)
    max_predictions: int = option(
        0,
        label=mark("Cap on predictions"),
        help=mark("Most targets in a passage; 0 for no cap."),
        ge=0,
        advanced=True,
    )
    replacement: Replacement = option(default_factory=Replacement, label=mark("Replacement"))

    @abstractmethod
    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """Choose units for every passage; ``keys`` [B] come from :func:`workbench.core.seeding.example_keys`."""


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
