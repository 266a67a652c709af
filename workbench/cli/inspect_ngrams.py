"""``inspect --ngrams``: which n-grams a text has, and which of them a trained model believes in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.output import print_line, print_table, print_text
from workbench.core.figures import percent
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.spec.wording import MISSING

if TYPE_CHECKING:
    from workbench.probe.subject import Subject


def look_at_ngrams(arguments: argparse.Namespace, subject: Subject) -> dict[str, Any]:
    """Write the arrays where a file is asked for; returns what is told, the arrays among it where there is no file."""
    from workbench.probe.ngrams import inspect_ngrams

    found = inspect_ngrams(subject, arguments.text, arguments.pair)
    if arguments.out is None:
        return found.as_dict() | {name: array.tolist() for name, array in found.arrays().items()}
    found.save(arguments.out)
    last = {name: array[-1:].tolist() for name, array in found.arrays().items() if name != "weights"}
    return {**found.as_dict(), **last, "out": str(arguments.out)}


def print_ngrams(summary: dict[str, Any]) -> None:
    """The n-grams for a person, with the three quantities in the last layer that has them."""
    translate = terminal_translate()
    print_line(" ".join(summary["tokens"]))
    if not summary["ngrams"]:
        print_text(mark("No n-gram of the run's lexicon matches."))
        return
    titles = (
        mark("n-gram"),
        mark("start"),
        mark("length"),
        mark("count"),
        mark("received"),
        mark("injected"),
        mark("share"),
    )
    print_table([translate(title) for title in titles], [_row(one, summary) for one in summary["ngrams"]])
    template = mark(
        "Attention received in n-gram layer {ngram_layers}; injected norm and share of the characters in layer "
        "{layers}. A dash: dropped by the cap."
    )
    print_text(template, ngram_layers=summary["ngram_layers"], layers=summary["layers"])
    if "out" in summary:
        print_line(summary["out"])


def _row(one: dict[str, Any], summary: dict[str, Any]) -> tuple[object, ...]:
    column = one["column"]
    names = ("received", "injected", "share")
    figures = [MISSING if column is None else percent(summary[name][-1][column], 1) for name in names]
    return one["text"], one["start"], one["length"], f"{one['count']:,}", *figures
