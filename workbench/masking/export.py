"""Masked passages as files: JSON lines that can be read back and checked, and a table for spreadsheets.

``.jsonl``: UTF-8, one JSON object a line, ended by LF. The first line is the head (``format``, seed, strategy with all
its settings, vocabulary and corpus with their fingerprints); every other line is a passage as
:func:`workbench.masking.record.passage_record` has it, with its number in the file as ``passage``. Offsets count code
points of ``text``, and ``surfaces`` repeats what stands there, so that a reader that counts otherwise finds it out.

``.csv``: RFC 4180 with CRLF, in UTF-8 with a byte order mark, without which Excel takes Chinese for another encoding;
one row a target. A text that a spreadsheet would run as a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench import __version__
from workbench.core.errors import ArgumentError, StoppedError
from workbench.core.files import replacing
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import Setting, mark
from workbench.masking.strategy import MaskingStrategy
from workbench.text.vocabulary import Vocabulary

FORMAT = "masked-passages"
FORMAT_VERSION = 1
SUFFIXES = (".jsonl", ".csv")
COLUMNS = (
    "passage", "position", "start", "end", "text", "unit", "kind", "label", "source",
    "original", "action", "replacement",
)  # fmt: skip

EXPORT = Setting(mark("Masked passages…"), "workbench mask --out FILE.jsonl")  #: as messages name it

Record = Mapping[str, Any]

#: What spreadsheets take for the beginning of a formula, wide forms and hidden first characters included.
_FORMULA = frozenset("=+-@＝＋－＠\t\r\n")


def export_head(
    vocabulary: Vocabulary, strategy: MaskingStrategy, *, seed: int, length: int, **where: Any
) -> dict[str, Any]:
    """The head of an export: what the masks are a function of. ``where`` says what the passages are from, as
    ``corpus={"name": …, "fingerprint": …}``, ``units={…}``, or ``run`` and ``step`` of a replay."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "program": __version__,
        "seed": seed,
        "length": length,
        "strategy": strategy.model_dump(mode="json"),
        "vocabulary": {
            "name": vocabulary.name,
            "fingerprint": vocabulary.fingerprint,
            "size": vocabulary.size,
            "mask_id": vocabulary.mask_id,
        },
        **where,
    }


def export_masks(
    path: Path,
    head: Record,
    records: Iterable[Record],
    *,
    total: int = 0,
    overwrite: bool = True,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> int:
    """Write passages as the ending of ``path`` says, and return how many; see :func:`export_jsonl`.

    Raises :class:`ArgumentError` for any other ending, and where there is a file that may not be overwritten.
    """
    suffix = check_suffix(path)
    told = _told(records, total, progress, cancelled)
    if suffix == ".jsonl":
        return export_jsonl(path, head, told, overwrite=overwrite)
    return export_csv(path, told, overwrite=overwrite)


def check_suffix(path: Path) -> str:
    """The ending of a file that passages can be written to; raises :class:`ArgumentError` for any other."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ArgumentError(
            mark("“{file}” ends in neither .jsonl nor .csv."),
            mark("Choose .jsonl to read the passages back, .csv for a spreadsheet."),
            file=path.name,
        )
    return suffix


def export_jsonl(path: Path, head: Record, records: Iterable[Record], *, overwrite: bool = True) -> int:
    """Write the head and then one passage a line; returns the number of passages.

    The file is there whole or not at all; see :func:`workbench.core.files.replacing`. What ``records`` raise passes.
    """
    count = 0
    with replacing(path, "utf-8", overwrite=overwrite) as file:
        file.write(_line(head))
        for count, record in enumerate(records, start=1):
            file.write(_line({"passage": count - 1, **record}))
    return count


def export_csv(path: Path, records: Iterable[Record], *, overwrite: bool = True) -> int:
    """Write one row a target; returns the number of passages. As careful as :func:`export_jsonl`."""
    count = 0
    with replacing(path, "utf-8-sig", overwrite=overwrite) as file:
        table = csv.writer(file, lineterminator="\r\n")
        table.writerow(COLUMNS)
        for count, record in enumerate(records, start=1):
            table.writerows([_cell(value) for value in row] for row in target_rows(record, count - 1))
    return count


def target_rows(record: Record, passage: int) -> Iterator[tuple[Any, ...]]:
    """The targets of a passage as rows of :data:`COLUMNS`; ``start`` and ``end`` are code points of its text, ``text``
    is what stands there, ``unit`` counts the passage's units."""
    for pick in record["picks"]:
        place, unit = pick["position"], record["units"][pick["unit"]]
        start, end = record["spans"][place]
        yield (
            passage, place, start, end, record["surfaces"][place], pick["unit"], unit["kind"], unit["label"],
            unit["source"], record["tokens"][place], pick["action"], pick["replacement"],
        )  # fmt: skip


def _cell(value: Any) -> Any:
    """A cell that no spreadsheet runs."""
    return f"'{value}" if isinstance(value, str) and value[:1] in _FORMULA and value else value


def _line(value: Record) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"


def _told(records: Iterable[Record], total: int, progress: Report, cancelled: Cancelled) -> Iterator[Record]:
    """The records, progress told and cancelling looked for at each."""
    for done, record in enumerate(records):
        if cancelled():
            raise StoppedError(mark("Writing the passages was stopped."))
        progress(Progress(done, total, "passages", mark("Writing masked passages")))
        yield record
