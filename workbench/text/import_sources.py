"""The files of one import on their way to documents: encodings first, so that a question comes before any work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import Text, mark
from workbench.text.readers import word_lists
from workbench.text.readers.choice import check_chosen
from workbench.text.readers.decoding import Source
from workbench.text.readers.encodings import UncertainEncodingError, detect
from workbench.text.readers.fields import list_fields
from workbench.text.readers.files import ImportFile
from workbench.text.readers.formats import READERS, fields_of, find_format, first_lines
from workbench.text.readers.notes import Notes, skipped_text
from workbench.text.readers.opening import BinaryFileError, NotCorpusError
from workbench.text.readers.pieces import Piece
from workbench.text.readers.settings import FileFormat, ImportSettings
from workbench.text.readers.word_lists import is_word_list

LOOKING, IMPORTING = mark("Looking at the encoding"), mark("Importing")
_MOST_NAMED = 3


@dataclass(frozen=True)
class Look:
    """What a look at a file's bytes gave: its encoding and perhaps a warning, or the reason why it is none."""

    encoding: str = ""
    warning: Text | None = None
    error: WorkbenchError | None = None


@dataclass(frozen=True)
class Opened:
    """A file whose encoding is known."""

    file: ImportFile
    encoding: str


def look_at_files(
    files: Sequence[ImportFile], settings: ImportSettings, *, progress: Report = silent, cancelled: Cancelled = never
) -> list[Look]:
    """The encodings of files, up to the first one for which the import has to stop. Raises StoppedError."""
    looks: list[Look] = []
    done = 0
    for file in files:

        def report(position: int, before: int = done) -> None:
            progress(Progress(before + position, 0, "bytes", LOOKING))

        look = _look_at(file, settings, report, cancelled)
        looks.append(look)
        if look.error is not None and not _is_skipped(file, look.error):
            break
        done += file.size
        progress(Progress(done, 0, "bytes", LOOKING))
    return looks


def _look_at(file: ImportFile, settings: ImportSettings, report: Callable[[int], object], cancelled: Cancelled) -> Look:
    try:
        if settings.encoding != "auto":
            chosen = check_chosen(file.path, file.name, settings.encoding, progress=report, cancelled=cancelled)
            return Look(chosen.encoding, chosen.warning)
        guess = detect(file.path, name=file.name, progress=report, cancelled=cancelled)
        if not guess.certain:
            raise UncertainEncodingError(file.name, guess)
        return Look(guess.encoding)
    except StoppedError:
        raise
    except WorkbenchError as error:
        return Look(error=error)


def _is_skipped(file: ImportFile, error: WorkbenchError) -> bool:
    """A file that was named and cannot be a corpus is an error; one that was found in a folder is passed over."""
    return isinstance(error, (BinaryFileError, NotCorpusError)) and not file.named


def open_files(files: Sequence[ImportFile], looks: Sequence[Look], notes: Notes) -> list[Opened]:
    """The files with the encodings found; raises what stops the import, tells what is passed over."""
    opened: list[Opened] = []
    for file, look in zip(files, looks, strict=False):
        if look.error is None:
            opened.append(Opened(file, look.encoding))
            if look.warning is not None:
                notes.tell(file.name, 0, "doubtful-encoding", look.warning.template, **look.warning.values)
        elif _is_skipped(file, look.error):
            _skip(notes, file, "binary", look.error)
        else:
            raise look.error
    return opened


def _skip(notes: Notes, file: ImportFile, reason: str, error: WorkbenchError) -> None:
    notes.skip(file.name, 0, reason, mark("Skipped: {reason}"), reason=error.message)


def read_pieces(
    files: Sequence[Opened],
    settings: ImportSettings,
    notes: Notes,
    *,
    alone: bool,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Iterator[tuple[str, Piece]]:
    """The documents of files in their order, each with the name of its file.

    ``alone`` says that the import has no other file, whose lack of text need not be told of it.
    """
    done = 0
    for opened in files:
        file = opened.file
        source = make_source(opened, settings, notes, cancelled)
        found, told = False, -1
        try:
            kind = find_format(source, settings)
            if (
                settings.format is FileFormat.AUTO
                and settings.field_beside is None
                and kind in (FileFormat.TXT, FileFormat.CSV)
                and is_word_list(first_lines(source))
            ):
                notes.tell(file.name, 0, word_lists.KIND, word_lists.MESSAGE, as_list=word_lists.AS_LIST)
            for piece in READERS[kind](source, settings):
                found = found or bool(piece.parts)
                if source.position != told:
                    told = source.position
                    progress(Progress(done + told, 0, "bytes", IMPORTING))
                yield file.name, piece
        except NotCorpusError as error:
            if not _is_skipped(file, error):
                raise
            _skip(notes, file, "not-corpus", error)
            found = True
        if not found and not alone:
            notes.skip(file.name, 0, "no-text", mark("No text was found in {file}."), file=file.name)
        done += file.size
        if cancelled():
            raise StoppedError(mark("The import was cancelled."))
    progress(Progress(done, 0, "bytes", IMPORTING))


def make_source(
    opened: Opened, settings: ImportSettings, notes: Notes | None = None, cancelled: Cancelled = never
) -> Source:
    """The file as a source of text."""
    file = opened.file
    return Source(file.path, file.name, opened.encoding, notes or Notes(), cancelled, lone_cr=settings.lone_cr)


def nothing_found(
    files: Sequence[ImportFile], opened: Sequence[Opened], settings: ImportSettings, notes: Notes
) -> WorkbenchError:
    """Why an import gave no text, with the fields that its records have."""
    names = ", ".join(file.name for file in files[:_MOST_NAMED]) + (" …" if len(files) > _MOST_NAMED else "")
    hint = mark("Nothing was imported.")
    if not any(file.size for file in files):
        return WorkbenchError(mark("{file} is empty."), hint, file=names)
    sources = [make_source(one, settings) for one in opened]
    fields = next((list_fields(found) for source in sources if (found := fields_of(source, settings))), None)
    if notes.skipped:
        reasons = skipped_text(dict(notes.skipped.most_common()))
        first = next(note.message for note in notes.all() if note.kind in notes.skipped)
        message = mark("No text was found in {file}: everything was skipped: {reasons}. First: {first}")
        if fields:
            message = mark(
                "No text was found in {file}: everything was skipped: {reasons}. First: {first} "
                "Texts by field: {fields}."
            )
        return WorkbenchError(message, hint, file=names, reasons=reasons, first=first, fields=fields or "")
    if any(find_format(source, settings) is FileFormat.CSV for source in sources):
        return WorkbenchError(mark("{file} has a header but no rows."), hint, file=names)
    return WorkbenchError(mark("{file} is empty but for blanks."), hint, file=names)
