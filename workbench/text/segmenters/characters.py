"""What kind of character a code point is, for a whole text at once."""

from __future__ import annotations

import unicodedata
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

#: Blocks of Chinese characters, as BERT's tokenizer has them (CJK unified ideographs, extensions, compatibility).
HAN_BLOCKS = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2EBEF),
    (0x2F800, 0x2FA1F),
    (0x30000, 0x323AF),
)
APOSTROPHES = frozenset("'’")


class CharacterClass(IntEnum):
    """Classes that decide where a word can end."""

    UNSEEN = 0
    HAN = 1
    LETTER = 2  #: letters and marks that are not Chinese
    DIGIT = 3
    SPACE = 4
    APOSTROPHE = 5
    POINT = 6  #: full stop and comma, which stand inside numbers
    OTHER = 7


def is_han(character: str) -> bool:
    """Whether a character is a Chinese one."""
    code = ord(character)
    return any(first <= code <= last for first, last in HAN_BLOCKS)


def classify(character: str) -> CharacterClass:
    """The class of one character."""
    if is_han(character):
        return CharacterClass.HAN
    if character in APOSTROPHES:
        return CharacterClass.APOSTROPHE
    if character in ".,":
        return CharacterClass.POINT
    category = unicodedata.category(character)
    if category[0] == "Z" or character.isspace():
        return CharacterClass.SPACE
    if category[0] == "N":
        return CharacterClass.DIGIT
    if category[0] in "LM":
        return CharacterClass.LETTER
    return CharacterClass.OTHER


class _ClassTable:
    """Classes by code point, filled as characters are met."""

    def __init__(self) -> None:
        self._classes = np.zeros(0x110000, np.uint8)

    def __call__(self, codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
        classes = self._classes[codes]
        unseen = classes == CharacterClass.UNSEEN
        if unseen.any():
            for code in np.unique(codes[unseen]).tolist():
                self._classes[code] = classify(chr(code))
            classes = self._classes[codes]
        return classes


#: Classes [n] (uint8 of :class:`CharacterClass`) of code points [n].
character_classes = _ClassTable()


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of a text [n]; half surrogates are kept as they are."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
