"""The answer to each document of a corpus, which its files gave beside the text: one small number a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.text.array_files import ArrayWriter, map_array
from workbench.text.document import Bools, Ints

ANSWERS = "answers.npy"  #: in the folder of a corpus that has them
_FLUSH = _PIECE = 1 << 17

Numbers = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Answers:
    """``number`` [D] says which of the ``names`` is the answer to each document."""

    names: tuple[str, ...]
    number: Numbers

    def counts(self, documents: Bools | None = None) -> dict[str, int]:
        """How often each answer is given, to all documents or to those chosen [D]."""
        chosen = self.number if documents is None else self.number[documents]
        return dict(zip(self.names, np.bincount(chosen, minlength=len(self.names)).tolist(), strict=True))

    def take(self, documents: Ints) -> Answers:
        """Those of some documents [d], in their order."""
        return Answers(self.names, np.array(self.number[documents]))

    def name_of(self, document: int) -> str:
        """The answer to a document."""
        return self.names[int(self.number[document])]


def map_answers(folder: Path, names: tuple[str, ...], documents: int) -> Answers:
    """The answers in a corpus folder; raises OSError or ValueError where they do not fit."""
    number: Numbers = map_array(folder / ANSWERS, np.uint8, (documents,))
    if documents and int(number.max()) >= len(names):
        raise ValueError("an answer has no name")
    return Answers(names, number)


class AnswerWriter:
    """Takes the answers of documents in order; the file is made with the first of them, so that a corpus without
    answers has none."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ANSWERS
        self._file: ArrayWriter | None = None
        self._pending = bytearray()

    @property
    def length(self) -> int:
        """How many documents have one."""
        return len(self._pending) + (self._file.length if self._file is not None else 0)

    def append(self, number: int) -> None:
        """The answer of the next document."""
        self._pending.append(number)
        if len(self._pending) >= _FLUSH:
            self._flush()

    def extend(self, folder: Path) -> None:
        """Those of all documents of a part of the corpus in another folder, where it has them."""
        for numbers in answer_pieces(folder):
            self._flush()
            self._opened().append(numbers)

    def _flush(self) -> None:
        if self._pending:
            self._opened().append(np.frombuffer(bytes(self._pending), np.uint8))
            self._pending.clear()

    def _opened(self) -> ArrayWriter:
        if self._file is None:
            self._file = ArrayWriter(self.path, np.uint8)
        return self._file

    def close(self) -> None:
        """Write what is left; a second call does nothing."""
        self._flush()
        if self._file is not None:
            self._file.close()


def answer_pieces(folder: Path) -> Iterator[Numbers]:
    """The answers in a folder, a bounded number at a time; mapped anew each time, so that they do not stay in memory.
    None where it has no answers."""
    end = len(_mapped(folder)) if (folder / ANSWERS).is_file() else 0
    for begin in range(0, end, _PIECE):
        yield np.array(_mapped(folder)[begin : begin + _PIECE])


def answers_of(folder: Path, documents: Ints) -> Numbers | None:
    """The answers of some documents [d] of a folder; None where it has none."""
    return np.array(_mapped(folder)[documents]) if (folder / ANSWERS).is_file() else None


def _mapped(folder: Path) -> Numbers:
    numbers: Numbers = map_array(folder / ANSWERS, np.uint8, (None,))
    return numbers
