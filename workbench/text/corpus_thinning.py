"""Leaves out of a corpus what stands in an earlier place of it, letter for letter."""

from __future__ import annotations

import numpy as np

from workbench.core.progress import Cancelled
from workbench.core.texts import mark
from workbench.text.array_files import map_array
from workbench.text.corpus_copies import HashFile, first_ones
from workbench.text.corpus_writer import DOCUMENT_HASHES, DOCUMENTS, PARAGRAPH_HASHES, PARAGRAPHS, CorpusWriter, Part
from workbench.text.document import Bools
from workbench.text.readers.notes import Notes
from workbench.text.readers.settings import Duplicates

_TEMPLATES = {
    Duplicates.PARAGRAPHS: mark(
        "{count} of {total} paragraphs came before and {count:was|were} dropped; {characters} "
        "{characters:character|characters}."
    ),
    Duplicates.DOCUMENTS: mark(
        "{count} of {total} documents came before and {count:was|were} dropped; {characters} "
        "{characters:character|characters}."
    ),
}


def drop_copies(whole: Part, writer: CorpusWriter, rule: Duplicates, notes: Notes, cancelled: Cancelled) -> None:
    """Write the first of all equal paragraphs or documents of a part; the others are counted and told."""
    if rule is Duplicates.PARAGRAPHS:
        keep = first_ones(HashFile(whole.folder / PARAGRAPH_HASHES))
        dropped, total = len(keep) - int(np.count_nonzero(keep)), whole.paragraphs
    else:
        kept = first_ones(HashFile(whole.folder / DOCUMENT_HASHES))
        dropped, total = len(kept) - int(np.count_nonzero(kept)), whole.documents
        keep = _paragraphs_of(whole, kept)
    writer.append_kept(whole, keep, cancelled)
    if dropped:
        notes.skipped[f"duplicate-{rule.value.removesuffix('s')}"] += dropped
        characters = whole.characters - writer.num_characters
        template = _TEMPLATES[rule]
        notes.tell("", 0, "duplicates-dropped", template, count=dropped, total=total, characters=characters)


def _paragraphs_of(whole: Part, documents: Bools) -> Bools:
    """Which paragraphs [P] belong to the chosen documents [D]."""
    starts = map_array(whole.folder / DOCUMENTS, np.int64, (whole.documents + 1,))
    paragraphs = map_array(whole.folder / PARAGRAPHS, np.int64, (whole.paragraphs + 1,))
    counts = np.diff(np.searchsorted(paragraphs, starts))
    return np.repeat(documents, counts)
