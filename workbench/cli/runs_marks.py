"""``runs star``, ``tag``, ``hide``: marks on runs."""

from __future__ import annotations

import argparse
from functools import partial

from workbench.cli.runs_output import AddAction, report
from workbench.core.texts import mark
from workbench.store.store import Store


def add_marks(add: AddAction) -> None:
    """Add the parsers."""
    for name, does, action in (
        ("star", "mark runs with a star", partial(star_runs, starred=True)),
        ("unstar", "take stars away", partial(star_runs, starred=False)),
        ("hide", "leave runs out of lists", partial(hide_runs, hidden=True)),
        ("unhide", "take hidden runs into lists again", partial(hide_runs, hidden=False)),
    ):
        add(name, does, action).add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
    tagging = add("tag", "give runs tags, or take tags away", tag_runs)
    tagging.add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
    tagging.add_argument("--add", action="append", default=[], metavar="TAG", help="a tag to give (may be repeated)")
    tagging.add_argument("--remove", action="append", default=[], metavar="TAG", help="a tag to take away")


def star_runs(store: Store, arguments: argparse.Namespace, *, starred: bool) -> None:
    """Star or unstar runs."""
    done = mark("The run {name} has a star.") if starred else mark("The run {name} has no star.")
    for key in arguments.keys:
        store.star(key, starred)
        report(store, arguments, key, done)


def hide_runs(store: Store, arguments: argparse.Namespace, *, hidden: bool) -> None:
    """Hide runs or show them again."""
    done = (
        mark("The run {name} is hidden; “runs list --hidden” lists it.") if hidden else mark("{name} is listed again.")
    )
    for key in arguments.keys:
        store.hide(key, hidden)
        report(store, arguments, key, done)


def tag_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Add and remove tags."""
    for key in arguments.keys:
        kept = [tag for tag in store.run(key).tags if tag not in arguments.remove]
        store.tag(key, [*kept, *arguments.add])
        report(store, arguments, key, mark("The tags of the run {name} are changed."))
