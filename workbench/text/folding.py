"""Lower case without accents, as BERT folds text (BERT sheet 1.1), with the way back to places of the text given."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Ints


@dataclass(frozen=True)
class FoldedText:
    """``text`` folded; ``places`` [n] says where each of its characters came from, None where none has moved."""

    text: str
    places: Ints | None = None


class _Folding(dict[int, str]):
    """Code point -> what it becomes, filled as characters are met; ``moving`` are those that become none or several."""

    def __init__(self) -> None:
        super().__init__()
        self.moving: set[str] = set()

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _without_marks(_without_marks(character).lower())
        if len(folded) != 1:
            self.moving.add(character)
        self[code] = folded
        return folded


def _without_marks(text: str) -> str:
    """The canonical decomposition without the marks that take no room (NFD without Mn)."""
    return "".join(part for part in unicodedata.normalize("NFD", text) if unicodedata.category(part) != "Mn")


_FOLDING = _Folding()


def fold_case(text: str) -> FoldedText:
    """Lower case, accents stripped, each character by itself: what BERT's tokenizer makes of a text first."""
    if text.isascii():
        return FoldedText(text.lower())
    folded = text.translate(_FOLDING)
    if _FOLDING.moving.isdisjoint(text):
        return FoldedText(folded)
    lengths = [len(_FOLDING[ord(character)]) for character in text]
    return FoldedText(folded, np.repeat(np.arange(len(text)), lengths))


def unfold_spans(spans: NDArray[np.int32], starts: Ints, folded: Sequence[FoldedText]) -> NDArray[np.int32]:
    """Spans [T, 2] in folded texts as spans in the texts given; ``starts`` [n + 1] says which spans are whose."""
    for number, fold in enumerate(folded):
        if fold.places is None:
            continue
        own = spans[starts[number] : starts[number + 1]]
        if len(own):
            own[:, 0] = fold.places[own[:, 0]]
            own[:, 1] = fold.places[own[:, 1] - 1] + 1
    return spans
