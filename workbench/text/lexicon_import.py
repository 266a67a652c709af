"""Lists from files: entries with classes and counts as they are published, dictionaries as jieba has them, synonyms.

In UTF-8, or the encoding that the characters are most usual in where that is certain; plain, gzip or Zstandard.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.lexicon import HARD_BLANK, HEAD, Lexicon, LexiconEntry, LexiconKind, clean_entry, save_lexicon
from workbench.text.list_files import AUTO, list_lines

NO_FREQUENCY = "-1"  #: of a word that has none, where its class would be taken for one
_PACKED = (".gz", ".zst")
#: Characters of a line, far more than an entry has; a longer one is text, and patterns would take long over it.
LONGEST_LINE = 1_000
LONGEST_SYNONYM_LINE = 10_000  #: which holds many words, and which no pattern looks at
MOST_COUNT, _MOST_DIGITS = 10**9, 10  #: counts beyond are cut: segmenters and the machine's integers take no more
#: Head lines that tables of entries come with, as ``entity<TAB>class``.
_HEADINGS = frozenset({"entity", "phrase", "word", "text", "entry"})
_DAMAGED_COUNT = re.compile(r"[0-9]+\W|[0-9]{3,}\w")  #: "3?" and "125472s" stand in published lists, and are no class
_HEADING_REST = (["class"], ["label"], ["count"], ["class", "count"])


class Skipped(StrEnum):
    """Why a line of a file that is imported gives no entry."""

    BLANK = "blank"
    HEADING = "heading"
    ALONE = "alone"  #: a synonym table's line with one word
    REPEATED = "repeated"
    LONG = "long"  #: over the bound; a file with such a line is refused


@dataclass(frozen=True)
class ImportedList:
    """A list that was brought in, and how many lines of its file gave no entry, by reason (only those that occur)."""

    lexicon: Lexicon
    skipped: Mapping[Skipped, int]


def import_list(project: Project, path: Path, name: str, kind: LexiconKind | str) -> Lexicon:
    """As :func:`bring_list` of one file; returns the list alone."""
    return bring_list(project, [path], name, kind).lexicon


def bring_list(
    project: Project,
    paths: Sequence[Path],
    name: str,
    kind: LexiconKind | str,
    *,
    label: str = "",
    encoding: str = AUTO,
) -> ImportedList:
    """Bring files into the project as one list, as :func:`read_list` reads them.

    Raises :class:`ArgumentError` where there is a list of that name, and what :func:`read_list` raises.
    """
    imported = read_list(paths, name, kind, label=label, encoding=encoding)
    save_lexicon(project, imported.lexicon, replace_existing=False)
    return imported


def read_list(
    paths: Sequence[Path], name: str, kind: LexiconKind | str, *, label: str = "", encoding: str = AUTO
) -> ImportedList:
    """The list that files hold, not kept yet: one entry a line, or ``entry<TAB>class``, or ``word<TAB>count``
    (THUOCL); of n-grams also ``ngram,count`` (ZEN). Lines of a dictionary that begin with ``# `` are remarks.

    Entries without a class get ``label``; where that is empty, entities get the list's name, or of several files the
    name of their own. Of an entry that is repeated the first stays; several lines of a synonym add up.

    Raises :class:`UncertainEncodingError` where somebody has to say which encoding a file has, ArgumentError for an
    encoding that is not known, and :class:`WorkbenchError` where a file cannot be read, has lines that are no entries
    of a list (over :data:`LONGEST_LINE` characters, of synonyms :data:`LONGEST_SYNONYM_LINE`) or has no entries.
    """
    kind = LexiconKind(kind)
    entries: dict[str, LexiconEntry] = {}
    skipped: Counter[Skipped] = Counter()
    for path in paths:
        usual = label or _usual_label(path, paths, name, kind)
        before = len(entries) + skipped[Skipped.REPEATED]
        lines = list_lines(path, encoding)
        _refuse_long_lines(path, lines, kind)
        for line in lines:
            found = read_line(line, kind, usual)
            if isinstance(found, Skipped):
                skipped[found] += 1
            elif found.text in entries and kind is LexiconKind.SYNONYM:
                entries[found.text] = _with_more_likes(entries[found.text], found.label)
            elif found.text in entries:
                skipped[Skipped.REPEATED] += 1
            else:
                entries[found.text] = found
        if kind is not LexiconKind.SYNONYM and len(entries) + skipped[Skipped.REPEATED] == before:
            raise _no_entries(path, lines)
    if not entries:
        raise _no_entries(paths[0], list_lines(paths[0], encoding))
    lexicon = Lexicon(name, kind, tuple(entries.values()))
    return ImportedList(lexicon, {reason: count for reason, count in skipped.items() if count})


def _longest_line(kind: LexiconKind) -> int:
    return LONGEST_SYNONYM_LINE if kind is LexiconKind.SYNONYM else LONGEST_LINE


def _refuse_long_lines(path: Path, lines: Sequence[str], kind: LexiconKind) -> None:
    """Raise :class:`WorkbenchError` where lines are over the bound: what they are, how many, and where the first is."""
    limit = _longest_line(kind)
    long = [number for number, line in enumerate(lines, 1) if len(line) > limit]
    if long:
        raise WorkbenchError(
            mark(
                "“{path}” has {count:,} {count:line|lines} of over {limit:,} characters, too long for "
                "{count:an entry|entries} of a list; the first is line {line}."
            ),
            mark("Take such lines out, or import the file as a corpus."),
            path=path,
            count=len(long),
            limit=limit,
            line=long[0],
        )


def _no_entries(path: Path, lines: Sequence[str]) -> WorkbenchError:
    """Why a file gave no entry."""
    file = readable(path.name)
    if not lines:
        return WorkbenchError(mark("{file} is empty."), file=file)
    if not any(line.strip() for line in lines):
        return WorkbenchError(mark("{file} is empty but for blanks."), file=file)
    return WorkbenchError(mark("The list “{path}” has no entries."), path=path)


def _usual_label(path: Path, paths: Sequence[Path], name: str, kind: LexiconKind) -> str:
    """The class of a file's entries that have none of their own."""
    if kind is not LexiconKind.ENTITY:
        return ""
    return stem_of(path) if len(paths) > 1 else name


def stem_of(path: Path) -> str:
    """A file's name without its ending, packed or not."""
    inner = path.with_suffix("") if path.suffix.lower() in _PACKED else path
    return readable(inner.stem or inner.name)


def read_line(line: str, kind: LexiconKind, usual_label: str = "") -> LexiconEntry | Skipped:
    """The entry of a line without its end, or why it has none."""
    if len(line) > _longest_line(kind):
        return Skipped.LONG
    text, *rest = line.split("\t")
    if text == HEAD or (text.lower() in _HEADINGS and [cell.strip().lower() for cell in rest] in _HEADING_REST):
        return Skipped.HEADING
    if kind is LexiconKind.WORD:
        return Skipped.HEADING if line.startswith("# ") else _parse_word(line) or Skipped.BLANK
    if kind is LexiconKind.NGRAM and not rest and (counted := re.fullmatch(r"(.+),([0-9]+)", line)):
        text, rest = counted[1], [counted[2]]  # as ZEN's lists have it
    if kind is LexiconKind.SYNONYM:
        return _parse_synonym(line)
    return _parse_entry(text, rest, usual_label) or Skipped.BLANK


def _parse_synonym(line: str) -> LexiconEntry | Skipped:
    """``word similar similar ...``, parted by tabs where there are any, else by blanks.

    Blanks inside a word stand as no-break spaces in the entry's class, whose words are parted by blanks.
    """
    cells = line.split("\t") if "\t" in line else line.split()
    first, *others = [" ".join(cell.split()) for cell in cells if cell.strip()] or [""]
    if first and not others:
        return Skipped.ALONE
    likes = " ".join(dict.fromkeys(other.replace(" ", HARD_BLANK) for other in others if other != first))
    return LexiconEntry(first, likes) if first and likes else Skipped.BLANK


def _with_more_likes(entry: LexiconEntry, more: str) -> LexiconEntry:
    return replace(entry, label=" ".join(dict.fromkeys([*entry.label.split(" "), *more.split(" ")])))


def _number(cell: str) -> int:
    """A count of a file; one too large to mean anything becomes the largest."""
    return min(int(cell), MOST_COUNT) if len(cell) <= _MOST_DIGITS else MOST_COUNT


def _parse_entry(text: str, rest: Sequence[str], usual_label: str) -> LexiconEntry | None:
    """A text with its class and count in any order; None for a blank one."""
    label, count = usual_label, 0
    cells = [cell.strip() for cell in rest]
    if len(cells) == 2 and cells[0] and cells[1].isdecimal():
        return clean_entry(text, cells[0], _number(cells[1]))  # the class may be a number itself, as of years
    for cell in cells:
        if cell.isdecimal():
            count = _number(cell)
        elif _DAMAGED_COUNT.fullmatch(cell):
            count = _number(cell[:-1])
        elif cell:
            label = cell
    return clean_entry(text, label, count)


def _parse_word(line: str) -> LexiconEntry | None:
    """``word``, ``word frequency``, ``word tag`` or ``word frequency tag``, parted by blanks or tabs.

    The word may hold blanks, signs and digits itself: frequency and tag are what the line ends with, a tag being
    lower-case letters after a frequency or after a tab. So ``Windows 10`` has a frequency, ``Windows 10<TAB>50`` a
    word with a number in it, and ``machine learning`` is one word.
    """
    text, tab, rest = line.partition("\t")
    if tab:
        tag, second_tab, number = rest.partition("\t")
        if second_tab and tag.strip() and (number == NO_FREQUENCY or number.isdecimal()):
            return clean_entry(text, tag, -1 if number == NO_FREQUENCY else _number(number))
        cells = rest.split()
        count = next((_number(cell) for cell in cells if cell.isdecimal()), -1)
        tag = next((cell for cell in cells if not cell.isdecimal()), "")
        return clean_entry(text, tag, count)
    found = re.fullmatch(r"(.+?) +([0-9]+)(?: +([a-z][a-z0-9]*))?", line.strip())
    if found is None:
        tagged = re.fullmatch(r"(\S*[^\x00-\x7f]\S*) +([a-z][a-z0-9]*)", line.strip())
        return clean_entry(line, "", -1) if tagged is None else clean_entry(tagged[1], tagged[2], -1)
    word, frequency, tag = found.groups()
    return clean_entry(word, tag or "", _number(frequency))
