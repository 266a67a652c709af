"""What a strategy really did over many passages: rate, kinds and lengths of units, replacements, broken rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workbench.masking.runs import RunOf, RunStrategy
from workbench.masking.strategy import IGNORE, Action, MaskedBatch, MaskingStrategy
from workbench.masking.tiling import count_inside
from workbench.text.document import KIND_CODE, KINDS, Bools, Ints, UnitKind

_RATE_BINS = 100
MOST_EXAMPLES = 40  #: units with an unknown token whose places are kept


def _grown(counts: Ints, more: Ints) -> Ints:
    """Counts added up, as long as the longer of the two."""
    longer, shorter = (counts, more) if len(counts) >= len(more) else (more, counts)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def _none() -> Ints:
    return np.zeros(0, dtype=np.int64)


@dataclass
class KindCount:
    """Units of one kind: how many there were, how many were chosen, and how many tokens those had; ``unknown`` ones
    hold an unknown token, so that nothing can learn to predict them."""

    units: int = 0
    chosen: int = 0
    tokens: int = 0
    unknown: int = 0


def falls_short(masked: MaskedBatch, strategy: MaskingStrategy) -> Bools:
    """In which passages [B] all units together are less than the rate asks for, so that it cannot be reached."""
    batch, regular = masked.passages, masked.choice.units.take(masked.choice.regular)
    room = np.bincount(batch.owner[regular.start], regular.end - regular.start, minlength=len(batch))
    return np.asarray(room < strategy.limits(batch.lengths, batch.num_maskable).budget)


@dataclass
class MaskAudit:
    """Counts over the batches that were added.

    Faults, which must be 0: ``special_hits`` special tokens chosen or changed, ``changed_outside`` ordinary tokens
    changed without being chosen, ``split_units`` units chosen in part, ``crossing_units`` units over a sentence end,
    ``wrong_labels`` targets that are not the original, ``hidden_whole`` passages of several tokens with none visible.
    ``without_target`` counts passages with nothing to predict, ``short`` those whose units together are less than the
    rate asks for, ``unknown_targets`` targets whose original is the
    unknown token, which teach nothing. ``tokens`` [n] and ``words`` [n] count chosen units by length in tokens and in
    words, ``roomy`` [n] candidate runs that had room for the longest, by their length in what they are runs of, and
    ``roomy_chosen`` [n] those of them that were chosen;
    ``rates`` [101] counts passages by their realised rate in whole percents. ``unknown_places`` are the first and the
    last token, by their number in the prepared corpus, of some units of several tokens or of lists that hold an unknown
    one.
    """

    passages: int = 0
    maskable: int = 0
    targets: int = 0
    without_target: int = 0
    short: int = 0
    unknown_targets: int = 0
    special_hits: int = 0
    changed_outside: int = 0
    split_units: int = 0
    crossing_units: int = 0
    wrong_labels: int = 0
    hidden_whole: int = 0
    actions: Ints = field(default_factory=lambda: np.zeros(len(Action), dtype=np.int64))
    kinds: dict[UnitKind, KindCount] = field(default_factory=dict)
    tokens: Ints = field(default_factory=_none)
    words: Ints = field(default_factory=_none)
    roomy: Ints = field(default_factory=_none)
    roomy_chosen: Ints = field(default_factory=_none)
    rates: Ints = field(default_factory=lambda: np.zeros(_RATE_BINS + 1, dtype=np.int64))
    unknown_places: list[tuple[int, int]] = field(default_factory=list)

    FAULTS = ("special_hits", "changed_outside", "split_units", "crossing_units", "wrong_labels", "hidden_whole")

    @property
    def rate(self) -> float:
        """Targets / maskable tokens; 0 without any."""
        return self.targets / self.maskable if self.maskable else 0.0

    @property
    def faults(self) -> Mapping[str, int]:
        """Broken rules by name; all 0 where the program is right."""
        return {name: int(getattr(self, name)) for name in self.FAULTS}

    def add(self, masked: MaskedBatch, strategy: MaskingStrategy, unknown_id: int) -> None:
        """Count one batch, made by ``strategy`` and with all layers of units."""
        batch, picks, units = masked.passages, masked.picks, masked.choice.units
        owner = batch.owner
        target = masked.labels != IGNORE
        changed = masked.input_ids != batch.ids
        self.special_hits += int(np.count_nonzero((target | changed) & ~batch.maskable))
        self.changed_outside += int(np.count_nonzero(changed & ~target & batch.maskable))
        self.wrong_labels += int(np.count_nonzero(target & (masked.labels != batch.ids)))
        self.crossing_units += int(np.count_nonzero(batch.part[units.start] != batch.part[units.end - 1]))
        inside = count_inside(units, target)
        self.split_units += int(np.count_nonzero(inside != np.where(masked.choice.chosen, units.end - units.start, 0)))
        targets = np.bincount(owner[target], minlength=len(batch))
        maskable = np.bincount(owner[batch.maskable], minlength=len(batch))
        self.passages += len(batch)
        self.maskable += int(maskable.sum())
        self.targets += int(targets.sum())
        self.without_target += int(np.count_nonzero((targets == 0) & (maskable > 0)))
        self.hidden_whole += int(np.count_nonzero((targets == maskable) & (maskable > 1)))
        self.short += int(np.count_nonzero(falls_short(masked, strategy)))
        self.unknown_targets += int(np.count_nonzero(picks.original == unknown_id))
        self.actions = self.actions + np.bincount(picks.action, minlength=len(Action))
        self.rates = self.rates + np.bincount(
            np.rint(_RATE_BINS * targets / np.maximum(maskable, 1)).astype(np.int64), minlength=_RATE_BINS + 1
        )
        self._add_units(masked, strategy, unknown_id)

    def _add_units(self, masked: MaskedBatch, strategy: MaskingStrategy, unknown_id: int) -> None:
        batch, units = masked.passages, masked.choice.units
        chosen = units.take(masked.choice.chosen)
        unknown = count_inside(units, batch.ids == unknown_id) > 0
        for code, kind in enumerate(KINDS):
            own = chosen.kind == code
            count = self.kinds.setdefault(kind, KindCount())
            count.units += int(np.count_nonzero(units.kind == code))
            count.chosen += int(np.count_nonzero(own))
            count.tokens += int((chosen.end - chosen.start)[own].sum())
            count.unknown += int(np.count_nonzero(unknown & (units.kind == code)))
        named = np.flatnonzero(unknown & (units.kind != KIND_CODE[UnitKind.CHAR]))
        for row in named[: MOST_EXAMPLES - len(self.unknown_places)].tolist():
            first, last = batch.token[[units.start[row], units.end[row] - 1]].tolist()
            self.unknown_places.append((first, last))
        begins = np.zeros(len(batch.ids), dtype=np.bool_)
        begins[batch.layers[UnitKind.WORD].start] = True
        tokens, words = units.end - units.start, np.maximum(count_inside(units, begins), 1)
        is_chosen = masked.choice.chosen
        self.tokens = _grown(self.tokens, np.bincount(tokens[is_chosen]))
        self.words = _grown(self.words, np.bincount(words[is_chosen]))
        if isinstance(strategy, RunStrategy):
            lengths = words if strategy.of is RunOf.WORD else tokens
            room = strategy.with_room(units, batch)
            self.roomy = _grown(self.roomy, np.bincount(lengths[room]))
            self.roomy_chosen = _grown(self.roomy_chosen, np.bincount(lengths[room & is_chosen]))


@dataclass(frozen=True)
class LengthShares:
    """Shares of chosen units by length 1, 2, ... in ``of``; for runs also those of the candidates with room for the
    longest, of the chosen ones among these, and of the formula, which both must follow. All chosen ones are shorter:
    sentences and punctuation cut them."""

    of: RunOf
    counted: NDArray[np.float64]
    roomy: NDArray[np.float64] | None = None
    roomy_chosen: NDArray[np.float64] | None = None
    formula: NDArray[np.float64] | None = None


def length_shares(audit: MaskAudit, strategy: MaskingStrategy) -> LengthShares:
    """The lengths of an audit beside the formula of the strategy it was made with."""
    if not isinstance(strategy, RunStrategy):
        return LengthShares(RunOf.CHAR, _shares(audit.tokens))
    counts = audit.words if strategy.of is RunOf.WORD else audit.tokens
    return LengthShares(
        strategy.of, _shares(counts), _shares(audit.roomy), _shares(audit.roomy_chosen), strategy.shares()
    )


def _shares(counts: Ints) -> NDArray[np.float64]:
    """Shares of lengths 1, 2, ... from counts of 0, 1, 2, ..."""
    return np.asarray(counts[1:] / max(int(counts[1:].sum()), 1), dtype=np.float64)
