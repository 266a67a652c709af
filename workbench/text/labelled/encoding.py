"""Labelled examples as model inputs: with the family's special tokens, cut to a length, and what was lost by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Ints
from workbench.text.labelled.alignment import Alignment, align
from workbench.text.labelled.records import Example
from workbench.text.ragged import starts_of
from workbench.text.tokenizer import Tokenizer, TokenTable

_BLOCK = 2048  #: texts that are cut at a time


@dataclass(frozen=True)
class InputForm:
    """How a model takes texts: at most ``length`` tokens with the special ones. Without ``segments`` (RoBERTa) two
    separators stand between the texts of a pair and no segment parts them."""

    length: int
    segments: bool = True

    def specials(self, pairs: bool) -> int:
        """Special tokens around a text or a pair."""
        return 2 if not pairs else 3 if self.segments else 4


@dataclass(frozen=True)
class Encoded:
    """Inputs of n examples, flat: ``ids`` [T], ``segments`` [T], ``starts`` [n + 1]. ``sides`` [n, 4] are half-open
    places in an example of its first and its second text, the latter empty without a pair.

    ``cut`` examples lost ``cut_tokens`` of their tokens in all. For tagging there is an ``alignment`` of each example.
    """

    ids: NDArray[np.int32]
    segments: NDArray[np.int32]
    starts: Ints
    sides: Ints
    cut: int = 0
    cut_tokens: int = 0
    alignments: tuple[Alignment, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Ints:
        """Tokens of each example [n]."""
        return np.diff(self.starts)


def encode(examples: Sequence[Example], tokenizer: Tokenizer, form: InputForm) -> Encoded:
    """The inputs of examples, of which either all or none have a second text, and all or none have units."""
    first = _cut(tokenizer, [example.text for example in examples])
    pairs = [example.pair for example in examples if example.pair is not None]
    second = _cut(tokenizer, pairs) if pairs else None
    before = np.diff(first.starts)
    after = np.diff(second.starts) if second is not None else np.zeros_like(before)
    kept = longest_first(before, after, form.length - form.specials(second is not None))
    lost = before + after - kept.sum(1)
    ids, segments, sides = _laid_out(first, second, kept, tokenizer, form)
    alignments = (
        tuple(
            align(example, first.spans[begin : begin + count], shift=1)
            for example, begin, count in zip(examples, first.starts.tolist(), kept[:, 0].tolist(), strict=False)
        )
        if examples and examples[0].units
        else ()
    )
    starts = starts_of([len(part) for part in ids])
    return Encoded(_joined(ids), _joined(segments), starts, sides, int((lost > 0).sum()), int(lost.sum()), alignments)


def longest_first(before: Ints, after: Ints, room: int) -> Ints:
    """How many tokens [n, 2] of both texts of examples stay in ``room``: those at the end of the longer one are cut
    until both fit, of equally long ones those of the second."""
    total = before + after
    half = room // 2
    short_first, short_second = before <= half, after <= half
    first = np.where(short_second, room - after, np.where(short_first, before, room - half))
    first = np.where(total <= room, before, np.minimum(first, before))
    return np.stack([first, np.where(total <= room, after, np.minimum(room - first, after))], axis=1)


def _joined(parts: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.concatenate(parts) if parts else np.zeros(0, np.int32)


def _cut(tokenizer: Tokenizer, texts: Sequence[str]) -> TokenTable:
    """The tokens of texts, some of them at a time."""
    tables = [tokenizer.encode_flat(texts[at : at + _BLOCK]) for at in range(0, len(texts), _BLOCK)]
    counts = np.concatenate([np.diff(table.starts) for table in tables])
    return TokenTable(
        np.concatenate([table.ids for table in tables]),
        np.concatenate([table.spans for table in tables]),
        starts_of(counts),
    )


def _laid_out(
    first: TokenTable, second: TokenTable | None, kept: Ints, tokenizer: Tokenizer, form: InputForm
) -> tuple[list[NDArray[np.int32]], list[NDArray[np.int32]], Ints]:
    """Ids and segments of each example with its special tokens, and the places of its texts."""
    vocabulary = tokenizer.vocabulary
    start, end = np.int32(vocabulary.cls_id), np.int32(vocabulary.sep_id)
    between = [end] if form.segments else [end, end]
    ids, segments = [], []
    sides = np.zeros((len(kept), 4), np.int64)
    for number, (own, other) in enumerate(kept.tolist()):
        begin = first.starts[number]
        parts = [[start], first.ids[begin : begin + own]]
        sides[number, :2] = 1, 1 + own
        if second is not None:
            begin = second.starts[number]
            parts += [between, second.ids[begin : begin + other]]
            sides[number, 2:] = 1 + own + len(between), 1 + own + len(between) + other
        whole = np.concatenate([*parts, [end]]).astype(np.int32)
        segment = np.zeros(len(whole), np.int32)
        if second is not None and form.segments:
            segment[own + 2 :] = 1
        ids.append(whole)
        segments.append(segment)
    return ids, segments, sides
