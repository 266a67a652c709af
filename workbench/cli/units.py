"""``workbench units``: the words, phrases and entities of a corpus by class and origin, also as a list."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.output import ProgressLine, print_json, print_table, print_text
from workbench.cli.project import project_of
from workbench.cli.strategies import chosen_settings
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.text.corpus import find_corpus
from workbench.text.document import UnitKind
from workbench.text.lexicon import save_lexicon
from workbench.text.prepared import prepare
from workbench.text.unit_counts import LISTED, UnitCount, unit_counts, units_as_list
from workbench.text.unit_words import class_text, source_text
from workbench.text.vocabulary import find_vocabulary

NAMES = ("units",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("units", parents=[common], help="count the words, phrases and entities of a corpus")
    parser.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    parser.add_argument("--vocabulary", required=True, metavar="V", help="a vocabulary of the project, or a path")
    parser.add_argument(
        "--set", action="append", default=[], metavar="units.key=value", help="a setting of the boundaries of units"
    )
    parser.add_argument("--as-list", metavar="NAME", help="also keep their texts as a list of this name")
    kinds = [kind.value for kind in LISTED]
    parser.add_argument("--kind", choices=kinds, default=kinds[0], help="units that the list is made of (entity)")
    parser.add_argument("--source", default="", metavar="S", help="only units whose source begins so, as “boundary”")
    parser.set_defaults(run=run_units)


def run_units(arguments: argparse.Namespace) -> int:
    """Print the counts; keep the list that is asked for."""
    project = project_of(arguments)
    _, settings = chosen_settings("basic", arguments.set)
    line = ProgressLine(quiet=arguments.json)
    prepared = prepare(
        project,
        find_corpus(project, arguments.corpus),
        find_vocabulary(project, arguments.vocabulary),
        settings,
        progress=line,
    )
    line.clear()
    counts = unit_counts(prepared)
    kept = None
    if arguments.as_list is not None:
        kept = units_as_list(prepared, UnitKind(arguments.kind), arguments.as_list, arguments.source)
        save_lexicon(project, kept, replace_existing=False)
    if arguments.json:
        print_json({"units": [_data(count) for count in counts], "list": None if kept is None else len(kept)})
        return 0
    translate = terminal_translate()
    rows = [
        (
            count.kind.value,
            class_text(count.label.name).render(translate) or "–",
            source_text(count.label).render(translate),
            f"{count.count:,}",
        )
        for count in counts
    ]
    print_table(("kind", "class", "source", "units"), rows)
    if kept is not None:
        print_text(mark("The list {name} holds {count} different {count:text|texts}."), name=kept.name, count=len(kept))
    return 0


def _data(count: UnitCount) -> dict[str, Any]:
    return {
        "kind": count.kind.value,
        "class": count.label.name,
        "source": count.label.source,
        "units": count.count,
    }
