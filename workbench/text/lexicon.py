"""Lists of phrases and entities: imported, mined from a corpus, or marked by hand.

A list is a file of the project's ``lexicons`` folder, ``NAME.tsv``: a head line with kind and source, then
``text<TAB>class<TAB>count``. All changes give new objects, so that a window can undo them.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.names import check_name
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.found import Found, open_all
from workbench.text.readers.encodings import detect
from workbench.text.readers.opening import open_bytes, refuse_binary

_HEAD = "#workbench-lexicon"
_HARD_BLANK = "\u00a0"
_KNOWN_ENCODINGS = ("utf", "gb", "big5")
_MOST, _MOST_DIGITS = 10**9, 10  #: counts beyond are cut: segmenters and the machine's integers take no more
#: Head lines that tables of entries come with, as ``entity<TAB>class``.
_HEADINGS = frozenset({"entity", "phrase", "word", "text", "entry"})
_HEADING_REST = (["class"], ["label"], ["count"], ["class", "count"])
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


@dataclass(frozen=True)
class LexiconEntry:
    """One phrase, entity, n-gram or word, with its class (``place``; may be empty) and how often it was met (0: not
    counted)."""

    text: str
    label: str = ""
    count: int = 0


@dataclass(frozen=True)
class Lexicon:
    """A list of entries, each text once."""

    name: str
    kind: LexiconKind
    entries: tuple[LexiconEntry, ...] = ()
    source: LexiconSource = LexiconSource.LIST

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def fingerprint(self) -> str:
        """Changes with anything that can move a unit or its label."""
        digest = hashlib.sha256(f"{self.name}\t{self.kind}\t{self.source}\n".encode())
        for entry in self.entries:
            count = f"\t{entry.count}" if self.kind is LexiconKind.WORD else ""  # a frequency moves borders
            digest.update(f"{entry.text}\t{entry.label}{count}\n".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:32]

    def with_entry(self, text: str, label: str = "") -> Lexicon:
        """The list with an entry added, or given another class."""
        entry = _clean(text, label)
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


class Skipped(StrEnum):
    """Why a line of a file that is imported gives no entry."""

    BLANK = "blank"
    HEADING = "heading"
    ALONE = "alone"  #: a synonym table's line with one word
    REPEATED = "repeated"


@dataclass(frozen=True)
class ImportedList:
    """A list that was brought in, and how many lines of its file gave no entry, by reason (only those that occur)."""

    lexicon: Lexicon
    skipped: Mapping[Skipped, int]


def _clean(text: str, label: str = "", count: int = 0) -> LexiconEntry | None:
    """An entry without blanks around it; None where nothing is left."""
    text = text.strip().strip("\ufeff\u200b")
    label = " ".join(label.split())
    return LexiconEntry(text, label, count) if text and "\t" not in text and "\n" not in text else None


def unique_entries(entries: Iterable[LexiconEntry]) -> tuple[LexiconEntry, ...]:
    """The entries in order, the first of each text."""
    seen: dict[str, LexiconEntry] = {}
    for entry in entries:
        seen.setdefault(entry.text, entry)
    return tuple(seen.values())


def import_list(project: Project, path: Path, name: str, kind: LexiconKind | str) -> Lexicon:
    """As :func:`bring_list`; returns the list alone."""
    return bring_list(project, path, name, kind).lexicon


def bring_list(project: Project, path: Path, name: str, kind: LexiconKind | str) -> ImportedList:
    """Bring a list into the project: one entry a line, or ``entry<TAB>class``, or ``word<TAB>count`` (THUOCL); of
    n-grams also ``ngram,count`` (ZEN). Lines of a dictionary that begin with ``# `` are remarks.

    In UTF-8 or the encoding that its characters are most usual in; plain, gzip or Zstandard. Entities without a class
    get the list's name as theirs; several lines of a synonym add up.
    """
    kind = LexiconKind(kind)
    entries: dict[str, LexiconEntry] = {}
    skipped: Counter[Skipped] = Counter()
    for line in _lines(_read(path)):
        found = _parse(line, kind, name)
        if isinstance(found, Skipped):
            skipped[found] += 1
        elif found.text in entries and kind is LexiconKind.SYNONYM:
            entries[found.text] = _with_more_likes(entries[found.text], found.label)
        elif found.text in entries:
            skipped[Skipped.REPEATED] += 1
        else:
            entries[found.text] = found
    if not entries:
        raise WorkbenchError(mark("The list “{path}” has no entries."), path=path)
    lexicon = Lexicon(name, kind, tuple(entries.values()))
    save_lexicon(project, lexicon, replace_existing=False)
    return ImportedList(lexicon, dict(skipped))


def _read(path: Path) -> str:
    """The file's text, unpacked, in UTF-8 or the likeliest encoding."""
    with open_bytes(path) as stream:
        content = b"".join(stream.chunks())
    refuse_binary(path, content[:512])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding = detect(path).encoding
    try:
        if not encoding.startswith(_KNOWN_ENCODINGS):
            raise LookupError(encoding)
        return content.decode(encoding).removeprefix("\ufeff")
    except (UnicodeDecodeError, LookupError):
        raise WorkbenchError(
            mark("The list “{path}” is neither UTF-8 nor in a usual Chinese encoding."),
            mark("Save it as UTF-8."),
            path=path,
        ) from None


def _lines(text: str) -> list[str]:
    """Lines by LF, CR LF or CR alone (as published lists have it), and by nothing else; a last one without text is
    none."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def _parse(line: str, kind: LexiconKind, name: str) -> LexiconEntry | Skipped:
    """The entry of a line, or why it has none."""
    text, *rest = line.split("\t")
    if text == _HEAD or (text.lower() in _HEADINGS and [cell.strip().lower() for cell in rest] in _HEADING_REST):
        return Skipped.HEADING
    if kind is LexiconKind.WORD:
        return Skipped.HEADING if line.startswith("# ") else _parse_word(line) or Skipped.BLANK
    if kind is LexiconKind.NGRAM and not rest and (counted := re.fullmatch(r"(.+),([0-9]+)", line)):
        text, rest = counted[1], [counted[2]]  # as ZEN's lists have it
    if kind is LexiconKind.SYNONYM:
        return _parse_synonym(line)
    return _parse_entry(text, rest, name if kind is LexiconKind.ENTITY else "") or Skipped.BLANK


def _parse_synonym(line: str) -> LexiconEntry | Skipped:
    """``word similar similar ...``, parted by tabs where there are any, else by blanks.

    Blanks inside a word stand as no-break spaces in the entry's class, whose words are parted by blanks.
    """
    cells = line.split("\t") if "\t" in line else line.split()
    first, *others = [" ".join(cell.split()) for cell in cells if cell.strip()] or [""]
    if first and not others:
        return Skipped.ALONE
    likes = " ".join(dict.fromkeys(other.replace(" ", _HARD_BLANK) for other in others if other != first))
    return LexiconEntry(first, likes) if first and likes else Skipped.BLANK


def _with_more_likes(entry: LexiconEntry, more: str) -> LexiconEntry:
    return replace(entry, label=" ".join(dict.fromkeys([*entry.label.split(" "), *more.split(" ")])))


def similar_words(entry: LexiconEntry) -> list[str]:
    """The words that may stand in for a synonym entry."""
    return [word.replace(_HARD_BLANK, " ") for word in entry.label.split(" ") if word]


def _number(cell: str) -> int:
    """A count of a file; one too large to mean anything becomes the largest."""
    return min(int(cell[:_MOST_DIGITS]), _MOST) if len(cell) <= _MOST_DIGITS else _MOST


def _parse_entry(text: str, rest: Sequence[str], usual_label: str) -> LexiconEntry | None:
    """A text with its class and count in any order; None for a blank one."""
    label, count = usual_label, 0
    for cell in (cell.strip() for cell in rest):
        if cell.isdecimal():
            count = _number(cell)
        elif cell:
            label = cell
    return _clean(text, label, count)


def _parse_word(line: str) -> LexiconEntry | None:
    """``word``, ``word frequency``, ``word tag`` or ``word frequency tag``, parted by blanks or tabs.

    The word may hold blanks, signs and digits itself: frequency and tag are what the line ends with, a tag being
    lower-case letters after a frequency or after a tab. So ``Windows 10`` has a frequency, ``Windows 10<TAB>50`` a
    word with a number in it, and ``machine learning`` is one word.
    """
    text, tab, rest = line.partition("\t")
    if tab:
        cells = rest.split()
        count = next((_number(cell) for cell in cells if cell.isdecimal()), -1)
        tag = next((cell for cell in cells if not cell.isdecimal()), "")
        return _clean(text, tag, count)
    found = re.fullmatch(r"(.+?) +([0-9]+)(?: +([a-z][a-z0-9]*))?", line.strip())
    if found is None:
        tagged = re.fullmatch(r"(\S*[^\x00-\x7f]\S*) +([a-z][a-z0-9]*)", line.strip())
        return _clean(line, "", -1) if tagged is None else _clean(tagged[1], tagged[2], -1)
    word, frequency, tag = found.groups()
    return _clean(word, tag or "", _number(frequency))


def lexicon_path(project: Project, name: str) -> Path:
    """Where the list of a name is kept."""
    return project.lexicons / f"{check_name(name)}.tsv"


def save_lexicon(project: Project, lexicon: Lexicon, *, replace_existing: bool = True) -> None:
    """Write a list, all at once or not at all."""
    path = lexicon_path(project, lexicon.name)
    if path.exists() and not replace_existing:
        raise ArgumentError(
            mark("There is a list named “{name}” already."),
            mark("Choose another name, or delete it first."),
            name=lexicon.name,
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{_HEAD}\t{lexicon.kind.value}\t{lexicon.source.value}"]
    lines += [f"{entry.text}\t{entry.label}\t{entry.count}" for entry in lexicon.entries]
    handle, temporary = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            file.write("\n".join(lines) + "\n")
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def find_lexicon(project: Project, name: str) -> Lexicon:
    """A list of the project by name."""
    return _read_lexicon(_place(project, name))


def _place(project: Project, name: str) -> Path:
    """The file of a list that is there."""
    places = _places(project)
    if name not in places:
        known = ", ".join(places)
        raise ArgumentError(
            mark("There is no list named “{name}”."),
            mark("In this project: {known}.") if known else mark("This project has none yet."),
            name=name,
            known=known,
        )
    return places[name]


def _places(project: Project) -> dict[str, Path]:
    """Name -> file of the project's lists, by name; a dot begins the names of files that are being written."""
    return {path.stem: path for path in sorted(project.lexicons.glob("*.tsv")) if not path.name.startswith(".")}


def _read_lexicon(path: Path) -> Lexicon:
    """The list that :func:`save_lexicon` wrote; raises where the file was cut or changed into something else."""
    try:
        head, *lines = path.read_bytes().decode("utf-8", "surrogatepass").split("\n")
        first, kind, source = head.split("\t")
        if first != _HEAD:
            raise ValueError(first)
        entries = unique_entries(_read_entry(line) for line in lines if line)
        return Lexicon(path.stem, LexiconKind(kind), entries, LexiconSource(source))
    except (OSError, ValueError) as error:
        raise WorkbenchError(
            mark("The list “{name}” is damaged."), mark("Delete it and import it again."), name=path.stem
        ) from error


def find_lexicons(project: Project, names: Iterable[str]) -> list[Lexicon]:
    """Lists of the project by their names, each once."""
    return [find_lexicon(project, name) for name in dict.fromkeys(names)]


def _read_entry(line: str) -> LexiconEntry:
    """The entry of a line of a list's own file."""
    text, label, count = line.split("\t")
    return LexiconEntry(text, label, int(count))


def list_lexicons(project: Project) -> Found[Lexicon]:
    """All lists of the project by name, the damaged ones apart."""
    return open_all(_places(project).items(), _read_lexicon)


def delete_lexicon(project: Project, name: str) -> None:
    """Remove a list from the project, damaged or not."""
    _place(project, name).unlink()
