"""``runs capsule`` and ``check-capsule``: all that it takes to make a run again, in one small file."""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench.cli.arguments import add_overwrite, require_writable
from workbench.cli.output import print_json, print_table, print_text
from workbench.cli.runs_output import AddAction
from workbench.core.names import readable
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.store.capsule import compare_with_project, read_capsule, write_capsule
from workbench.store.store import Store


def add_capsules(add: AddAction) -> None:
    """Add the parsers."""
    writing = add("capsule", "write spec, seeds, fingerprints and versions of a run into a ZIP file", save_capsule)
    writing.add_argument("key", metavar="R", help="name or number of a run")
    writing.add_argument("file", type=Path, metavar="FILE", help="the ZIP file to write")
    writing.add_argument("--metrics", action="store_true", help="every point of its curves too")
    add_overwrite(writing)
    checking = add("check-capsule", "what a capsule needs, and what this project has of it", check_capsule)
    checking.add_argument("file", type=Path, metavar="FILE", help="a file that “runs capsule” wrote")


def save_capsule(store: Store, arguments: argparse.Namespace) -> None:
    """Write a capsule."""
    require_writable(arguments.file, overwrite=arguments.overwrite)
    head = write_capsule(store, arguments.key, arguments.file, metrics=arguments.metrics, overwrite=arguments.overwrite)
    if arguments.json:
        print_json({"file": readable(str(arguments.file)), **head})
    else:
        print_text(
            mark("The capsule of {name} is in {file}."), name=head["run"]["name"], file=readable(str(arguments.file))
        )


def check_capsule(store: Store, arguments: argparse.Namespace) -> None:
    """A table of what its run was made of."""
    capsule = read_capsule(arguments.file)
    found = compare_with_project(capsule, store.project)
    translate = terminal_translate()
    if arguments.json:
        rows = [
            {
                "kind": one.kind.value,
                "name": one.name,
                "fingerprint": one.fingerprint,
                "state": state.value,
                "found": now,
            }
            for one, state, now in found
        ]
        print_json({"run": capsule.head["run"], "seed": capsule.head.get("seed"), "ingredients": rows})
        return
    rows_shown = [
        (translate(one.kind.label), one.name, one.fingerprint or "–", translate(state.label)) for one, state, _ in found
    ]
    print_table(("kind", "name", "fingerprint", "here"), rows_shown)
