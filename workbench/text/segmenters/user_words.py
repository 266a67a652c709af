"""Words of user dictionaries: given to the segmenter, or kept whole by force where it could never cut them.

jieba looks words up in runs of Chinese characters and cuts text at blanks and marks before it looks (ERNIE sheet 8.1),
so that a word with a blank, a mark or letters in it may load and still never match. Such words are found by our own
matcher, the longest first, after the segmenter has cut. Words of Chinese characters alone compete by frequency, unless
all are to be kept whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from workbench.text.lexicon import Lexicon, LexiconKind
from workbench.text.segmenters.characters import is_han
from workbench.text.segmenters.matching import Matcher


@dataclass(frozen=True)
class UserWord:
    """A word with its tag; ``frequency`` None lets the segmenter choose one that has the word cut, 0 takes the word out
    of the segmenter's dictionary."""

    text: str
    frequency: int | None = None
    tag: str = ""


@dataclass(frozen=True)
class UserWords:
    """The words of all user dictionaries, each once; ``force`` keeps every one of them whole."""

    words: tuple[UserWord, ...]
    force: bool = False

    @staticmethod
    def of(dictionaries: Iterable[Lexicon], force: bool) -> UserWords | None:
        """The words of the lists; an earlier list goes before a later one. None without any."""
        words: dict[str, UserWord] = {}
        for dictionary in dictionaries:
            if dictionary.kind is LexiconKind.WORD:
                for entry in dictionary.entries:
                    frequency = entry.count if entry.count >= 0 else None
                    words.setdefault(entry.text, UserWord(entry.text, frequency, entry.label))
        return UserWords(tuple(words.values()), force) if words else None

    @cached_property
    def fingerprint(self) -> str:
        """Changes with anything that can move a border or a tag."""
        lines = "\n".join(f"{word.text}\t{word.frequency}\t{word.tag}" for word in self.words)
        return hashlib.sha256(f"{self.force}\n{lines}".encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @cached_property
    def for_segmenter(self) -> tuple[UserWord, ...]:
        """Words that the segmenter can cut, and those that it is to forget."""
        return tuple(word for word in self.words if word.frequency == 0 or (not self._is_forced(word)))

    @cached_property
    def forced(self) -> tuple[UserWord, ...]:
        """Words that the matcher keeps whole."""
        return tuple(word for word in self.words if word.frequency != 0 and self._is_forced(word))

    @cached_property
    def matcher(self) -> Matcher:
        """Finds the forced words; labels are their places in :attr:`forced`."""
        return Matcher({word.text: place for place, word in enumerate(self.forced)})

    def _is_forced(self, word: UserWord) -> bool:
        return self.force or not all(map(is_han, word.text))
