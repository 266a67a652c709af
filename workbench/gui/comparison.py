"""What the masking page compares, kept where the window is built anew in another language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from workbench.masking.strategy import MaskingStrategy

if TYPE_CHECKING:
    from workbench.gui.panels.masking_cards import CardColumn


@dataclass(frozen=True)
class View:
    """What a masking page shows: its cards as (key, strategy) from above, the key of the ``chosen`` one, and on what.

    ``stage`` and ``passage`` count from 0; ``typed`` is empty while the corpus is shown; ``second_seed`` and
    ``second_epoch`` (from 1) are of the second draw, which differs by one of the two and is shown where ``two_draws``.
    """

    cards: Sequence[tuple[int, MaskingStrategy]]
    chosen: int
    stage: int
    by_sentence: bool
    passage: int
    typed: str
    seed: int
    two_draws: bool
    second_by_epoch: bool
    second_seed: int
    second_epoch: int


@dataclass
class Comparison:
    """Outlives the pages that show it, as the history does, whose steps name cards by their ``keys``.

    ``column`` holds the cards on show now: steps act on it, whichever page made them. ``left`` is what the page before
    showed when it was closed, None at first.
    """

    keys: Iterator[int] = field(default_factory=count)
    column: CardColumn | None = None
    left: View | None = None
