"""ERNIE's dialogue language model (sheet 1.3): turns of a dialogue with roles, and whether all of them belong to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from workbench.core.config import Labelled, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, derive, purpose_code, uniforms
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin
from workbench.objectives.objective import PassageObjective
from workbench.objectives.turns import Turns, alike, shorten
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan, TokenSource
from workbench.text.ragged import ranges, starts_of

REAL, FAKE = 0, 1  #: answers
MOST = 3  #: turns of a passage
QUERY, RESPONSE = 0, 1  #: roles, in the place of segments


class Pattern(Labelled):
    """Who speaks in three turns: Q asks or begins, R answers."""

    QRQ = "QRQ", mark("Two speakers in turn")
    QRR = "QRR", mark("Two answers to the first")
    QQR = "QQR", mark("One answer to both")

    @property
    def roles(self) -> tuple[int, ...]:
        """The role of each turn."""
        return tuple(RESPONSE if letter == "R" else QUERY for letter in self.value)


class Replaced(Labelled):
    """Which turns of a fake dialogue are another's."""

    ONE = "one", mark("Any one turn")
    SEVERAL = "several", mark("Any number of turns, but not all")


class Dialogue(PassageObjective):
    """Three turns in a row of one dialogue (both of one that has two), each closed by a separator; in a fake, turns of
    other dialogues, about as long, have taken the place of some.

    A turn is a paragraph of a document. Windows begin three turns apart, from a place that each epoch draws anew, and
    the last one ends with its dialogue; a document of a single turn is in none. The paper names the patterns of roles
    as examples and does not say how one is chosen: here one of those ticked is drawn for each passage, whatever its
    text is, and two turns are always Q and R. Tokens of all turns are masked and predicted, in fakes too, about which
    the paper is silent. Turns that are too long together are cut, the longest first: the first loses its beginning,
    the others their end, so that what lies next to each other stays.
    """

    title: ClassVar[str] = mark("Dialogue")
    head: ClassVar[str] = "dialogue"
    roles: ClassVar[bool] = True
    kind: Literal["dialogue"] = "dialogue"

    patterns: tuple[Pattern, ...] = option(
        (Pattern.QRQ,),
        label=mark("Roles of the turns"),
        help=mark("One of those ticked is drawn for each passage of three turns; two turns are Q and R."),
    )
    fake_probability: float = option(
        0.5,
        label=mark("Fake dialogues"),
        help=mark("Share of the passages in which turns are those of other dialogues."),
        gt=0.0,
        lt=1.0,
        step=0.05,
        advanced=True,
    )
    replaced: Replaced = option(
        Replaced.ONE,
        label=mark("Turns of a fake"),
        help=mark("Which turns another dialogue lends; they are about as long as those in whose place they are."),
        advanced=True,
    )

    @field_validator("patterns")
    @classmethod
    def _is_one_at_least(cls, patterns: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
        if not patterns:
            raise ValueError(mark("Choose one pattern of roles at least."))
        return patterns

    @property
    def answers(self) -> tuple[str, ...]:
        """Real comes first."""
        return mark("real dialogue"), mark("with turns of others")

    @property
    def segments(self) -> int:
        """Roles that the encoder needs."""
        return len((QUERY, RESPONSE))

    def lacking_turns(self, turns: Ints) -> Text | None:
        """Two documents, one of them with two turns."""
        if len(turns) > 1 and np.any(turns > 1):
            return None
        template = mark(
            "Dialogues need two documents, one of them with two turns. A turn is a paragraph: import dialogues as "
            "lists of turns, or text with a turn a line."
        )
        return Text(template)

    def gap(self, sentences: Ints, turns: Ints) -> Text | None:
        """No dialogue of two turns."""
        if np.any(turns > 1):
            return None
        template = mark(
            "The evaluation split has no dialogue of two turns ({documents} {documents:document|documents}), so that "
            "only the training loss can be shown. Hold out more documents."
        )
        return Text(template, {"documents": len(turns)})

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """At least one dialogue of two turns, and another document that can lend a turn."""
        super().check(source, documents, length)
        counts = Turns.of(source, documents).counts
        if not np.any(counts > 1) or np.count_nonzero(counts) < 2:
            raise WorkbenchError(
                mark(
                    "Dialogues can't be asked about: {documents} {documents:document|documents} with text, {several} "
                    "of them with two or more turns."
                ),
                mark("A turn is a paragraph: import dialogues as lists of turns, or text with a turn a line."),
                documents=int(np.count_nonzero(counts)),
                several=int(np.count_nonzero(counts > 1)),
            )

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Passages in the order of the documents; the draws go by document and by the turn that a window begins at."""
        turns = Turns.of(source, documents)
        windows = self._windows(turns, key)
        keys = derive(key, purpose_code("window"), turns.number[windows.first])
        place = windows.first[:, None] + np.arange(MOST)
        there = np.arange(MOST) < windows.count[:, None]
        place = np.where(there, place, windows.first[:, None])
        start = np.where(there, turns.start[place], 0)
        end = np.where(there, turns.end[place], 0)

        pool = turns if others is None else Turns.of(source, others)
        fake = (uniforms(keys, "fake", 0) < self.fake_probability) & (np.count_nonzero(pool.counts) > 1)
        chosen = self._chosen(windows.count, keys) & fake[:, None]
        row, column = chosen.nonzero()
        lent = alike(source, turns, pool, place[row, column], derive(keys[row], purpose_code("lent turn"), column), key)
        start[row, column], end[row, column] = pool.start[lent], pool.end[lent]

        shorten(start, end, length - 1 - windows.count)
        roles = self._roles(windows.count, keys)
        return PassagePlan(
            piece_starts=starts_of(windows.count),
            start=start[there],
            end=end[there],
            segment=roles[there],
            separators=np.ones(int(windows.count.sum()), dtype=np.int8),
            label=np.where(fake, FAKE, REAL).astype(np.int32),
            example=np.arange(len(fake), dtype=np.int64),
        )

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many windows there are."""
        return len(self._windows(Turns.of(source, documents), key).first)

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of documents with a single turn."""
        turns = Turns.of(source, documents)
        lengths = turns.end - turns.start
        return float(lengths[(turns.counts == 1)[turns.row]].sum()) / max(1, int(lengths.sum()))

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """Which turns are of other dialogues, and which turns of which dialogue stood in their place."""
        turns = Turns.of(origin.source, origin.documents)
        windows = self._windows(turns, origin.key)
        number = plan.example[rows]
        first, count = windows.first[number], windows.count[number]
        lent = self._chosen(count, derive(origin.key, purpose_code("window"), turns.number[first]))
        lent &= (plan.label[rows] == FAKE)[:, None]
        document, turn = turns.document[first], first - starts_of(turns.counts)[turns.row[first]]
        found = super().explain(plan, rows, origin)
        return [
            _explained(one, lent[row, : count[row]], int(document[row]), int(turn[row]))
            for row, one in enumerate(found)
        ]

    def _windows(self, turns: Turns, key: Keys) -> _Windows:
        """Where windows begin, in the order of the dialogues. From a drawn shift on, every third turn begins one, as
        far as there are three; the first and the last window are moved into the dialogue."""
        counts = turns.counts
        rows = np.flatnonzero(counts > 1)
        most = counts[rows] - MOST  # the last turn that a whole window begins at, counted within its dialogue
        shift = (uniforms(key, "first turn", turns.documents[rows]) * MOST).astype(np.int64)
        shift[most <= 0] = 0
        number = 1 + np.maximum(-(-(most + shift) // MOST), 0)
        step = ranges(np.zeros(len(rows)), number)
        last = np.repeat(np.maximum(most, 0), number)
        within = np.clip(MOST * step - np.repeat(shift, number), 0, last)
        first = np.repeat(starts_of(counts)[rows], number) + within
        return _Windows(first, np.repeat(np.minimum(counts[rows], MOST), number))

    def _chosen(self, count: Ints, keys: Keys) -> Bools:
        """The turns [p, 3] of windows of ``count`` [p] turns that another dialogue would lend."""
        draw = uniforms(keys[:, None], "turn", np.arange(MOST)[None, :])
        draw = np.where(np.arange(MOST) < count[:, None], draw, 2.0)
        rank = np.argsort(np.argsort(draw, axis=1), axis=1)
        wanted = np.ones(len(count), dtype=np.int64)
        if self.replaced is Replaced.SEVERAL:
            wanted += (uniforms(keys, "number of turns", 0) * (count - 1)).astype(np.int64)
        return np.asarray(rank < wanted[:, None])

    def _roles(self, count: Ints, keys: Keys) -> NDArray[np.int8]:
        """The role of each turn [p, 3]."""
        known = np.array([pattern.roles for pattern in self.patterns], dtype=np.int8)
        roles = known[(uniforms(keys, "pattern", 0) * len(known)).astype(np.int64)]
        roles[count < MOST] = Pattern.QRQ.roles
        return roles


def _explained(found: Explanation, lent: Bools, document: int, first: int) -> Explanation:
    """A passage of the turns of a dialogue, from its turn ``first`` on, some of which were ``lent`` [2 or 3]."""
    whole = mark("Turns {first} to {last} of the dialogue {document:,}.")
    turns = {"first": first + 1, "last": first + len(lent), "document": document + 1}
    replaced = Text(mark("This turn is of another dialogue."))
    return replace(found, words=Text(whole, turns), notes=tuple(replaced if one else None for one in lent.tolist()))


@dataclass(frozen=True)
class _Windows:
    """The turn that each of p windows begins at [p], and how many it has [p], 2 or 3."""

    first: Ints
    count: Ints
