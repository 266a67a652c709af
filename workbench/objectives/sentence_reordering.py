"""ERNIE 2.0's sentence reordering (sheet 2.2, 2.3): a paragraph in parts that were put in another order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from math import factorial
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, derive, purpose_code, uniforms
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin
from workbench.objectives.objective import PassageObjective
from workbench.objectives.segments import share_left_out
from workbench.objectives.sentences import block_starts, ends_within_documents
from workbench.text.document import Ints
from workbench.text.pack import Chunks, PassagePlan, TokenSource, document_sentences, sentence_chunks
from workbench.text.ragged import borders_of, ranges, starts_of

MOST_PARTS = 5  #: 153 classes; six parts would have 873


class LoneSentence(Labelled):
    """What becomes of a passage of a single sentence, which has one order alone."""

    KEEP = "keep", mark("Ask them too")
    DROP = "drop", mark("Leave them out")


class SentenceReordering(PassageObjective):
    """As many consecutive sentences of a document as fit, cut between sentences into k parts, k drawn evenly from 1 to
    ``parts``, or to the number of sentences where these are fewer; the parts stand in an order drawn among all k!.

    The class is the number of orders of fewer parts, 1! + … + (k-1)!, plus the place of this order among those of k
    parts sorted by their numbers. An order names the parts as they are shown: ``(2, 0, 1)`` shows the last one first.
    The parts have the segment types 0, 1, … and the positions of where they are shown, each is closed by a [SEP], and
    room for ``parts`` of these is always kept, so that text is as long whatever the answer. A piece of a sentence that
    was too long stands alone, since its beginning in the middle of a sentence would tell where it belongs.
    """

    title: ClassVar[str] = mark("Reordering")
    head: ClassVar[str] = "sentence_reordering"
    uneven: ClassVar[bool] = True  # text in few sentences is shown in few parts
    rest: ClassVar[str] = mark("sentences that stand alone in a passage. These can be asked too, with one answer.")
    kind: Literal["sentence-reordering"] = "sentence-reordering"

    parts: int = option(
        3,
        label=mark("Most parts"),
        help=mark(
            "A passage is cut into 1 to so many parts. Each number of parts adds its orders to the answers: 2 to 5 "
            "parts have 3, 9, 33 and 153. The encoder needs as many segment types."
        ),
        ge=2,
        le=MOST_PARTS,
    )
    lone_sentence: LoneSentence = option(
        LoneSentence.KEEP,
        label=mark("Passages of one sentence"),
        help=mark("A sentence that fills a passage, or is all that a document has, stands in one part always."),
    )

    @property
    def answers(self) -> tuple[str, ...]:
        """The orders as numbers from 1, those of fewer parts first."""
        return tuple(mark("in one part") if len(order) < 2 else _said(order) for order in _orders(self.parts))

    @property
    def segments(self) -> int:
        """One a part."""
        return self.parts

    @property
    def least_sentences(self) -> int:
        """Two, where a single one is left out."""
        return 2 if self.lone_sentence is LoneSentence.DROP else 1

    def lacking(self, sentences: Ints) -> Text | None:
        """A document of two sentences."""
        if np.any(sentences > 1):
            return None
        template = mark(
            "Sentence reordering needs documents of two or more sentences; none of the {documents} "
            "{documents:document|documents} has them. Choose other passages, or import the corpus so that each "
            "document has several."
        )
        return Text(template, {"documents": len(sentences)})

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """At least one passage of two sentences."""
        super().check(source, documents, length)
        blocks = self._blocks(source, documents, length)
        if not np.any(blocks.sentences > 1):
            raise WorkbenchError(
                mark(
                    "Sentences can't be reordered: in {length} tokens, none of the {passages:,} "
                    "{passages:passage|passages} has two of them."
                ),
                mark("Set a greater length, or import the corpus so that each document has several sentences."),
                length=length,
                passages=len(blocks.first),
            )

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Blocks in the order of the documents; the draws go by the place of a block's first token in the corpus."""
        blocks = self._blocks(source, documents, length)
        keys = derive(key, purpose_code("block"), blocks.chunks.start[blocks.first])
        most = np.minimum(blocks.sentences, self.parts)
        count = 1 + (uniforms(keys, "parts", 0) * most).astype(np.int64)
        start, end = _cut(blocks, count, keys)
        rank = (uniforms(keys, "order", 0) * _FACTORIALS[count]).astype(np.int64)
        label = _OFFSETS[count] + rank
        piece_starts = starts_of(count)
        place = ranges(np.zeros(len(count)), count)
        shown = np.repeat(piece_starts[:-1], count) + _order_table()[np.repeat(label, count), place]
        return PassagePlan(
            piece_starts=piece_starts,
            start=start[shown],
            end=end[shown],
            segment=place.astype(np.int8),
            separators=np.ones(len(place), dtype=np.int8),
            label=label.astype(np.int32),
            example=np.arange(len(count), dtype=np.int64),
        )

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many blocks there are."""
        return len(self._blocks(source, documents, length).first)

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of sentences that stand alone, where these are dropped."""
        if self.lone_sentence is LoneSentence.KEEP:
            return 0.0
        return share_left_out(source, documents, self.plan(source, documents, length, key))

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """The order in which the parts are shown."""
        found = super().explain(plan, rows, origin)
        orders = (_orders(self.parts)[label] for label in plan.label[rows].tolist())
        return [replace(one, order=order) for one, order in zip(found, orders, strict=True)]

    def _blocks(self, source: TokenSource, documents: Ints, length: int) -> _Blocks:
        capacity = length - 1 - self.parts
        chunks = sentence_chunks(source, documents, capacity)
        pieces = _is_piece(source, documents, capacity)
        apart = borders_of(chunks.document) | pieces
        apart[1:] |= pieces[:-1]
        owner = np.cumsum(apart, dtype=np.int64)
        ends = ends_within_documents(Chunks(chunks.start, chunks.end, owner), capacity)
        first = block_starts(chunks, ends)
        sentences = ends[first] - first
        kept = sentences >= self.least_sentences
        return _Blocks(chunks, first[kept], sentences[kept])


@dataclass(frozen=True)
class _Blocks:
    """The ``first`` [b] of the chunks that blocks are made of, and how many ``sentences`` [b] each has."""

    chunks: Chunks
    first: Ints
    sentences: Ints


def _is_piece(source: TokenSource, documents: Ints, capacity: int) -> NDArray[np.bool_]:
    """Which chunks [n] are pieces of a sentence longer than ``capacity``."""
    sentence, _ = document_sentences(source, documents)
    starts = np.asarray(source.sentence_starts)
    counts = -(-(starts[sentence + 1] - starts[sentence]) // capacity)
    return np.asarray(np.repeat(counts > 1, counts))


def _cut(blocks: _Blocks, count: Ints, keys: Keys) -> tuple[Ints, Ints]:
    """Token ranges ``start:end`` [q] of blocks [b] cut into ``count`` [b] parts; every choice of the borders between
    sentences is as likely as any other."""
    inner = blocks.sentences - 1
    owner = np.repeat(np.arange(len(inner)), inner)
    border = ranges(np.ones(len(inner)), inner)  # before which sentence of its block
    draw = uniforms(keys[owner], "border", border)
    by_draw = np.lexsort((draw, owner))
    taken = np.zeros(len(owner), dtype=np.bool_)
    taken[by_draw] = border <= (count - 1)[owner]  # the places of the sorted draws count as the borders do
    begins = np.sort(np.concatenate((blocks.first, (blocks.first[owner] + border)[taken])))
    parts = starts_of(count)
    last = np.append(begins[1:], 0)[: len(begins)] - 1
    last[parts[1:] - 1] = blocks.first + blocks.sentences - 1
    return blocks.chunks.start[begins], blocks.chunks.end[last]


# Orders and their classes

_FACTORIALS = np.array([factorial(count) for count in range(MOST_PARTS + 1)])
#: The class of the first order of 0, 1, 2, … parts.
_OFFSETS = np.append([0, 0], np.cumsum(_FACTORIALS[1:-1]))


@cache
def _orders(most: int) -> tuple[tuple[int, ...], ...]:
    """The orders of 1 to ``most`` parts by class."""
    return tuple(order for count in range(1, most + 1) for order in permutations(range(count)))


@cache
def _order_table() -> Ints:
    """The orders of all classes [153, 5], padded with 0."""
    orders = _orders(MOST_PARTS)
    return np.array([order + (0,) * (MOST_PARTS - len(order)) for order in orders], dtype=np.int64)


def _said(order: tuple[int, ...]) -> str:
    """``3 1 2``: the parts by their numbers, as they are shown."""
    return " ".join(str(part + 1) for part in order)


def order_class(order: tuple[int, ...]) -> int:
    """The class of an order of parts, numbered from 0 and named as they are shown."""
    return _orders(MOST_PARTS).index(order)
