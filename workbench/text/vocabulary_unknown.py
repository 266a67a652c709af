"""Why a text becomes [UNK], and which entries a vocabulary would need for it."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.config import Labelled
from workbench.core.texts import mark
from workbench.text.library_tokenizer import longest_word, make_tokenizer
from workbench.text.remembered import Remembered
from workbench.text.vocabulary import Vocabulary, VocabularyKind

_REMEMBERED = 1 << 16  #: texts whose reasons are remembered
LONGEST_KEPT = 60  #: characters of a text that is counted by itself; a longer one is counted by its beginning
_FULL_WIDTH = ("\uff01", "\uff5e")


class UnknownKind(Labelled):
    """What a text is that becomes [UNK]."""

    CHARACTER = "character", mark("character")
    RUN = "run", mark("run of characters")
    FULL_WIDTH = "full-width", mark("full-width run")
    TOO_LONG = "too-long", mark("longer than a word may be")


class UnknownReasons:
    """Why a text is unknown: it is too long for a word, or the entries that it lacks."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._tokenizer = make_tokenizer(vocabulary)
        self._known = vocabulary.ids_by_token
        self._continues = vocabulary.kind is not VocabularyKind.CHARACTER
        self._found = Remembered(self._look, _REMEMBERED)

    def of(self, text: str) -> tuple[UnknownKind, tuple[str, ...]]:
        """The kind of an unknown text and the entries it lacks."""
        return self._found[text] if len(text) <= LONGEST_KEPT else self._look(text)

    def _look(self, text: str) -> tuple[UnknownKind, tuple[str, ...]]:
        normalizer, limit = self._tokenizer.normalizer, longest_word(self._tokenizer)
        word = (normalizer.normalize_str(text) if normalizer is not None else text).strip()
        if limit is not None and len(word) > limit:
            return UnknownKind.TOO_LONG, ()
        return kind_of_unknown(text), tuple(self._lacking(word))

    def _lacking(self, word: str) -> Iterable[str]:
        """Characters that stop the greedy search for the longest entries, as the vocabulary would write them."""
        place = 0
        while place < len(word):
            mark_inside = "##" if place and self._continues else ""
            ends = range(len(word), place, -1)
            end = next((end for end in ends if mark_inside + word[place:end] in self._known), None)
            if end is None:
                yield mark_inside + word[place]
                end = place + 1
            place = end


def kind_of_unknown(text: str) -> UnknownKind:
    """What an unknown text is, where it is not too long."""
    if len(text) > 1 and all(_FULL_WIDTH[0] <= character <= _FULL_WIDTH[1] for character in text):
        return UnknownKind.FULL_WIDTH
    return UnknownKind.CHARACTER if len(text) == 1 else UnknownKind.RUN
