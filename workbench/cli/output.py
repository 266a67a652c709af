"""What commands print: JSON documents, tables, one-sentence errors."""

from __future__ import annotations

import json
import math
import os
import sys
import time
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.progress import Progress
from workbench.core.texts import Text, mark, text_data
from workbench.core.translation import terminal_translate


def plain(value: Any) -> Any:
    """The value with non-finite numbers as the strings ``nan``, ``inf``, ``-inf``, which JSON can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def print_json(value: Any) -> None:
    """One JSON document on one line."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=False, allow_nan=False) + "\n")
    sys.stdout.flush()


def print_line(text: str = "") -> None:
    """One line for a person."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def forget_output() -> None:
    """Nobody reads what is printed; what waits to be printed goes nowhere, without a complaint at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_text(template: str, **values: Any) -> None:
    """A marked text as one line for a person, in the terminal's language."""
    print_line(Text(template, values).render(terminal_translate()))


def print_deleted(name: str, template: str, *, as_json: bool) -> None:
    """That something of a ``{name}`` is deleted; ``template`` is a marked text."""
    if as_json:
        print_json({"deleted": name})
    else:
        print_text(template, name=name)


class ProgressLine:
    """Progress as one line on standard error that is written over; silent where that is no terminal, or ``quiet``."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._shown = sys.stderr.isatty() and not quiet

    def __call__(self, progress: Progress) -> None:
        if self._shown:
            share = f"{100 * progress.done // progress.total:3d} %" if progress.total else ""
            sys.stderr.write(f"\r\x1b[K{terminal_translate()(progress.phase)} {share}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def print_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns under a header, parted by two spaces; Chinese characters are two wide."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(_width(row[column]) for row in cells) for column in range(len(header))]
    for row in cells:
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        print_line("  ".join(padded).rstrip())


def _width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def print_error(error: WorkbenchError, *, as_json: bool) -> int:
    """The sentence on standard error, and where asked also as JSON on standard output; returns the exit code.

    A spec's problems are told one a line, each with its field. In JSON ``words`` are the template and its values, for
    who shows them in another language.
    """
    translate = terminal_translate()
    if isinstance(error, SpecError):
        told = [(problem.path, problem.message) for problem in error.problems]
    else:
        told = [("", error.text)]
    if as_json:
        errors = [{"path": path, "message": text.render(translate), "words": text_data(text)} for path, text in told]
        print_json({"errors": errors})
    for path, text in told:
        message = text.render(translate)
        sys.stderr.write(f"{path}: {message}\n" if path else f"{message}\n")
    return error.exit_code


def print_fault(details: str, log: Path) -> int:
    """A fault of the program itself: one sentence, and the details in a file that can be sent in; returns 1."""
    reason = details.strip().splitlines()[-1]
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {' '.join(sys.argv[1:])}\n{details}\n")
    except (OSError, UnicodeError):  # a full disk may be what went wrong
        fault = Text(mark("Something went wrong in the program: {reason}"), {"reason": reason})
    else:
        fault = Text(
            mark("Something went wrong in the program: {reason} The details are in {log}."),
            {"reason": reason, "log": str(log)},
        )
    sys.stderr.write(fault.render(terminal_translate()) + "\n")
    return 1
