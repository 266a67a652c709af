"""The files of one import on their way to documents: encodings first, so that a question comes before any work."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.texts import mark
from workbench.text.readers.decoding import Source
from workbench.text.readers.encodings import UncertainEncodingError, canonical, detect, marked_encoding
from workbench.text.readers.files import ImportFile, find_files
from workbench.text.readers.fit import require_fit
from workbench.text.readers.formats import READERS, find_format
from workbench.text.readers.notes import Notes
from workbench.text.readers.opening import CHUNK, BinaryFileError, NotCorpusError, open_bytes, refuse_binary
from workbench.text.readers.pieces import Piece
from workbench.text.readers.settings import FileFormat, ImportSettings

_REPORT_SECONDS = 0.1


class _Follow:
    """Tells progress in bytes on disk over all files, at most ten times a second."""

    def __init__(self, total: int, report: Report) -> None:
        self._total, self._report = total, report
        self._next = 0.0

    def tell(self, done: int, phase: str, *, always: bool = False) -> None:
        """So many bytes are done."""
        now = time.monotonic()
        if always or now >= self._next:
            self._next = now + _REPORT_SECONDS
            self._report(Progress(min(done, self._total), self._total, "bytes", phase))


@dataclass
class _Opened:
    """A file whose encoding is known, its size on disk, and whether the user named it."""

    source: Source
    size: int
    named: bool


class ImportSources:
    """Finds the files of an import and their encodings; then gives their documents.

    A file that was named and cannot be a corpus is an error; one that was found in a folder is skipped and told.
    """

    def __init__(
        self, paths: Sequence[Path], settings: ImportSettings, notes: Notes, report: Report, cancelled: Cancelled
    ) -> None:
        self.notes = notes
        self._settings, self._cancelled = settings, cancelled
        self._chosen = None if settings.encoding == "auto" else canonical(settings.encoding)
        self._files = find_files(paths)
        self._follow = _Follow(sum(file.path.stat().st_size for file in self._files), report)
        self._opened = list(self._open_all())

    @property
    def encodings(self) -> dict[str, str]:
        """The encoding of each file that was read."""
        return {opened.source.name: opened.source.encoding for opened in self._opened}

    def _open_all(self) -> Iterator[_Opened]:
        done = 0
        for file in self._files:
            size = file.path.stat().st_size
            try:
                encoding = self._chosen_encoding(file, done) if self._chosen else self._found_encoding(file, done)
            except BinaryFileError as error:
                self._refuse(file, "binary", error)
            else:
                yield _Opened(Source(file.path, file.name, encoding, self.notes, self._cancelled), size, file.named)
            done += size

    def _chosen_encoding(self, file: ImportFile, done: int) -> str:
        """What the user said, if it is true; a picture stays a picture, and a mark tells which UTF-16 it is."""
        assert self._chosen is not None
        with open_bytes(file.path) as stream:
            head = stream.read(CHUNK)
        refuse_binary(file.path, head)
        marked = marked_encoding(head)
        encoding = marked if marked and marked[:6] == self._chosen[:6] else self._chosen
        require_fit(
            file.path,
            file.name,
            encoding,
            progress=lambda position: self._follow.tell(done + position, mark("Looking at the encoding")),
            cancelled=self._cancelled,
        )
        return encoding

    def _found_encoding(self, file: ImportFile, done: int) -> str:
        def report(progress: Progress) -> None:
            self._follow.tell(done + progress.done, progress.phase)

        guess = detect(file.path, report=report, cancelled=self._cancelled)
        if not guess.certain:
            raise UncertainEncodingError(file.name, guess)
        return guess.encoding

    def _refuse(self, file: ImportFile, reason: str, error: WorkbenchError) -> None:
        """Raise for a file that was named; skip one that was found in a folder."""
        if file.named:
            raise error
        self.notes.skip(file.name, 0, reason, mark("Skipped: {reason}"), reason=error.message)

    def pieces(self) -> Iterator[tuple[Source, Piece]]:
        """The documents of all files in their order, each with its source."""
        done = 0
        phase = mark("Importing")
        for opened in self._opened:
            source, found = opened.source, False
            try:
                for piece in self._read(source):
                    found = found or bool(piece.parts)
                    self._follow.tell(done + source.position, phase)
                    yield source, piece
            except NotCorpusError as error:
                self._refuse(ImportFile(source.path, source.name, opened.named), "not-corpus", error)
                found = True
            if not found and len(self._opened) > 1:
                self.notes.skip(source.name, 0, "no-text", mark("No text was found in {file}."), file=source.name)
            done += opened.size
            if self._cancelled():
                raise StoppedError(mark("The import was cancelled."))
        self._follow.tell(done, phase, always=True)

    def _read(self, source: Source) -> Iterator[Piece]:
        return READERS[find_format(source, self._settings)](source, self._settings)

    def nothing_found(self) -> WorkbenchError:
        """Why the import gave no text."""
        names = ", ".join(file.name for file in self._files[:3]) + (" …" if len(self._files) > 3 else "")
        hint = mark("Nothing was imported.")
        if not any(file.path.stat().st_size for file in self._files):
            return WorkbenchError(mark("{file} is empty."), hint, file=names)
        if self.notes.skipped:
            reasons = ", ".join(f"{reason} {count}" for reason, count in self.notes.skipped.most_common())
            first = next(note.message for note in self.notes.all() if note.kind in self.notes.skipped)
            return WorkbenchError(
                mark("No text was found in {file}: everything was skipped ({reasons}). First: {first}"),
                hint,
                file=names,
                reasons=reasons,
                first=first,
            )
        tables = [opened for opened in self._opened if self._is_table(opened.source)]
        if tables:
            return WorkbenchError(mark("{file} has a header but no rows."), hint, file=names)
        return WorkbenchError(mark("{file} is empty but for blanks."), hint, file=names)

    def _is_table(self, source: Source) -> bool:
        return find_format(source, self._settings) is FileFormat.CSV
