"""Writes an imported corpus: text and starts stream to disk, so that memory does not grow with the text."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.texts import mark
from workbench.text.boundaries import BoundaryWriter
from workbench.text.document import Bools, Ints
from workbench.text.readers.notes import Notes
from workbench.text.readers.pieces import Piece
from workbench.text.sentences import LONGEST_SENTENCE, split_sentences

TEXT = "text.bin"
OFFSETS, PARAGRAPHS, DOCUMENTS, EVALUATION = (
    "sentence_offsets.npy",
    "paragraph_starts.npy",
    "document_starts.npy",
    "evaluation.npy",
)
_FLUSH_SENTENCES = 4096
_COPY_BYTES = 1 << 20


class NumberFile:
    """A growing ``.npy`` file of int64: its header leaves room for the length, which is filled in at the end."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("wb")
        self._length = 0
        self._pending: list[int] = []
        self._header()

    def _header(self) -> None:
        self._file.seek(0)
        description = {"descr": "<i8", "fortran_order": False, "shape": (self._length,)}
        np.lib.format.write_array_header_1_0(self._file, description)

    def append(self, value: int) -> None:
        """One more number."""
        self._pending.append(value)
        if len(self._pending) >= _FLUSH_SENTENCES:
            self._flush()

    def extend(self, values: Ints) -> None:
        """More numbers [n]."""
        self._flush()
        self._file.write(values.astype("<i8").tobytes())
        self._length += len(values)

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        self._file.write(np.asarray(pending, "<i8").tobytes())
        self._length += len(pending)

    def close(self) -> None:
        """Write what is left, and the length; a second call does nothing."""
        if self._file.closed:
            return
        self._flush()
        self._header()
        self._file.close()


@dataclass(frozen=True)
class Split:
    """The frozen outcome of an import: a fingerprint over text, starts and split, and the documents set aside."""

    fingerprint: str
    num_evaluation: int


class CorpusWriter:
    """Takes the pieces of documents, in order; ``finish`` completes the folder. Use as a context manager."""

    def __init__(self, folder: Path, notes: Notes) -> None:
        self.num_documents = self.num_paragraphs = self.num_sentences = self.num_characters = 0
        self._folder, self._notes = folder, notes
        self._text: IO[bytes] = (folder / TEXT).open("wb")
        self._offsets, self._paragraphs, self._documents = (
            NumberFile(folder / name) for name in (OFFSETS, PARAGRAPHS, DOCUMENTS)
        )
        self._offsets.append(0)
        self._bytes = 0
        self._hash = hashlib.sha256()
        self._waiting: list[str] = []
        self._document = hashlib.blake2b(digest_size=8)
        self._document_begin = 0
        self._document_hashes = array("Q")
        self._paragraph_hashes = array("q")
        self._single = 0
        self._has_words = False
        self._boundaries = BoundaryWriter(notes)

    def __enter__(self) -> CorpusWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        self._text.close()
        for numbers in (self._offsets, self._paragraphs, self._documents):
            numbers.close()

    def add(self, piece: Piece, file: str) -> None:
        """The next piece, from ``file``. A document without sentences is none."""
        if piece.begins:
            self._end_document()
        self._boundaries.add(piece, file)
        for part in piece.parts:
            sentences = split_sentences(part)
            if not sentences:
                continue
            if len(part) > LONGEST_SENTENCE:
                self._tell_cuts(sentences, file, piece.line)
            self._has_words = self._has_words or any(map(str.isalnum, part))
            self._paragraphs.append(self.num_sentences)
            self._paragraph_hashes.append(hash(part))
            self._document.update(part.encode())
            self._document.update(b"\n")
            self.num_paragraphs += 1
            self.num_sentences += len(sentences)
            self.num_characters += sum(map(len, sentences))
            self._waiting += sentences
        if len(self._waiting) >= _FLUSH_SENTENCES:
            self._flush()

    def _tell_cuts(self, sentences: list[str], file: str, line: int) -> None:
        cuts = sum(len(sentence) > 0.9 * LONGEST_SENTENCE for sentence in sentences)
        if cuts:
            template = mark("{count} parts come from sentences of over {limit} characters, which were cut.")
            self._notes.count(file, line, "long-sentence", template, cuts, limit=LONGEST_SENTENCE)

    def _end_document(self) -> None:
        length = self.num_sentences - self._document_begin
        if length:
            self._documents.append(self._document_begin)
            self._document_hashes.append(int.from_bytes(self._document.digest(), "little"))
            self._document = hashlib.blake2b(digest_size=8)
            self._document_begin = self.num_sentences
            self._single += length == 1
            self.num_documents += 1

    def _flush(self) -> None:
        encoded = [sentence.encode() for sentence in self._waiting]
        self._waiting = []
        blob = b"".join(encoded)
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        self._offsets.extend(self._bytes + np.cumsum(lengths))
        self._bytes += len(blob)
        self._text.write(blob)
        self._hash.update(blob)

    def finish(self, evaluation_share: float) -> Split:
        """Complete the files and freeze the evaluation split."""
        self._end_document()
        self._flush()
        self._paragraphs.append(self.num_sentences)
        self._documents.append(self.num_sentences)
        self._close()
        self._boundaries.write(self._folder)
        self._boundaries.tell()
        evaluation = choose_evaluation(np.frombuffer(self._document_hashes, np.uint64), evaluation_share)
        np.save(self._folder / EVALUATION, evaluation)
        for name in (OFFSETS, PARAGRAPHS, DOCUMENTS, EVALUATION):
            for data in _chunks(self._folder / name):
                self._hash.update(data)
        self._tell_corpus(int(evaluation.sum()), evaluation_share)
        return Split(self._hash.hexdigest(), int(evaluation.sum()))

    def _tell_corpus(self, num_evaluation: int, share: float) -> None:
        """Notes on the corpus as a whole."""
        self._tell_copies("duplicate-document", np.frombuffer(self._document_hashes, np.uint64).copy(), mark(
            "{count} of {total} documents are copies of another; copies stay on one side of the evaluation split."
        ))  # fmt: skip
        if self.num_paragraphs > self.num_documents:
            self._tell_copies("duplicate-paragraph", np.frombuffer(self._paragraph_hashes, np.int64), mark(
                "{count} of {total} paragraphs are copies of another."
            ))  # fmt: skip
        if share and not num_evaluation:
            self._tell("no-evaluation", mark("There is only one document, so that none is set aside for evaluation."))
        if self._single:
            self._tell(
                "single-sentence",
                mark("{count} of {total} documents have one sentence only and give no pairs of sentences."),
                count=self._single,
                total=self.num_documents,
            )
        if not self._has_words:
            self._tell("no-words", mark("The text has no letters or digits: there is nothing to mask by word."))

    def _tell_copies(self, kind: str, hashes: NDArray[Any], template: str) -> None:
        hashes.sort()
        if copies := int(np.count_nonzero(hashes[1:] == hashes[:-1])):
            self._tell(kind, template, count=copies, total=len(hashes))

    def _tell(self, kind: str, template: str, /, **values: Any) -> None:
        self._notes.tell("", 0, kind, template, **values)


def choose_evaluation(hashes: NDArray[np.uint64], share: float) -> Bools:
    """Which documents [D] are set aside: about ``share`` of them, by the hash of their text.

    Copies (equal hashes) fall on the same side. At least one document is chosen and at least one stays, where there
    are two different ones; with ``share`` 0 none is.
    """
    different, owner, copies = np.unique(hashes, return_inverse=True, return_counts=True)
    chosen = np.zeros(len(different), bool)
    if share > 0 and len(different) > 1:
        target = max(1, round(share * len(hashes)))
        small = np.flatnonzero(copies <= target)
        fitting = small[np.cumsum(copies[small]) <= target]
        chosen[fitting if len(fitting) else [int(np.argmin(copies))]] = True
        if chosen.all():
            chosen[-1] = False
    return chosen[owner]


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while data := file.read(_COPY_BYTES):
            yield data
