"""Masked passages in the terminal: printed, or written to a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from workbench.cli.arguments import add_overwrite, require_writable
from workbench.cli.output import ProgressLine, print_json, print_line, print_table, print_text
from workbench.cli.questions import answer_line
from workbench.core.figures import percent
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.masking.export import Record, check_suffix, export_masks


def print_passages(records: Iterable[Record], *, as_json: bool) -> None:
    """Each passage as one line of JSON, or for a person."""
    for record in records:
        if as_json:
            print_json(dict(record))
        else:
            _print_passage(record)


def print_balance(counts: Mapping[str, int], note: Text | None, *, as_json: bool) -> None:
    """How often each answer is right, and what is to be said of it; answers in English for scripts."""
    translate = terminal_translate()
    if as_json:
        print_json({"balance": dict(counts), "note": "" if note is None else note.render(str)})
        return
    total = max(sum(counts.values()), 1)
    rows = [(number, translate(answer), count, percent(count / total, 2))
            for number, (answer, count) in enumerate(counts.items())]  # fmt: skip
    print_table(("class", "answer", "passages", "share"), rows)
    if note is not None:
        print_text(note.template, **note.values)


def add_out(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which file passages are written to."""
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the passages to FILE.jsonl or FILE.csv")
    add_overwrite(parser)


def check_out(arguments: argparse.Namespace) -> None:
    """Raise :class:`ArgumentError` where passages could not be written to ``--out``, before work is put into them."""
    if arguments.out is not None:
        check_suffix(arguments.out)
        require_writable(arguments.out, overwrite=arguments.overwrite)


def write_passages(
    arguments: argparse.Namespace, head: Mapping[str, Any], records: Iterable[Record], *, total: int
) -> None:
    """Write passages to the file of ``--out``, and say how many."""
    path: Path = arguments.out
    line = ProgressLine(quiet=arguments.json)
    count = export_masks(path, head, records, total=total, overwrite=arguments.overwrite, progress=line)
    line.clear()
    if arguments.json:
        print_json({"out": str(path), "passages": count})
    else:
        print_text(mark("Passages written to {file}: {count:,}."), count=count, file=path)


def _print_passage(shown: Record) -> None:
    """A passage for a person: chosen tokens in brackets, with what stands in their place."""
    tokens = list(shown["tokens"])
    for pick in shown["picks"]:
        tokens[pick["position"]] = f"[{tokens[pick['position']]}→{pick['replacement']}]"
    print_line(" ".join(tokens))
    answer = f"  {terminal_translate()(shown['answer'])}" if "answer" in shown else ""
    print_line(f"{percent(shown['rate'])}  {len(shown['picks'])}/{shown['maskable']}{answer}")
    for name, labels in shown.get("answers", {}).items():
        print_line(answer_line(name, labels, shown["tokens"]))
