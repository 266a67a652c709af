"""A corpus as a file again: UTF-8 with LF, the same bytes on every system and under every locale."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import IO

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.files import replacing
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.corpus import Corpus, find_corpus
from workbench.text.sentences import join_sentences

#: Paragraphs, and bytes of text, that are fetched together.
_BLOCK_PARAGRAPHS, _BLOCK_BYTES = 4096, 1 << 20


class ExportFormat(StrEnum):
    """Plain text, a paragraph a line and a blank line between documents; or JSONL, a document a line, with the answer
    to it where the corpus has answers."""

    TXT = "txt"
    JSONL = "jsonl"


def export_corpus(
    corpus: Corpus,
    path: Path,
    kind: ExportFormat = ExportFormat.TXT,
    *,
    overwrite: bool = False,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> int:
    """Write all text of a corpus into a file; returns its lines that are not blank.

    These are the paragraphs in plain text, the documents in JSONL. Importing the file gives the same sentences,
    paragraphs and documents again, but where a sentence over the limit had to be cut. A file that fails or is cancelled
    leaves nothing. Raises :class:`ArgumentError` where the file is there already and may not be overwritten,
    :class:`StoppedError` when cancelled.
    """
    with replacing(path, overwrite=overwrite) as file:
        _write(corpus, file, kind, progress, cancelled)
    return corpus.num_paragraphs if kind is ExportFormat.TXT else corpus.num_documents


def export_named(
    project: Project,
    name: str,
    path: Path,
    kind: ExportFormat,
    overwrite: bool,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> int:
    """:func:`export_corpus` of a corpus of the project; raises :class:`ArgumentError` where there is none."""
    corpus = find_corpus(project, name)
    return export_corpus(corpus, path, kind, overwrite=overwrite, progress=progress, cancelled=cancelled)


def _write(corpus: Corpus, file: IO[bytes], kind: ExportFormat, progress: Report, cancelled: Cancelled) -> None:
    begin, inner = ("", "\n") if kind is ExportFormat.TXT else ('{"text": "', r"\n")
    between = "\n" if kind is ExportFormat.TXT else ""
    document = -1
    for done, paragraphs in _paragraph_blocks(corpus):
        if cancelled():
            raise StoppedError(mark("The export was cancelled."))
        progress(Progress(done, corpus.num_paragraphs, "paragraphs", mark("Exporting")))
        lines: list[str] = []
        for begins, text in paragraphs:
            written = text if kind is ExportFormat.TXT else json.dumps(text, ensure_ascii=False)[1:-1]
            before = inner
            if begins:
                before = begin if document < 0 else _end(corpus, document, kind) + between + begin
                document += 1
            lines.append(before + written)
        file.write("".join(lines).encode())
    file.write(_end(corpus, document, kind).encode())
    progress(Progress(corpus.num_paragraphs, corpus.num_paragraphs, "paragraphs", mark("Exporting")))


def _end(corpus: Corpus, document: int, kind: ExportFormat) -> str:
    """What stands behind the text of a document."""
    if kind is ExportFormat.TXT:
        return "\n"
    if corpus.answers is None:
        return '"}\n'
    return f'", "answer": {json.dumps(corpus.answers.name_of(document), ensure_ascii=False)}}}\n'


def _paragraph_blocks(corpus: Corpus) -> Iterator[tuple[int, list[tuple[bool, str]]]]:
    """Blocks of paragraphs, each with whether a document begins with it, and how many came before the block."""
    begin = 0
    while begin < corpus.num_paragraphs:
        starts = np.array(corpus.paragraph_starts[begin : begin + _BLOCK_PARAGRAPHS + 1])
        places = np.array(corpus.sentence_offsets[starts])
        count = max(1, int(np.searchsorted(places, places[0] + _BLOCK_BYTES, "right")) - 1)
        starts = starts[: count + 1]
        sentences = corpus.sentences(int(starts[0]), int(starts[-1]))
        found = np.searchsorted(corpus.document_starts, starts[:-1])
        begins = (corpus.document_starts[found] == starts[:-1]).tolist()
        bounds = (starts - starts[0]).tolist()
        texts = [join_sentences(sentences[a:b]) for a, b in pairwise(bounds)]
        yield begin, list(zip(begins, texts, strict=True))
        begin += len(texts)
