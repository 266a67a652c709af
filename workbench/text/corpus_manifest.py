"""What a corpus folder says of itself, and the report of its import."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from workbench.core.names import readable
from workbench.core.texts import Translate, untranslated
from workbench.text.corpus_writer import CorpusWriter, Split
from workbench.text.readers.notes import Note, Notes
from workbench.text.readers.settings import ImportSettings

VERSION = 1


@dataclass(frozen=True)
class ImportReport:
    """What an import found: counts, its settings, the encoding of each file, what was skipped and why, and warnings.

    ``paragraphs`` are the lines of plain text and the turns of dialogues; ``pair_documents`` have two sentences or more
    and give pairs of sentences, ``turn_documents`` two paragraphs or more and give dialogues (None where an earlier
    version of the program, which did not count them, imported). ``answers`` is how many documents have each answer, in
    the order of their numbers; empty where the files gave none.
    """

    documents: int
    paragraphs: int
    sentences: int
    characters: int
    pair_documents: int | None
    turn_documents: int | None
    settings: Mapping[str, Any]
    encodings: Mapping[str, str]
    skipped: Mapping[str, int]
    notes: tuple[Note, ...]
    fingerprint: str
    answers: Mapping[str, int]

    def to_json(self, translate: Translate = untranslated) -> dict[str, Any]:
        """The fields of the terminal's contract."""
        return {
            "documents": self.documents,
            "paragraphs": self.paragraphs,
            "sentences": self.sentences,
            "characters": self.characters,
            "pair_documents": self.pair_documents,
            "turn_documents": self.turn_documents,
            "settings": dict(self.settings),
            "encodings": dict(self.encodings),
            "skipped": dict(self.skipped),
            "warnings": [note.to_json(translate) for note in self.notes],
            "fingerprint": self.fingerprint,
            "answers": dict(self.answers),
        }


class Manifest(BaseModel):
    """What a corpus folder says of itself."""

    model_config = ConfigDict(frozen=True)

    version: int = Field(le=VERSION)
    name: str
    created: float
    fingerprint: str
    documents: int
    paragraphs: int
    sentences: int
    characters: int
    evaluation_documents: int
    settings: dict[str, Any]
    encodings: dict[str, str]
    skipped: dict[str, int]
    notes: list[dict[str, Any]]
    pair_documents: int | None = None
    turn_documents: int | None = None
    answers: dict[str, int] = Field(default_factory=dict)

    def report(self) -> ImportReport:
        """What the import found; raises KeyError or TypeError where a note is not one."""
        notes = tuple(Note.from_record(record) for record in self.notes)
        return ImportReport(
            self.documents,
            self.paragraphs,
            self.sentences,
            self.characters,
            self.pair_documents,
            self.turn_documents,
            self.settings,
            self.encodings,
            self.skipped,
            notes,
            self.fingerprint,
            self.answers,
        )


def write_manifest(
    path: Path,
    name: str,
    settings: ImportSettings,
    encodings: Mapping[str, str],
    notes: Notes,
    writer: CorpusWriter,
    split: Split,
) -> None:
    """Write the manifest of a corpus that is complete but for it."""
    manifest = {
        "version": VERSION,
        "name": readable(name),
        "created": time.time(),
        "fingerprint": split.fingerprint,
        "documents": writer.num_documents,
        "paragraphs": writer.num_paragraphs,
        "sentences": writer.num_sentences,
        "characters": writer.num_characters,
        "evaluation_documents": split.num_evaluation,
        "pair_documents": split.num_pairs,
        "turn_documents": split.num_dialogues,
        "answers": dict(split.answers),
        "settings": settings.model_dump(mode="json"),
        "encodings": dict(encodings),
        "skipped": dict(notes.skipped),
        "notes": [note.to_record() for note in notes.all()],
    }
    path.write_text(json.dumps(manifest, ensure_ascii=False, indent=1), encoding="utf-8", newline="\n")
