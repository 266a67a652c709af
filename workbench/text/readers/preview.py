"""A look at a file before it is imported: bounded in bytes, with any encoding and format tried on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.progress import Cancelled, never
from workbench.core.texts import Text, mark
from workbench.text.document import Document
from workbench.text.readers.answers import AnswerRule
from workbench.text.readers.choice import as_a_whole, check_chosen
from workbench.text.readers.contest import Candidate
from workbench.text.readers.decoding import HEAD_BYTES, Source
from workbench.text.readers.encodings import EncodingGuess, MixedEncodingError, canonical, detect
from workbench.text.readers.fields import FieldSample
from workbench.text.readers.formats import READERS, field_of, fields_of, find_format, first_lines
from workbench.text.readers.notes import Note
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.settings import FileFormat, ImportSettings, Width
from workbench.text.readers.turns import is_field_of_turns
from workbench.text.readers.word_lists import is_word_list
from workbench.text.sentences import split_sentences

#: Bytes over which a preview judges the encoding; the import judges the whole file.
DETECT_BYTES = 1 << 25
_DOCUMENTS, _CHARACTERS = 20, 2000
ANSWER = "answer"  #: what a previewed document has among its ``meta`` where the file answers to it
_PLAIN = {"width": Width.KEEP, "html": False}


@dataclass(frozen=True)
class FilePreview:
    """What an import with these settings would make of a file.

    ``encoding`` is the one used, ``certain`` whether it needs no question; ``candidates`` are those that it may be in,
    with a decoded sample each; ``fields`` the JSON paths or columns and ``field`` the one that is read; ``documents``
    the first few, cut for display, of which ``pair_documents`` have two sentences or more; ``originals`` are the same
    as they stand in the file, where the settings change characters; ``problem`` is the sentence with which the import
    would refuse the file, if any; ``is_word_list`` whether it looks like a list of words instead of text;
    ``turn_documents``, where the file holds dialogues, how many of the first documents have two turns or more.
    """

    encoding: str
    certain: bool
    candidates: tuple[Candidate, ...]
    format: FileFormat = FileFormat.TXT
    fields: tuple[FieldSample, ...] = ()
    field: str = ""
    documents: tuple[Document, ...] = ()
    notes: tuple[Note, ...] = ()
    pair_documents: int = 0
    originals: tuple[Document, ...] = ()
    problem: Text | None = None
    is_word_list: bool = False
    turn_documents: int | None = None

    @property
    def has_html(self) -> bool:
        """Whether there is HTML that the settings keep."""
        return any(note.kind == "html" for note in self.notes)


def preview_file(path: Path, settings: ImportSettings, cancelled: Cancelled = never) -> FilePreview:
    """Preview a file; refusals are told as ``problem``, never raised (but an unknown encoding name is)."""
    chosen = "" if settings.encoding == "auto" else canonical(settings.encoding)
    try:
        guess = detect(path, limit=DETECT_BYTES, cancelled=cancelled)
    except MixedEncodingError as error:
        if not chosen:
            return FilePreview("", False, error.guess.candidates, problem=error.text)
        guess = error.guess
    except WorkbenchError as error:
        if not chosen:
            return FilePreview("", False, (), problem=error.text)
        guess = EncodingGuess(chosen, True, ())
    encoding = as_a_whole(chosen, guess) if chosen else guess.encoding
    source = Source(path, readable(path.name), encoding, limit=HEAD_BYTES, lone_cr=settings.lone_cr)
    return _read(source, settings, guess, cancelled)


def _read(source: Source, settings: ImportSettings, guess: EncodingGuess, cancelled: Cancelled) -> FilePreview:
    """The preview of a source, in the encoding that was chosen or guessed."""
    kind, problem, field = FileFormat.TXT, None, settings.field
    fields: tuple[FieldSample, ...] = ()
    documents: tuple[Document, ...] = ()
    originals: tuple[Document, ...] = ()
    pairs, is_list = 0, False
    try:
        looked_at = settings.format is FileFormat.AUTO and settings.field_beside is None
        is_list = looked_at and is_word_list(first_lines(source))
        kind = find_format(source, settings)
        fields = fields_of(source, settings)
        field = field_of(source, settings)
        documents, pairs = _documents(source, settings, kind)
        if settings.html or settings.width is not Width.KEEP:
            originals, _ = _documents(source.head(), settings.model_copy(update=_PLAIN), kind)
        if not documents:
            problem = Text(mark("No text was found in {file}."), {"file": source.name})
    except WorkbenchError as error:
        problem, is_list = error.text, is_list and not isinstance(error, NotCorpusError)
    notes = source.notes
    if settings.encoding != "auto":
        try:
            doubt = check_chosen(source.path, source.name, settings.encoding, limit=HEAD_BYTES, cancelled=cancelled)
            if doubt.warning is not None:
                notes.tell(source.name, 0, "doubtful-encoding", doubt.warning.template, **doubt.warning.values)
        except WorkbenchError as error:
            problem = error.text
    certain = settings.encoding != "auto" or guess.certain
    return FilePreview(
        source.encoding,
        certain,
        guess.candidates,
        kind,
        fields,
        field,
        documents,
        notes.all(),
        pairs,
        originals,
        problem,
        is_list and kind in (FileFormat.TXT, FileFormat.CSV),
        sum(len(document.parts) > 1 for document in documents) if _holds_turns(kind, field) else None,
    )


def _holds_turns(kind: FileFormat, field: str) -> bool:
    return kind is FileFormat.TURNS or (kind is FileFormat.JSONL and is_field_of_turns(field))


def _documents(source: Source, settings: ImportSettings, kind: FileFormat) -> tuple[tuple[Document, ...], int]:
    """The first documents, a long one cut for display, and how many of them have two sentences or more."""
    documents: list[Document] = []
    rule, pairs = AnswerRule.of(settings), 0
    for piece in islice(READERS[kind](source, settings), _DOCUMENTS):
        if not piece.begins:
            break
        sentences, parts, room = 0, [], _CHARACTERS
        for part in piece.parts:
            sentences += len(split_sentences(part[:_CHARACTERS]))
            if room > 0:
                parts.append(part[:room])
                room -= len(part)
            elif sentences > 1:
                break
        pairs += sentences > 1
        meta = {} if rule is None or piece.answer is None else {ANSWER: rule.names[piece.answer]}
        documents.append(Document(f"{source.name}:{piece.line}", tuple(parts), meta))
    return tuple(documents), pairs
