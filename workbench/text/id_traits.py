"""What the ids of a vocabulary are to masking: whether they may be targets, and whether they are punctuation marks."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.document import Bools


class TraitVocabulary(Protocol):
    """What must be known of a vocabulary."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """Tokens by id."""

    @property
    def fingerprint(self) -> str:
        """Changes with any token."""

    @property
    def unk_id(self) -> int:
        """Id of unknown text."""

    @property
    def is_special(self) -> Bools:
        """Which ids [V] are special."""


@dataclass(frozen=True)
class Traits:
    """What ids are: ``maskable`` [V] those that may be targets, ``is_mark`` [V] those of punctuation marks."""

    maskable: Bools
    is_mark: Bools


_KEPT: dict[str, Traits] = {}


def traits_of(vocabulary: TraitVocabulary) -> Traits:
    """The traits of all ids; kept for each vocabulary, by fingerprint.

    Text never has special ids but that of unknown text; should any slip through, it must not become a target.
    """
    found = _KEPT.get(vocabulary.fingerprint)
    if found is None:
        maskable = ~np.asarray(vocabulary.is_special)
        maskable[vocabulary.unk_id] = True
        found = _KEPT[vocabulary.fingerprint] = Traits(maskable, _punctuation(vocabulary))
    return found


def require_known(ids: NDArray[np.int32], vocabulary: TraitVocabulary) -> None:
    """Raise WorkbenchError where one of ``ids`` is none of the vocabulary's, as in a file that was damaged or swapped.

    A model has as many rows: a graphics card would end the process at such an id, or read what is beside its table.
    """
    size = len(vocabulary.tokens)
    if ids.size and int(ids.view(np.uint32).max()) >= size:  # numbers below 0 are large ones there
        beyond = ids[(ids < 0) | (ids >= size)]
        raise WorkbenchError(
            mark("The prepared corpus holds the token {token}, but the vocabulary has only the tokens 0 to {last}."),
            mark("Delete the folder “prepared” of the project; it is made again at the next start."),
            token=int(beyond[0]),
            last=size - 1,
        )


def _punctuation(vocabulary: TraitVocabulary) -> Bools:
    """Which ids [V] are punctuation marks or symbols alone.

    A mark that byte-level BPE cuts into several tokens is not seen, since none of them is a character.
    """
    marks = np.array([_is_mark(token) for token in vocabulary.tokens], dtype=np.bool_)
    return np.asarray(marks & ~vocabulary.is_special)


def _is_mark(token: str) -> bool:
    """Whether a token's text, without the sign of a continuation or a space, is punctuation."""
    text = _plain_text(token)
    return bool(text) and all(unicodedata.category(character)[0] in "PS" for character in text)


def _byte_letters() -> Mapping[str, int]:
    """The letters that byte-level BPE writes bytes as: printable Latin-1 stands for itself, the rest from U+0100 on."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    other = [byte for byte in range(256) if byte not in set(own)]
    return {chr(byte): byte for byte in own} | {chr(256 + number): byte for number, byte in enumerate(other)}


_BYTES = _byte_letters()


def _plain_text(token: str) -> str:
    """The text of a token: ``##`` and the signs for a space taken off, byte letters read as UTF-8 where they are."""
    text = token.removeprefix("##") if len(token) > 2 else token
    if _is_bytes(text):
        decoded = bytes(_BYTES[letter] for letter in text).decode("utf-8", errors="ignore").strip()
        return decoded or text
    return text.strip("\u2581 ")


def text_bytes(token: str) -> bytes:
    """The text of a token in lower case as UTF-8; of byte letters that are only a part of a character, their bytes."""
    text = token.removeprefix("##") if len(token) > 2 else token
    if _is_bytes(text):
        read = bytes(_BYTES[letter] for letter in text)
        try:
            text = read.decode("utf-8")
        except UnicodeDecodeError:
            return read
    return text.strip("\u2581 ").casefold().encode()


def _is_bytes(text: str) -> bool:
    """Whether a token without ``##`` is one of byte-level BPE; one in ASCII alone reads the same either way."""
    return all(letter in _BYTES for letter in text) and not text.isascii()
