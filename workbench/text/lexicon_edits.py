"""Editing a list by hand: prune and restore, rename, other classes and counts, merging with what was mined anew.

Every function gives a new list, so that a window can undo it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.lexicon import Lexicon, LexiconEntry, clean_entry


@dataclass(frozen=True)
class EntryFilter:
    """Which entries are meant: all conditions must hold; lengths count characters, None is no limit.

    ``contains`` is compared with text and class, whatever the case; ``label`` None takes every class.
    """

    contains: str = ""
    label: str | None = None
    least_count: int | None = None
    most_count: int | None = None
    least_length: int | None = None
    most_length: int | None = None

    def matches(self, entry: LexiconEntry) -> bool:
        """Whether an entry is meant."""
        wanted = self.contains.casefold()
        return (
            (self.label is None or entry.label == self.label)
            and _is_within(entry.count, self.least_count, self.most_count)
            and _is_within(len(entry.text), self.least_length, self.most_length)
            and (not wanted or wanted in entry.text.casefold() or wanted in entry.label.casefold())
        )

    def texts(self, entries: Iterable[LexiconEntry]) -> list[str]:
        """The texts of the entries that are meant, in order."""
        return [entry.text for entry in entries if self.matches(entry)]


def _is_within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


def prune(lexicon: Lexicon, texts: Collection[str]) -> Lexicon:
    """Take entries out and remember them, so that mining does not bring them back."""
    gone = frozenset(texts)
    pruned = tuple(entry for entry in lexicon.entries if entry.text in gone)
    return replace(lexicon.without_entries(gone), removed=(*lexicon.removed, *pruned))


def restore(lexicon: Lexicon, texts: Collection[str]) -> Lexicon:
    """Bring pruned entries back, to the end of the list."""
    wanted = frozenset(texts)
    back = tuple(entry for entry in lexicon.removed if entry.text in wanted)
    left = tuple(entry for entry in lexicon.removed if entry.text not in wanted)
    return replace(lexicon, entries=(*lexicon.entries, *back), removed=left)


def add_entry(lexicon: Lexicon, text: str, label: str = "", count: int = 0) -> Lexicon:
    """Add an entry at the end; raises where it is there already or cannot be one."""
    entry = clean_entry(text, label, count)
    if entry is None:
        raise WorkbenchError(mark("“{text}” cannot be an entry of a list."), text=text)
    if any(other.text == entry.text for other in lexicon.entries):
        raise WorkbenchError(mark("“{text}” is in the list already."), text=entry.text)
    left = tuple(other for other in lexicon.removed if other.text != entry.text)
    return replace(lexicon, entries=(*lexicon.entries, entry), removed=left)


def rename_entry(lexicon: Lexicon, old: str, new: str) -> Lexicon:
    """Give an entry another text, in its place; counts of the old text no longer hold and are dropped."""
    entry = clean_entry(new)
    if entry is None:
        raise WorkbenchError(mark("“{text}” cannot be an entry of a list."), text=new)
    if entry.text == old:
        return lexicon
    if any(other.text == entry.text for other in lexicon.entries):
        raise WorkbenchError(mark("“{text}” is in the list already."), text=entry.text)
    renamed = tuple(
        LexiconEntry(entry.text, other.label, min(other.count, 0)) if other.text == old else other
        for other in lexicon.entries
    )
    return replace(lexicon, entries=renamed)


def with_label(lexicon: Lexicon, texts: Collection[str], label: str) -> Lexicon:
    """Give entries another class."""
    wanted, clean = frozenset(texts), " ".join(label.split())
    changed = tuple(
        LexiconEntry(entry.text, clean, entry.count, entry.pmi) if entry.text in wanted else entry
        for entry in lexicon.entries
    )
    return replace(lexicon, entries=changed)


def with_counts(lexicon: Lexicon, counts: Mapping[str, int]) -> Lexicon:
    """Give entries other counts (of a user dictionary: frequencies)."""
    changed = tuple(
        replace(entry, count=counts[entry.text]) if entry.text in counts else entry for entry in lexicon.entries
    )
    return replace(lexicon, entries=changed)


def merge(lexicon: Lexicon, mined: Lexicon) -> Lexicon:
    """The list with what was mined anew: new entries at the end, those that it has keep class and place and get the new
    count and PMI, pruned ones stay out."""
    found = {entry.text: entry for entry in mined.entries}
    kept = [
        replace(entry, count=found[entry.text].count, pmi=found[entry.text].pmi) if entry.text in found else entry
        for entry in lexicon.entries
    ]
    known = {entry.text for entry in (*lexicon.entries, *lexicon.removed)}
    new = [entry for entry in mined.entries if entry.text not in known]
    return replace(lexicon, entries=(*kept, *new))


def class_counts(entries: Sequence[LexiconEntry]) -> dict[str, int]:
    """How many entries each class has, the largest first."""
    return dict(Counter(entry.label for entry in entries).most_common())
