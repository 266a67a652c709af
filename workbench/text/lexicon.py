"""Lists of phrases and entities: imported, mined from a corpus, or marked by hand.

A list is a file of the project's ``lexicons`` folder, ``NAME.tsv``: a head line with kind and source, then
``text<TAB>class<TAB>count``, with ``<TAB>PMI`` where mining gave one. Entries that were pruned stand at the end, and
the head line says how many. All changes give new objects, so that a window can undo them.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from weakref import WeakValueDictionary

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.files import replacing
from workbench.core.names import check_name
from workbench.core.paths import Project
from workbench.core.texts import listed, mark
from workbench.text.found import Found, open_all

HEAD = "#workbench-lexicon"
HARD_BLANK = "\u00a0"  #: stands for a blank inside a similar word
_NO_TEXT = re.compile(r"[\t\n\r]")  #: parts cells and lines of a list's file
#: Name of the lists that the window keeps of what a person marked in text.
MARKED = "marked"


class LexiconKind(Labelled):
    """What the entries of a list are: phrases, entities or n-grams make a layer of units; words are a user dictionary,
    whose class is the part of speech and whose count the frequency (-1 where none is given, 0 takes a word out of the
    segmenter's dictionary); the class of a synonym is its similar words, with blanks between."""

    PHRASE = "phrase", mark("Phrase list")
    ENTITY = "entity", mark("Entity list")
    NGRAM = "ngram", mark("N-gram list")
    WORD = "word", mark("User dictionary")
    SYNONYM = "synonym", mark("Synonym table")


class LexiconSource(StrEnum):
    """Where a list comes from."""

    LIST = "list"
    MINED = "mined"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """One phrase, entity, n-gram or word, with its class (``place``; may be empty) and how often it was met (0: not
    counted); ``pmi`` is in natural logarithms, as the way of mining defines it (None where it was not mined)."""

    text: str
    label: str = ""
    count: int = 0
    pmi: float | None = None


@dataclass(frozen=True)
class Lexicon:
    """A list of entries, each text once; ``removed`` are entries that a person pruned, which mining does not bring back
    and which mark nothing in text."""

    name: str
    kind: LexiconKind
    entries: tuple[LexiconEntry, ...] = ()
    source: LexiconSource = LexiconSource.LIST
    removed: tuple[LexiconEntry, ...] = ()

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def fingerprint(self) -> str:
        """Changes with anything that can move a unit or its label."""
        digest = hashlib.sha256(f"{self.name}\t{self.kind}\t{self.source}\n".encode())
        for entry in self.entries:
            count = f"\t{entry.count}" if self.kind is LexiconKind.WORD else ""  # a frequency moves borders
            digest.update(f"{entry.text}\t{entry.label}{count}\n".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:32]

    def with_entry(self, text: str, label: str = "") -> Lexicon:
        """The list with an entry added, or given another class."""
        entry = clean_entry(text, label)
        if entry is None:
            raise WorkbenchError(mark("“{text}” cannot be an entry of a list."), text=text)
        kept = tuple(other for other in self.entries if other.text != entry.text)
        return replace(self, entries=(*kept, entry))

    def without_entry(self, text: str) -> Lexicon:
        """The list without an entry."""
        return self.without_entries({text})

    def without_entries(self, texts: Collection[str]) -> Lexicon:
        """The list without some entries."""
        gone = frozenset(texts)
        return replace(self, entries=tuple(entry for entry in self.entries if entry.text not in gone))


def clean_entry(text: str, label: str = "", count: int = 0) -> LexiconEntry | None:
    """An entry without blanks around it; None where nothing is left."""
    text = text.strip().strip("\ufeff\u200b")
    label = " ".join(label.split())
    return LexiconEntry(text, label, count) if text and not _NO_TEXT.search(text) else None


def similar_words(entry: LexiconEntry) -> list[str]:
    """The words that may stand in for a synonym entry."""
    return [word.replace(HARD_BLANK, " ") for word in entry.label.split(" ") if word]


def unique_entries(entries: Iterable[LexiconEntry]) -> tuple[LexiconEntry, ...]:
    """The entries in order, the first of each text."""
    seen: dict[str, LexiconEntry] = {}
    for entry in entries:
        seen.setdefault(entry.text, entry)
    return tuple(seen.values())


def lexicon_path(project: Project, name: str) -> Path:
    """Where the list of a name is kept."""
    return project.lexicons / f"{check_name(name)}.tsv"


def save_lexicon(project: Project, lexicon: Lexicon, *, replace_existing: bool = True) -> None:
    """Write a list, all at once or not at all. Raises :class:`WorkbenchError` where it cannot be written."""
    project.require_writable()
    path = lexicon_path(project, lexicon.name)
    if path.exists() and not replace_existing:
        raise ArgumentError(
            mark("There is a list named “{name}” already."),
            mark("Choose another name, or delete it first."),
            name=lexicon.name,
        )
    head = [HEAD, lexicon.kind.value, lexicon.source.value, *([str(len(lexicon.removed))] if lexicon.removed else [])]
    lines = ["\t".join(head), *map(_line_of, lexicon.entries), *map(_line_of, lexicon.removed)]
    with replacing(path, "utf-8", errors="surrogatepass", parents=True) as file:
        file.write("\n".join(lines) + "\n")


_Stamp = tuple[int, int, int]

#: Lists by file and stamp while somebody holds them: what the window shows is not read again for every preview.
_held: WeakValueDictionary[tuple[Path, _Stamp], Lexicon] = WeakValueDictionary()
_reading = threading.Lock()


def find_lexicon(project: Project, name: str) -> Lexicon:
    """A list of the project by name; the same object where somebody holds it and its file is as it was."""
    return _open_lexicon(_place(project, name))


def lexicon_names(project: Project) -> list[str]:
    """The names of all lists of the project, whose files are not opened; some may be damaged."""
    return list(_places(project))


def _open_lexicon(path: Path) -> Lexicon:
    """The list of a file, read where nobody holds it as it is now."""
    try:
        stamp = _stamp(path)
    except OSError:
        return _read_lexicon(path)  # which says what is wrong
    with _reading:  # who waits finds what the other has read; two copies of a large list would both stay
        held = _held.get((path, stamp))
        if held is None:
            held = _held[path, stamp] = _read_lexicon(path)
    return held


def _place(project: Project, name: str) -> Path:
    """The file of a list that is there."""
    places = _places(project)
    if name not in places:
        raise ArgumentError(
            mark("There is no list named “{name}”."),
            mark("In this project: {known}.") if places else mark("This project has none yet."),
            name=name,
            known=listed(places),
        )
    return places[name]


def _places(project: Project) -> dict[str, Path]:
    """Name -> file of the project's lists, by name; a dot begins the names of files that are being written."""
    return {path.stem: path for path in sorted(project.lexicons.glob("*.tsv")) if not path.name.startswith(".")}


def _read_lexicon(path: Path) -> Lexicon:
    """The list that :func:`save_lexicon` wrote; raises where the file was cut or changed into something else."""
    try:
        head, *lines = path.read_bytes().decode("utf-8", "surrogatepass").split("\n")
        first, kind, source, *more = head.split("\t")
        if first != HEAD:
            raise ValueError(first)
        read = [_read_entry(line) for line in lines if line]
        removed = int(more[0]) if more else 0
        kept = len(read) - removed
        if not 0 <= kept <= len(read):
            raise ValueError(removed)
        entries, pruned = unique_entries(read[:kept]), unique_entries(read[kept:])
        return Lexicon(path.stem, LexiconKind(kind), entries, LexiconSource(source), pruned)
    except (OSError, ValueError) as error:
        raise WorkbenchError(
            mark("The list “{name}” is damaged."), mark("Delete it and import it again."), name=path.stem
        ) from error


def find_lexicons(project: Project, names: Iterable[str]) -> list[Lexicon]:
    """Lists of the project by their names, each once."""
    return [find_lexicon(project, name) for name in dict.fromkeys(names)]


def _read_entry(line: str) -> LexiconEntry:
    """The entry of a line of a list's own file."""
    text, label, count, *more = line.split("\t")
    return LexiconEntry(text, label, int(count), float(more[0]) if more else None)


def _line_of(entry: LexiconEntry) -> str:
    line = f"{entry.text}\t{entry.label}\t{entry.count}"
    return line if entry.pmi is None else f"{line}\t{entry.pmi}"


def list_lexicons(project: Project) -> Found[Lexicon]:
    """All lists of the project by name, the damaged ones apart."""
    return open_all(_places(project).items(), _open_lexicon)


class LexiconShelf:
    """The lists of a project read again and again: only files that changed since are opened."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._read: dict[Path, Lexicon] = {}

    def read(self) -> Found[Lexicon]:
        """All lists by name, the damaged ones apart."""
        found = open_all(_places(self._project).items(), self._open)
        for path in [path for path in list(self._read) if path.stem not in found.names]:  # another thread may save
            self._read.pop(path, None)
        return found

    def save(self, lexicon: Lexicon) -> None:
        """Write a list, which need not be read again."""
        save_lexicon(self._project, lexicon)
        path = lexicon_path(self._project, lexicon.name)
        self._read[path] = _held[path, _stamp(path)] = lexicon

    def remove(self, name: str) -> None:
        """Delete a list, which may be gone already. Raises :class:`WorkbenchError` where it cannot be deleted."""
        self._project.require_writable()
        _unlink(lexicon_path(self._project, name), name)

    def _open(self, path: Path) -> Lexicon:
        lexicon = self._read[path] = _open_lexicon(path)
        return lexicon


def _stamp(path: Path) -> _Stamp:
    """Another one when a file was written anew: time, size, and which file it is."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def delete_lexicon(project: Project, name: str) -> None:
    """Remove a list from the project, damaged or not."""
    project.require_writable()
    _unlink(_place(project, name), name)


def _unlink(path: Path, name: str) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WorkbenchError(
            mark("The list “{name}” cannot be deleted: {reason}."), name=name, reason=error.strerror or str(error)
        ) from error
