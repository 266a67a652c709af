"""Telling a list of words, a dictionary or a list of n-grams from text, so that an import can ask which is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.core.texts import Setting, mark

#: Where a list is brought in instead.
AS_LIST = Setting(mark("Import as a list"), "workbench lists import")
KIND = "word-list"  #: of the note that a file looks like a list
MESSAGE = mark(
    "The file looks like a list of words, each line of which is trained on as text; as a list it says where units "
    "are: {as_list}."
)
_LEAST_LINES = 20
_MOST_CHARACTERS, _MOST_WORDS = 12, 4
_SHARE = 0.95
#: ``word<TAB>12``, ``word 12``, ``word 12 n`` and ``ngram,12``, as dictionaries and lists of n-grams have it.
_COUNTED = re.compile(r"([^\t,]{1,40}?)(?:\t| +|,)[0-9]+(?:[\t ][A-Za-z]{1,6})?")
#: What stands in sentences and hardly in entries: marks that end or part them.
_SENTENCE = re.compile(r"[。！？；，、：.!?;,:…“”\"]")


def is_word_list(lines: Sequence[str]) -> bool:
    """Whether the first lines of a file that are not blank are entries of a list rather than text.

    That is said only where 19 of 20 lines, of twenty at least, have no mark of a sentence and are short (12 characters
    and 4 words at most, without the number that may follow), and where as many are different from all others.
    """
    entries = [_entry_of(line.strip()) for line in lines]
    if len(entries) < _LEAST_LINES or len(set(entries)) < _SHARE * len(entries):
        return False
    return sum(map(_is_entry, entries)) >= _SHARE * len(entries)


def _entry_of(line: str) -> str:
    """What a line holds before its number, where it has one."""
    found = _COUNTED.fullmatch(line)
    return found[1] if found is not None else line.partition("\t")[0]


def _is_entry(text: str) -> bool:
    longest = _MOST_CHARACTERS if not text.isascii() else 4 * _MOST_CHARACTERS
    return len(text) <= longest and len(text.split()) <= _MOST_WORDS and _SENTENCE.search(text) is None
