"""CSV and TSV: a real reader of quoted fields; the separator is found by which one gives even rows."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from workbench.core.texts import Setting, mark
from workbench.text.readers.answers import AnswerRule, require_apart
from workbench.text.readers.cleaning import Cleaner
from workbench.text.readers.decoding import Source, lines, text_blocks
from workbench.text.readers.fields import (
    LABEL_NAMES,
    FieldCounter,
    FieldSample,
    NoFieldError,
    choose,
    list_names,
    short_name,
)
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.pieces import Piece
from workbench.text.readers.settings import ANSWER_FIELD, FIELD, SECOND_FIELD, ImportSettings
from workbench.text.readers.txt import field_paragraphs

DELIMITERS: tuple[str, ...] = (",", ";", "\t", "|")
_SAMPLE_ROWS, _FIELD_ROWS = 50, 500
#: The first row of a single column is its name, unless it is this long.
_LONGEST_NAME = 40
#: A field this long is a quote that was never closed.
_LONGEST_FIELD = 1 << 24


@dataclass(frozen=True)
class Layout:
    """How the table is written, and its first row."""

    delimiter: str
    quoted: bool
    header: tuple[str, ...]


def layout(source: Source) -> Layout:
    """The separator, quoting and header of a table."""
    csv.field_size_limit(_LONGEST_FIELD)
    head = next((block.text for block in text_blocks(source.head())), "")
    head = head.lstrip("\n")
    delimiter = max(DELIMITERS, key=lambda candidate: _evenness(head, candidate))
    quoted = delimiter != "\t" or _well_quoted(head)
    header = next(_rows(head, delimiter, quoted), [])
    return Layout(delimiter, quoted, tuple(cell.strip().lstrip("\ufeff") for cell in header))


def _rows(text: str, delimiter: str, quoted: bool) -> Iterator[list[str]]:
    reader = csv.reader(
        (line + "\n" for line in text.split("\n")),
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
    )
    return (row for row in reader if row)


def _evenness(head: str, delimiter: str) -> tuple[float, int]:
    """The share of rows as wide as the first, and that width; worst for one column."""
    rows = [row for row, _ in zip(_rows(head, delimiter, True), range(_SAMPLE_ROWS), strict=False)]
    width = len(rows[0]) if rows else 0
    if width < 2:
        return (0.0, 0)
    return (sum(len(row) == width for row in rows) / len(rows), width)


def _well_quoted(head: str) -> bool:
    """Whether quotes enclose whole fields wherever they begin one (tables with tabs often use them as plain marks)."""
    complete = head[: head.rfind("\n") + 1]
    try:
        for _ in csv.reader((line + "\n" for line in complete.split("\n")), delimiter="\t", strict=True):
            pass
    except csv.Error:
        return False
    return True


@dataclass(frozen=True)
class Columns:
    """The places of the columns that are read, and whether the first row is a header."""

    text: int
    second: int | None
    answer: int | None
    has_header: bool

    @property
    def texts(self) -> tuple[int, ...]:
        """Those of the text, one or two."""
        return (self.text,) if self.second is None else (self.text, self.second)


def columns_of(source: Source, settings: ImportSettings, table: Layout) -> Columns:
    """The columns that the settings name, or the likeliest one; raises where they cannot be told.

    A number that is no name counts columns from 1. Where all are numbers, and not each is a name too, the table has no
    header: its first row may hold numbers as any other.
    """
    said = [field for field in (settings.field, settings.second_field, settings.answer_field) if field]
    numbers = all(map(str.isdecimal, said)) and not set(said) <= set(table.header)
    names = () if numbers else table.header
    named = _named_column(source, settings.field, table, names, FIELD)
    second = _named_column(source, settings.second_field, table, names, SECOND_FIELD)
    answer = _named_column(source, settings.answer_field, table, names, ANSWER_FIELD)
    text = _likeliest_column(source, settings, table) if named is None else named
    require_apart(source.name, settings, text, second, answer)
    return Columns(text, second, answer, has_header=named is None or not numbers)


def _named_column(source: Source, field: str, table: Layout, names: Sequence[str], setting: Setting) -> int | None:
    """The column of that name, or else of that number; None where none is said."""
    if not field:
        return None
    if field in names:
        return names.index(field)
    if field.isdecimal() and 1 <= int(field) <= len(table.header):
        return int(field) - 1
    raise NoFieldError(source.name, table_fields(source), field, setting)


def _likeliest_column(source: Source, settings: ImportSettings, table: Layout) -> int:
    """The column that is named as text usually is, or the only one."""
    labelled = table.delimiter == "\t" and any(name.lower() in LABEL_NAMES for name in table.header)
    if labelled and not settings.answer_field:
        raise NotCorpusError(
            mark("{file} holds labelled examples ({columns}), which are for a classification task, not a corpus."),
            mark(
                "To read one column as plain text, name it with {setting}; to keep the labels as answers of the "
                "documents, name theirs with {answer}."
            ),
            setting=FIELD,
            answer=ANSWER_FIELD,
            file=source.name,
            columns=list_names([short_name(name) for name in table.header]),
        )
    if len(table.header) == 1 and len(table.header[0]) < _LONGEST_NAME:
        return 0
    return table.header.index(choose(source.name, table_fields(source)))


def column_name(source: Source, settings: ImportSettings) -> str:
    """What the first row says of the column that is read; raises as :func:`columns_of` does."""
    table = layout(source)
    return table.header[columns_of(source, settings, table).text] if table.header else ""


def table_fields(source: Source) -> tuple[FieldSample, ...]:
    """The columns by the names in the first row, with the texts in the next ones."""
    head = source.head()
    table, counter = layout(head), FieldCounter()
    for row, _ in islice(numbered_rows(head, table), 1, _FIELD_ROWS):
        for name, cell in zip(table.header, row, strict=False):
            counter.add(name, [cell])
    return counter.all() or tuple(FieldSample(name) for name in table.header)


def read_table(source: Source, settings: ImportSettings) -> Iterator[Piece]:
    """A document a row, from one column or two, perhaps with an answer; rows without text or answer and broken rows are
    told by line."""
    table, rule = layout(source), AnswerRule.of(settings)
    if not table.header:
        return
    columns = columns_of(source, settings, table)
    cleaner, has_header = Cleaner(source.name, source.notes, settings), columns.has_header
    if rule is not None and columns.answer is not None:
        rule.require_meanings(source.name, _column_head(source, table, columns.answer, has_header))
    for row, line in numbered_rows(source, table):
        if has_header:
            has_header = False
            continue
        if len(row) != len(table.header):
            source.notes.skip(
                source.name, line, "uneven-row", mark("The row on line {line} has {found} columns, not {expected}."),
                line=line, found=len(row), expected=len(table.header),
            )  # fmt: skip
            continue
        found = [field_paragraphs(source, cleaner, row[column], line) for column in columns.texts]
        if not all(found):
            source.notes.skip(source.name, line, "empty-text", mark("The row on line {line} has no text."), line=line)
            continue
        parts = found[0] if columns.second is None else tuple(map(" ".join, found))
        if rule is None or columns.answer is None:
            yield Piece(parts, line)
        elif (answer := rule.read(source, row[columns.answer], line)) is not None:
            yield Piece(parts, line, answer=answer)


def _column_head(source: Source, table: Layout, column: int, has_header: bool) -> list[str]:
    """What stands in a column of the first rows."""
    rows = islice(numbered_rows(source.head(), table), int(has_header), _FIELD_ROWS)
    return [row[column] for row, _ in rows if len(row) == len(table.header)]


def numbered_rows(source: Source, table: Layout) -> Iterator[tuple[list[str], int]]:
    """Rows with the line on which each begins; a quote that is never closed is told."""
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(
        (line + "\n" for line, _ in lines(source)),
        delimiter=table.delimiter,
        quoting=csv.QUOTE_MINIMAL if table.quoted else csv.QUOTE_NONE,
        strict=table.quoted,
    )
    while True:
        begin = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            unclosed = "unexpected end" in str(error) or "field larger" in str(error)
            source.notes.skip(
                source.name,
                begin,
                "unclosed-quote" if unclosed else "broken-row",
                mark("A quote opened in the row on line {line} is never closed.")
                if unclosed
                else mark("The row on line {line} is broken: a quoted field is followed by more text."),
                line=begin,
            )
            continue
        if row:
            yield row, begin
