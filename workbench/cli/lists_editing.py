"""Actions of ``lists`` that change a list or write it out: prune, restore, rename, class, export."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from workbench.cli.arguments import add_overwrite, require_writable
from workbench.cli.lists_telling import tell_list
from workbench.cli.output import print_json, print_text
from workbench.cli.project import project_of
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.text.lexicon import Lexicon, find_lexicon, save_lexicon
from workbench.text.lexicon_edits import EntryFilter, class_counts, prune, rename_entry, restore, with_label
from workbench.text.lexicon_export import ExportFormat, export_lexicon
from workbench.text.readers.fields import list_names, short_name


def add_editing_actions(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    pruning = actions.add_parser("prune", parents=[common], help="take entries out; mining does not bring them back")
    pruning.add_argument("name", metavar="N", help="a list of the project")
    pruning.add_argument("--remove", action="append", nargs="+", default=[], metavar="ENTRY", help="these entries")
    pruning.add_argument("--restore", action="append", nargs="+", default=[], metavar="ENTRY",
                         help="bring pruned entries back")  # fmt: skip
    pruning.add_argument("--min-count", type=int, metavar="K", help="those that are met less often")
    pruning.add_argument("--max-count", type=int, metavar="K", help="those that are met more often")
    pruning.add_argument("--min-length", type=int, metavar="K", help="those of fewer characters")
    pruning.add_argument("--max-length", type=int, metavar="K", help="those of more characters")
    pruning.add_argument("--containing", metavar="TEXT", help="those with this in their text or class")
    pruning.add_argument("--class", dest="label", metavar="C", help="those of this class")
    pruning.set_defaults(run=prune_action)

    editing = actions.add_parser("edit", parents=[common], help="rename an entry, or give entries another class")
    editing.add_argument("name", metavar="N", help="a list of the project")
    editing.add_argument("entries", nargs="+", metavar="ENTRY", help="entries of the list")
    change = editing.add_mutually_exclusive_group(required=True)
    change.add_argument("--rename", metavar="TEXT", help="another text for the one entry")
    change.add_argument("--class", dest="label", metavar="C", help="another class for all")
    editing.set_defaults(run=edit_action)

    exporting = actions.add_parser("export", parents=[common], help="write a list to a file")
    exporting.add_argument("name", metavar="N", help="a list of the project")
    exporting.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write")
    exporting.add_argument("--format", default=ExportFormat.TSV.value, choices=[one.value for one in ExportFormat],
                           help="whose format it has (tsv)")  # fmt: skip
    add_overwrite(exporting)
    exporting.set_defaults(run=export_action)


def prune_action(arguments: argparse.Namespace) -> int:
    """``lists prune``: every condition that is given takes entries out by itself."""
    project = project_of(arguments)
    lexicon = find_lexicon(project, arguments.name)
    removed = [text for texts in arguments.remove for text in texts]
    restored = [text for texts in arguments.restore for text in texts]
    _require_all(removed, {entry.text for entry in lexicon.entries})
    _require_all(restored, {entry.text for entry in lexicon.removed})
    _require_order("--min-count", arguments.min_count, "--max-count", arguments.max_count)
    _require_order("--min-length", arguments.min_length, "--max-length", arguments.max_length)
    _require_class(arguments.label, lexicon)
    filters = _filters(arguments)
    if not (removed or restored or filters):
        raise ArgumentError(mark("Nothing says which entries are meant."), mark("See “lists prune --help”."))
    pruned = {*removed, *(text for one in filters for text in one.texts(lexicon.entries))}
    made = restore(prune(lexicon, pruned), restored)
    save_lexicon(project, made)
    if not arguments.json:
        counts = {"pruned": f"{len(pruned):,}", "restored": f"{len(restored):,}"}
        print_text(mark("Entries taken out: {pruned}; brought back: {restored}."), **counts)
    return tell_list(arguments, made, pruned=len(pruned), restored=len(restored))


def _require_order(lower: str, least: int | None, upper: str, most: int | None) -> None:
    """Refuse bounds between which nothing lies: they would take every entry out."""
    if least is not None and most is not None and least > most:
        raise ArgumentError(
            mark("{lower} {least} and {upper} {most} leave no entry in the list."),
            lower=lower,
            least=least,
            upper=upper,
            most=most,
        )


def _require_class(label: str | None, lexicon: Lexicon) -> None:
    """Refuse a class that no entry of the list has, pruned ones counted in."""
    known = class_counts((*lexicon.entries, *lexicon.removed))
    if label is not None and label not in known:
        raise ArgumentError(
            mark("The list “{name}” has no class “{label}”."),
            mark("Its classes: {classes}."),
            name=lexicon.name,
            label=label,
            classes=list_names([short_name(name) or "–" for name in known]) if known else "–",
        )


def _filters(arguments: argparse.Namespace) -> list[EntryFilter]:
    """What is to go, by each option."""
    least_count, least_length = arguments.min_count, arguments.min_length
    most_count, most_length = arguments.max_count, arguments.max_length
    return [
        *([EntryFilter(most_count=least_count - 1)] if least_count is not None else []),
        *([EntryFilter(least_count=most_count + 1)] if most_count is not None else []),
        *([EntryFilter(most_length=least_length - 1)] if least_length is not None else []),
        *([EntryFilter(least_length=most_length + 1)] if most_length is not None else []),
        *([EntryFilter(contains=arguments.containing)] if arguments.containing else []),
        *([EntryFilter(label=arguments.label)] if arguments.label is not None else []),
    ]


def _require_all(texts: list[str], known: set[str]) -> None:
    """Raise for a text that is none of those known."""
    for text in texts:
        if text not in known:
            raise ArgumentError(mark("There is no entry “{text}” to change."), mark("See “lists show”."), text=text)


def edit_action(arguments: argparse.Namespace) -> int:
    """``lists edit``."""
    project = project_of(arguments)
    lexicon = find_lexicon(project, arguments.name)
    _require_all(arguments.entries, {entry.text for entry in lexicon.entries})
    if arguments.label is not None:
        made = with_label(lexicon, arguments.entries, arguments.label)
    elif len(arguments.entries) == 1:
        made = rename_entry(lexicon, arguments.entries[0], arguments.rename)
    else:
        raise ArgumentError(mark("Only one entry can be renamed at a time."))
    save_lexicon(project, made)
    return tell_list(arguments, made)


def export_action(arguments: argparse.Namespace) -> int:
    """``lists export``."""
    require_writable(arguments.out, overwrite=arguments.overwrite)
    lexicon = find_lexicon(project_of(arguments), arguments.name)
    written = export_lexicon(
        lexicon, arguments.out, ExportFormat(arguments.format), replace_existing=arguments.overwrite
    )
    if arguments.json:
        print_json({"file": str(arguments.out), "entries": written.entries, "left_out": written.left_out})
        return 0
    print_text(mark("Entries written to {path}: {number}."), path=str(arguments.out), number=f"{written.entries:,}")
    if written.left_out:
        print_text(mark("Entries that the format cannot hold, left out: {number}."), number=f"{written.left_out:,}")
    return 0
