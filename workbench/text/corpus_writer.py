"""Writes an imported corpus: text and starts stream to disk, so that memory does not grow with the text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.text.answers import ANSWERS, AnswerWriter, answers_of, map_answers
from workbench.text.array_files import NumberWriter, map_array
from workbench.text.boundaries import BoundaryWriter
from workbench.text.corpus_copies import HashFile, HashWriter, choose_evaluation, count_copies, first_ones, text_hash
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
#: These are removed when the corpus is complete.
PARAGRAPH_HASHES, DOCUMENT_HASHES, SIDES = (
    "paragraph_hashes.partial",
    "document_hashes.partial",
    "sides.partial",
)
DIALOGUES = "dialogues.partial"  #: a byte for each document, 1 where its paragraphs are turns
_FLUSH_SENTENCES = 4096
_COPY_BYTES = 1 << 20
_COPY_NUMBERS = 1 << 17
_KEPT_PARAGRAPHS = 1 << 14


@dataclass(frozen=True)
class Part:
    """A folder that a closed :class:`CorpusWriter` has filled, and what lies in it."""

    folder: Path
    documents: int
    paragraphs: int
    sentences: int
    characters: int
    has_words: bool


@dataclass(frozen=True)
class Split:
    """The frozen outcome of an import: a fingerprint over text, starts, split and answers, the documents set aside, and
    how often each answer is given, where there are any."""

    fingerprint: str
    num_evaluation: int
    num_pairs: int
    num_dialogues: int
    answers: Mapping[str, int]


class CorpusWriter:
    """Takes the pieces of documents, in order, or parts that others wrote; ``finish`` completes the folder.

    Use as a context manager. The hash of a paragraph is that of its sentences, the hash of a document that of its
    paragraphs' hashes.
    """

    def __init__(self, folder: Path, notes: Notes) -> None:
        self.num_documents = self.num_paragraphs = self.num_sentences = self.num_characters = 0
        self._folder, self._notes = folder, notes
        self._text: IO[bytes] = (folder / TEXT).open("wb")
        self._offsets, self._paragraphs, self._documents = (
            NumberWriter(folder / n) for n in (OFFSETS, PARAGRAPHS, DOCUMENTS)
        )
        self._paragraph_hashes, self._document_hashes = (
            HashWriter(folder / name) for name in (PARAGRAPH_HASHES, DOCUMENT_HASHES)
        )
        self._offsets.append(0)
        self._bytes = 0
        self._hash = hashlib.sha256()
        self._waiting: list[str] = []
        self._document = hashlib.blake2b(digest_size=8)
        self._document_begin = 0
        self._dialogues: IO[bytes] = (folder / DIALOGUES).open("wb")
        self._is_dialogue = False  # the document at hand
        self._has_words = False
        self._boundaries = BoundaryWriter(notes, folder)
        self._answers, self._answer = AnswerWriter(folder), -1  # -1 where the document at hand has none
        self._ended = False

    def __enter__(self) -> CorpusWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._close_files()

    def _close_files(self) -> None:
        self._text.close()
        for numbers in (self._offsets, self._paragraphs, self._documents):
            numbers.close()
        for hashes in (self._paragraph_hashes, self._document_hashes):
            hashes.close()
        self._dialogues.close()
        self._boundaries.close()
        self._answers.close()

    def add(self, piece: Piece, file: str) -> None:
        """The next piece, from ``file``. A document without sentences is none."""
        if piece.begins:
            self._end_document()
            self._answer = -1 if piece.answer is None else piece.answer
            self._is_dialogue = piece.turns
        self._boundaries.add(piece, file)
        for part in piece.parts:
            sentences = split_sentences(part)
            if not sentences:
                continue
            if len(part) > LONGEST_SENTENCE:
                self._tell_cuts(sentences, file, piece.line)
            self._has_words = self._has_words or any(map(str.isalnum, part))
            self._begin_paragraph(text_hash("\n".join(sentences)))
            self.num_sentences += len(sentences)
            self.num_characters += sum(map(len, sentences))
            self._waiting += sentences
        if len(self._waiting) >= _FLUSH_SENTENCES:
            self._flush()

    def _begin_paragraph(self, digest: bytes) -> None:
        self._paragraphs.append(self.num_sentences)
        self._paragraph_hashes.append(digest)
        self._document.update(digest)
        self.num_paragraphs += 1

    def _tell_cuts(self, sentences: list[str], file: str, line: int) -> None:
        cuts = sum(len(sentence) > 0.9 * LONGEST_SENTENCE for sentence in sentences)
        if cuts:
            template = mark(
                "{count} {count:part comes|parts come} from sentences of over {limit} characters, which were cut."
            )
            self._notes.count(file, line, "long-sentence", template, cuts, limit=LONGEST_SENTENCE)

    def _end_document(self) -> None:
        if self.num_sentences > self._document_begin:
            self._documents.append(self._document_begin)
            self._document_hashes.append(self._document.digest())
            self._document = hashlib.blake2b(digest_size=8)
            self._document_begin = self.num_sentences
            self._dialogues.write(bytes([self._is_dialogue]))
            self.num_documents += 1
            if self._answer >= 0:
                self._answers.append(self._answer)

    def _flush(self) -> None:
        encoded = [sentence.encode() for sentence in self._waiting]
        self._waiting = []
        self._write(b"".join(encoded), np.fromiter(map(len, encoded), np.int64, len(encoded)))

    def _write(self, data: bytes, lengths: Ints) -> None:
        """Sentences in UTF-8, one after the other, and how many bytes each has."""
        self._offsets.extend(self._bytes + np.cumsum(lengths))
        self._bytes += len(data)
        self._text.write(data)
        self._hash.update(data)

    def append(self, part: Part, cancelled: Cancelled) -> None:
        """All documents of a part after those that are there."""
        self._end_document()
        self._flush()
        first_sentence, first_byte = self.num_sentences, self._bytes
        for data in _blocks(part.folder / TEXT, cancelled):
            self._text.write(data)
            self._hash.update(data)
            self._bytes += len(data)
        for name, into, base, skip in (
            (OFFSETS, self._offsets, first_byte, slice(1, None)),
            (PARAGRAPHS, self._paragraphs, first_sentence, slice(None, -1)),
            (DOCUMENTS, self._documents, first_sentence, slice(None, -1)),
        ):
            for numbers in _numbers(part.folder / name, skip):
                into.extend(base + numbers)
        for name, hashes in ((PARAGRAPH_HASHES, self._paragraph_hashes), (DOCUMENT_HASHES, self._document_hashes)):
            hashes.append_file(HashFile(part.folder / name))
        for data in _blocks(part.folder / DIALOGUES, cancelled):
            self._dialogues.write(data)
        self.num_documents += part.documents
        self.num_paragraphs += part.paragraphs
        self.num_sentences += part.sentences
        self.num_characters += part.characters
        self._document_begin = self.num_sentences
        self._has_words = self._has_words or part.has_words
        self._boundaries.append(part.folder)
        self._answers.extend(part.folder)

    def append_kept(self, part: Part, keep: Bools, cancelled: Cancelled) -> None:
        """The paragraphs of a part that are kept [P]; a document without any is none."""
        self._has_words = self._has_words or part.has_words
        self._boundaries.append(part.folder)
        hashes, dialogues = HashFile(part.folder / PARAGRAPH_HASHES), are_dialogues(part.folder)
        last_document = -1
        with (part.folder / TEXT).open("rb") as text:
            for begin, end in _paragraph_blocks(part):
                _check(cancelled)
                starts = _map(part.folder / PARAGRAPHS)[begin : end + 1]
                offsets = _map(part.folder / OFFSETS)[int(starts[0]) : int(starts[-1]) + 1]
                documents = np.searchsorted(_map(part.folder / DOCUMENTS), starts[:-1], "right") - 1
                kept = np.flatnonzero(keep[begin:end])
                counts = np.diff(starts)
                digests, answers = hashes.read(begin, end), answers_of(part.folder, documents)
                for paragraph in kept.tolist():
                    if documents[paragraph] != last_document:
                        self._end_document()
                        last_document = int(documents[paragraph])
                        self._answer = -1 if answers is None else int(answers[paragraph])
                        self._is_dialogue = bool(dialogues[last_document])
                    self._begin_paragraph(digests[paragraph].tobytes())
                    self.num_sentences += int(counts[paragraph])
                data = np.frombuffer(text.read(int(offsets[-1] - offsets[0])), np.uint8)
                self._write_kept(data, np.diff(offsets), np.repeat(keep[begin:end], counts))

    def _write_kept(self, data: np.ndarray[tuple[int], np.dtype[np.uint8]], lengths: Ints, keep: Bools) -> None:
        """Of sentences with these lengths in bytes [S] those that are kept [S]."""
        chosen = data[np.repeat(keep, lengths)]
        self.num_characters += int(np.count_nonzero((chosen & 0xC0) != 0x80))
        self._write(chosen.tobytes(), lengths[keep])

    def close(self) -> Part:
        """End the files without the evaluation split, for another writer to append."""
        if not self._ended:
            self._end_document()
            self._flush()
            self._paragraphs.append(self.num_sentences)
            self._documents.append(self.num_sentences)
            self._boundaries.write(self._folder)
            self._close_files()
            self._ended = True
        return Part(
            self._folder,
            self.num_documents,
            self.num_paragraphs,
            self.num_sentences,
            self.num_characters,
            self._has_words,
        )

    def finish(self, evaluation_share: float, answers: Sequence[str] = (), cancelled: Cancelled = never) -> Split:
        """Complete the files and freeze the evaluation split; ``answers`` are the names of the answers to documents."""
        self.close()
        self._boundaries.tell()
        _check(cancelled)
        evaluation = choose_evaluation(self._hashes_of_sides(), evaluation_share)
        np.save(self._folder / EVALUATION, evaluation)
        hashed: tuple[str, ...] = (OFFSETS, PARAGRAPHS, DOCUMENTS, EVALUATION)
        counts: dict[str, int] = {}
        if self._answers.length:
            counts = map_answers(self._folder, tuple(answers), self.num_documents).counts()
            hashed = (*hashed, ANSWERS)
            self._hash.update("\0".join(answers).encode("utf-8", "surrogatepass"))
        for name in hashed:
            for data in _blocks(self._folder / name, cancelled):
                self._hash.update(data)
        pairs = self._count_pairs()
        self._tell_corpus(int(evaluation.sum()), evaluation_share, self.num_documents - pairs)
        for name in (PARAGRAPH_HASHES, DOCUMENT_HASHES, SIDES, DIALOGUES):
            (self._folder / name).unlink(missing_ok=True)
        return Split(self._hash.hexdigest(), int(evaluation.sum()), pairs, self._count_dialogues(), counts)

    def _hashes_of_sides(self) -> HashFile:
        """A hash for each document, of which equal ones stay on one side of the evaluation split: that of its text, or,
        where documents have answers, that of the first paragraph, as a query with all its results."""
        if not self._answers.length:
            return HashFile(self._document_hashes.path)
        sides, paragraphs = HashWriter(self._folder / SIDES), HashFile(self._paragraph_hashes.path)
        for numbers in _numbers(self._folder / DOCUMENTS, slice(None, -1)):
            first = np.searchsorted(_map(self._folder / PARAGRAPHS), numbers)
            found = paragraphs.read(int(first[0]), int(first[-1]) + 1)[first - first[0]]
            for value in found.tolist():
                sides.append(value.to_bytes(8, "little"))
        sides.close()
        return HashFile(sides.path)

    def _count_pairs(self) -> int:
        """Documents with two sentences or more."""
        pairs, last = 0, 0
        for numbers in _numbers(self._folder / DOCUMENTS, slice(1, None)):
            pairs += int(np.count_nonzero(np.diff(numbers, prepend=last) >= 2))
            last = int(numbers[-1])
        return pairs

    def _count_dialogues(self) -> int:
        """Documents with two paragraphs or more."""
        dialogues, last = 0, 0
        for numbers in _numbers(self._folder / DOCUMENTS, slice(1, None)):
            borders = np.searchsorted(_map(self._folder / PARAGRAPHS), numbers)
            dialogues += int(np.count_nonzero(np.diff(borders, prepend=last) >= 2))
            last = int(borders[-1])
        return dialogues

    def _count_paragraphs(self) -> tuple[int, int]:
        """How many paragraphs have come before, and of how many, without turns of dialogues."""
        hashes, dialogues = HashFile(self._paragraph_hashes.path), are_dialogues(self._folder)
        if not dialogues.any():
            return count_copies(hashes), self.num_paragraphs
        text = ~paragraphs_of(self._folder, dialogues)
        return int(np.count_nonzero(text & ~first_ones(hashes))), int(np.count_nonzero(text))

    def _tell_corpus(self, num_evaluation: int, share: float, num_single: int) -> None:
        """Notes on the corpus as a whole."""
        if copies := count_copies(HashFile(self._document_hashes.path)):
            self._notes.tell(
                "",
                0,
                "duplicate-document",
                mark(
                    "{count} of {total} documents {count:is a copy|are copies} of another; copies stay on one side of "
                    "the evaluation split. The import can drop {count:it|them}."
                ),
                count=copies,
                total=self.num_documents,
            )
        copies, paragraphs = self._count_paragraphs()
        if self.num_paragraphs > self.num_documents and copies and not self._answers.length:
            template = mark(
                "{count} of {total} paragraphs {count:is a copy|are copies} of another; the import can drop "
                "{count:it|them}."
            )
            self._notes.tell("", 0, "duplicate-paragraph", template, count=copies, total=paragraphs)
        if share and not num_evaluation:
            template = mark("There is only one document, so that none is set aside for evaluation.")
            if self.num_documents > 1:
                template = mark("All documents are copies of one, so that none is set aside for evaluation.")
            self._notes.tell("", 0, "no-evaluation", template)
        if num_single:
            template = mark(
                "{count} of {total} {total:document|documents} {count:has|have} one sentence only and "
                "{count:gives|give} no pairs of sentences."
            )
            self._notes.tell("", 0, "single-sentence", template, count=num_single, total=self.num_documents)
        if not self._has_words:
            template = mark("The text has no letters or digits: there is nothing to mask by word.")
            self._notes.tell("", 0, "no-words", template)


def are_dialogues(folder: Path) -> Bools:
    """Which documents [D] of a part have turns of a dialogue as their paragraphs."""
    return np.fromfile(folder / DIALOGUES, np.bool_)


def paragraphs_of(folder: Path, documents: Bools) -> Bools:
    """Which paragraphs [P] of a part belong to the chosen documents [D]."""
    borders = np.searchsorted(_map(folder / PARAGRAPHS), _map(folder / DOCUMENTS))
    return np.repeat(documents, np.diff(borders))


def _check(cancelled: Cancelled) -> None:
    if cancelled():
        raise StoppedError(mark("The import was cancelled."))


def _blocks(path: Path, cancelled: Cancelled) -> Iterator[bytes]:
    """The bytes of a file, a bounded number at a time."""
    with path.open("rb") as file:
        while data := file.read(_COPY_BYTES):
            _check(cancelled)
            yield data


def _map(path: Path) -> Ints:
    """The numbers of a file; mapped anew each time, so that what was read of it does not stay in memory."""
    numbers: Ints = map_array(path, np.int64, (None,))
    return numbers


def _numbers(path: Path, wanted: slice) -> Iterator[Ints]:
    """The wanted numbers of a file, a bounded number at a time."""
    begin, end, _ = wanted.indices(len(_map(path)))
    for first in range(begin, end, _COPY_NUMBERS):
        yield np.array(_map(path)[first : min(end, first + _COPY_NUMBERS)])


def _paragraph_blocks(part: Part) -> Iterator[tuple[int, int]]:
    """Ranges of paragraphs, each of a bounded number of bytes or a single one."""
    begin = 0
    while begin < part.paragraphs:
        end = min(part.paragraphs, begin + _KEPT_PARAGRAPHS)
        starts = np.array(_map(part.folder / PARAGRAPHS)[begin : end + 1])
        places = np.array(_map(part.folder / OFFSETS)[starts])
        fitting = int(np.searchsorted(places, places[0] + _COPY_BYTES, "right")) - 1
        end = begin + max(1, min(fitting, end - begin))
        yield begin, end
        begin = end
