"""A look at a file before it is imported: bounded in bytes, with any encoding and format tried on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.texts import Text, mark
from workbench.text.document import Document
from workbench.text.readers.decoding import HEAD_BYTES, Source
from workbench.text.readers.encodings import Candidate, EncodingGuess, canonical, detect
from workbench.text.readers.fields import NoFieldError
from workbench.text.readers.fit import require_fit
from workbench.text.readers.formats import READERS, find_format
from workbench.text.readers.jsonl import field_counts
from workbench.text.readers.notes import Note
from workbench.text.readers.settings import FileFormat, ImportSettings
from workbench.text.readers.table import layout

#: Bytes over which a preview judges the encoding; the import judges the whole file.
DETECT_BYTES = 1 << 25
_DOCUMENTS, _CHARACTERS = 20, 2000


@dataclass(frozen=True)
class FilePreview:
    """What an import with these settings would make of a file.

    ``encoding`` is the one used, ``certain`` whether it needs no question; ``candidates`` are the others with a
    decoded sample each; ``fields`` the JSON paths or columns; ``documents`` the first few, cut for display;
    ``problem`` the sentence with which the import would refuse the file, if any.
    """

    encoding: str
    certain: bool
    candidates: tuple[Candidate, ...]
    format: FileFormat
    fields: tuple[str, ...]
    documents: tuple[Document, ...]
    notes: tuple[Note, ...]
    problem: Text | None = None


def preview_file(path: Path, settings: ImportSettings) -> FilePreview:
    """Preview a file; refusals are told as ``problem``, never raised (but an unknown encoding name is)."""
    chosen = None if settings.encoding == "auto" else canonical(settings.encoding)
    try:
        guess = detect(path, limit=DETECT_BYTES)
    except WorkbenchError as error:
        if chosen is None:
            return FilePreview("", False, (), FileFormat.TXT, (), (), (), _sentence(error))
        guess = EncodingGuess(chosen, True, ())
    encoding = chosen or guess.encoding
    source = Source(path, readable(path.name), encoding, limit=HEAD_BYTES)
    file_format = FileFormat.TXT
    fields: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    problem: Text | None = None
    try:
        file_format = find_format(source, settings)
        fields = _fields(source, file_format)
        documents = _documents(source, settings, file_format)
        if not documents:
            problem = Text(mark("No text was found in the file."))
        if chosen is not None:
            require_fit(path, source.name, chosen, limit=HEAD_BYTES)
    except NoFieldError as error:
        fields, problem = error.fields, _sentence(error)
    except WorkbenchError as error:
        problem = _sentence(error)
    certain = chosen is not None or guess.certain
    return FilePreview(encoding, certain, guess.candidates, file_format, fields, documents, source.notes.all(), problem)


def _sentence(error: WorkbenchError) -> Text:
    """The error as one text."""
    if not error.hint.template:
        return error.message
    return Text("{message} {hint}", {"message": error.message, "hint": error.hint})


def _fields(source: Source, file_format: FileFormat) -> tuple[str, ...]:
    """The fields or columns of a file."""
    if file_format is FileFormat.JSONL:
        return tuple(field_counts(source))
    return layout(source).header if file_format is FileFormat.CSV else ()


def _documents(source: Source, settings: ImportSettings, file_format: FileFormat) -> tuple[Document, ...]:
    """The first documents; a long one is cut for display."""
    documents = []
    for piece in islice(READERS[file_format](source, settings), _DOCUMENTS):
        if not piece.begins:
            break
        parts, room = [], _CHARACTERS
        for part in piece.parts:
            parts.append(part[:room])
            room -= len(part)
            if room <= 0:
                break
        documents.append(Document(f"{source.name}:{piece.line}", tuple(parts)))
    return tuple(documents)
