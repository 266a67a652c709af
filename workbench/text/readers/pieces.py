"""What readers give: documents, in pieces where one is too large to be held at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from workbench.text.readers.decoding import Source
from workbench.text.readers.settings import ImportSettings


class PartSpan(NamedTuple):
    """A unit that a file marks: half-open in characters of paragraph ``part`` of a piece, and its class."""

    part: int
    start: int
    end: int
    name: str


@dataclass(frozen=True)
class Piece:
    """Paragraphs of a document, cleaned, none blank; ``begins`` is False where the document of the last piece goes on.

    ``line`` is where the piece begins in the file. A document without text has no parts. ``spans`` are the units that
    the file marks, in order; None where it is of a kind that marks none. ``turns`` says that the parts are turns of a
    dialogue, which stay together. ``answer`` is the number of the answer to the document that the file gives beside its
    text; None where the import reads none.
    """

    parts: tuple[str, ...]
    line: int
    begins: bool = True
    spans: tuple[PartSpan, ...] | None = None
    turns: bool = False
    answer: int | None = None


Reader = Callable[[Source, ImportSettings], Iterator[Piece]]
