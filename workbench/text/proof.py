"""Proof of a user dictionary: every word is cut by itself, and those that do not come out whole are listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.lexicon import Lexicon, find_lexicons
from workbench.text.segmenters.user_words import UserWords
from workbench.text.segmenters.words import WordCutter, cut_words, make_cutter
from workbench.text.units import UnitSettings

_BATCH = 4096


@dataclass(frozen=True)
class BrokenWord:
    """A word that is cut into ``pieces`` when it stands alone, and a hint (a marked text) on what to do."""

    text: str
    pieces: tuple[str, ...]
    hint: str


def prove_dictionary(dictionary: Lexicon, cutter: WordCutter) -> list[BrokenWord]:
    """The words that do not come out whole; ``cutter`` knows the dictionary. Entries of frequency 0 are meant to be
    cut and are passed over."""
    texts = [entry.text for entry in dictionary.entries if entry.count != 0]
    forced = {word.text for word in cutter.user.forced} if cutter.user is not None else set()
    broken = []
    for first in range(0, len(texts), _BATCH):
        batch = texts[first : first + _BATCH]
        for text, pieces in zip(batch, _cut(batch, cutter), strict=True):
            if pieces != (text,):
                broken.append(BrokenWord(text, pieces, _hint(text, forced, cutter.user)))
    return broken


def prove_in_project(project: Project, dictionary: Lexicon, units: UnitSettings) -> list[BrokenWord]:
    """The words of a dictionary that do not come out whole with the unit settings of an experiment."""
    user = UserWords.of(find_lexicons(project, units.word_lists), units.force_words)
    return prove_dictionary(
        dictionary, make_cutter(units.segmenter, hmm=units.hmm, cache_folder=project.cache, user=user)
    )


def _cut(texts: Sequence[str], cutter: WordCutter) -> list[tuple[str, ...]]:
    table = cut_words(texts, cutter)
    pieces: list[list[str]] = [[] for _ in texts]
    for start, end, owner in zip(table.start.tolist(), table.end.tolist(), table.owner.tolist(), strict=True):
        pieces[owner].append(table.text[start:end])
    return [tuple(found) for found in pieces]


def _hint(text: str, forced: set[str], user: UserWords | None) -> str:
    known = user is not None and any(word.text == text for word in user.words)
    if not known:
        return mark("Choose the dictionary among the user dictionaries.")
    if text in forced:
        return mark("A longer word of the dictionaries overlaps it, or it begins inside a run of letters.")
    return mark("Raise its frequency, leave the frequency out, or keep user words whole.")
