"""Figures about masks: of one passage, and of a sample of the corpus. Arrays only, no widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workbench.masking.audit import MaskAudit
from workbench.masking.strategy import MaskedBatch
from workbench.text.document import KINDS, Ints, PassageBatch, UnitKind, Units
from workbench.text.ragged import ranges

LEAST_OCCURRENCES = 5  #: rarer words say nothing about how often a strategy hides them
MOST_WORDS = 12


@dataclass(frozen=True)
class MaskSummary:
    """What a strategy did to one or more passages: ``targets`` of ``maskable`` tokens, in ``units`` chosen units."""

    targets: int
    maskable: int
    units: int

    @property
    def rate(self) -> float:
        """Targets / maskable tokens; 0 without any."""
        return self.targets / self.maskable if self.maskable else 0.0


def summarise(masked: MaskedBatch) -> MaskSummary:
    """Counts over a whole batch."""
    return MaskSummary(
        len(masked.picks.position), int(masked.passages.maskable.sum()), int(np.count_nonzero(masked.choice.chosen))
    )


@dataclass(frozen=True)
class Overlap:
    """Targets of two draws of one strategy on the same passages: of the ``first``, of the ``second``, in ``both``."""

    first: int
    second: int
    both: int

    @property
    def share(self) -> float:
        """Of the targets of a draw, how many the other has too, as the mean of both views; the rate itself is what
        chance alone gives. 1 where neither has any."""
        together = self.first + self.second
        return 2 * self.both / together if together else 1.0


def overlap(first: MaskedBatch, second: MaskedBatch) -> Overlap:
    """Compare two draws on the same passages."""
    both = np.intersect1d(first.picks.position, second.picks.position, assume_unique=True)
    return Overlap(len(first.picks.position), len(second.picks.position), len(both))


@dataclass(frozen=True)
class WordShare:
    """How often a word of the sample was hidden, out of how many occurrences."""

    word: str
    hidden: int
    occurrences: int

    @property
    def share(self) -> float:
        """Hidden / occurrences."""
        return self.hidden / self.occurrences


@dataclass(frozen=True)
class SampleFigures:
    """One strategy over a sample of passages.

    ``rates`` [B] are realised rates; ``length_counts[n]`` chosen units of n tokens; ``kind_counts`` chosen units by
    kind (in the order of :data:`workbench.text.document.KINDS`); ``most`` the words hidden most often, ``never`` how
    many of the words with enough occurrences were never hidden, of ``frequent``; ``audit`` what an audit of the sample
    counts, and ``short_sentences`` the share of single sentences that hold too few units for the rate.
    """

    summary: MaskSummary
    rates: NDArray[np.float64]
    length_counts: Ints
    kind_counts: Ints
    most: tuple[WordShare, ...]
    never: tuple[WordShare, ...]
    frequent: int
    audit: MaskAudit = field(default_factory=MaskAudit)
    short_sentences: float = 0.0

    @property
    def mean_length(self) -> float:
        """Tokens a chosen unit."""
        return self.summary.targets / self.summary.units if self.summary.units else 0.0


def sample_figures(
    masked: MaskedBatch,
    text_of_word: Callable[[int, int], str],
    audit: MaskAudit,
    short_sentences: float = 0.0,
) -> SampleFigures:
    """Figures of a masked sample with its ``audit``; ``text_of_word(start, end)`` gives the text of flat token
    places."""
    batch = masked.passages
    targets = np.bincount(batch.owner[masked.picks.position], minlength=len(batch))
    maskable = np.bincount(batch.owner[batch.maskable], minlength=len(batch))
    chosen = masked.choice.units.take(masked.choice.chosen)
    words = _word_shares(masked, text_of_word)
    ordered = sorted(words, key=lambda word: (-word.share, -word.occurrences))
    never = sorted((word for word in words if not word.hidden), key=lambda word: -word.occurrences)
    return SampleFigures(
        summarise(masked),
        targets / np.maximum(maskable, 1),
        np.bincount(chosen.end - chosen.start),
        np.bincount(chosen.kind, minlength=len(KINDS)),
        tuple(word for word in ordered[:MOST_WORDS] if word.hidden),
        tuple(never),
        len(words),
        audit,
        short_sentences,
    )


def _word_shares(masked: MaskedBatch, text_of_word: Callable[[int, int], str]) -> list[WordShare]:
    """Words of the sample with enough occurrences; equal token ids are one word, hidden when all its tokens are."""
    batch = masked.passages
    words = batch.layers[UnitKind.WORD]
    if not len(words):
        return []
    target = np.zeros(len(batch.ids), dtype=np.bool_)
    target[masked.picks.position] = True
    hidden = np.logical_and.reduceat(target[_flat(words)], _heads(words))
    group, first = _word_groups(batch, words)
    occurrences, hits = np.bincount(group), np.bincount(group, weights=hidden).astype(np.int64)
    return [
        WordShare(text_of_word(int(words.start[first[g]]), int(words.end[first[g]])), int(hits[g]), int(occurrences[g]))
        for g in np.flatnonzero(occurrences >= LEAST_OCCURRENCES)
    ]


def _flat(units: Units) -> Ints:
    return ranges(units.start, units.end - units.start)


def _heads(units: Units) -> Ints:
    lengths = units.end - units.start
    return np.asarray(np.cumsum(lengths) - lengths, dtype=np.int64)


def _word_groups(batch: PassageBatch, words: Units) -> tuple[Ints, Ints]:
    """A number a word [w], equal for equal token ids, and the first word of each number."""
    table: dict[bytes, int] = {}
    first: list[int] = []
    group = np.zeros(len(words), dtype=np.int64)
    for row, (start, end) in enumerate(zip(words.start, words.end, strict=True)):
        key = batch.ids[start:end].tobytes()
        if key not in table:
            table[key] = len(first)
            first.append(row)
        group[row] = table[key]
    return group, np.asarray(first, dtype=np.int64)
