"""What a picture of n-grams shows: rows by group, columns that are layers or checkpoints, and who wins in each."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled
from workbench.core.texts import Text, Translate, mark
from workbench.inspection.colours import Bytes, to_levels
from workbench.inspection.examples import Example, Expected, expectations
from workbench.inspection.ngram_contest import (
    CLEAR,
    Bools,
    Order,
    ahead,
    arranged,
    contested,
    groups_of,
    strongest_rivals,
    winners,
)
from workbench.inspection.ngrams import Candidate, Floats, NgramInspection, Quantity


class Columns(Labelled):
    """What the columns are."""

    LAYERS = "layers", mark("layers")
    CHECKPOINTS = "checkpoints", mark("checkpoints")


class ColourScale(Labelled):
    """What the colours stand for: from 0 to the greatest value of all layers and checkpoints that were read, or of the
    column, of a layer in all these checkpoints; or from the least to the greatest of all, which shows small
    differences."""

    ALL = "all", mark("one for all")
    COLUMN = "column", mark("each column")
    RANGE = "range", mark("least to greatest")


@dataclass(frozen=True)
class ReadCheckpoints:
    """One sentence in one or more checkpoints of a run, by step, with the ``epochs`` that each had trained where that
    is known, and the ``example`` that the sentence is, if any."""

    by_step: Mapping[int, NgramInspection]
    epochs: Mapping[int, float] = field(default_factory=dict)
    example: Example | None = None
    _stacks: dict[Quantity, Floats] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def steps(self) -> list[int]:
        """The steps, rising."""
        return sorted(self.by_step)

    def stacked(self, quantity: Quantity) -> Floats:
        """A quantity [checkpoints, n-grams, layers]; NaN in the rows of dropped n-grams."""
        if quantity not in self._stacks:
            self._stacks[quantity] = np.stack([self.by_step[step].values(quantity) for step in self.steps])
        return self._stacks[quantity]

    @cached_property
    def any(self) -> NgramInspection:
        """The sentence in one of them: tokens and candidates are the same in all."""
        return self.by_step[self.steps[0]]

    @cached_property
    def groups(self) -> list[int]:
        """The group of each candidate."""
        return groups_of(self.any.candidates)

    @cached_property
    def contested(self) -> set[int]:
        """The groups that more than one is kept in."""
        return contested(self.any.candidates, self.groups)

    @cached_property
    def expected(self) -> list[Expected | None]:
        """What each candidate is by the example."""
        return expectations(self.example, self.any)

    def when(self, step: int) -> Text:
        """A checkpoint in words."""
        epoch = self.epochs.get(step)
        if epoch is None:
            return Text(mark("step {step:,}"), {"step": step})
        return Text(mark("step {step:,}, epoch {epoch:.2f}"), {"step": step, "epoch": epoch})


@dataclass(frozen=True)
class Wanted:
    """How the n-grams are shown: the checkpoint of ``step`` layer by layer, or a ``layer`` (from 0) checkpoint by
    checkpoint; ``only`` some candidates, by their places, or all."""

    step: int
    quantity: Quantity = Quantity.RECEIVED
    columns: Columns = Columns.LAYERS
    layer: int = -1
    order: Order = Order.PLACE
    scale: ColourScale = ColourScale.COLUMN
    only: frozenset[int] | None = None


@dataclass(frozen=True)
class NgramPicture:
    """``values`` [n-grams, columns] under ``names``, ``lows`` and ``highs`` [columns] being those of the first and the
    last colour; who ``won`` [n-grams, columns]; ``groups`` are places of candidates as they are shown, and ``current``
    is the column of the chosen layer or checkpoint."""

    read: ReadCheckpoints
    wanted: Wanted
    values: Floats
    names: tuple[str, ...]
    lows: Floats
    highs: Floats
    won: Bools
    groups: list[list[int]]
    current: int

    @property
    def found(self) -> NgramInspection:
        """The sentence in the chosen checkpoint."""
        return self.read.by_step[self.wanted.step]

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All n-grams of the sentence."""
        return self.found.candidates

    @property
    def bounds(self) -> tuple[float, float]:
        """The least of the lows and the greatest of the highs."""
        return float(self.lows.min(initial=self.highs.max(initial=0.0))), float(self.highs.max(initial=0.0))

    @cached_property
    def levels(self) -> Bytes:
        """The values as levels of colours [n-grams, columns]."""
        return to_levels(self.values, self.lows, self.highs)

    @cached_property
    def rivals(self) -> NDArray[np.int64]:
        """The strongest rival of each n-gram in each column [n-grams, columns], by its place; -1 for none."""
        return strongest_rivals(self.candidates, self.values)

    @cached_property
    def lead(self) -> NDArray[np.floating]:
        """How far each is ahead of that rival, as a share of its value [n-grams, columns]."""
        return ahead(self.values, self.rivals)

    def is_clear(self, place: int, column: int) -> bool:
        """Whether a winner is far enough ahead to be taken for one."""
        return bool(self.lead[place, column] >= CLEAR)

    @cached_property
    def rows(self) -> list[int]:
        """Places of the candidates that are shown, from above."""
        return [place for members in self.groups for place in members]

    def is_contest(self, members: Sequence[int]) -> bool:
        """Whether more than one of a shown group is kept."""
        return bool(members) and self.read.groups[members[0]] in self.read.contested

    def winner_places(self, members: Sequence[int], column: int) -> list[int]:
        """Who wins a column in the group of some members, also of those that are not shown; in the sentence's order."""
        group = self.read.groups[members[0]]
        places = [place for place in np.flatnonzero(self.won[:, column]).tolist() if self.read.groups[place] == group]
        return sorted(places, key=lambda place: self.candidates[place].start)

    def winner_words(self, members: Sequence[int], column: int) -> str:
        """The same as text."""
        return " ".join(self.candidates[place].text for place in self.winner_places(members, column))

    def wins(self, place: int) -> list[int]:
        """The columns that a candidate wins against rivals; none where it has no rival."""
        return np.flatnonzero(self.won[place]).tolist() if self.read.groups[place] in self.read.contested else []

    def column_words(self, column: int) -> Text:
        """A column in words."""
        if self.wanted.columns is Columns.LAYERS:
            return Text(mark("layer {layer}"), {"layer": column + 1})
        return self.read.when(self.read.steps[column])

    def caption(self) -> Text:
        """What is shown, for people and files."""
        values = {
            "quantity": Text(self.wanted.quantity.label),
            "when": self.read.when(self.wanted.step),
            "layer": self.wanted.layer + 1,
            "scale": Text(self.wanted.scale.label),
        }
        if self.wanted.columns is Columns.LAYERS:
            return Text(mark("{quantity}, layer by layer; {when}; scale: {scale}"), values)
        return Text(mark("{quantity}, checkpoint by checkpoint; layer {layer}; scale: {scale}"), values)

    def as_csv(self, translate: Translate) -> str:
        """A line an n-gram in the order that is shown, empty values for dropped ones; the caption stands in the first
        cell, and last the columns that each n-gram wins, where others contest them."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        titles = (mark("start"), mark("length"), mark("count"), mark("dropped"), mark("group"), mark("example"))
        named = [self.caption().render(translate), *map(translate, titles), *self.names, translate(mark("wins in"))]
        writer.writerow(named)
        for place in self.rows:
            one, expected = self.candidates[place], self.read.expected[place]
            values = ["" if np.isnan(value) else f"{value:.6g}" for value in self.values[place].tolist()]
            wins = " ".join(self.names[at] for at in self.wins(place))
            writer.writerow(
                [one.text, one.start, one.length, one.count, self.found.why_dropped(one).render(translate),
                 self.read.groups[place] + 1, "" if expected is None else expected.value, *values, wins]
            )  # fmt: skip
        return out.getvalue()

    def arrays(self, translate: Translate) -> dict[str, NDArray[np.generic]]:
        """``values`` [rows, columns] as they are shown (NaN for dropped n-grams) with ``columns``, who ``won`` with
        what ``lead``, the ``ngrams`` with ``start``, ``length``, ``count``, ``dropped``, ``group``, ``example``;
        ``all_values`` [checkpoints, rows, layers] of the ``steps`` that were read with their ``epochs`` and ``cosines``
        [checkpoints, n-gram layers], NaN where there are no two n-grams; and the caption as ``view``."""
        rows, read = self.rows, self.read
        shown = [self.candidates[place] for place in rows]
        return {
            "values": self.values[rows],
            "columns": np.array(self.names),
            "won": self.won[rows],
            "lead": self.lead[rows],
            "ngrams": np.array([one.text for one in shown]),
            "start": np.array([one.start for one in shown]),
            "length": np.array([one.length for one in shown]),
            "count": np.array([one.count for one in shown]),
            "dropped": np.array([one.dropped or "" for one in shown], dtype=np.str_),
            "group": np.array([read.groups[place] + 1 for place in rows]),
            "example": np.array([read.expected[place] or "" for place in rows], dtype=np.str_),
            "all_values": read.stacked(self.wanted.quantity)[:, rows],
            "steps": np.array(read.steps),
            "epochs": np.array([read.epochs.get(step, np.nan) for step in read.steps]),
            "cosines": np.array([read.by_step[step].cosines for step in read.steps], np.float32),
            "tokens": np.array(self.found.tokens),
            "view": np.array(self.caption().render(translate)),
        }


def make_picture(read: ReadCheckpoints, wanted: Wanted) -> NgramPicture:
    """The picture that is wanted; a layer that the quantity does not have gives way to its last one (-1 is that too).

    The scale does not depend on the checkpoint that is on show, so that colours compare from one to the next.
    """
    stacked = read.stacked(wanted.quantity)
    layers = stacked.shape[2]
    layer = wanted.layer if 0 <= wanted.layer < layers else layers - 1
    wanted = replace(wanted, layer=layer)
    place = read.steps.index(wanted.step)
    by_layer = wanted.columns is Columns.LAYERS
    values: Floats = stacked[place] if by_layer else np.ascontiguousarray(stacked[:, :, layer].T)
    names = [str(number + 1) for number in range(layers)] if by_layer else [str(step) for step in read.steps]
    current = layer if by_layer else place
    lows = np.full(len(names), _bound(stacked, np.min) if wanted.scale is ColourScale.RANGE else 0, np.float32)
    if wanted.scale is ColourScale.COLUMN:
        columns = stacked.transpose(2, 0, 1) if by_layer else values.T
        highs = np.array([_bound(column, np.max) for column in columns], np.float32)
    else:
        highs = np.full(len(names), _bound(stacked, np.max), np.float32)
    order = arranged(read.any.candidates, read.groups, wanted.order, values[:, current])
    if wanted.only is not None:
        only = wanted.only
        order = [kept for members in order if (kept := [at for at in members if at in only])]
    won = winners(read.any.candidates, values)
    return NgramPicture(read, wanted, values, tuple(names), lows, highs, won, order, current)


def _bound(values: NDArray[np.floating], of: Callable[[NDArray[np.floating]], float]) -> float:
    """The least or greatest finite value, 0 where there is none."""
    finite = values[np.isfinite(values)]
    return float(of(finite)) if finite.size else 0.0
