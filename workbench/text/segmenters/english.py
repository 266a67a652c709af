"""English phrases and names by two plain rules, for text without lists.

A chunk is a maximal run of 2 to 5 words between function words and punctuation, a stand-in for a noun phrase that
needs no model. A name is a run of 1 to 5 capitalised words that does not begin a sentence. Both are guesses, and
their units say so in their source (``chunker``, ``capitals``).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from workbench.core.paths import resource
from workbench.text.document import Bools, Ints
from workbench.text.segmenters.characters import CharacterClass
from workbench.text.segmenters.words import WordTable

LONGEST_RUN = 5


@cache
def function_words() -> frozenset[str]:
    """English words that end a chunk: articles, pronouns, auxiliaries, prepositions, conjunctions, light verbs."""
    return frozenset(resource("lexicons", "english_function_words.txt").read_text(encoding="utf-8").split())


def chunks(words: WordTable) -> tuple[Ints, Ints]:
    """Starts and ends of the noun chunks in characters of the table's text."""
    content = _letter_words(words)
    candidates = np.flatnonzero(content)
    for place, word in zip(candidates.tolist(), _strings(words, candidates), strict=True):
        content[place] = not _is_function_word(word)
    return _runs(words, content, shortest=2)


def names(words: WordTable) -> tuple[Ints, Ints]:
    """Starts and ends of the runs of capitalised words, none of them the first word of a sentence."""
    capital = _letter_words(words)
    candidates = np.flatnonzero(capital)
    for place, word in zip(candidates.tolist(), _strings(words, candidates), strict=True):
        capital[place] = word[0].isupper() and not _is_function_word(word)
    visible = np.flatnonzero(words.classes[words.start] < CharacterClass.SPACE)
    first = np.ones(len(visible), np.bool_)
    first[1:] = words.owner[visible][1:] != words.owner[visible][:-1]
    capital[visible[first]] = False
    return _runs(words, capital, shortest=1)


def _letter_words(words: WordTable) -> Bools:
    """Which words begin with a letter and have no Chinese at their end (T恤) [W]."""
    classes = words.classes
    latin: Bools = (classes[words.start] == CharacterClass.LETTER) & (classes[words.end - 1] != CharacterClass.HAN)
    return latin


def _is_function_word(word: str) -> bool:
    """Whether a word, or what stands before its apostrophe (don't, I'm), is a function word."""
    lowered = word.lower().replace("’", "'")
    return lowered in function_words() or lowered.partition("'")[0] in function_words()


def _strings(words: WordTable, places: Ints) -> list[str]:
    """The texts of some words."""
    text = words.text
    pairs = zip(words.start[places].tolist(), words.end[places].tolist(), strict=True)
    return [text[start:end] for start, end in pairs]


def _runs(words: WordTable, wanted: Bools, shortest: int) -> tuple[Ints, Ints]:
    """Maximal runs of wanted words with only spaces between, of ``shortest`` to :data:`LONGEST_RUN` words."""
    visible = np.flatnonzero(words.classes[words.start] != CharacterClass.SPACE)
    flags, owner = wanted[visible], words.owner[visible]
    begins = flags.copy()
    begins[1:] &= ~(flags[:-1] & (owner[1:] == owner[:-1]))
    ends = flags.copy()
    ends[:-1] &= ~(flags[1:] & (owner[1:] == owner[:-1]))
    first, last = np.flatnonzero(begins), np.flatnonzero(ends)
    sizes = last - first + 1
    fitting = (sizes >= shortest) & (sizes <= LONGEST_RUN)
    return words.start[visible[first[fitting]]], words.end[visible[last[fitting]]]
