"""The format of a file, by content first and name second, and the one sentence for files that are no corpus."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from workbench.core.texts import mark
from workbench.text.readers.boundaries import read_spans, read_tagged
from workbench.text.readers.decoding import Source, text_blocks
from workbench.text.readers.fields import FieldSample
from workbench.text.readers.jsonl import json_fields, read_jsonl, text_field
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.pieces import Reader
from workbench.text.readers.settings import FileFormat, ImportSettings
from workbench.text.readers.table import column_name, read_table, table_fields
from workbench.text.readers.turns import are_lines_of_turns, named, read_turns
from workbench.text.readers.txt import read_txt

READERS: Mapping[FileFormat, Reader] = {
    FileFormat.TXT: read_txt,
    FileFormat.JSONL: read_jsonl,
    FileFormat.CSV: read_table,
    FileFormat.BIO: read_tagged,
    FileFormat.SPANS: read_spans,
    FileFormat.TURNS: read_turns,
}
_BY_SUFFIX = {
    ".jsonl": FileFormat.JSONL,
    ".ndjson": FileFormat.JSONL,
    ".json": FileFormat.JSONL,
    ".csv": FileFormat.CSV,
    ".tsv": FileFormat.CSV,
    ".tab": FileFormat.CSV,
}
_TABBED = (".tsv", ".tab")
_PACKED = (".gz", ".zst", ".zstd")
_TAGGED = re.compile(r"\S{1,40}[ \t](?:O|[BIMESL]-\S{1,40})")
_SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
_LOOK_LINES = 200


def suffix(path: Path) -> str:
    """The name's ending in lower case, without that of a packed file."""
    endings = [ending.lower() for ending in path.suffixes]
    while endings and endings[-1] in _PACKED:
        endings.pop()
    return endings[-1] if endings else ""


def first_lines(source: Source) -> list[str]:
    """The first lines that are not blank."""
    head = next((block.text for block in text_blocks(source.head())), "")
    return [line for line in head.split("\n")[: 2 * _LOOK_LINES] if line.strip()][:_LOOK_LINES]


def _is_json(line: str) -> bool:
    try:
        return isinstance(named(json.loads(line)), dict)
    except (ValueError, RecursionError):
        return False


def find_format(source: Source, settings: ImportSettings) -> FileFormat:
    """The format, chosen or found; raises where ``auto`` meets a file for another task, or where the settings name
    fields beside that of the text and the format has none."""
    kind = _find(source, settings)
    if settings.field_beside is not None and kind not in (FileFormat.JSONL, FileFormat.CSV):
        raise NotCorpusError(
            mark("{file} has no fields beside its text, neither for a second text nor for answers."),
            mark("Choose {setting} if it is a table, or leave {beside} empty."),
            file=source.name,
            setting=FileFormat.CSV.setting,
            beside=settings.field_beside,
        )
    return kind


def _find(source: Source, settings: ImportSettings) -> FileFormat:
    if settings.format is not FileFormat.AUTO:
        return settings.format
    known = _BY_SUFFIX.get(suffix(source.path))
    found = first_lines(source) if known in (None, FileFormat.CSV) else []
    if known is not None:
        return FileFormat.TURNS if suffix(source.path) in _TABBED and are_lines_of_turns(found) else known
    if _is_tagged(found):
        return FileFormat.BIO
    _refuse_vocabulary(source, found)
    if found and all(_is_json(line) for line in found[:5]):
        return FileFormat.JSONL
    return FileFormat.TURNS if are_lines_of_turns(found) else FileFormat.TXT


def fields_of(source: Source, settings: ImportSettings) -> tuple[FieldSample, ...]:
    """The fields or columns in which the text may stand; none in plain text."""
    kind = find_format(source, settings)
    if kind is FileFormat.JSONL:
        return json_fields(source)
    return table_fields(source) if kind is FileFormat.CSV else ()


def field_of(source: Source, settings: ImportSettings) -> str:
    """The field or column that is read as text; empty in plain text. Raises as the readers do."""
    kind = find_format(source, settings)
    if kind is FileFormat.JSONL:
        return settings.field or text_field(source)
    return column_name(source, settings) if kind is FileFormat.CSV else ""


def _is_tagged(found: list[str]) -> bool:
    """Whether the lines hold a token and its tag each, as files for named-entity recognition do."""
    tagged = sum(_TAGGED.fullmatch(line) is not None for line in found)
    return tagged >= 2 and tagged >= 0.6 * len(found)


def _refuse_vocabulary(source: Source, found: list[str]) -> None:
    """Vocabulary files are loaded elsewhere."""
    if len(_SPECIAL & {line.strip() for line in found}) >= 3:
        raise NotCorpusError(
            mark("{file} looks like a vocabulary (one token a line), not a corpus."),
            mark("Load it as a vocabulary, or choose {setting} to read it as text."),
            setting=FileFormat.TXT.setting,
            file=source.name,
        )
