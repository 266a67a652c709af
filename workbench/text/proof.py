"""Proof of a user dictionary: every word is cut by itself, and those that do not come out whole are listed.

A word that comes out whole alone may still be torn in running text: a frequency that is lower than the segmenter's own
makes its neighbours win where it won before. Such words are listed too.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.cutting import project_cutter
from workbench.text.lexicon import Lexicon, LexiconEntry
from workbench.text.segmenters.words import SpaceCutter, WordCutter, cut_words
from workbench.text.units import UnitSettings

_BATCH = 4096
_LOWERED = mark("Its frequency is lower than the segmenter's own, so that longer texts may cut it; leave it out.")


@dataclass(frozen=True)
class BrokenWord:
    """A word that is cut into ``pieces`` when it stands alone, and a hint (a marked text) on what to do.

    ``frequency`` and ``own_frequency`` are what the dictionary gives and what the segmenter's own has; the latter is 0
    unless it is the greater one. Such a word may be whole alone, and is then its own only piece.
    """

    text: str
    pieces: tuple[str, ...]
    hint: str
    frequency: int = -1
    own_frequency: int = 0


def prove_dictionary(dictionary: Lexicon, cutter: WordCutter) -> list[BrokenWord]:
    """The words that do not come out whole, or not in every text; ``cutter`` knows the dictionary. Entries of frequency
    0 are meant to be cut and are passed over."""
    entries = [entry for entry in dictionary.entries if entry.count != 0]
    known = {word.text for word in cutter.user.words} if cutter.user is not None else set()
    forced = {word.text for word in cutter.user.forced} if cutter.user is not None else set()
    lowered = {} if isinstance(cutter, SpaceCutter) else _lowered(entries, forced)
    broken = []
    for first in range(0, len(entries), _BATCH):
        batch = entries[first : first + _BATCH]
        for entry, pieces in zip(batch, _cut([entry.text for entry in batch], cutter), strict=True):
            own = lowered.get(entry.text, 0)
            if own:
                broken.append(BrokenWord(entry.text, pieces, _LOWERED, entry.count, own))
            elif pieces != (entry.text,):
                broken.append(BrokenWord(entry.text, pieces, _hint(entry.text, known, forced), entry.count))
    return broken


def _lowered(entries: Sequence[LexiconEntry], forced: Collection[str]) -> dict[str, int]:
    """Word -> frequency of jieba's dictionary (its Rust port has the same), where the entry's own is lower."""
    given = {entry.text: entry.count for entry in entries if entry.count > 0 and entry.text not in forced}
    if not given:
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import of pkg_resources warns
        import jieba
    found = {}
    with jieba.get_dict_file() as dictionary:
        for line in dictionary:
            word, frequency, _ = line.decode("utf-8").split(" ", 2)
            if given.get(word, sys.maxsize) < int(frequency):
                found[word] = int(frequency)
    return found


def prove_in_project(project: Project, dictionary: Lexicon, units: UnitSettings) -> list[BrokenWord]:
    """The words of a dictionary that do not come out whole with the unit settings of an experiment."""
    return prove_dictionary(dictionary, project_cutter(project, units))


def _cut(texts: Sequence[str], cutter: WordCutter) -> list[tuple[str, ...]]:
    table = cut_words(texts, cutter)
    pieces: list[list[str]] = [[] for _ in texts]
    for start, end, owner in zip(table.start.tolist(), table.end.tolist(), table.owner.tolist(), strict=True):
        pieces[owner].append(table.text[start:end])
    return [tuple(found) for found in pieces]


def _hint(text: str, known: Collection[str], forced: Collection[str]) -> str:
    if text not in known:
        return mark("Choose the dictionary among the user dictionaries.")
    if text in forced:
        return mark("A longer word of the dictionaries overlaps it, or it begins inside a run of letters.")
    return mark("Raise its frequency, leave the frequency out, or keep user words whole.")
