"""Masked passages in the terminal: printed, or written to a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from workbench.cli.output import ProgressLine, print_json, print_line, print_text
from workbench.core.texts import mark
from workbench.masking.export import Record, export_masks


def print_passages(records: Iterable[Record], *, as_json: bool) -> None:
    """Each passage as one line of JSON, or for a person."""
    for record in records:
        if as_json:
            print_json(dict(record))
        else:
            _print_passage(record)


def write_passages(
    path: Path, head: Mapping[str, Any], records: Iterable[Record], *, total: int, as_json: bool
) -> None:
    """Write passages to a file, and say how many."""
    line = ProgressLine(quiet=as_json)
    count = export_masks(path, head, records, total=total, progress=line)
    line.clear()
    if as_json:
        print_json({"out": str(path), "passages": count})
    else:
        print_text(mark("Passages written to {file}: {count:,}."), count=count, file=path)


def _print_passage(shown: Record) -> None:
    """A passage for a person: chosen tokens in brackets, with what stands in their place."""
    tokens = list(shown["tokens"])
    for pick in shown["picks"]:
        tokens[pick["position"]] = f"[{tokens[pick['position']]}→{pick['replacement']}]"
    print_line(" ".join(tokens))
    print_line(f"{shown['rate']:.1%}  {len(shown['picks'])}/{shown['maskable']}")
