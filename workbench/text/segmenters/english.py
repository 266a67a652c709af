"""English phrases and names by two plain rules, for text without lists.

A chunk is a maximal run of 2 to 5 words between function words and punctuation, a stand-in for a noun phrase that
needs no model. A name is a run of 1 to 5 capitalised words that does not begin a sentence. Both are guesses, and
their units say so in their source (``chunker``, ``capitals``).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from workbench.core.paths import resource
from workbench.text.document import Bools, Ints
from workbench.text.remembered import Remembered
from workbench.text.segmenters.characters import CharacterClass
from workbench.text.segmenters.words import WordTable

LONGEST_RUN = 5
_CAPITAL, _FUNCTION = 1, 2


@cache
def function_words() -> frozenset[str]:
    """English words that end a chunk: articles, pronouns, auxiliaries, prepositions, conjunctions, light verbs."""
    return frozenset(resource("lexicons", "english_function_words.txt").read_text(encoding="utf-8").split())


def chunks(words: WordTable) -> tuple[Ints, Ints]:
    """Starts and ends of the noun chunks in characters of the table's text."""
    places, kinds = _letter_words(words)
    content = np.zeros(len(words.start), np.bool_)
    content[places] = kinds & _FUNCTION == 0
    return _runs(words, content, shortest=2)


def names(words: WordTable) -> tuple[Ints, Ints]:
    """Starts and ends of the runs of capitalised words, none of them the first word of a sentence."""
    places, kinds = _letter_words(words)
    capital = np.zeros(len(words.start), np.bool_)
    capital[places] = kinds == _CAPITAL
    visible = np.flatnonzero(words.heads < CharacterClass.SPACE)
    first = np.ones(len(visible), np.bool_)
    first[1:] = words.owner[visible][1:] != words.owner[visible][:-1]
    capital[visible[first]] = False
    return _runs(words, capital, shortest=1)


def _letter_words(words: WordTable) -> tuple[Ints, NDArray[np.uint8]]:
    """The places of the words of letters, and what each is: :data:`_CAPITAL`, :data:`_FUNCTION`, both or neither."""
    places, texts = words.spelled
    return places, np.fromiter(map(_KINDS.__getitem__, texts), np.uint8, len(texts))


def _kind(word: str) -> int:
    return _CAPITAL * word[0].isupper() | _FUNCTION * _is_function_word(word)


def _is_function_word(word: str) -> bool:
    """Whether a word, or what stands before its apostrophe (don't, I'm), is a function word."""
    lowered = word.lower().replace("’", "'")
    return lowered in function_words() or lowered.partition("'")[0] in function_words()


def _runs(words: WordTable, wanted: Bools, shortest: int) -> tuple[Ints, Ints]:
    """Maximal runs of wanted words with only spaces between, of ``shortest`` to :data:`LONGEST_RUN` words."""
    if not wanted.any():
        nowhere = np.zeros(0, np.int64)
        return nowhere, nowhere
    visible = np.flatnonzero(words.heads != CharacterClass.SPACE)
    flags, owner = wanted[visible], words.owner[visible]
    begins = flags.copy()
    begins[1:] &= ~(flags[:-1] & (owner[1:] == owner[:-1]))
    ends = flags.copy()
    ends[:-1] &= ~(flags[1:] & (owner[1:] == owner[:-1]))
    first, last = np.flatnonzero(begins), np.flatnonzero(ends)
    sizes = last - first + 1
    fitting = (sizes >= shortest) & (sizes <= LONGEST_RUN)
    return words.start[visible[first[fitting]]], words.end[visible[last[fitting]]]


_KINDS = Remembered(_kind, most=1 << 16)  #: :func:`_kind` of the words that were met before
