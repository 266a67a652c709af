"""What readers give: documents, in pieces where one is too large to be held at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workbench.text.readers.decoding import Source
from workbench.text.readers.settings import ImportSettings


@dataclass(frozen=True)
class Piece:
    """Paragraphs of a document, cleaned, none blank; ``begins`` is False where the document of the last piece goes on.

    ``line`` is where the piece begins in the file. A document without text has no parts.
    """

    parts: tuple[str, ...]
    line: int
    begins: bool = True


Reader = Callable[[Source, ImportSettings], Iterator[Piece]]
