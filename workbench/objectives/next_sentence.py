"""Segment pairs and the question whether the second follows the first (BERT, sheet 1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, derive, purpose_code, uniforms
from workbench.core.texts import mark
from workbench.objectives.objective import PassageObjective
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan, TokenSource, document_sentences, document_tokens
from workbench.text.ragged import ranges, reached

_FRAME = 3  # [CLS] and two [SEP]
NEXT, RANDOM = 0, 1  #: answers; 1 is the random segment, as in BERT


class NextSentence(PassageObjective):
    """BERT's pairs. A chunk of sentences fills the passage; it is cut in two, and either its second part follows, or
    text of another document, in which case the rest of the chunk is used again for the next passage.

    One deviation from the original script: the other document is drawn among the others at once, where the script
    tries up to ten times and may then take the same document after all.
    """

    title: ClassVar[str] = mark("Sentence pairs")
    head: ClassVar[str] = "next_sentence"
    classes: ClassVar[int] = 2
    kind: Literal["next-sentence"] = "next-sentence"

    short_sequence_probability: float = option(
        0.1,
        label=mark("Short sequences"),
        help=mark("Share of passes over a document whose passages have a shorter target length."),
        ge=0.0,
        le=1.0,
        step=0.05,
        advanced=True,
    )
    random_probability: float = option(
        0.5,
        label=mark("Random second segment"),
        help=mark("Chunks of a single sentence always get a random one, so that the share of the answer 1 is higher."),
        gt=0.0,
        lt=1.0,
        step=0.05,
        advanced=True,
    )

    def check(self, source: TokenSource, documents: Ints) -> None:
        """At least two documents, at least one of them with two sentences."""
        super().check(source, documents)
        used = int(np.count_nonzero(document_tokens(source, documents)))
        _, row = document_sentences(source, documents)
        pairs = int(np.count_nonzero(np.bincount(row, minlength=len(documents)) > 1))
        if used < 2 or not pairs:
            raise WorkbenchError(
                mark(
                    "Next-sentence pairs cannot be made: {documents} {documents:document|documents} with text, {pairs} "
                    "of them with two or more sentences, {usable} usable {usable:pair|pairs}."
                ),
                mark(
                    "Choose full-sentences or doc-sentences passages, or import the corpus so that each document has "
                    "several sentences."
                ),
                documents=used,
                pairs=pairs,
                usable=0,
            )

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Pairs in the order of the documents; the draws go by document and by the sentence that a chunk begins at."""
        text = _Text.of(source, documents)
        pool = text if others is None else _Text.of(source, others)
        if not len(text.sentence):
            return _as_plan(np.zeros((2, 0), np.int64), np.zeros((2, 0), np.int64), np.zeros(0, np.bool_))
        capacity = length - _FRAME
        target = self._targets(documents, capacity, key)[text.row]
        split, end, is_random = self._cut(text, target, key)
        chunk = _chunks(text, split, end, is_random)
        first = np.stack([text.start[chunk], text.stop[split[chunk] - 1]])
        second = np.stack([text.start[np.minimum(split[chunk], len(text.start) - 1)], text.stop[end[chunk] - 1]])
        drawn = chunk[is_random[chunk]]
        second[:, is_random[chunk]] = _random_segments(
            pool,
            documents[text.row[drawn]],
            target[drawn] - (text.stop[split[drawn] - 1] - text.start[drawn]),
            derive(key, purpose_code("random segment"), text.sentence[drawn]),
        )
        _truncate(first, second, capacity, derive(key, purpose_code("truncate"), text.sentence[chunk]))
        return _as_plan(first, second, is_random[chunk])

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many pairs there are: one a chunk."""
        text = _Text.of(source, documents)
        if not len(text.sentence):
            return 0
        target = self._targets(documents, length - _FRAME, key)[text.row]
        return len(_chunks(text, *self._cut(text, target, key)))

    def _targets(self, documents: Ints, capacity: int, key: Keys) -> Ints:
        """Target length of the passages of each document [d]: mostly the capacity, else even in 2..capacity."""
        short = uniforms(key, "short", documents) < self.short_sequence_probability
        drawn = 2 + (uniforms(key, "target length", documents) * (capacity - 1)).astype(np.int64)
        return np.where(short, drawn, capacity)

    def _cut(self, text: _Text, target: Ints, key: Keys) -> tuple[Ints, Ints, Bools]:
        """For a chunk that would begin at each sentence [s]: where its first segment ends, where the chunk ends, and
        whether a random segment follows."""
        place = np.arange(len(text.sentence))
        document_end = np.searchsorted(text.row, text.row, side="right")
        enough = np.searchsorted(text.stop_total, text.stop_total - text.length + target, side="left") + 1
        end = np.minimum(enough, document_end)
        count = end - place
        draw = uniforms(key, "first segment", text.sentence)
        split = place + np.where(count == 1, 1, 1 + (draw * (count - 1)).astype(np.int64))
        coin = uniforms(key, "next or random", text.sentence) < self.random_probability
        return split, end, (count == 1) | coin


@dataclass(frozen=True)
class _Text:
    """The sentences [s] of some documents: number, document row and number, token places, running token total."""

    sentence: Ints
    row: Ints
    documents: Ints
    start: Ints
    stop: Ints
    stop_total: Ints

    @staticmethod
    def of(source: TokenSource, documents: Ints) -> _Text:
        """Sentences with tokens, in order."""
        sentence, row = document_sentences(source, documents)
        starts = np.asarray(source.sentence_starts)
        start, stop = starts[sentence], starts[sentence + 1]
        return _Text(sentence, row, documents, start, stop, np.cumsum(stop - start))

    @property
    def length(self) -> Ints:
        """Tokens of each sentence [s]."""
        return self.stop - self.start


def _chunks(text: _Text, split: Ints, end: Ints, is_random: Bools) -> Ints:
    """The sentences that chunks begin at: each where the one before it was used up, which is after its first segment
    if a random one followed that."""
    heads = np.flatnonzero(np.diff(text.row, prepend=-1))
    return np.flatnonzero(reached(np.where(is_random, split, end), heads[:1]))


def _random_segments(pool: _Text, avoid: Ints, wanted: Ints, keys: Keys) -> Ints:
    """Token ranges [2, r] of other documents than ``avoid`` [r]: from a random sentence on, until ``wanted`` [r]
    tokens are there or the document ends; at least one sentence."""
    rows = np.unique(pool.row)
    numbers = pool.documents[rows]
    in_order = np.argsort(numbers)
    at = np.searchsorted(numbers[in_order], avoid)
    known = (at < len(numbers)) & (numbers[in_order][np.minimum(at, len(numbers) - 1)] == avoid)
    drawn = (uniforms(keys, "document", 0) * (len(numbers) - known)).astype(np.int64)
    row = rows[in_order[drawn + (known & (drawn >= at))]]
    low, high = np.searchsorted(pool.row, row), np.searchsorted(pool.row, row, side="right")
    begin = low + (uniforms(keys, "sentence", 0) * (high - low)).astype(np.int64)
    before = pool.stop_total[begin] - pool.length[begin]
    last = np.minimum(np.maximum(np.searchsorted(pool.stop_total, before + wanted, side="left"), begin), high - 1)
    return np.stack([pool.start[begin], pool.stop[last]])


def _truncate(first: Ints, second: Ints, capacity: int, keys: Keys) -> None:
    """Cut token ranges [2, p] in place until both together have ``capacity`` tokens: one token at a time from the
    longer (the second where they are equal), each time at the front or the back by a coin."""
    size = np.stack([first[1] - first[0], second[1] - second[0]])
    excess = np.maximum(size.sum(axis=0) - capacity, 0)
    ahead = np.minimum(excess, np.abs(size[0] - size[1]))
    longer_first = size[0] > size[1]
    even = excess - ahead
    lost_second = np.where(longer_first, 0, ahead) + (even + 1) // 2
    lost_first = np.where(longer_first, ahead, 0) + even // 2
    for segment, lost, purpose in ((first, lost_first, "first front"), (second, lost_second, "second front")):
        front = _coins(keys, lost, purpose)
        segment[0] += front
        segment[1] -= lost - front


def _coins(keys: Keys, tosses: Ints, purpose: str) -> Ints:
    """Heads among so many tosses [p]."""
    row = np.repeat(np.arange(len(tosses)), tosses)
    heads = uniforms(keys[row], purpose, ranges(np.zeros(len(tosses)), tosses)) < 0.5
    return np.bincount(row[heads], minlength=len(tosses)).astype(np.int64)


def _as_plan(first: Ints, second: Ints, is_random: Bools) -> PassagePlan:
    """Pairs of token ranges [2, p] as a plan: [CLS] A [SEP] B [SEP]."""
    num_pairs = first.shape[1]
    edges: NDArray[np.int64] = np.stack([first, second], axis=2).reshape(2, -1)
    return PassagePlan(
        piece_starts=np.arange(num_pairs + 1, dtype=np.int64) * 2,
        start=edges[0],
        end=edges[1],
        segment=np.tile(np.array([0, 1], dtype=np.int8), num_pairs),
        separators=np.ones(2 * num_pairs, dtype=np.int8),
        label=np.where(is_random, RANDOM, NEXT).astype(np.int32),
        example=np.arange(num_pairs, dtype=np.int64),
    )
