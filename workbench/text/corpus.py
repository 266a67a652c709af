"""Corpora of a project: imported once into a folder of memory-mapped arrays, opened at once from then on."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.names import check_name, readable
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import listed, mark
from workbench.text.answers import ANSWERS, Answers, map_answers
from workbench.text.array_files import is_rising, map_array, map_starts
from workbench.text.boundaries import Boundaries
from workbench.text.corpus_manifest import VERSION, ImportReport, Manifest, write_manifest
from workbench.text.corpus_parts import Crew, Elsewhere, look_at_all, write_all, writing_errors
from workbench.text.corpus_thinning import drop_copies
from workbench.text.corpus_writer import DOCUMENTS, EVALUATION, OFFSETS, PARAGRAPHS, TEXT, CorpusWriter
from workbench.text.document import Bools, Ints
from workbench.text.found import Found, folders_in, open_all, remove_folder
from workbench.text.import_sources import Opened, nothing_found, open_files
from workbench.text.readers.answers import AnswerRule
from workbench.text.readers.files import find_files
from workbench.text.readers.notes import Notes
from workbench.text.readers.settings import Duplicates, ImportSettings
from workbench.text.statistics import Statistics, measure
from workbench.text.unfinished import remove_abandoned

MANIFEST = "manifest.json"
_IMPORTING = ".importing-"
#: What reading JSON of another shape, or an array that was cut, can raise.
_UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


class Corpus:
    """An imported corpus. All arrays are memory-mapped and must not be written to.

    Opening it raises :class:`WorkbenchError` where a file is missing or has another size than it was written with;
    what else is wrong inside a file is found, and said in the same sentence, when the file is first used.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = readable(folder.absolute().name)
        manifest, self.report = self._read_manifest()
        self.fingerprint = manifest.fingerprint
        self.created = manifest.created
        self.num_documents = manifest.documents
        self.num_paragraphs = manifest.paragraphs
        self.num_sentences = manifest.sentences
        self.num_characters = manifest.characters
        self.settings: Mapping[str, Any] = manifest.settings
        self._check_sizes()

    def _read_manifest(self) -> tuple[Manifest, ImportReport]:
        with self._reading(MANIFEST):
            content = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
            if content["version"] > VERSION:
                raise WorkbenchError(
                    mark("The corpus “{name}” was made by a later version of the program."),
                    mark("Update the program, or import the text again under another name."),
                    name=self.name,
                )
            manifest = Manifest.model_validate(content)
            return manifest, manifest.report()

    @contextmanager
    def _reading(self, file: str, raised: tuple[type[Exception], ...] = _UNREADABLE) -> Iterator[None]:
        """What reading a damaged file raises becomes the one sentence for it."""
        try:
            yield
        except raised as error:
            raise WorkbenchError(
                mark("The corpus “{name}” is damaged: its file {file} is missing, cut off or changed."),
                mark("Delete it and import its text again."),
                name=self.name,
                file=file,
            ) from error

    def _check_sizes(self) -> None:
        """Open each file once, and let go of it: a list of many corpora must not hold all their files."""
        for name in (PARAGRAPHS, DOCUMENTS, OFFSETS):
            self._starts(name)
        with self._reading(EVALUATION):
            map_array(self.folder / EVALUATION, np.bool_, (self.num_documents,))
        if self.report.answers:
            with self._reading(ANSWERS):
                map_array(self.folder / ANSWERS, np.uint8, (self.num_documents,))

    def _starts(self, name: str) -> Ints:
        """One of the arrays of starts, its ends compared with what it cuts into parts."""
        with self._reading(TEXT):
            size = (self.folder / TEXT).stat().st_size
        counts = {
            OFFSETS: (self.num_sentences, size),
            PARAGRAPHS: (self.num_paragraphs, self.num_sentences),
            DOCUMENTS: (self.num_documents, self.num_sentences),
        }
        with self._reading(name):
            return map_starts(self.folder / name, *counts[name])

    def _rising(self, name: str) -> Ints:
        """One of the arrays of starts, all of it looked at."""
        starts = self._starts(name)
        with self._reading(name):
            if not is_rising(starts):
                raise ValueError(f"{name} goes back")
        return starts

    @cached_property
    def _text(self) -> NDArray[np.uint8]:
        """The sentences one after the other, UTF-8."""
        with self._reading(TEXT):
            return np.memmap(self.folder / TEXT, np.uint8, "r")

    @cached_property
    def sentence_offsets(self) -> Ints:
        """Where sentences begin in the bytes of the text [S + 1]."""
        return self._rising(OFFSETS)

    @cached_property
    def paragraph_starts(self) -> Ints:
        """The first sentence of each paragraph [P + 1]."""
        return self._rising(PARAGRAPHS)

    @cached_property
    def document_starts(self) -> Ints:
        """The first sentence of each document [D + 1]."""
        return self._rising(DOCUMENTS)

    @cached_property
    def evaluation(self) -> Bools:
        """Which documents are set aside for evaluation [D]; frozen at import."""
        with self._reading(EVALUATION):
            mask: Bools = map_array(self.folder / EVALUATION, np.bool_, (self.num_documents,))
            return mask

    @cached_property
    def answers(self) -> Answers | None:
        """The answer that its files gave to each document; None where they gave none."""
        if not self.report.answers:
            return None
        with self._reading(ANSWERS):
            return map_answers(self.folder, tuple(self.report.answers), self.num_documents)

    @cached_property
    def boundaries(self) -> Boundaries | None:
        """The exact units that its files marked, where they did."""
        return Boundaries.of(self.folder)

    def sentence(self, index: int) -> str:
        """The text of sentence ``index``."""
        return self.sentences(index, index + 1)[0]

    def sentences(self, begin: int, end: int) -> list[str]:
        """The texts of the sentences ``begin`` to ``end``."""
        offsets = self.sentence_offsets[begin : end + 1]
        data = self._text[offsets[0] : offsets[-1]].tobytes()
        places = (offsets - offsets[0]).tolist()
        with self._reading(TEXT, (UnicodeDecodeError,)):
            return [data[a:b].decode() for a, b in pairwise(places)]

    def document(self, index: int) -> list[str]:
        """The sentences of document ``index``."""
        return self.sentences(int(self.document_starts[index]), int(self.document_starts[index + 1]))

    def statistics(self, progress: Report = silent, cancelled: Cancelled = never) -> Statistics:
        """Lengths, characters, words and scripts; counted once and kept beside the text."""
        text, offsets, documents = self._text, self.sentence_offsets, self.document_starts
        with self._reading(TEXT, (UnicodeDecodeError,)):
            return measure(self.folder, text, offsets, documents, progress, cancelled)


def import_corpus(
    project: Project,
    name: str,
    paths: Sequence[Path],
    settings: ImportSettings,
    *,
    workers: int = 1,
    elsewhere: Elsewhere | None = None,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Corpus:
    """Import files and folders as the corpus ``name``.

    Streams; a failure or a cancelled import leaves nothing behind. With ``elsewhere``, many files are shared out among
    ``workers`` processes; the corpus is the same to the byte. Raises :class:`ArgumentError` for a bad or taken name,
    missing paths and settings that contradict each other, :class:`StoppedError` when cancelled, and a
    :class:`WorkbenchError` with one sentence for anything in the files that makes an import impossible.
    """
    rule = AnswerRule.of(settings)
    target = _new_folder(project, name)
    notes, crew = Notes(), Crew(workers, elsewhere, progress, cancelled)
    files = find_files(paths)
    opened = open_files(files, look_at_all(files, settings, crew), notes)
    work = project.corpora / f"{_IMPORTING}{os.getpid()}-{uuid.uuid4().hex[:8]}"
    try:
        with writing_errors():
            work.mkdir()
            with _write(work, opened, settings, notes, crew) as writer:
                if not writer.num_sentences:
                    raise nothing_found(files, opened, settings, notes)
                split = writer.finish(settings.evaluation_share, rule.names if rule else (), cancelled)
            encodings = {one.file.name: one.encoding for one in opened}
            write_manifest(work / MANIFEST, name, settings, encodings, notes, writer, split)
            if cancelled():
                raise StoppedError(mark("The import was cancelled."))
            work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return Corpus(target)


@contextmanager
def _write(
    work: Path, files: Sequence[Opened], settings: ImportSettings, notes: Notes, crew: Crew
) -> Iterator[CorpusWriter]:
    """All text of the files in the folder, without copies where they are to be dropped."""
    with CorpusWriter(work, notes) as writer:
        if settings.duplicates is Duplicates.KEEP:
            write_all(writer, work, files, settings, notes, crew)
        else:
            whole = work / "whole"
            whole.mkdir()
            with CorpusWriter(whole, notes) as first:
                write_all(first, whole, files, settings, notes, crew)
                drop_copies(first.close(), writer, settings.duplicates, notes, crew.cancelled)
            shutil.rmtree(whole)
        yield writer


def _new_folder(project: Project, name: str) -> Path:
    """Where the corpus will stand; raises for a name that no file system holds or that is taken."""
    project.require_writable()
    check_name(name)
    project.create()
    remove_abandoned(project.corpora, _IMPORTING)
    target = project.corpora / name
    if target.exists():
        raise ArgumentError(
            mark("There is a corpus named “{name}” already."),
            mark("Choose another name, or delete it first."),
            name=name,
        )
    return target


def list_corpora(project: Project) -> Found[Corpus]:
    """The corpora of a project by name, the damaged ones apart."""
    return open_all(_folders(project).items(), Corpus)


def corpus_names(project: Project) -> list[str]:
    """The names of the project's corpora, damaged ones too; none is opened."""
    return list(_folders(project))


def is_corpus(project: Project, name_or_path: str) -> bool:
    """Whether :func:`find_corpus` would find a corpus, damaged or not."""
    return name_or_path in _folders(project) or (Path(name_or_path) / MANIFEST).is_file()


def _folders(project: Project) -> dict[str, Path]:
    """Name -> folder of the project's corpora, by name."""
    return dict(folders_in(project.corpora))


def find_corpus(project: Project, name_or_path: str | Path) -> Corpus:
    """The corpus of that name in the project, or in that folder; raises :class:`WorkbenchError` where there is none."""
    known = _folders(project)
    if (folder := known.get(str(name_or_path))) is not None:
        return Corpus(folder)
    if (Path(name_or_path) / MANIFEST).is_file():
        return Corpus(Path(name_or_path))
    raise _unknown(str(name_or_path), list(known))


def _unknown(name: str, known: list[str]) -> ArgumentError:
    """No such corpus, with the most likely one meant."""
    near = difflib.get_close_matches(name, known, n=1)
    message = mark("There is no corpus named “{name}”.")
    if near:
        return ArgumentError(message, mark("Did you mean “{near}”?"), name=name, near=near[0])
    if known:
        return ArgumentError(message, mark("Known: {known}."), name=name, known=listed(known))
    return ArgumentError(message, mark("The project has none yet: import one first."), name=name)


def delete_corpus(project: Project, name: str) -> None:
    """Delete a corpus of the project by name, damaged or not; the files that were imported stay where they are."""
    project.require_writable()
    known = _folders(project)
    if name not in known:
        raise _unknown(name, list(known))
    try:
        remove_folder(known[name])
    except OSError as error:
        raise WorkbenchError(
            mark("The corpus “{name}” cannot be deleted ({reason})."),
            mark("Close what is using it and try again."),
            name=name,
            reason=error.strerror or str(error),
        ) from error
