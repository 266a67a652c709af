"""Lists as files for other programs: tab-separated, a dictionary of jieba, a lexicon of ZEN."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError
from workbench.core.files import replacing
from workbench.core.texts import Text, mark
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, similar_words
from workbench.text.lexicon_import import MOST_COUNT, NO_FREQUENCY, read_line

#: What jieba takes for a part of speech.
_TAG = re.compile(r"[a-z]+")


class ExportFormat(Labelled):
    """Whose format a file has."""

    TSV = "tsv", mark("Text, class and count, parted by tabs")
    JIEBA = "jieba", mark("Dictionary of jieba: word, frequency, part of speech")
    ZEN = "zen", mark("Lexicon of ZEN: n-gram, count; the most frequent first")


@dataclass(frozen=True)
class Exported:
    """How many entries a file got, and how many its format cannot hold."""

    entries: int
    left_out: int


def export_formats(kind: LexiconKind) -> list[ExportFormat]:
    """The formats that can hold lists of a kind: only a dictionary has words that are taken out or have no frequency,
    and only the first format has similar words."""
    return [format for format, (kinds, _) in _FORMATS.items() if kind in kinds]


def export_lexicon(lexicon: Lexicon, path: Path, format: ExportFormat, *, replace_existing: bool = False) -> Exported:
    """Write the entries to a UTF-8 file with a line feed after each; it is there whole, or as it was before.

    Raises :class:`ArgumentError` where the file is there already, unless it may be replaced, or where the format is
    none of :func:`export_formats`; :class:`WorkbenchError` where it cannot be written.
    """
    kinds, write_line = _FORMATS[format]
    if lexicon.kind not in kinds:
        raise ArgumentError(
            mark("A list of the kind “{kind}” cannot be written in the format “{format}”."),
            mark("Choose another format."),
            kind=Text(lexicon.kind.label),
            format=Text(format.label),
        )
    entries = list(lexicon.entries)
    if format is ExportFormat.ZEN:
        entries.sort(key=lambda entry: (-entry.count, entry.text))
    written = 0
    with replacing(path, "utf-8", overwrite=replace_existing) as file:
        for entry in entries:
            line = write_line(entry, lexicon.kind)
            if line is not None:
                file.write(f"{line}\n")
                written += 1
    return Exported(written, len(entries) - written)


def _tsv_line(entry: LexiconEntry, kind: LexiconKind) -> str | None:
    """The shortest line that is read back as the entry, but for its PMI; None where there is none."""
    no_count = -1 if kind is LexiconKind.WORD else 0
    count = 0 if kind is LexiconKind.SYNONYM else min(max(entry.count, no_count), MOST_COUNT)
    wanted = LexiconEntry(entry.text, entry.label, count)
    lines = _synonym_lines(entry) if kind is LexiconKind.SYNONYM else _entry_lines(entry, count, no_count)
    return next((line for line in lines if read_line(line, kind) == wanted), None)


def _entry_lines(entry: LexiconEntry, count: int, no_count: int) -> Iterator[str]:
    """Ways to write an entry: what is not given may stay away, unless the rest would be taken for something else."""
    label = [entry.label] if entry.label else []
    number = NO_FREQUENCY if count == -1 else str(count)
    if count == no_count:
        yield "\t".join((entry.text, *label))
        yield "\t".join((entry.text, *(label or [""])))  # a word that ends as if with a frequency
    yield "\t".join((entry.text, *label, number))


def _synonym_lines(entry: LexiconEntry) -> Iterator[str]:
    yield "\t".join((entry.text, *similar_words(entry)))


def _jieba_line(entry: LexiconEntry, kind: LexiconKind) -> str | None:
    """jieba parts cells by blanks, and cuts at blanks before it looks words up: such a word would never be found."""
    if any(map(str.isspace, entry.text)):
        return None
    known = entry.count >= 0 if kind is LexiconKind.WORD else entry.count > 0  # 0 takes a word out
    count = [str(entry.count)] if known else []
    tag = [entry.label] if _TAG.fullmatch(entry.label) else []
    return " ".join([entry.text, *count, *tag])


def _zen_line(entry: LexiconEntry, _kind: LexiconKind) -> str | None:
    """ZEN parts cells by the first comma."""
    return None if "," in entry.text else f"{entry.text},{max(entry.count, 0)}"


_SPANS = (LexiconKind.PHRASE, LexiconKind.ENTITY, LexiconKind.NGRAM)
#: What kinds of lists a format can hold, and the line of an entry, None for one that it cannot hold.
_FORMATS: Mapping[ExportFormat, tuple[tuple[LexiconKind, ...], Callable[[LexiconEntry, LexiconKind], str | None]]] = {
    ExportFormat.TSV: (tuple(LexiconKind), _tsv_line),
    ExportFormat.JIEBA: ((*_SPANS, LexiconKind.WORD), _jieba_line),
    ExportFormat.ZEN: (_SPANS, _zen_line),
}
