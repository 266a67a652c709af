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
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.array_files import ArrayWriter, map_array, map_starts
from workbench.text.document import Bools, Ints, UnitKind
from workbench.text.ragged import ranges, starts_of
from workbench.text.readers.boundaries import TextSpan, place_spans
from workbench.text.readers.notes import Notes
from workbench.text.readers.pieces import PartSpan, Piece
from workbench.text.sentences import split_sentences

#: The source of their labels.
BOUNDARY_FILE = "boundary file"
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

#: Units of a sentence in order: start and end in its characters, and number of the class.
_Rows = tuple[tuple[int, int, int], ...]


def _key(text: str) -> int:
    """The hash by which a sentence is found: 64 bits, so that two of a billion sentences hardly ever share one."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _by_part(spans: Sequence[PartSpan], count: int) -> list[list[TextSpan]]:
    """The spans of each of the parts."""
    found: list[list[TextSpan]] = [[] for _ in range(count)]
    for span in spans:
        found[span.part].append(TextSpan(span.start, span.end, span.name))
    return found


class BoundaryWriter:
    """Collects the spans of the pieces of an import, in order, or of parts that others wrote; ``write`` stores them.

    Which of several markings of a sentence stands does not depend on how the pieces were shared out.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._spans: dict[int, _Rows] = {}
        self._classes: dict[str, int] = {}
        self._conflicts: set[int] = set()

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
            self._keep(_key(sentence), tuple((start, end, self._number(name)) for start, end, name in sorted(own)))

    def _number(self, name: str) -> int:
        """The number of a class."""
        return self._classes.setdefault(name, len(self._classes))

    def _keep(self, key: int, rows: _Rows) -> None:
        known = self._spans.setdefault(key, rows)
        if known != rows:
            self._conflicts.add(key)
            if len(rows) > len(known):
                self._spans[key] = rows

    def append(self, folder: Path) -> None:
        """What another writer stored in a folder, after what is there; nothing where it stored none."""
        part = Boundaries.of(folder)
        if part is None:
            return
        numbers = [self._number(name) for name in part.classes]
        for key, rows in part.rows():
            self._keep(key, tuple((start, end, numbers[place]) for start, end, place in rows))
        self._conflicts.update(part.conflicts.tolist())

    def write(self, folder: Path) -> None:
        """Store everything in a corpus folder; nothing where no file marked units."""
        if not self._spans:
            return
        keys = np.array(sorted(self._spans), np.uint64)
        rows = [self._spans[key] for key in keys.tolist()]
        starts = starts_of([len(own) for own in rows])
        spans = np.array([span for own in rows for span in own], np.int32).reshape(-1, 3)
        conflicts = np.array(sorted(self._conflicts), np.uint64)
        digest = hashlib.sha256("\t".join(self._classes).encode("utf-8", "surrogatepass"))
        for name, array in ((_SENTENCES, keys), (_STARTS, starts), (_SPANS, spans), (_CONFLICTS, conflicts)):
            with ArrayWriter(folder / name, array.dtype, array.shape[1:]) as file:
                file.append(array)
            digest.update(array.tobytes())
        manifest = {
            "version": _VERSION,
            "fingerprint": digest.hexdigest()[:32],
            "classes": list(self._classes),
            "sentences": len(keys),
            "units": len(spans),
        }
        (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="ascii", newline="\n")

    def tell(self) -> None:
        """Notes on the import as a whole."""
        if self._conflicts:
            self._notes.tell(
                "",
                0,
                "marked-twice",
                mark("{count} sentences occur with different units; the marking with the most units stands for all."),
                count=len(self._conflicts),
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

    def rows(self) -> Iterator[tuple[int, _Rows]]:
        """The hash of every sentence with its units."""
        for key, (begin, end) in zip(self._keys.tolist(), pairwise(self._starts.tolist()), strict=True):
            yield key, tuple((start, after, name) for start, after, name in self._spans[begin:end].tolist())

    def counts(self) -> dict[str, int]:
        """Class -> how many units the different sentences have of it, the most frequent first."""
        counts = np.bincount(self._spans[:, 2], minlength=len(self.classes)).tolist()
        return dict(sorted(zip(self.classes, counts, strict=True), key=lambda pair: -pair[1]))

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
