"""``lists``: lists of phrases, entities, n-grams, words and synonyms: import, mine, prove, show and delete them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.cli.damaged import damaged_data, print_damaged
from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_json, print_table, print_text
from workbench.cli.project import project_of
from workbench.core.config import Config
from workbench.core.errors import ArgumentError
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.validation import validate
from workbench.text.collocations import CollocationSettings, mine_collocations
from workbench.text.corpus import find_corpus
from workbench.text.lexicon import Lexicon, LexiconKind, bring_list, delete_lexicon, find_lexicon, list_lexicons
from workbench.text.mining import MiningSettings, mine_corpus
from workbench.text.proof import prove_in_project
from workbench.text.units import UnitSettings

NAMES = ("lists",)

_MINED: dict[LexiconKind, type[Config]] = {LexiconKind.PHRASE: MiningSettings, LexiconKind.NGRAM: CollocationSettings}


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser of ``lists`` with its actions."""
    parser = commands.add_parser("lists", help="lists of phrases, entities, n-grams, words and synonyms")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    importing = actions.add_parser("import", parents=[common], help="bring a file with one entry a line in")
    importing.add_argument("path", type=Path, metavar="PATH", help="the file: an entry a line, then its class or count")
    importing.add_argument("--name", required=True, metavar="N", help="name of the list in the project")
    kinds = [kind.value for kind in LexiconKind]
    importing.add_argument("--kind", required=True, choices=kinds, help="what it holds")
    importing.set_defaults(run=import_action)

    mining = actions.add_parser("mine", parents=[common], help="find runs of words that belong together in a corpus")
    mining.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    mining.add_argument("--name", required=True, metavar="N", help="name of the list in the project")
    mining.add_argument("--kind", default=LexiconKind.PHRASE.value, choices=[kind.value for kind in _MINED],
                        help="phrases of strong neighbours, or n-grams for PMI masking")  # fmt: skip
    mining.add_argument("--set", action="append", default=[], metavar="key=value",
                        help="a threshold, or units.key of the word boundaries")  # fmt: skip
    mining.set_defaults(run=mine_action)

    checking = actions.add_parser("check", parents=[common], help="cut every word of a user dictionary by itself")
    checking.add_argument("name", metavar="N", help="a user dictionary of the project")
    checking.add_argument("--set", action="append", default=[], metavar="units.key=value",
                          help="a setting of the word boundaries")  # fmt: skip
    checking.set_defaults(run=check_action)

    listing = actions.add_parser("list", parents=[common], help="the lists of the project")
    listing.set_defaults(run=list_action)

    showing = actions.add_parser("show", parents=[common], help="the entries of a list")
    showing.add_argument("name", metavar="N", help="a list of the project")
    showing.set_defaults(run=show_action)

    deleting = actions.add_parser("delete", parents=[common], help="remove a list from the project")
    deleting.add_argument("name", metavar="N", help="a list of the project")
    deleting.set_defaults(run=delete_action)


def import_action(arguments: argparse.Namespace) -> int:
    """``lists import``."""
    project = project_of(arguments).create()
    brought = bring_list(project, arguments.path, arguments.name, arguments.kind)
    skipped = {reason.value: count for reason, count in brought.skipped.items()}
    if skipped and not arguments.json:
        counts = ", ".join(f"{count} {reason}" for reason, count in skipped.items())
        sys.stderr.write(Text(mark("Skipped lines: {counts}."), {"counts": counts}).render(terminal_translate()) + "\n")
    return _tell(arguments, brought.lexicon, skipped=skipped)


def mine_action(arguments: argparse.Namespace) -> int:
    """``lists mine``."""
    project = project_of(arguments).create()
    corpus = find_corpus(project, arguments.corpus)
    own = [text for text in arguments.set if not text.startswith("units.")]
    kind = LexiconKind(arguments.kind)
    settings = _with_settings(_MINED[kind], own)
    units, line = _units(arguments.set), ProgressLine(quiet=arguments.json)

    def work(cancelled: Any) -> Lexicon:
        mine: Any = mine_corpus if kind is LexiconKind.PHRASE else mine_collocations
        made: Lexicon = mine(project, corpus, arguments.name, settings, units, progress=line, cancelled=cancelled)
        return made

    lexicon = interruptible(work)
    line.clear()
    return _tell(arguments, lexicon)


def _with_settings(model: type[Config], texts: Sequence[str]) -> Any:
    """Settings of a model from ``key=value`` texts; the values are read as the model's fields."""
    values = dict(text.partition("=")[::2] for text in texts)
    return validate(model, values)


def _units(texts: Sequence[str]) -> UnitSettings:
    return apply_overrides(RunSpec(), [text for text in texts if text.startswith("units.")]).units


def check_action(arguments: argparse.Namespace) -> int:
    """``lists check``; 1 where a word does not come out whole."""
    project = project_of(arguments)
    dictionary = find_lexicon(project, arguments.name)
    if dictionary.kind is not LexiconKind.WORD:
        raise ArgumentError(
            mark("The list “{name}” is of the kind “{kind}”; only user dictionaries can be proved."),
            name=dictionary.name,
            kind=Text(dictionary.kind.label),
        )
    units = _units([f"units.word_lists={[dictionary.name]!r}", *arguments.set])
    broken = prove_in_project(project, dictionary, units)
    translate = terminal_translate()
    if arguments.json:
        rows = [{"word": word.text, "pieces": list(word.pieces), "hint": translate(word.hint)} for word in broken]
        print_json({"words": len(dictionary), "broken": rows})
    elif broken:
        print_table(("word", "cut as", "what to do"),
                    [(word.text, " | ".join(word.pieces), translate(word.hint)) for word in broken])  # fmt: skip
    else:
        print_text(mark("All {number} words come out whole."), number=len(dictionary))
    return 1 if broken else 0


def list_action(arguments: argparse.Namespace) -> int:
    """``lists list``."""
    found = list_lexicons(project_of(arguments))
    if arguments.json:
        print_json([*map(_data, found.good), *map(damaged_data, found.damaged)])
        return 0
    print_table(("name", "kind", "entries", "source"),
                [(one.name, one.kind.value, len(one), one.source.value) for one in found.good])  # fmt: skip
    print_damaged(found.damaged)
    return 0


def show_action(arguments: argparse.Namespace) -> int:
    """``lists show``."""
    lexicon = find_lexicon(project_of(arguments), arguments.name)
    entries = [{"text": entry.text, "label": entry.label, "count": entry.count} for entry in lexicon.entries]
    if arguments.json:
        print_json({**_data(lexicon), "items": entries})
    else:
        print_table(("entry", "class", "count"), [tuple(entry.values()) for entry in entries])
    return 0


def delete_action(arguments: argparse.Namespace) -> int:
    """``lists delete``."""
    delete_lexicon(project_of(arguments), arguments.name)
    if arguments.json:
        print_json({"deleted": arguments.name})
    else:
        print_text(mark("The list “{name}” is deleted."), name=arguments.name)
    return 0


def _tell(arguments: argparse.Namespace, lexicon: Lexicon, **more: Any) -> int:
    if arguments.json:
        print_json({**_data(lexicon), **more})
    else:
        print_text(mark("The list “{name}” has {number} entries."), name=lexicon.name, number=len(lexicon))
    return 0


def _data(lexicon: Lexicon) -> dict[str, Any]:
    return {"name": lexicon.name, "kind": lexicon.kind.value, "entries": len(lexicon),
            "source": lexicon.source.value, "fingerprint": lexicon.fingerprint}  # fmt: skip
