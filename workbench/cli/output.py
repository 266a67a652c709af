"""What commands print: JSON documents, tables, one-sentence errors."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.texts import Text, mark
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


def print_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns under a header, parted by two spaces."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    for row in cells:
        print_line("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def print_error(error: WorkbenchError, *, as_json: bool) -> int:
    """The sentence on standard error, and for a spec its problems as JSON where asked; returns the exit code."""
    translate = terminal_translate()
    if isinstance(error, SpecError):
        if as_json:
            print_json({"errors": [{"path": p.path, "message": p.message.render(translate)} for p in error.problems]})
        for problem in error.problems:
            sys.stderr.write(f"{problem.path}: {problem.message.render(translate)}\n")
    else:
        sys.stderr.write(error.render(translate) + "\n")
    return error.exit_code


def print_fault(details: str, log: Path) -> int:
    """A fault of the program itself: one sentence, and the details in a file that can be sent in; returns 1."""
    translate = terminal_translate()
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {' '.join(sys.argv[1:])}\n{details}\n")
    fault = Text(
        mark("Something went wrong in the program: {reason} The details are in {log}."),
        {"reason": details.strip().splitlines()[-1], "log": str(log)},
    )
    sys.stderr.write(fault.render(translate) + "\n")
    return 1
