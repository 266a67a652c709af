"""Synonym tables in ids of a vocabulary: which runs of tokens may stand in for which (ERNIE sheet 7.3, MacBERT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import mix
from workbench.text.document import Ints
from workbench.text.lexicon import Lexicon, similar_words
from workbench.text.ragged import ranges, starts_of
from workbench.text.tokenizer import Tokenizer

_Ids = tuple[int, ...]


@dataclass(frozen=True)
class SimilarWords:
    """W words, sorted by the hash of their ids, with their similar words of as many tokens.

    ``hash`` [W], ``first`` [W + 1] counts choices; choice c has the ids ``ids[place[c] : place[c] + length[w]]``, and
    ``own`` [W] is the place of the word's own ids. ``left_out`` counts the pairs of the tables that have different
    numbers of tokens, or a part that the vocabulary does not know: a model whose places are aligned cannot use them.
    """

    hash: NDArray[np.uint64]
    length: Ints
    own: Ints
    first: Ints
    place: Ints
    ids: NDArray[np.int32]
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.hash)

    @staticmethod
    def make(tables: Iterable[Lexicon], tokenizer: Tokenizer) -> SimilarWords:
        """The entries of tables whose class is their similar words, cut by a tokenizer."""
        pairs = [(entry.text, word) for table in tables for entry in table.entries for word in similar_words(entry)]
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        unknown = tokenizer.vocabulary.unk_id
        cut = {text: tuple(ids.tolist()) for text, (ids, _) in zip(texts, tokenizer.encode(texts), strict=True)}
        choices: dict[_Ids, list[_Ids]] = {}
        left_out = 0
        for word, other in pairs:
            own, new = cut[word], cut[other]
            if len(own) != len(new) or not own or own == new or unknown in own or unknown in new:
                left_out += 1
            elif new not in choices.setdefault(own, []):
                choices[own].append(new)
        return SimilarWords._of(choices, left_out)

    @staticmethod
    def _of(choices: Mapping[_Ids, Sequence[_Ids]], left_out: int) -> SimilarWords:
        words = list(choices)
        length = np.array([len(word) for word in words], np.int64)
        flat = np.array([number for word in words for number in word], np.int32)
        hashes = hash_runs(flat, starts_of(length)[:-1], length)
        order = np.argsort(hashes)
        runs = [run for row in order.tolist() for run in (words[row], *choices[words[row]])]
        starts = starts_of([len(run) for run in runs])[:-1]
        blocks = starts_of([1 + len(choices[words[row]]) for row in order.tolist()])
        is_own = np.zeros(len(runs), np.bool_)
        is_own[blocks[:-1]] = True
        return SimilarWords(
            hashes[order],
            length[order],
            starts[is_own],
            blocks - np.arange(len(blocks)),
            starts[~is_own],
            np.array([number for run in runs for number in run], np.int32),
            left_out,
        )

    def find(self, ids: NDArray[np.int32], start: Ints, length: Ints) -> Ints:
        """The row of each run ``ids[start : start + length]`` [n]; -1 where the tables do not have it."""
        if not len(self) or not len(start):
            return np.full(len(start), -1, dtype=np.int64)
        row = np.minimum(np.searchsorted(self.hash, hash_runs(ids, start, length)), len(self) - 1)
        same = self.length[row] == length
        rows = np.flatnonzero(same)
        # Two runs may share a hash, if hardly ever: the ids decide.
        theirs = self.ids[ranges(self.own[row[rows]], length[rows])]
        differ = ids[ranges(start[rows], length[rows])] != theirs
        same[rows] = np.add.reduceat(np.append(differ, False).astype(np.int64), starts_of(length[rows])[:-1]) == 0
        return np.where(same, row, -1)

    def draw(self, row: Ints, draw: NDArray[np.float64]) -> NDArray[np.int32]:
        """Ids of a similar word for each row [n], one run after another, by numbers ``draw`` [n] in [0, 1)."""
        count = self.first[row + 1] - self.first[row]
        choice = self.first[row] + (draw * count).astype(np.int64)
        return self.ids[ranges(self.place[choice], self.length[row])]


def hash_runs(ids: NDArray[np.int32], start: Ints, length: Ints) -> NDArray[np.uint64]:
    """A number for each run ``ids[start : start + length]`` [n], of one token or more."""
    if not len(start):
        return np.zeros(0, np.uint64)
    place = ranges(np.zeros(len(start)), length)
    words = mix(ids[ranges(start, length)].astype(np.uint64) + (place.astype(np.uint64) << np.uint64(32)))
    with np.errstate(over="ignore"):
        return np.asarray(np.add.reduceat(words, starts_of(length)[:-1]), dtype=np.uint64)
