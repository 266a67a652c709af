"""Finding the entries of lists in a text, and choosing among spans that overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints
from workbench.text.segmenters.characters import CharacterClass, code_points
from workbench.text.units import Overlap

_BITS = 20
FOREMOST = -1  #: rank of what a person marked by hand; it stays whatever the rule for overlaps


@dataclass(frozen=True)
class Spans:
    """Spans of characters with the number of their label, and the rank of their source (lower goes first)."""

    start: Ints
    end: Ints
    label: NDArray[np.int32]
    rank: Ints

    def __len__(self) -> int:
        return len(self.start)

    @staticmethod
    def of(start: Ints, end: Ints, label: NDArray[np.int32] | int, rank: int) -> Spans:
        """Spans of one source."""
        labels = np.full(len(start), label, np.int32) if isinstance(label, int) else label
        return Spans(start, end, labels, np.full(len(start), rank, np.int64))

    @staticmethod
    def join(parts: list[Spans]) -> Spans:
        """All spans of several tables."""
        if not parts:
            nothing = np.zeros(0, np.int64)
            return Spans(nothing, nothing, np.zeros(0, np.int32), nothing)
        return Spans(
            np.concatenate([part.start for part in parts]),
            np.concatenate([part.end for part in parts]),
            np.concatenate([part.label for part in parts]),
            np.concatenate([part.rank for part in parts]),
        )

    def take(self, index: Ints | Bools) -> Spans:
        """The spans of an index or a mask."""
        return Spans(self.start[index], self.end[index], self.label[index], self.rank[index])


class Matcher:
    """Finds entries at every place of a text: the longest one, or all."""

    def __init__(self, entries: Mapping[str, int]) -> None:
        """``entries`` maps each text to the number of its label."""
        self._entries = dict(entries)
        self._lengths = _lengths_by_head(self._entries)
        self._heads = np.zeros(1 << _BITS, np.bool_)
        self._has_single = any(len(head) == 1 for head in self._lengths)
        pairs = [head for head in self._lengths if len(head) == 2]
        if pairs:
            codes = code_points("".join(pairs)).reshape(-1, 2)
            self._heads[_hash_pairs(codes[:, 0], codes[:, 1])] = True

    def find(self, text: str, every: bool = False) -> list[tuple[int, int, int]]:
        """``(start, end, label)`` of the longest entry at every place where one begins, or of ``every`` entry there,
        the longest first; they may overlap."""
        found = []
        for place in self._candidates(text):
            for length in self._lengths_at(text, place):
                part = text[
                    place : place + length
                ]  # shorter than the entry at the text's end, and then perhaps another
                label = self._entries.get(part)
                if label is not None:
                    found.append((place, place + len(part), label))
                    if not every:
                        break
        return found

    def _candidates(self, text: str) -> list[int]:
        """Places whose next two characters may begin an entry (a filter that lets few others through)."""
        if self._has_single:
            return list(range(len(text)))
        codes = code_points(text)
        return np.flatnonzero(self._heads[_hash_pairs(codes[:-1], codes[1:])]).tolist() if len(codes) > 1 else []

    def _lengths_at(self, text: str, place: int) -> list[int]:
        """Lengths of the entries that begin like the text at a place, the longest first."""
        lengths = self._lengths.get(text[place : place + 2], [])
        return lengths + self._lengths.get(text[place], []) if self._has_single else lengths


def _lengths_by_head(texts: Iterable[str]) -> dict[str, list[int]]:
    """The first two characters of texts (one, of those that have no more) -> the lengths of all that begin so, the
    longest first.

    Heads of the same lengths share one list: with one for each, a list of 120,000 entries would be as many objects for
    Python's garbage collector to go through, again and again while they are made, and stop the window meanwhile.
    """
    masks: dict[str, int] = {}
    for text in texts:
        masks[text[:2]] = masks.get(text[:2], 0) | 1 << len(text)
    lengths = {mask: [place for place in range(mask.bit_length() - 1, 0, -1) if mask >> place & 1]
               for mask in set(masks.values())}  # fmt: skip
    return {head: lengths[mask] for head, mask in masks.items()}


def _hash_pairs(first: NDArray[np.uint32], second: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A number below 2^20 for each pair of code points."""
    with np.errstate(over="ignore"):
        mixed = (first * np.uint32(0x9E3779B1)) ^ (second * np.uint32(0x85EBCA77))
    return mixed >> np.uint32(32 - _BITS)


def outside_letters(spans: Spans, classes: NDArray[np.uint8]) -> Bools:
    """Which spans begin and end at no place inside a run of letters or digits [n]: no ``art`` in ``party``."""
    joining = np.zeros(len(classes) + 1, np.bool_)
    joining[:-1] = (classes == CharacterClass.LETTER) | (classes == CharacterClass.DIGIT)
    inside = joining.copy()
    inside[1:] &= joining[:-1]
    inside[0] = False
    return ~(inside[spans.start] | inside[spans.end])


def resolve(spans: Spans, overlap: Overlap) -> Spans:
    """Spans without overlap, sorted by start. What a person marked stays; of the rest the longest (then the earlier
    source), or the earlier source."""
    spans = spans.take(np.argsort(spans.start, kind="stable"))
    apart = np.ones(len(spans) + 1, np.bool_)  # at this span nothing before it goes on
    apart[1:-1] = spans.start[1:] >= np.maximum.accumulate(spans.end)[:-1]
    kept = apart[:-1] & apart[1:]
    contested = np.flatnonzero(~kept)
    if len(contested):
        kept[contested] = _chosen(spans.take(contested), overlap)
    return spans.take(kept)


def _chosen(spans: Spans, overlap: Overlap) -> Bools:
    """Which spans stay [n], tried in the order of the rule."""
    size = spans.start - spans.end  # negative lengths: the longest sorts first
    keys = (spans.start, spans.rank, size) if overlap is Overlap.LONGEST else (spans.start, size, spans.rank)
    order = np.lexsort((*keys, spans.rank != FOREMOST))
    kept = np.zeros(len(spans), np.bool_)
    taken = bytearray(int(spans.end.max()))
    starts, ends = spans.start[order].tolist(), spans.end[order].tolist()
    for place, start, end in zip(order.tolist(), starts, ends, strict=True):
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\x01" * (end - start)
            kept[place] = True
    return kept
