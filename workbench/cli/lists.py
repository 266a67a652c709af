"""``lists``: lists of phrases, entities, n-grams, words and synonyms: import, prove, show and delete them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from workbench.cli.damaged import damaged_data, print_damaged
from workbench.cli.deleting import add_anyway, require_unused
from workbench.cli.lists_corpus import add_corpus_actions
from workbench.cli.lists_editing import add_editing_actions
from workbench.cli.lists_telling import entry_data, list_data, tell_list, units_of
from workbench.cli.output import print_deleted, print_json, print_table, print_text
from workbench.cli.project import project_of
from workbench.core.errors import ArgumentError
from workbench.core.texts import Text, listed, mark
from workbench.core.translation import terminal_translate
from workbench.store.list_users import runs_that_need
from workbench.text.lexicon import LexiconKind, delete_lexicon, find_lexicon, list_lexicons, save_lexicon
from workbench.text.lexicon_edits import class_counts
from workbench.text.lexicon_import import bring_list
from workbench.text.list_files import AUTO
from workbench.text.proof import FIXES_OF_LISTS, BrokenWord, Fix, fix_words, prove_in_project

NAMES = ("lists",)

ADVISED = "advised"


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser of ``lists`` with its actions."""
    parser = commands.add_parser("lists", help="lists of phrases, entities, n-grams, words and synonyms")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    importing = actions.add_parser("import", parents=[common], help="bring files with one entry a line in as one list")
    importing.add_argument("paths", type=Path, nargs="+", metavar="PATH",
                           help="files: an entry a line, then its class or count")  # fmt: skip
    importing.add_argument("--name", required=True, metavar="N", help="name of the list in the project")
    kinds = [kind.value for kind in LexiconKind]
    importing.add_argument("--kind", required=True, choices=kinds, help="what it holds")
    importing.add_argument("--class", dest="label", default="", metavar="C",
                           help="class of entries without one (else the list's or the file's name)")  # fmt: skip
    importing.add_argument("--encoding", default=AUTO, metavar="E", help="auto, utf-8, gb18030, big5, utf-16-le, …")
    importing.set_defaults(run=import_action)

    add_corpus_actions(actions, common)
    add_editing_actions(actions, common)

    checking = actions.add_parser("check", parents=[common], help="cut every word of a user dictionary by itself")
    checking.add_argument("name", metavar="N", help="a user dictionary of the project")
    checking.add_argument("--set", action="append", default=[], metavar="units.key=value",
                          help="a setting of the word boundaries")  # fmt: skip
    checking.add_argument("--fix", choices=[ADVISED, *(fix.value for fix in FIXES_OF_LISTS)],
                          help="mend the words that are found: as advised, or all in one way")  # fmt: skip
    checking.set_defaults(run=check_action)

    listing = actions.add_parser("list", parents=[common], help="the lists of the project")
    listing.set_defaults(run=list_action)

    showing = actions.add_parser("show", parents=[common], help="the entries of a list")
    showing.add_argument("name", metavar="N", help="a list of the project")
    showing.add_argument("--class", dest="label", metavar="C", help="only entries of this class")
    showing.add_argument("--removed", action="store_true", help="the entries that were pruned")
    showing.set_defaults(run=show_action)

    deleting = actions.add_parser("delete", parents=[common], help="remove a list from the project")
    deleting.add_argument("name", metavar="N", help="a list of the project")
    add_anyway(deleting, "a run that can be resumed needs it")
    deleting.set_defaults(run=delete_action)


def import_action(arguments: argparse.Namespace) -> int:
    """``lists import``."""
    project = project_of(arguments).create()
    brought = bring_list(
        project,
        arguments.paths,
        arguments.name,
        arguments.kind,
        label=arguments.label,
        encoding=arguments.encoding,
    )
    skipped = {reason.value: count for reason, count in brought.skipped.items()}
    if skipped and not arguments.json:
        counts = listed(f"{count} {reason}" for reason, count in skipped.items())
        sys.stderr.write(Text(mark("Skipped lines: {counts}."), {"counts": counts}).render(terminal_translate()) + "\n")
    return tell_list(arguments, brought.lexicon, skipped=skipped)


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
    units = units_of([f"units.word_lists={[dictionary.name]!r}", *arguments.set])
    broken = prove_in_project(project, dictionary, units)
    fixed: dict[str, str] = {}
    if arguments.fix and broken:
        fixes = {word.text: _fix_of(word, arguments.fix) for word in broken}
        fixed = {text: fix.value for text, fix in fixes.items() if fix in FIXES_OF_LISTS}
        dictionary = fix_words(dictionary, broken, fixes)
        save_lexicon(project, dictionary)
        broken = prove_in_project(project, dictionary, units)
    translate = terminal_translate()
    if arguments.json:
        rows = [{"word": word.text, "pieces": list(word.pieces), "hint": translate(word.hint),
                 "fixes": [fix.value for fix in word.fixes]} for word in broken]  # fmt: skip
        print_json({"words": len(dictionary), "broken": rows, "fixed": fixed})
        return 1 if broken else 0
    if fixed:
        print_text(mark("Words mended: {number}."), number=len(fixed))
    if broken:
        print_table(("word", "cut as", "what to do"),
                    [(word.text, " | ".join(word.pieces), translate(word.hint)) for word in broken])  # fmt: skip
    else:
        print_text(mark("All {number} {number:word comes|words come} out whole."), number=len(dictionary))
    return 1 if broken else 0


def _fix_of(word: BrokenWord, wanted: str) -> Fix:
    """The fix of a word: the first that is advised, or the one that is wanted of all."""
    return word.fixes[0] if wanted == ADVISED else Fix(wanted)


def list_action(arguments: argparse.Namespace) -> int:
    """``lists list``."""
    found = list_lexicons(project_of(arguments))
    if arguments.json:
        print_json([*map(list_data, found.good), *map(damaged_data, found.damaged)])
        return 0
    print_table(("name", "kind", "entries", "source"),
                [(one.name, one.kind.value, len(one), one.source.value) for one in found.good])  # fmt: skip
    print_damaged(found.damaged)
    return 0


def show_action(arguments: argparse.Namespace) -> int:
    """``lists show``."""
    lexicon = find_lexicon(project_of(arguments), arguments.name)
    shown = lexicon.removed if arguments.removed else lexicon.entries
    entries = [entry_data(entry) for entry in shown if arguments.label is None or entry.label == arguments.label]
    if arguments.json:
        print_json({**list_data(lexicon), "classes": class_counts(lexicon.entries), "items": entries})
    else:
        print_table(("entry", "class", "count", "pmi"),
                    [tuple("" if cell is None else cell for cell in entry.values()) for entry in entries])  # fmt: skip
    return 0


def delete_action(arguments: argparse.Namespace) -> int:
    """``lists delete``."""
    project = project_of(arguments)
    if not arguments.anyway:
        require_unused(
            project,
            runs_that_need,
            arguments.name,
            mark("Runs that can be resumed need the list “{name}”: {runs}."),
            mark("Give --anyway to delete it all the same; they could then not be resumed."),
        )
    delete_lexicon(project, arguments.name)
    print_deleted(arguments.name, mark("The list “{name}” is deleted."), as_json=arguments.json)
    return 0
