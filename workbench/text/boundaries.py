"""The exact units that a boundary file gave a corpus, stored beside its text.

They are kept by sentence: a table of the sentences' hashes, and the spans of each in characters. So an analyser knows
the units of every text that is one of the corpus's sentences, in the order of preparation, in a sample, or typed into
the preview. Of two ways in which files mark the same sentence the one with the most units stands, which the import
tells.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.array_files import ArrayWriter, map_array, map_starts
from workbench.text.boundary_markings import MarkingFile, Markings
from workbench.text.corpus_copies import text_hash
from workbench.text.document import Bools, Ints, UnitKind
from workbench.text.ragged import ranges
from workbench.text.readers.boundaries import place_spans
from workbench.text.readers.notes import Notes
from workbench.text.readers.pieces import PartSpan, Piece
from workbench.text.readers.spans import TextSpan
from workbench.text.sentences import split_sentences

#: The source of their labels.
#: Classes whose units go into the layer of phrases; all others are entities.
_PHRASE_CLASSES = frozenset({"phrase", "短语"})
_MANIFEST, _SENTENCES, _STARTS, _SPANS, _CONFLICTS = (
    "boundaries.json",
    "boundary_sentences.npy",
    "boundary_starts.npy",
    "boundary_spans.npy",
    "boundary_conflicts.npy",
)
_VERSION = 1
#: Files, types of their numbers, and columns.
_ARRAYS: tuple[tuple[str, type[np.generic], tuple[int, ...]], ...] = (
    (_SENTENCES, np.uint64, ()),
    (_STARTS, np.int64, ()),
    (_SPANS, np.int32, (3,)),
    (_CONFLICTS, np.uint64, ()),
)

_PIECE = 1 << 18  #: sentences, or numbers of a file, that are looked at together


def _key(text: str) -> int:
    """The hash by which a sentence is found, as a number."""
    return int.from_bytes(text_hash(text), "little")


def _by_part(spans: Sequence[PartSpan], count: int) -> list[list[TextSpan]]:
    """The spans of each of the parts."""
    found: list[list[TextSpan]] = [[] for _ in range(count)]
    for span in spans:
        found[span.part].append(TextSpan(span.start, span.end, span.name))
    return found


class BoundaryWriter:
    """Collects the spans of the pieces of an import, in order, or of parts that others wrote; ``write`` stores them.

    They wait in scratch files. Which of several markings of a sentence stands does not depend on how the pieces were
    shared out.
    """

    def __init__(self, notes: Notes, folder: Path) -> None:
        """``folder`` is for the scratch files."""
        self._notes, self._folder = notes, folder
        self._file: MarkingFile | None = None
        self._classes: dict[str, int] = {}
        self._num_torn = 0

    def add(self, piece: Piece, file: str) -> None:
        """The next piece, from ``file``; one of a kind that marks no units is passed over."""
        if piece.spans is None:
            return
        for part, own in zip(piece.parts, _by_part(piece.spans, len(piece.parts)), strict=True):
            self._add_paragraph(part, own, piece.line, file)

    def _add_paragraph(self, text: str, spans: list[TextSpan], line: int, file: str) -> None:
        sentences = split_sentences(text)
        placed, lost = place_spans(text, spans, sentences)
        for span in lost:
            self._notes.tell(
                file,
                line,
                "unit-left-out",
                mark("Line {line}: the unit “{unit}” crosses the end of a sentence; it was left out."),
                line=line,
                unit=text[span.start : span.end],
            )
        for sentence, own in zip(sentences, _by_part(placed, len(sentences)), strict=True):
            self._opened().add(_key(sentence), [(start, end, self._number(name)) for start, end, name in sorted(own)])

    def _number(self, name: str) -> int:
        """The number of a class."""
        return self._classes.setdefault(name, len(self._classes))

    def _opened(self) -> MarkingFile:
        """The scratch files, which a corpus without boundary files does not need."""
        if self._file is None:
            self._file = MarkingFile(self._folder)
        return self._file

    def append(self, folder: Path) -> None:
        """What another writer stored in a folder, after what is there; nothing where it stored none."""
        part = Boundaries.of(folder)
        if part is None:
            return
        numbers = np.array([self._number(name) for name in part.classes], np.int32)
        for markings in part.pieces():
            units = markings.units.copy()
            units[:, 2] = numbers[units[:, 2]]
            self._opened().extend(replace(markings, units=units))

    def close(self) -> None:
        """Remove the scratch files; a second call does nothing."""
        if self._file is not None:
            self._file.close()

    def write(self, folder: Path) -> None:
        """Store everything in a corpus folder; nothing where no file marked units."""
        if self._file is None:
            return
        with ExitStack() as files:
            keys, starts, spans, torn = (
                files.enter_context(ArrayWriter(folder / name, kind, columns)) for name, kind, columns in _ARRAYS
            )
            starts.append(np.zeros(1, np.int64))
            for markings in self._file.merged():
                keys.append(markings.key)
                starts.append(spans.length + np.cumsum(markings.sizes))
                spans.append(markings.units)
                torn.append(markings.key[markings.torn])
        self.close()
        self._num_torn = torn.length
        manifest = {
            "version": _VERSION,
            "fingerprint": self._fingerprint(folder),
            "classes": list(self._classes),
            "sentences": keys.length,
            "units": spans.length,
        }
        (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="ascii", newline="\n")

    def _fingerprint(self, folder: Path) -> str:
        """Of the classes and the arrays that were stored."""
        digest = hashlib.sha256("\t".join(self._classes).encode("utf-8", "surrogatepass"))
        for name, kind, columns in _ARRAYS:
            length = len(map_array(folder / name, kind, (None, *columns)))
            for begin in range(0, length, _PIECE):  # mapped anew: what was read does not stay in memory
                digest.update(map_array(folder / name, kind, (None, *columns))[begin : begin + _PIECE].tobytes())
        return digest.hexdigest()[:32]

    def tell(self) -> None:
        """Notes on the import as a whole."""
        if self._num_torn:
            self._notes.tell(
                "",
                0,
                "marked-twice",
                mark(
                    "{count} {count:sentence occurs|sentences occur} with different units; the marking with the most "
                    "units stands for all."
                ),
                count=self._num_torn,
            )


class Boundaries:
    """The stored units of a corpus, mapped from disk; ``classes`` are numbered by their place."""

    def __init__(self, folder: Path) -> None:
        """Raises :class:`WorkbenchError` where a file is missing, cut off or changed."""
        self._folder = folder
        try:
            manifest = json.loads((folder / _MANIFEST).read_text(encoding="ascii"))
            self.fingerprint = str(manifest["fingerprint"])
            self.classes = tuple(str(name) for name in manifest["classes"])
            count, units = int(manifest["sentences"]), int(manifest["units"])
            self._keys: NDArray[np.uint64] = map_array(folder / _SENTENCES, np.uint64, (count,))
            self._starts = map_starts(folder / _STARTS, count, units)
            self._spans: NDArray[np.int32] = map_array(folder / _SPANS, np.int32, (units, 3))
            #: Hashes of the sentences that files mark in different ways.
            self.conflicts: NDArray[np.uint64] = map_array(folder / _CONFLICTS, np.uint64, (None,))
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise WorkbenchError(
                mark("The units of the boundary file of the corpus “{name}” are damaged."),
                mark("Delete the corpus and import its files again."),
                name=folder.name,
            ) from error
        self._is_phrase: Bools = np.array([name.lower() in _PHRASE_CLASSES for name in self.classes], np.bool_)

    @staticmethod
    def of(folder: Path) -> Boundaries | None:
        """What a corpus folder holds; None where its files marked no units."""
        return Boundaries(folder) if (folder / _MANIFEST).is_file() else None

    def __reduce__(self) -> tuple[type[Boundaries], tuple[Path]]:
        """Another process maps the files itself."""
        return Boundaries, (self._folder,)

    def __len__(self) -> int:
        return len(self._spans)

    def pieces(self) -> Iterator[Markings]:
        """All sentences by rising hash, a bounded number at a time."""
        for begin in range(0, len(self._keys), _PIECE):
            key = np.array(self._keys[begin : begin + _PIECE])
            starts = np.array(self._starts[begin : begin + len(key) + 1])
            place = np.minimum(np.searchsorted(self.conflicts, key), max(0, len(self.conflicts) - 1))
            torn = self.conflicts[place] == key if len(self.conflicts) else np.zeros(len(key), np.bool_)
            yield Markings(key, np.diff(starts), np.array(self._spans[starts[0] : starts[-1]]), torn)

    def counts(self) -> dict[str, int]:
        """Class -> how many units the different sentences have of it, the most frequent first."""
        counts = np.zeros(len(self.classes), np.int64)
        for begin in range(0, len(self._spans), _PIECE):
            counts += np.bincount(self._spans[begin : begin + _PIECE, 2], minlength=len(self.classes))
        return dict(sorted(zip(self.classes, counts.tolist(), strict=True), key=lambda pair: -pair[1]))

    def has(self, kind: UnitKind) -> bool:
        """Whether any class belongs to a layer."""
        return bool((self._is_phrase if kind is UnitKind.PHRASE else ~self._is_phrase).any())

    def find(self, texts: Sequence[str], kind: UnitKind) -> tuple[Ints, Ints, Ints, NDArray[np.int32]]:
        """The units of one layer in those of the texts that are sentences of the corpus: number of the text, start and
        end in its characters, and number of the class [n each]."""
        keys = np.fromiter(map(_key, texts), np.uint64, len(texts))
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        known = np.flatnonzero(self._keys[place] == keys)
        first = self._starts[place[known]]
        counts = self._starts[place[known] + 1] - first
        owner, spans = np.repeat(known, counts), self._spans[ranges(first, counts)]
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        wanted = self._is_phrase[spans[:, 2]] == (kind is UnitKind.PHRASE)
        wanted &= spans[:, 1] <= lengths[owner]  # a text that happens to share the hash
        spans = spans[wanted]
        return owner[wanted], spans[:, 0].astype(np.int64), spans[:, 1].astype(np.int64), spans[:, 2]
