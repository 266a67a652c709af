"""Lists as files for other programs: tab-separated, a dictionary of jieba, a lexicon of ZEN."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import mark
from workbench.text.lexicon import Lexicon, LexiconEntry

#: What jieba takes for a part of speech.
_TAG = re.compile(r"[a-zA-Z][a-zA-Z0-9]*")


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


def export_lexicon(lexicon: Lexicon, path: Path, format: ExportFormat, *, replace_existing: bool = False) -> Exported:
    """Write the entries to a UTF-8 file with a line feed after each.

    Raises :class:`ArgumentError` where the file is there already, unless it may be replaced.
    """
    entries = list(lexicon.entries)
    if format is ExportFormat.ZEN:
        entries.sort(key=lambda entry: (-entry.count, entry.text))
    lines = [line for line in map(_LINES[format], entries) if line is not None]
    try:
        with path.open("w" if replace_existing else "x", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
    except FileExistsError:
        raise ArgumentError(
            mark("The file {path} is there already."), mark("Choose another name."), path=path
        ) from None
    except (OSError, UnicodeEncodeError) as error:
        raise WorkbenchError(mark("The file {path} cannot be written ({reason})."), path=path,
                             reason=getattr(error, "strerror", None) or str(error)) from error  # fmt: skip
    return Exported(len(lines), len(entries) - len(lines))


def _tsv_line(entry: LexiconEntry) -> str:
    """A class or count that is not given stays away, so that the line is read back as what it was."""
    cells = [entry.text, *([entry.label] if entry.label else []), *([str(entry.count)] if entry.count > 0 else [])]
    return "\t".join(cells)


def _jieba_line(entry: LexiconEntry) -> str | None:
    """jieba parts cells by blanks, and cuts at blanks before it looks words up: such a word would never be found."""
    if any(map(str.isspace, entry.text)):
        return None
    count = [str(entry.count)] if entry.count > 0 else []
    tag = [entry.label] if _TAG.fullmatch(entry.label) else []
    return " ".join([entry.text, *count, *tag])


def _zen_line(entry: LexiconEntry) -> str | None:
    """ZEN parts cells by the first comma."""
    return None if "," in entry.text else f"{entry.text},{max(entry.count, 0)}"


_LINES: Mapping[ExportFormat, Callable[[LexiconEntry], str | None]] = {
    ExportFormat.TSV: _tsv_line,
    ExportFormat.JIEBA: _jieba_line,
    ExportFormat.ZEN: _zen_line,
}
