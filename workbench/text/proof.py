"""Proof of a user dictionary: every word is cut by itself, and those that do not come out whole are listed.

A word that comes out whole alone may still be torn in running text: a frequency that is lower than the segmenter's own
makes its neighbours win where it won before. Such words are listed too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from workbench.core.config import Labelled
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.cutting import project_cutter
from workbench.text.lexicon import Lexicon, LexiconEntry
from workbench.text.lexicon_edits import prune, with_counts
from workbench.text.segmenters.dictionary import dictionary_words
from workbench.text.segmenters.words import SpaceCutter, WordCutter, cut_words
from workbench.text.units import UnitSettings

_BATCH = 4096
_MOST = 10**9
_LOWERED = mark("Its frequency is lower than the segmenter's own, so that longer texts may cut it; leave it out.")


class Fix(Labelled):
    """What can be done about a word that does not come out whole."""

    FREE = "free", mark("Leave the frequency out")
    RAISE = "raise", mark("Raise the frequency")
    REMOVE = "remove", mark("Remove the word")
    FORCE = "force", mark("Keep user words whole")  #: a setting of the experiment, for all words
    USE = "use", mark("Use the dictionary")  #: in the experiment


#: Those that change the list itself.
FIXES_OF_LISTS = (Fix.FREE, Fix.RAISE, Fix.REMOVE)


@dataclass(frozen=True)
class BrokenWord:
    """A word that is cut into ``pieces`` when it stands alone, and a hint (a marked text) on what to do.

    ``frequency`` and ``own_frequency`` are what the dictionary gives and what the segmenter's own has; the latter is 0
    unless it is the greater one. Such a word may be whole alone, and is then its own only piece. ``fixes`` are what
    helps, the advised one first; ``enough`` is the frequency that :attr:`Fix.RAISE` gives.
    """

    text: str
    pieces: tuple[str, ...]
    hint: str
    frequency: int = -1
    own_frequency: int = 0
    fixes: tuple[Fix, ...] = (Fix.REMOVE,)
    enough: int = 0


def prove_dictionary(dictionary: Lexicon, cutter: WordCutter) -> list[BrokenWord]:
    """The words that do not come out whole, or not in every text; ``cutter`` knows the dictionary. Entries of frequency
    0 are meant to be cut and are passed over."""
    entries = [entry for entry in dictionary.entries if entry.count != 0]
    known = {word.text for word in cutter.user.words} if cutter.user is not None else set()
    forced = {word.text for word in cutter.user.forced} if cutter.user is not None else set()
    pieces: list[tuple[str, ...]] = []
    for first in range(0, len(entries), _BATCH):
        pieces += _cut([entry.text for entry in entries[first : first + _BATCH]], cutter)
    doubtful = [
        (entry, cut)
        for entry, cut in zip(entries, pieces, strict=True)
        if cut != (entry.text,) or (entry.count > 0 and entry.text not in forced)
    ]
    own: dict[str, int] = {}
    if doubtful and not isinstance(cutter, SpaceCutter):
        own = {word: frequency for word, frequency, _ in dictionary_words()}
    broken = []
    for entry, cut in doubtful:
        lowered = 0 < entry.count < own.get(entry.text, 0) and entry.text not in forced
        if lowered or cut != (entry.text,):
            broken.append(_broken(entry, cut, lowered, known, forced, own))
    return broken


def _broken(
    entry: LexiconEntry,
    pieces: tuple[str, ...],
    lowered: bool,
    known: Collection[str],
    forced: Collection[str],
    own: Mapping[str, int],
) -> BrokenWord:
    """A word with what to do about it."""
    fixes: tuple[Fix, ...]
    enough = max(own.get(entry.text, 0), _frequency_to_win(pieces, own))
    if lowered:
        fixes = (Fix.FREE, Fix.RAISE, Fix.FORCE, Fix.REMOVE)
        return BrokenWord(entry.text, pieces, _LOWERED, entry.count, own[entry.text], fixes, enough)
    if entry.text not in known:
        hint, fixes = mark("Choose the dictionary among the user dictionaries."), (Fix.USE, Fix.REMOVE)
    elif entry.text in forced:
        hint = mark("A longer word of the dictionaries overlaps it, or it begins inside a run of letters.")
        fixes = (Fix.REMOVE,)
    elif not own:
        hint, fixes = mark("Keep user words whole: text that is cut at spaces knows no others."), (Fix.FORCE,)
    elif entry.count > 0:
        hint = mark("Raise its frequency, leave the frequency out, or keep user words whole.")
        fixes = (Fix.FREE, Fix.RAISE, Fix.FORCE, Fix.REMOVE)
    else:
        hint = mark("Keep user words whole, or give it a high frequency.")
        fixes = (Fix.FORCE, Fix.RAISE, Fix.REMOVE)
    return BrokenWord(entry.text, pieces, hint, entry.count, 0, fixes, enough)


def _frequency_to_win(pieces: Sequence[str], own: Mapping[str, int]) -> int:
    """The least frequency by which a word is likelier than its pieces side by side."""
    total = sum(own.values())
    share = 1.0
    for piece in pieces:
        share *= own.get(piece, 1) / max(1, total)
    return min(_MOST, int(share * total) + 1)


def fix_words(dictionary: Lexicon, broken: Sequence[BrokenWord], fixes: Mapping[str, Fix]) -> Lexicon:
    """The dictionary with words mended, each by its fix; fixes of the experiment's settings change nothing in it."""
    counts = {
        word.text: -1 if fixes[word.text] is Fix.FREE else word.enough
        for word in broken
        if fixes.get(word.text) in (Fix.FREE, Fix.RAISE)
    }
    gone = [text for text, fix in fixes.items() if fix is Fix.REMOVE]
    return prune(with_counts(dictionary, counts), gone)


def prove_in_project(project: Project, dictionary: Lexicon, units: UnitSettings) -> list[BrokenWord]:
    """The words of a dictionary that do not come out whole with the unit settings of an experiment."""
    return prove_dictionary(dictionary, project_cutter(project, units))


def _cut(texts: Sequence[str], cutter: WordCutter) -> list[tuple[str, ...]]:
    table = cut_words(texts, cutter)
    pieces: list[list[str]] = [[] for _ in texts]
    for start, end, owner in zip(table.start.tolist(), table.end.tolist(), table.owner.tolist(), strict=True):
        pieces[owner].append(table.text[start:end])
    return [tuple(found) for found in pieces]
