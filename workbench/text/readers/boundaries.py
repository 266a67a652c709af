"""Files that say where units are: a token and its tag a line (BIO, BMES, BIOES), or JSON records with spans.

Both give text as a corpus, and the exact places of its units beside it. What a file has odd is told by line, with what
was made of it; nothing is left out silently.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

from workbench.core.texts import listed, mark
from workbench.text.readers.cleaning import Cleaner
from workbench.text.readers.decoding import Source, lines
from workbench.text.readers.fields import short_name
from workbench.text.readers.json_records import BrokenRecord, Record
from workbench.text.readers.jsonl import records, skip_broken, text_field
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.pieces import PartSpan, Piece
from workbench.text.readers.settings import DocumentRule, FileFormat, ImportSettings
from workbench.text.readers.spans import SPAN_NAMES, TextSpan, parse_span
from workbench.text.readers.tags import TaggedToken, TagReader, parse_tag

_HEAD_SENTENCES, _HEAD_TOKENS = 500, 1 << 15
#: A sentence with more tokens is parted at the next token outside of units (at twice as many inside of one, too), so
#: that memory stays bounded for a file without blank lines.
_MOST_TOKENS = 1 << 15


def place_spans(text: str, spans: Iterable[TextSpan], parts: Sequence[str]) -> tuple[list[PartSpan], list[TextSpan]]:
    """The spans of a text in places of its parts, and those that lie in no single part.

    ``parts`` are substrings of the text in order that lack nothing of it but blanks. Blanks at the ends of a span do
    not count.
    """
    begins: list[int] = []
    end = 0
    for part in parts:
        begins.append(text.index(part, end))
        end = begins[-1] + len(part)
    placed: list[PartSpan] = []
    lost: list[TextSpan] = []
    for span in spans:
        inner = text[span.start : span.end]
        first = span.start + len(inner) - len(inner.lstrip())
        after = first + len(inner.strip())
        number = bisect_right(begins, first) - 1
        if number >= 0 and first < after <= begins[number] + len(parts[number]):
            placed.append(PartSpan(number, first - begins[number], after - begins[number], span.name))
        else:
            lost.append(span)
    return placed, lost


class _Told:
    """Makes pieces of texts with spans, and tells what was found of a file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._counts: Counter[str] = Counter()

    def piece(self, text: str, spans: Iterable[TextSpan], line: int, begins: bool) -> Piece:
        """The paragraphs of a text with their spans; a unit that crosses a line end is left out and told."""
        parts = [part for raw in text.split("\n") if (part := raw.strip())]
        placed, lost = place_spans(text, spans, parts)
        for span in lost:
            self.odd(
                line,
                "unit-left-out",
                mark("Line {line}: the unit “{unit}” is blank or crosses a line end; it was left out."),
                unit=text[span.start : span.end],
            )
        self._counts.update(span.name for span in placed)
        return Piece(tuple(parts), line, begins, tuple(placed))

    def odd(self, line: int, kind: str, template: str, /, **values: Any) -> None:
        """Something that is not as it should be, and what was made of it."""
        self._source.notes.tell(self._source.name, line, kind, template, line=line, **values)

    def finish(self) -> None:
        """The units of the file by class."""
        classes = listed(f"{name or '–'} {count}" for name, count in self._counts.most_common())
        self._source.notes.tell(
            self._source.name,
            0,
            "boundaries",
            mark("{count} {count:unit was read with its place|units were read with their places} ({classes})."),
            count=self._counts.total(),
            classes=classes or "–",
        )


def read_tagged(source: Source, settings: ImportSettings) -> Iterator[Piece]:
    """The sentences of a file with a token and its tag a line, parted by blank lines.

    Each is a document, unless documents are to be files. Tokens of one character are joined as they stand, words with
    blanks between. Raises :class:`NotCorpusError` where no token at the beginning has a tag.
    """
    told = _Told(source)
    head = first_tokens(source)
    require_tags(source, head)
    reader = TagReader.of(head, told.odd)
    join_words = are_words(head)
    cleaner = _cleaner(source, settings)
    begins = True
    for block, whole in sentences_of(source):
        if not whole:
            template = mark("Line {line}: no blank line ends this sentence within {count} tokens; it was parted.")
            told.odd(block[0].line, "long-block", template, count=len(block))
        text, spans = _joined(block, reader, cleaner, join_words)
        yield told.piece(text, spans, block[0].line, begins)
        begins = whole and settings.documents is not DocumentRule.FILE
    told.finish()


def first_tokens(source: Source) -> list[TaggedToken]:
    """The tokens of the first sentences, by which a file is judged."""
    first = islice(sentences_of(source.head()), _HEAD_SENTENCES)
    return list(islice((token for block, _ in first for token in block), _HEAD_TOKENS))


def require_tags(source: Source, head: Sequence[TaggedToken]) -> None:
    """Refuse a file that has text but not one tag: all of it would be outside of units."""
    if head and not any(token.tag and (token.tag == "O" or parse_tag(token.tag)) for token in head):
        found = " ".join(filter(None, (head[0].text, head[0].tag)))
        raise NotCorpusError(
            mark("{file} has no tag (B-…, I-…, O or the like) in its first {count} lines; line {line} is “{found}”."),
            mark("Write a token and its tag a line, or choose {setting} to read it as text."),
            setting=FileFormat.TXT.setting,
            file=source.name,
            count=len(head),
            line=head[0].line,
            found=short_name(found),
        )


def _cleaner(source: Source, settings: ImportSettings) -> Cleaner:
    """The rules for characters. HTML stays: a tag may reach over the edges between which text is cleaned."""
    return Cleaner(source.name, source.notes, settings.model_copy(update={"html": False}))


def sentences_of(source: Source) -> Iterator[tuple[list[TaggedToken], bool]]:
    """The tokens of each sentence, and whether they go to its end; a very long one is parted."""
    block: list[TaggedToken] = []
    for line, number in lines(source):
        token = _token(line, number)
        outside = token is not None and token.tag in (None, "O")
        if len(block) >= (_MOST_TOKENS if outside else 2 * _MOST_TOKENS):
            yield block, False
            block = []
        if token is not None:
            block.append(token)
        elif block:
            yield block, True
            block = []
    if block:
        yield block, True


def _token(line: str, number: int) -> TaggedToken | None:
    """The token of a line: its first cell, and its last as the tag. A line of blanks alone has none; a blank before a
    tab is a token."""
    if not line.strip():
        return None
    cells = line.split("\t") if "\t" in line else line.split()
    if len(cells) == 1:
        return TaggedToken(cells[0].strip(), None, number)
    return TaggedToken(cells[0].strip() or " ", cells[-1].strip(), number)


def are_words(head: Sequence[TaggedToken]) -> bool:
    """Whether tokens are mostly words; else they are characters."""
    lettered = [token.text for token in head if token.text[:1].isalnum()]
    return sum(len(text) > 1 for text in lettered) > len(lettered) / 2


def _joined(
    block: Sequence[TaggedToken], reader: TagReader, cleaner: Cleaner, join_words: bool
) -> tuple[str, list[TextSpan]]:
    """The text of a sentence and the spans of its units."""
    text = ""
    edges: list[tuple[int, int]] = []
    for token in block:
        clean = cleaner.clean(token.text, token.line)
        if text and clean and (join_words or need_blank(text, clean)):
            text += " "
        edges.append((len(text), len(text) + len(clean)))
        text += clean
    units = reader.units(block, characters=not join_words)
    return text, [TextSpan(edges[unit.first][0], edges[unit.last][1], unit.name) for unit in units]


def need_blank(before: str, token: str) -> bool:
    """Whether two Latin words would grow together in a file of characters."""
    return len(token) > 1 and before[-2:].isascii() and before[-2:].isalnum() and token.isascii() and token.isalnum()


def read_spans(source: Source, settings: ImportSettings) -> Iterator[Piece]:
    """The documents of JSON records with a text and spans: ``[start, end, class]`` or objects of these, counted in
    code points of the text, half-open."""
    told, cleaner = _Told(source), _cleaner(source, settings)
    field = settings.field or text_field(source)
    for record in records(source):
        if isinstance(record, BrokenRecord):
            skip_broken(source, record)
            continue
        raw = record.value.get(field) if isinstance(record.value, dict) else None
        if not isinstance(raw, str) or not raw.strip():
            source.notes.skip(
                source.name,
                record.line,
                "no-text",
                mark("Line {line} has no text in “{field}”."),
                line=record.line,
                field=field,
            )
            continue
        text, spans = _cleaned(raw, list(_record_spans(record, len(raw), told)), cleaner, record.line)
        yield told.piece(text, spans, record.line, True)
    told.finish()


def _record_spans(record: Record, length: int, told: _Told) -> Iterator[TextSpan]:
    """The spans of a record; one that is none or lies outside the text is told by its number."""
    found = next((record.value[name] for name in SPAN_NAMES if isinstance(record.value.get(name), list)), None)
    if found is None:
        told.odd(
            record.line,
            "no-spans",
            mark("Line {line} has no list of units (as {names}); read as text without any."),
            names=listed(SPAN_NAMES),
        )
        return
    for number, item in enumerate(found, 1):
        span = parse_span(item)
        if span is not None and 0 <= span.start < span.end <= length:
            yield span
        else:
            told.odd(
                record.line,
                "bad-span",
                mark("Line {line}: unit {number} is no [start, end, class] inside the text; it was left out."),
                number=number,
            )


def _cleaned(raw: str, spans: list[TextSpan], cleaner: Cleaner, line: int) -> tuple[str, list[TextSpan]]:
    """The text under the rules for characters, and the spans in its places: what lies between two edges is cleaned by
    itself, so that every edge keeps its place."""
    edges = sorted({0, len(raw), *(edge for span in spans for edge in span[:2])})
    text, place = "", {0: 0}
    for first, after in pairwise(edges):
        text += cleaner.clean(raw[first:after].replace("\r\n", "\n").replace("\r", "\n"), line)
        place[after] = len(text)
    return text, [TextSpan(place[span.start], place[span.end], span.name) for span in spans]
