"""Leaves out of a corpus what stands in an earlier place of it, letter for letter."""

from __future__ import annotations

import numpy as np

from workbench.core.progress import Cancelled
from workbench.core.texts import mark
from workbench.text.corpus_copies import HashFile, first_ones
from workbench.text.corpus_writer import (
    DOCUMENT_HASHES,
    PARAGRAPH_HASHES,
    CorpusWriter,
    Part,
    are_dialogues,
    paragraphs_of,
)
from workbench.text.document import Bools
from workbench.text.readers.notes import Notes
from workbench.text.readers.settings import Duplicates

DIALOGUES_KEPT = "dialogues-kept"  #: the kind of the note that dialogues have all their turns

_PARAGRAPHS = mark(
    "{count} of {total} paragraphs came before and {count:was|were} dropped; {characters} "
    "{characters:character|characters}."
)
_TEXT_PARAGRAPHS = mark("{count} of {total} paragraphs of text came before and {count:was|were} dropped.")
_DOCUMENTS = mark(
    "{count} of {total} documents came before and {count:was|were} dropped; {characters} "
    "{characters:character|characters}."
)
_DIALOGUES = mark(
    "Turns of dialogues stay, since a dialogue without some of them is none; {count} of {total} "
    "{total:dialogue|dialogues} came before as a whole and {count:was|were} dropped."
)


def drop_copies(whole: Part, writer: CorpusWriter, rule: Duplicates, notes: Notes, cancelled: Cancelled) -> None:
    """Write the first of all equal paragraphs or documents of a part; the others are counted and told. Of dialogues no
    single turn is left out: they go as documents."""
    dialogues = are_dialogues(whole.folder)
    if rule is Duplicates.DOCUMENTS:
        kept = first_ones(HashFile(whole.folder / DOCUMENT_HASHES))
        writer.append_kept(whole, paragraphs_of(whole.folder, kept), cancelled)
        _tell(notes, "document", _DOCUMENTS, kept, whole.characters - writer.num_characters)
    elif not dialogues.any():
        kept = first_ones(HashFile(whole.folder / PARAGRAPH_HASHES))
        writer.append_kept(whole, kept, cancelled)
        _tell(notes, "paragraph", _PARAGRAPHS, kept, whole.characters - writer.num_characters)
    else:
        kept, turns = first_ones(HashFile(whole.folder / DOCUMENT_HASHES)), paragraphs_of(whole.folder, dialogues)
        single = first_ones(HashFile(whole.folder / PARAGRAPH_HASHES))
        writer.append_kept(whole, np.where(turns, paragraphs_of(whole.folder, kept), single), cancelled)
        _tell(notes, "paragraph", _TEXT_PARAGRAPHS, single[~turns])
        _tell(notes, "document", _DIALOGUES, kept[dialogues], kind=DIALOGUES_KEPT, always=True)


def _tell(
    notes: Notes,
    what: str,
    template: str,
    kept: Bools,
    characters: int = 0,
    *,
    kind: str = "duplicates-dropped",
    always: bool = False,
) -> None:
    """Count what was dropped, and tell of it, where anything was or ``always``."""
    dropped = int(np.count_nonzero(~kept))
    if dropped:
        notes.skipped[f"duplicate-{what}"] += dropped
    if dropped or always:
        notes.tell("", 0, kind, template, count=dropped, total=len(kept), characters=characters)
