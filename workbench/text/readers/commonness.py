"""How common the characters of a decoded text are: what tells a right decoding from one that merely does not fail."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from workbench.core.paths import resource

#: Nats of a character that no list holds, and of one that text never holds (controls, surrogates, private use).
UNKNOWN, IMPOSSIBLE = -12.5, -18.0
#: Nats of a Japanese syllable: Chinese text may quote it, and what is full of it is not to pass for rare Chinese.
_KANA = -10.0
_PUNCTUATION = "，。、；：？！“”‘’（）《》【】「」『』—…·〈〉　"
_PUNCTUATION_RANK = 12
_CODES = 0x110000

Codes = NDArray[np.uint32]


def _zipf(rank: int) -> float:
    """Log-probability by rank after Mandelbrot's form; Chinese characters follow it well enough to compare."""
    return float(-1.2 - np.log(rank + 12.0))


@cache
def _lists() -> dict[str, str]:
    """Characters by script, most frequent first, from ``resources/text/common_characters.txt``."""
    lists: dict[str, str] = {}
    script = ""
    for line in resource("text", "common_characters.txt").read_text(encoding="utf-8").split("\n"):
        if line.startswith("["):
            script = line.strip("[]")
            lists[script] = ""
        elif line and not line.startswith("#"):
            lists[script] += line
    return lists


def _surely_no_text(table: NDArray[np.float32]) -> None:
    """Mark what no text file holds."""
    table[:0x20] = IMPOSSIBLE
    table[0x7F:0xA0] = IMPOSSIBLE
    table[0xD800:0xF900] = IMPOSSIBLE
    table[0xFFF0:0x10000] = IMPOSSIBLE
    table[0xF0000:] = IMPOSSIBLE


@cache
def table(script: str) -> NDArray[np.float32]:
    """Log-probabilities by code point for ``simplified`` or ``traditional`` text; 0 for printable ASCII and blanks."""
    scores = np.full(_CODES, UNKNOWN, np.float32)
    _surely_no_text(scores)
    scores[0x3041:0x30FF] = _KANA
    for rank, character in enumerate(_lists()[script]):
        scores[ord(character)] = _zipf(rank)
    for character in _PUNCTUATION:
        scores[ord(character)] = _zipf(_PUNCTUATION_RANK)
    scores[0x20:0x7F] = 0.0
    scores[[9, 10, 13]] = 0.0
    return scores


def code_points(text: str) -> Codes:
    """The code points of a text [n]; lone surrogates pass."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
