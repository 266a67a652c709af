"""Discourse markers: the lists that ship, what an entry says, and where markers stand at the beginning of sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from workbench.core.paths import resource
from workbench.text.document import Bools, Ints, UnitKind, Units
from workbench.text.id_traits import text_bytes
from workbench.text.pack import TokenSource

LISTS = ("zh", "en")  #: the lists that ship, by what stands for one among entries
_COMMAS = ",，、:："


@cache
def shipped_markers(language: str) -> tuple[str, ...]:
    """The entries of the list of a language, one of :data:`LISTS`."""
    path = resource("lexicons", f"discourse_markers_{language}.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def split_entry(entry: str) -> tuple[str, str]:
    """The marker of an entry ``marker`` or ``marker=relation``, and its relation, else the marker itself."""
    marker, _, relation = (part.strip() for part in entry.partition("="))
    return marker, relation or marker


def marker_key(marker: str) -> str:
    """What two spellings of one marker have in common: case and spaces make no other."""
    return "".join(marker.casefold().split())


@dataclass(frozen=True)
class MarkerFinder:
    """Finds the longest of some markers at the beginning of sentences, token by token, with a comma or colon behind it.

    Tokens are read as the text that they stand for, in bytes, so that it makes no difference whether a vocabulary cuts
    a marker into characters, pieces, bytes or not at all. A marker ends where a token and a word end: 但 is none where
    the text says 但是, nor is *so* in *something*.
    """

    beginnings: Mapping[bytes, int]  #: the beginnings of markers, numbered from 0, the empty one
    markers: Ints  #: the number of the marker that each of these beginnings is, -1 for none

    @staticmethod
    def of(markers: Sequence[str]) -> MarkerFinder:
        """A finder for markers [m], none of which stands twice."""
        keys = [marker_key(marker) for marker in markers]
        whole = {f"{key}{comma}".encode(): number for number, key in enumerate(keys) for comma in ("", *_COMMAS)}
        found = dict.fromkeys([b"", *(text[:end] for text in whole for end in range(1, len(text) + 1))])
        numbers = np.array([whole.get(text, -1) for text in found], dtype=np.int64)
        return MarkerFinder({text: number for number, text in enumerate(found)}, numbers)

    def find(self, source: TokenSource, start: Ints, stop: Ints) -> tuple[Ints, Ints]:
        """Which marker each of the token ranges ``start:stop`` [s] begins with, -1 for none, and where the text behind
        it begins [s]."""
        ids, tokens = np.asarray(source.ids), source.vocabulary.tokens
        words = np.asarray(source.layers.get(UnitKind.WORD, Units.empty()).start)
        found, behind = np.full(len(start), -1, dtype=np.int64), np.array(start, dtype=np.int64)
        state, place, row = np.zeros(len(start), dtype=np.int64), behind.copy(), np.arange(len(start))
        while len(row := row[place[row] < stop[row]]):
            state[row] = self._after(state[row], ids[place[row]].astype(np.int64), tokens)
            place[row] += 1
            row = row[state[row] >= 0]
            ends = row[(self.markers[state[row]] >= 0) & _at_word(words, place[row], stop[row])]
            found[ends], behind[ends] = self.markers[state[ends]], place[ends]
        return found, behind

    def _after(self, state: Ints, token: Ints, tokens: Sequence[str]) -> Ints:
        """The beginnings [s] that ``state`` [s] become with one more ``token`` [s]; -1 where no marker goes on so."""
        texts = list(self.beginnings)
        pairs, pair = np.unique(state * len(tokens) + token, return_inverse=True)
        before, after = (part.tolist() for part in np.divmod(pairs, len(tokens)))
        found = [self.beginnings.get(texts[a] + text_bytes(tokens[b]), -1) for a, b in zip(before, after, strict=True)]
        return np.array(found, dtype=np.int64)[pair]


def _at_word(words: Ints, place: Ints, stop: Ints) -> Bools:
    """Whether a word begins at each place [s], or the text ends there; everywhere, where words were not cut."""
    if not len(words):
        return np.ones(len(place), dtype=np.bool_)
    nearest = np.minimum(np.searchsorted(words, place), len(words) - 1)
    return np.asarray((words[nearest] == place) | (place == stop))
