"""Plain text: documents separated by blank lines, one a line, or one a file. A line is a paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.texts import mark
from workbench.text.readers.cleaning import Cleaner
from workbench.text.readers.decoding import LONGEST_LINE, Source, TextBlock, text_blocks, with_line_feeds
from workbench.text.readers.html import BREAK
from workbench.text.readers.pieces import Piece
from workbench.text.readers.settings import DocumentRule, ImportSettings

#: Characters of a document that are held at once.
_PIECE_CHARACTERS = 1 << 20


def read_txt(source: Source, settings: ImportSettings) -> Iterator[Piece]:
    """The documents of a plain text file. Lines of blanks only (of any kind) are blank."""
    blocks = _cleaned(source, settings)
    if settings.documents is DocumentRule.LINE:
        return _documents_by_line(blocks)
    return _documents_by_blank_line(blocks, split=settings.documents is DocumentRule.BLANK_LINE)


def _cleaned(source: Source, settings: ImportSettings) -> Iterator[TextBlock]:
    """Blocks with the rules for characters applied; tells of lines too long to be one paragraph."""
    cleaner = Cleaner(source.name, source.notes, settings)
    for block in text_blocks(source):
        if block.cut:
            source.notes.count(
                source.name,
                block.line,
                "long-line",
                mark("Lines of over {limit} characters were cut into paragraphs ({count} {count:cut|cuts})."),
                1,
                limit=LONGEST_LINE,
            )
        yield TextBlock(cleaner.clean(block.text, block.line), block.line, block.cut)


def paragraphs(line: str) -> tuple[str, ...]:
    """The paragraphs of a cleaned line: itself without blanks at its ends, none where it is blank."""
    if BREAK in line:
        return tuple(text for part in line.split(BREAK) if (text := part.strip()))
    text = line.strip()
    return (text,) if text else ()


def field_paragraphs(source: Source, cleaner: Cleaner, text: str, line: int) -> tuple[str, ...]:
    """The paragraphs of a value that stands in a record on ``line``."""
    cleaned = cleaner.clean_value(with_line_feeds(text, source.lone_cr), line)
    return tuple(part for inner in cleaned.split("\n") for part in paragraphs(inner))


def _documents_by_line(blocks: Iterator[TextBlock]) -> Iterator[Piece]:
    continues = False
    for block in blocks:
        for number, line in enumerate(block.text.split("\n"), block.line):
            if parts := paragraphs(line):
                yield Piece(parts, number, begins=not continues)
            continues = False
        continues = block.cut


def _documents_by_blank_line(blocks: Iterator[TextBlock], *, split: bool) -> Iterator[Piece]:
    parts: list[str] = []
    begin, begins, held = 1, True, 0
    for block in blocks:
        held += len(block.text)
        texts = block.text.split("\n")
        # What follows the last line end is no line of its own.
        if not texts[-1]:
            texts.pop()
        for number, line in enumerate(texts, block.line):
            if found := paragraphs(line):
                if not parts:
                    begin = number
                parts += found
            elif split:
                if parts:
                    yield Piece(tuple(parts), begin, begins)
                    parts = []
                begins = True
        if parts and (held > _PIECE_CHARACTERS or block.cut):
            yield Piece(tuple(parts), begin, begins)
            parts, begins, held = [], False, 0
    if parts:
        yield Piece(tuple(parts), begin, begins)
