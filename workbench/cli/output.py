"""What commands print: JSON documents, tables, one-sentence errors."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from typing import Any

from workbench.core.errors import SpecError, WorkbenchError
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
