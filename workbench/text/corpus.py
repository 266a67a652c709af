"""Corpora of a project: imported once into a folder of memory-mapped arrays, opened at once from then on."""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import Translate, mark, untranslated
from workbench.text.corpus_writer import DOCUMENTS, EVALUATION, OFFSETS, PARAGRAPHS, TEXT, CorpusWriter, Split
from workbench.text.document import Bools, Ints
from workbench.text.import_sources import ImportSources
from workbench.text.readers.notes import Note, Notes
from workbench.text.readers.opening import readable
from workbench.text.readers.settings import ImportSettings
from workbench.text.statistics import Statistics, measure

MANIFEST = "manifest.json"
_VERSION = 1
_IMPORTING = ".importing-"
_BAD_NAME = re.compile(
    r'[\x00-\x1f\x7f/\\:*?"<>|]|^\.|[. ]$|^\s|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)', re.IGNORECASE
)
_LONGEST_NAME = 80


@dataclass(frozen=True)
class ImportReport:
    """What an import found: counts, the encoding of each file, what was skipped and why, and warnings."""

    documents: int
    sentences: int
    characters: int
    encodings: Mapping[str, str]
    skipped: Mapping[str, int]
    notes: tuple[Note, ...]
    fingerprint: str

    def to_json(self, translate: Translate = untranslated) -> dict[str, Any]:
        """The fields of the terminal's contract."""
        return {
            "documents": self.documents,
            "sentences": self.sentences,
            "characters": self.characters,
            "encodings": dict(self.encodings),
            "skipped": dict(self.skipped),
            "warnings": [note.to_json(translate) for note in self.notes],
            "fingerprint": self.fingerprint,
        }


class Corpus:
    """An imported corpus. All arrays are memory-mapped and must not be written to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        manifest = _read_manifest(folder)
        self.name: str = manifest["name"]
        self.fingerprint: str = manifest["fingerprint"]
        self.created: float = manifest["created"]
        self.num_documents: int = manifest["documents"]
        self.num_sentences: int = manifest["sentences"]
        self.num_characters: int = manifest["characters"]
        self.settings: Mapping[str, Any] = manifest["settings"]
        self.report = ImportReport(
            self.num_documents,
            self.num_sentences,
            self.num_characters,
            manifest["encodings"],
            manifest["skipped"],
            tuple(Note.from_record(record) for record in manifest["notes"]),
            self.fingerprint,
        )

    @cached_property
    def _text(self) -> NDArray[np.uint8]:
        """The sentences one after the other, UTF-8."""
        return np.memmap(self.folder / TEXT, np.uint8, "r")

    def _array(self, name: str) -> Any:
        return np.load(self.folder / name, mmap_mode="r")

    @cached_property
    def sentence_offsets(self) -> Ints:
        """Where sentences begin in the bytes of the text [S + 1]."""
        offsets: Ints = self._array(OFFSETS)
        return offsets

    @cached_property
    def paragraph_starts(self) -> Ints:
        """The first sentence of each paragraph [P + 1]."""
        starts: Ints = self._array(PARAGRAPHS)
        return starts

    @cached_property
    def document_starts(self) -> Ints:
        """The first sentence of each document [D + 1]."""
        starts: Ints = self._array(DOCUMENTS)
        return starts

    @cached_property
    def evaluation(self) -> Bools:
        """Which documents are set aside for evaluation [D]; frozen at import."""
        mask: Bools = self._array(EVALUATION)
        return mask

    def sentence(self, index: int) -> str:
        """The text of sentence ``index``."""
        begin, end = self.sentence_offsets[index : index + 2]
        return self._text[begin:end].tobytes().decode()

    def sentences(self, begin: int, end: int) -> list[str]:
        """The texts of the sentences ``begin`` to ``end``."""
        offsets = self.sentence_offsets[begin : end + 1]
        data = self._text[offsets[0] : offsets[-1]].tobytes()
        places = (offsets - offsets[0]).tolist()
        return [data[a:b].decode() for a, b in pairwise(places)]

    def document(self, index: int) -> list[str]:
        """The sentences of document ``index``."""
        return self.sentences(int(self.document_starts[index]), int(self.document_starts[index + 1]))

    def statistics(self, cancelled: Cancelled = never) -> Statistics:
        """Lengths, characters, words and scripts; counted once and kept beside the text."""
        return measure(self.folder, self._text, self.sentence_offsets, self.document_starts, cancelled)


def import_corpus(
    project: Project,
    name: str,
    paths: Sequence[Path],
    settings: ImportSettings,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Corpus:
    """Import files and folders as the corpus ``name``.

    Streams; a failure or a cancelled import leaves nothing behind. Raises :class:`ArgumentError` for a bad or taken
    name and missing paths, :class:`StoppedError` when cancelled, and a :class:`WorkbenchError` with one sentence for
    anything in the files that makes an import impossible.
    """
    target = _new_folder(project, name)
    notes = Notes()
    sources = ImportSources(paths, settings, notes, progress, cancelled)
    work = project.corpora / f"{_IMPORTING}{os.getpid()}-{uuid.uuid4().hex[:8]}"
    try:
        work.mkdir()
        with CorpusWriter(work, notes) as writer:
            for source, piece in sources.pieces():
                writer.add(piece, source.name)
            if not writer.num_sentences:
                raise sources.nothing_found()
            split = writer.finish(settings.evaluation_share)
        _write_manifest(work, name, settings, sources, writer, split)
        if cancelled():
            raise StoppedError(mark("The import was cancelled."))
        work.rename(target)
    except OSError as error:
        raise WorkbenchError(
            mark("The corpus cannot be written ({reason})."),
            mark("Check the space and the rights of the project folder."),
            reason=error.strerror or str(error),
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return Corpus(target)


def _new_folder(project: Project, name: str) -> Path:
    """Where the corpus will stand; raises for a name that no file system holds or that is taken."""
    if not name or len(name) > _LONGEST_NAME or _BAD_NAME.search(name):
        raise ArgumentError(
            mark("“{name}” cannot be the name of a corpus."),
            mark("Use up to {limit} letters, digits, blanks, - and _."),
            name=name,
            limit=_LONGEST_NAME,
        )
    try:
        project.create()
    except OSError as error:
        raise WorkbenchError(
            mark("The project folder {folder} cannot be made ({reason})."),
            folder=str(project.root),
            reason=error.strerror or str(error),
        ) from error
    _remove_left_over(project)
    target = project.corpora / name
    if target.exists():
        raise ArgumentError(
            mark("There is a corpus named “{name}” already."),
            mark("Choose another name, or delete it first."),
            name=name,
        )
    return target


def _remove_left_over(project: Project) -> None:
    """Remove the folders of imports whose process was killed."""
    for folder in project.corpora.glob(f"{_IMPORTING}*"):
        owner = folder.name.removeprefix(_IMPORTING).partition("-")[0]
        if not (owner.isdecimal() and psutil.pid_exists(int(owner))):
            shutil.rmtree(folder, ignore_errors=True)


def _write_manifest(
    folder: Path, name: str, settings: ImportSettings, sources: ImportSources, writer: CorpusWriter, split: Split
) -> None:
    manifest = {
        "version": _VERSION,
        "name": readable(name),
        "created": time.time(),
        "fingerprint": split.fingerprint,
        "documents": writer.num_documents,
        "paragraphs": writer.num_paragraphs,
        "sentences": writer.num_sentences,
        "characters": writer.num_characters,
        "evaluation_documents": split.num_evaluation,
        "settings": settings.model_dump(mode="json"),
        "encodings": sources.encodings,
        "skipped": dict(sources.notes.skipped),
        "notes": [note.to_record() for note in sources.notes.all()],
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1), encoding="utf-8", newline="\n")


def _read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a corpus folder; raises where it is damaged or of a later version."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        readable = manifest["version"] <= _VERSION
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WorkbenchError(
            mark("The corpus folder {folder} is damaged."), mark("Delete it and import again."), folder=str(folder)
        ) from error
    if not readable:
        raise WorkbenchError(
            mark("The corpus in {folder} was made by a later version of the program."), folder=str(folder)
        )
    return manifest


def list_corpora(project: Project) -> list[Corpus]:
    """The corpora of a project, by name."""
    return [Corpus(folder) for folder in _folders(project)]


def _folders(project: Project) -> list[Path]:
    """The folders of whole corpora, by name."""
    return sorted(manifest.parent for manifest in project.corpora.glob(f"*/{MANIFEST}") if _is_whole(manifest.parent))


def _is_whole(folder: Path) -> bool:
    """Neither being imported nor being deleted."""
    return not folder.name.startswith(".")


def find_corpus(project: Project, name_or_path: str | Path) -> Corpus:
    """The corpus of that name in the project, or in that folder; raises :class:`WorkbenchError` where there is none."""
    known = {folder.name: folder for folder in _folders(project)}
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
        return ArgumentError(message, mark("Known: {known}."), name=name, known=", ".join(known))
    return ArgumentError(message, mark("The project has none yet: import one first."), name=name)


def delete_corpus(project: Project, name: str) -> None:
    """Delete a corpus of the project by name; its files that were imported stay where they are."""
    known = {folder.name: folder for folder in _folders(project)}
    if name not in known:
        raise _unknown(name, list(known))
    # A folder half deleted must not be taken for a corpus: first it gets a name that none is found under.
    doomed = project.corpora / f"{_IMPORTING}0-{uuid.uuid4().hex[:8]}"
    try:
        known[name].rename(doomed)
        shutil.rmtree(doomed)
    except OSError as error:
        raise WorkbenchError(
            mark("The corpus “{name}” cannot be deleted ({reason})."),
            mark("Close what is using it and try again."),
            name=name,
            reason=error.strerror or str(error),
        ) from error
