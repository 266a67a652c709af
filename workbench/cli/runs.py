"""``runs``: the store from a terminal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from workbench.cli.arguments import common_options
from workbench.cli.output import plain, print_json, print_line, print_table, print_text
from workbench.cli.project import project_with_runs
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.jobs.process import mark_lost
from workbench.store.records import STATUS_TITLES, Run
from workbench.store.store import Store

NAMES = ("runs",)

Action = Callable[[Store, argparse.Namespace], None]


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser of ``runs`` with its actions."""
    runs = commands.add_parser("runs", help="list, compare and manage runs")
    actions = runs.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = _action(actions, common, "list", "all runs, the newest first", list_runs)
    listing.add_argument("--deleted", action="store_true", help="the runs in the trash instead")
    for name, does, action in (
        ("show", "everything about a run", show_run),
        ("delete", "move a run to the trash", delete_run),
        ("restore", "bring a run back from the trash", restore_run),
        ("purge", "delete a run for good, its files too", purge_run),
    ):
        _action(actions, common, name, does, action).add_argument("key", metavar="R", help="name or number of a run")
    points = common_options("one point")
    metrics = _action(actions, points, "metrics", "every point of a run's curves", print_metrics)
    metrics.add_argument("key", metavar="R", help="name or number of a run")
    compare = _action(actions, common, "compare", "differing settings and last values", compare_runs)
    compare.add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
    for name, does, action in (
        ("rename", "give a run another name", rename_run),
        ("note", "replace a run's note", note_run),
    ):
        parser = _action(actions, common, name, does, action)
        parser.add_argument("key", metavar="R", help="name or number of a run")
        parser.add_argument("text", metavar="TEXT")


def _action(
    actions: Any, common: argparse.ArgumentParser, name: str, does: str, action: Action
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, parents=[common], help=does)
    parser.set_defaults(run=run_action, does=action)
    return parser


def run_action(arguments: argparse.Namespace) -> int:
    """Open the project's store and do what the action says."""
    with Store.open(project_with_runs(arguments)) as store:
        mark_lost(store)
        arguments.does(store, arguments)
    return 0


def list_runs(store: Store, arguments: argparse.Namespace) -> None:
    """A table of runs."""
    runs = store.runs(deleted=arguments.deleted)
    if arguments.json:
        print_json([summary(run) for run in runs])
    else:
        header = ("number", "name", "status", "step", "of", "created", "note")
        print_table(header, [_row(run) for run in runs])


def show_run(store: Store, arguments: argparse.Namespace) -> None:
    """A run with its spec, sessions, checkpoints and last values."""
    run = store.run(arguments.key)
    shown = {
        **summary(run),
        "message": run.message,
        "corpus_fingerprint": run.corpus_fingerprint,
        "vocabulary_fingerprint": run.vocabulary_fingerprint,
        "versions": dict(run.versions),
        "baselines": dict(run.baselines),
        "folder": str(run.folder),
        "parent": run.parent,
        "sessions": [vars(session) for session in store.sessions(run)],
        "checkpoints": [{"step": saved.step, "path": str(saved.path)} for saved in store.checkpoints(run)],
        "final": store.final_values(run),
        "spec": json.loads(run.spec_text),
    }
    if arguments.json:
        print_json(shown)
    else:
        for name, value in plain(shown).items():
            print_line(f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")


def print_metrics(store: Store, arguments: argparse.Namespace) -> None:
    """One line a point."""
    for point in store.metrics(arguments.key):
        if arguments.json:
            print_json(vars(point))
        else:
            print_line(f"{point.name}\t{point.step}\t{point.tokens}\t{point.time:.3f}\t{point.value:g}")


def compare_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Only the settings that differ, and the last value of every metric."""
    if len(arguments.keys) < 2:
        raise ArgumentError(mark("One run alone cannot be compared."), mark("Name two runs or more."))
    compared = store.compare(arguments.keys)
    if arguments.json:
        print_json({"differing": compared.differing, "final": compared.final})
        return
    names = [store.run(key).name for key in arguments.keys]
    rows = [*compared.differing.items(), *compared.final.items()]
    print_table(("", *names), [(path, *("" if value is None else value for value in values)) for path, values in rows])


def delete_run(store: Store, arguments: argparse.Namespace) -> None:
    """Move a run to the trash."""
    store.delete(arguments.key)
    _report(store, arguments, mark("The run {name} is in the trash; “runs restore {name}” brings it back."))


def restore_run(store: Store, arguments: argparse.Namespace) -> None:
    """Bring a run back."""
    store.restore(arguments.key)
    _report(store, arguments, mark("The run {name} is back from the trash."))


def purge_run(store: Store, arguments: argparse.Namespace) -> None:
    """Delete a run for good."""
    run = store.run(arguments.key)
    store.purge(run)
    if arguments.json:
        print_json({"number": run.id, "name": run.name, "purged": True})
    else:
        print_text(mark("The run {name} is deleted for good, its files too."), name=run.name)


def rename_run(store: Store, arguments: argparse.Namespace) -> None:
    """Rename a run."""
    arguments.key = store.rename(arguments.key, arguments.text).id
    _report(store, arguments, mark("The run is named {name} now."))


def note_run(store: Store, arguments: argparse.Namespace) -> None:
    """Replace a run's note."""
    store.note(arguments.key, arguments.text)
    _report(store, arguments, mark("The note of the run {name} is replaced."))


def _report(store: Store, arguments: argparse.Namespace, done: str) -> None:
    """The run as it is now, for scripts; for a person, what was done (a marked text with the place ``{name}``)."""
    run = store.run(arguments.key)
    if arguments.json:
        print_json(summary(run))
    else:
        print_text(done, name=run.name)


def summary(run: Run) -> dict[str, Any]:
    """The main columns of a run as plain data."""
    return {
        "number": run.id,
        "name": run.name,
        "status": run.status.value,
        "preset": run.preset,
        "seed": run.seed,
        "corpus": run.corpus,
        "vocabulary": run.vocabulary,
        "device": run.device,
        "precision": run.precision,
        "step": run.step,
        "total_steps": run.total_steps,
        "tokens": run.tokens,
        "created": run.created,
        "started": run.started,
        "ended": run.ended,
        "outcome": run.outcome,
        "note": run.note,
        "starred": run.starred,
        "deleted": run.deleted is not None,
    }


def _row(run: Run) -> tuple[object, ...]:
    created = datetime.fromtimestamp(run.created).strftime("%Y-%m-%d %H:%M")
    status = terminal_translate()(STATUS_TITLES[run.status])
    return run.id, run.name, status, run.step, run.total_steps, created, run.note
