"""A sentence as it was looked at: what the window shows and what is written to files is made from this."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from workbench.core.texts import Text, text_of
from workbench.inspection.alignment import Span
from workbench.inspection.groups import Group, Level, aggregate
from workbench.inspection.hiding import Matrix, hide
from workbench.inspection.summary import Summary
from workbench.inspection.weights import WeightsFile

WEIGHTS, SUMMARY = "weights.f32", "summary.npz"  #: files of an inspection's folder


@dataclass(frozen=True)
class Guess:
    """A token that may stand at a mask, and its probability."""

    token: str
    probability: float


@dataclass(frozen=True)
class MaskedToken:
    """The likeliest tokens at ``position`` of the masked sentence (``after``) and of the sentence with the hidden token
    in its place (``before``), the best first; of a token that was hidden there what it is (``original``) and its two
    probabilities. A mask that was typed has no original, and nothing before."""

    position: int
    after: tuple[Guess, ...]
    original: str | None = None
    before: tuple[Guess, ...] = ()
    original_before: float | None = None
    original_after: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Inspected:
    """``tokens`` [n], their ``spans`` in the texts and which are ``masks``; ``groups`` by level, ``units_problem``
    where some could not be found; predictions at the masks; ``weights`` and their ``summary``."""

    step: int
    tokens: Sequence[str]
    spans: Sequence[Span]
    masks: frozenset[int]
    masked: Sequence[MaskedToken]
    groups: Mapping[Level, Sequence[Group]]
    units_problem: Text | None
    weights: WeightsFile
    summary: Summary

    @property
    def specials(self) -> list[int]:
        """Places of special tokens."""
        return [place for place, span in enumerate(self.spans) if span is None]

    def matrix(self, layer: int, head: int | None, level: Level = Level.TOKEN) -> Matrix:
        """The weights of a head, of None the mean of the layer's heads, between the groups of a level [g, g]."""
        weights = self.weights.mean(layer) if head is None else self.weights.head(layer, head)
        return weights if level is Level.TOKEN else aggregate(weights, self.groups[level])

    def greatest(self, level: Level, hidden: Sequence[int] = (), renormalise: bool = False) -> float:
        """The greatest weight of all heads as :func:`hide` shows them; each head is read, which for long sentences
        takes a while."""
        if level is Level.TOKEN and not hidden:
            return float(self.summary.greatest.max())
        heads = itertools.product(range(self.weights.layers), range(self.weights.heads))
        shown = (hide(self.matrix(layer, head, level), hidden, renormalise).values for layer, head in heads)
        return max((float(values.max()) for values in shown if values.size), default=0.0)

    def special_groups(self, level: Level) -> list[int]:
        """Which groups of a level are made of special tokens."""
        return [number for number, group in enumerate(self.groups[level]) if self.spans[group.start] is None]


def read_inspected(answer: Mapping[str, Any], folder: Path, readable: Callable[[str], str] = str) -> Inspected:
    """From the answer to ``look`` (see :mod:`workbench.probe.serve`) and the folder it wrote; ``readable`` says how a
    token is shown."""
    tokens = [readable(token) for token in answer["tokens"]]
    groups = {
        Level(level): [Group(start, end, text, unit=unit) for start, end, text, unit in found]
        for level, found in answer["groups"].items()
    }
    groups[Level.TOKEN] = [Group(one.start, one.end, readable(one.text), unit=one.unit) for one in groups[Level.TOKEN]]
    problem = answer.get("units_problem")
    return Inspected(
        answer["step"],
        tokens,
        [None if span is None else (span[0], span[1], span[2]) for span in answer["spans"]],
        frozenset(answer["masks"]),
        [_masked(one, readable) for one in answer["masked"]],
        groups,
        None if problem is None else text_of(problem),
        WeightsFile(folder / WEIGHTS, answer["layers"], answer["heads"], len(tokens)),
        Summary.load(folder / SUMMARY),
    )


def _masked(entry: Mapping[str, Any], readable: Callable[[str], str]) -> MaskedToken:
    before, after = (
        tuple(Guess(readable(guess["token"]), guess["probability"]) for guess in entry[side])
        for side in ("before", "after")
    )
    original = entry["original"]
    return MaskedToken(
        entry["position"],
        after,
        None if original is None else readable(original),
        before,
        entry["original_before"],
        entry["original_after"],
    )
