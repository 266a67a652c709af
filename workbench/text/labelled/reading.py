"""A labelled file as examples: tables, JSON records, or a token and its tag a line; compressed, in any usual encoding.

What cannot be used is left out and told by line.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.text.import_sources import look_at_files, make_source, open_files
from workbench.text.labelled.columns import Columns, Wanted, find_columns, find_kind, has_header, is_number
from workbench.text.labelled.records import Example, TaskKind
from workbench.text.labelled.tagging import holds_tags, read_records, read_sentences
from workbench.text.readers.decoding import Source, lines
from workbench.text.readers.files import find_files
from workbench.text.readers.formats import find_format, first_lines
from workbench.text.readers.json_records import BrokenRecord, Record
from workbench.text.readers.jsonl import records, skip_broken
from workbench.text.readers.notes import Note, Notes
from workbench.text.readers.settings import FileFormat, ImportSettings
from workbench.text.readers.table import Layout, layout, numbered_rows

_SAMPLE_ROWS = 500
_UNEVEN_SHARE = 0.1
_NO_LABEL = "-"  #: what corpora write where annotators did not agree


@dataclass(frozen=True)
class LabelledFile:
    """The examples of a file in order, of which kind they are, the ``columns`` that were read (none of tags), and what
    was odd: ``skipped`` examples were left out, and ``odd`` notes are of those that were read all the same."""

    path: Path
    kind: TaskKind
    examples: tuple[Example, ...]
    columns: Columns | None = None
    names: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    skipped: int = 0
    odd: tuple[Note, ...] = ()
    encoding: str = ""


@dataclass(frozen=True)
class _Row:
    values: Mapping[str, Any]
    line: int


def read_labelled(
    path: Path,
    kind: TaskKind | None = None,
    wanted: Wanted = Wanted(),  # noqa: B008 - frozen
    *,
    encoding: str = "auto",
    most: int | None = None,
    cancelled: Cancelled = never,
) -> LabelledFile:
    """Read a file; ``kind`` and columns that are not given are found, and ``most`` bounds the examples of a preview.

    Raises :class:`WorkbenchError` where a column cannot be told, or no example is left.
    """
    notes = Notes()
    source = _open(path, encoding, notes, cancelled)
    found = _format_of(source)
    if found is FileFormat.BIO or (found is FileFormat.JSONL and kind in (None, TaskKind.TAGGING) and _tagged(source)):
        return _read_tagging(source, found, kind, most)
    if kind is TaskKind.TAGGING:
        raise WorkbenchError(
            mark("{file} holds no tags: neither a token and its tag a line, nor records of tokens and tags or of a "
                 "text with the places of its units."),
            mark("Choose another kind of task, or another file."),
            file=source.name,
        )  # fmt: skip
    return _read_rows(source, found, kind, wanted, most)


def _open(path: Path, encoding: str, notes: Notes, cancelled: Cancelled) -> Source:
    files = find_files([path])
    if path.is_dir():
        raise ArgumentError(mark("{path} is a folder."), mark("Choose one file of labelled examples."), path=str(path))
    settings = ImportSettings(encoding=encoding)
    looks = look_at_files(files, settings, cancelled=cancelled)
    return make_source(open_files(files, looks, notes)[0], settings, notes, cancelled)


def _format_of(source: Source) -> FileFormat:
    """Lines with as many tabs each are a table, whatever the file is called."""
    found = find_format(source, ImportSettings())
    if found not in (FileFormat.TXT, FileFormat.TURNS):
        return found
    head = first_lines(source)
    tabs = {line.count("\t") for line in head}
    return FileFormat.CSV if len(tabs) == 1 and tabs != {0} else FileFormat.TXT


def _tagged(source: Source) -> bool:
    return any(holds_tags(row.value) for row in islice(records(source.head()), 20) if isinstance(row, Record))


def _read_tagging(source: Source, found: FileFormat, kind: TaskKind | None, most: int | None) -> LabelledFile:
    if kind not in (None, TaskKind.TAGGING):
        raise WorkbenchError(
            mark("{file} holds tokens with tags, which are for tagging."), mark("Choose the kind tagging."),
            file=source.name,
        )  # fmt: skip
    examples = read_sentences(source) if found is FileFormat.BIO else read_records(source)
    return _finished(source, TaskKind.TAGGING, tuple(islice(examples, most)), None, ())


def _finished(
    source: Source, kind: TaskKind, examples: tuple[Example, ...], columns: Columns | None, names: Sequence[str]
) -> LabelledFile:
    notes = source.notes
    if not examples:
        first = next((note.message for note in notes.all()), None)
        template = mark("No labelled example was found in {file}. First: {first}")
        raise WorkbenchError(
            template if first else mark("No labelled example was found in {file}."), file=source.name, first=first or ""
        )
    odd = tuple(note for note in notes.all() if note.kind not in notes.skipped)
    return LabelledFile(
        source.path, kind, examples, columns, tuple(names), notes.all(), notes.skipped.total(), odd, source.encoding
    )


# Tables and records with columns


def _read_rows(
    source: Source, found: FileFormat, kind: TaskKind | None, wanted: Wanted, most: int | None
) -> LabelledFile:
    if found is FileFormat.CSV:
        names, rows = _table(source)
        sample = list(islice(_table(source.head())[1], _SAMPLE_ROWS))
    elif found is FileFormat.JSONL:
        rows, sample = _records(source), list(islice(_records(source.head()), _SAMPLE_ROWS))
        names = list(dict.fromkeys(name for row in sample for name, value in row.values.items() if _is_cell(value)))
    else:
        raise WorkbenchError(
            mark("{file} holds no table, no JSON records and no tags."),
            mark("Labelled examples are rows of a CSV or TSV file, lines of JSON, or a token and its tag a line."),
            file=source.name,
        )
    if not sample:
        raise WorkbenchError(mark("No labelled example was found in {file}."), file=source.name)
    columns = find_columns(source.name, names, [row.values for row in sample], wanted)
    kind = kind or find_kind(columns, [row.values for row in sample])
    if kind is TaskKind.PAIR and not columns.pair:
        raise WorkbenchError(
            mark("{file} has no second text, which sentence pairs need."),
            mark("Choose the kind classification, or name the column of the second text."),
            file=source.name,
        )
    if kind is TaskKind.CLASSIFICATION:
        columns = Columns(columns.text, columns.label)
    examples = (example for row in rows if (example := _example(source, row, columns, kind)) is not None)
    return _finished(source, kind, tuple(islice(examples, most)), columns, names)


def _is_cell(value: Any) -> bool:
    return isinstance(value, (str, int, float)) or value is None


def _table(source: Source) -> tuple[list[str], Iterator[_Row]]:
    """The names of the columns, by number where the table has no header, and its rows."""
    table = _without_false_quotes(source, layout(source))
    first = [row for row, _ in islice(numbered_rows(source.head(), table), _SAMPLE_ROWS)]
    if not first:
        return [], iter(())
    headed = has_header(first)
    names = _different(table.header) if headed else [str(number) for number in range(1, len(first[0]) + 1)]
    return names, _table_rows(source, table, names, headed)


def _different(names: Sequence[str]) -> list[str]:
    """Names of columns; one that comes again has its number behind it."""
    return [name if name not in names[:place] else f"{name} ({place + 1})" for place, name in enumerate(names)]


def _without_false_quotes(source: Source, table: Layout) -> Layout:
    """Tables with tabs often use quotes as plain marks: where nearly all lines have as many tabs as the first, none of
    these may swallow the lines behind it."""
    if table.delimiter != "\t" or not table.quoted:
        return table
    counts = Counter(
        line.count("\t") == len(table.header) - 1
        for line, _ in lines(replace(source, notes=Notes(), position=0))
        if line.strip()
    )
    return replace(table, quoted=counts[False] > _UNEVEN_SHARE * counts.total())


def _table_rows(source: Source, table: Layout, names: list[str], headed: bool) -> Iterator[_Row]:
    csv.field_size_limit(1 << 24)
    rows = numbered_rows(source, table)
    if headed:
        next(rows, None)
    for row, line in rows:
        if len(row) == len(names):
            cells = row if table.quoted else map(_unquoted, row)
            yield _Row(dict(zip(names, cells, strict=True)), line)
            continue
        template = mark("The row on line {line} has {found} columns, not {expected}.")
        source.notes.skip(source.name, line, "uneven-row", template, line=line, found=len(row), expected=len(names))


def _unquoted(cell: str) -> str:
    """A cell without quotes around it, where these are what parts of a table are quoted by."""
    inner = cell[1:-1]
    whole = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if whole else cell


def _records(source: Source) -> Iterator[_Row]:
    for record in records(source):
        if isinstance(record, BrokenRecord):
            skip_broken(source, record)
        elif isinstance(record.value, dict):
            yield _Row(record.value, record.line)
        else:
            template = mark("Line {line} is no record with named fields.")
            source.notes.skip(source.name, record.line, "no-field", template, line=record.line)


def _example(source: Source, row: _Row, columns: Columns, kind: TaskKind) -> Example | None:
    """The example of a row; what is missing in it is told."""

    def skip(reason: str, template: str, **values: Any) -> None:
        source.notes.skip(source.name, row.line, reason, template, line=row.line, **values)

    texts = [_cell(row.values.get(name)) for name in (columns.text, columns.pair) if name]
    label = _cell(row.values.get(columns.label))
    if not all(texts):
        skip("empty-text", mark("The example on line {line} lacks its text."))
    elif not label or label == _NO_LABEL:
        skip("no-label", mark("The example on line {line} has no label."))
    elif kind is TaskKind.REGRESSION and not is_number(label):
        skip("not-number", mark("The label “{label}” on line {line} is no number."), label=label[:40])
    else:
        return Example(texts[0], row.line, texts[1] if len(texts) > 1 else None, label)
    return None


def _cell(value: Any) -> str:
    """The text of a cell; whole numbers that JSON holds as fractions stay whole, and what is no text is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() if _is_cell(value) and value is not None else ""
