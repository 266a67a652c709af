"""``runs``: the store from a terminal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from workbench.cli.arguments import common_options
from workbench.cli.output import plain, print_json, print_line, print_table, print_text
from workbench.cli.project import project_with_runs
from workbench.cli.runs_asking import add_asking
from workbench.cli.runs_capsule import add_capsules
from workbench.cli.runs_comparing import add_comparing
from workbench.cli.runs_lineage import add_lineage
from workbench.cli.runs_marks import add_marks
from workbench.cli.runs_output import report, summary
from workbench.core.texts import mark, text_data
from workbench.core.translation import terminal_translate
from workbench.jobs.process import mark_lost
from workbench.store.deleting import purge
from workbench.store.lost import lost_stretches
from workbench.store.probes import probes_of
from workbench.store.proof import proof_data, proof_words
from workbench.store.records import STATUS_TITLES, Run, RunKind, View
from workbench.store.rows import origin_data
from workbench.store.search import RunRow, parse_search
from workbench.store.store import Store
from workbench.store.views import find_view, saved_views

NAMES = ("runs",)

Action = Callable[[Store, argparse.Namespace], None]


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser of ``runs`` with its actions."""
    runs = commands.add_parser("runs", help="list, compare and manage runs")
    actions = runs.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = _action(actions, common, "list", "all runs, the newest first", list_runs)
    listing.add_argument("--deleted", action="store_true", help="the runs in the trash instead")
    listing.add_argument("--hidden", action="store_true", help="hidden runs too")
    listing.add_argument("--search", default="", metavar="TEXT", help="only those that fit, as: loss<4.2 tag:good ★")
    listing.add_argument("--view", metavar="NAME", help="search and hidden runs as a saved view has them")
    _action(actions, common, "views", "saved views of the runs table", list_views)
    showing = _action(actions, common, "show", "everything about a run", show_run)
    showing.add_argument("key", metavar="R", help="name or number of a run")
    points = common_options("one point")
    metrics = _action(actions, points, "metrics", "every point of a run's curves", print_metrics)
    metrics.add_argument("key", metavar="R", help="name or number of a run")
    metrics.add_argument("--lost", action="store_true",
                         help="the points of lost steps instead: those that a session replaced which went on from an "
                              "earlier checkpoint")  # fmt: skip
    for name, does, action in (
        ("delete", "move runs to the trash", delete_runs),
        ("restore", "bring runs back from the trash", restore_runs),
        ("purge", "delete runs for good, their files too", purge_runs),
    ):
        parser = _action(actions, common_options("one run"), name, does, action)
        parser.add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
    evaluations = common_options("one evaluation")
    probes = _action(actions, evaluations, "probes", "what a run predicted in its probe sentences", print_probes)
    probes.add_argument("key", metavar="R", help="name or number of a run")
    probes.add_argument("--last", action="store_true", help="only the newest evaluation")
    for name, does, action in (
        ("rename", "give a run another name", rename_run),
        ("note", "replace a run's note", note_run),
    ):
        parser = _action(actions, common, name, does, action)
        parser.add_argument("key", metavar="R", help="name or number of a run")
        parser.add_argument("text", metavar="TEXT")
    for add_many in (add_marks, add_asking):
        add_many(partial(_action, actions, common_options("one run")))
    for add_more in (add_comparing, add_lineage, add_capsules):
        add_more(partial(_action, actions, common))


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
    view = find_view(store, arguments.view) if arguments.view else View("", arguments.search, hidden=arguments.hidden)
    translate, finals = terminal_translate(), store.all_final_values()
    fits = parse_search(view.search, lambda status: translate(STATUS_TITLES[status]))
    shown = [run for run in _listed(store, deleted=arguments.deleted) if view.hidden or not run.hidden]
    runs = [run for run in shown if fits(RunRow(run, finals.get(run.id, {})))]
    if arguments.json:
        print_json([summary(run) for run in runs])
    else:
        header = ["number", "name", "status", "step", "of", "created", "tags", "note"]
        rows = [_row(run) for run in runs]
        messages = [run.words.render(translate) for run in runs]
        if any(messages):
            header.append("message")
            rows = [(*row, message) for row, message in zip(rows, messages, strict=True)]
        print_table(header, rows)


def _listed(store: Store, *, deleted: bool) -> list[Run]:
    """The newest first, each followed by its tasks; in the trash all lie side by side."""
    if deleted:
        return store.runs(deleted=True, tasks=True)
    tasks: dict[int | None, list[Run]] = {}
    for run in reversed(store.runs(tasks=True)):
        if run.kind is RunKind.TASK:
            tasks.setdefault(run.parent, []).append(run)
    return [one for run in store.runs() for one in (run, *tasks.get(run.id, []))]


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
        "origin": None if run.origin is None else origin_data(run.origin),
        "origin_note": run.origin_note,
        "proof": None if run.proof is None else {"words": str(proof_words(run.proof)), **proof_data(run.proof)},
        "sessions": [vars(session) for session in store.sessions(run)],
        "checkpoints": [{"step": saved.step, "path": str(saved.path)} for saved in store.checkpoints(run)],
        "final": store.final_values(run),
        "spec": json.loads(run.spec_text),
    }
    if arguments.json:
        print_json({**shown, "words": text_data(run.words)})
    else:
        shown["message"] = run.words.render(terminal_translate())
        for name, value in plain(shown).items():
            print_line(f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")


def print_metrics(store: Store, arguments: argparse.Namespace) -> None:
    """One line a point; of lost ones with the session that recorded it."""
    found = lost_points(store, arguments.key) if arguments.lost else map(vars, store.metrics(arguments.key))
    for point in found:
        if arguments.json:
            print_json(point)
        else:
            told = "{name}\t{step}\t{tokens}\t{time:.3f}\t{value:g}".format(**point)
            print_line(f"{told}\t{point['session']}" if arguments.lost else told)


def lost_points(store: Store, key: str) -> Iterator[dict[str, Any]]:
    """The points of lost steps as plain data."""
    for stretch in lost_stretches(store, key):
        for name, series in stretch.metrics.items():
            columns = (series.steps.tolist(), series.tokens.tolist(), series.times.tolist(), series.values.tolist())
            for step, tokens, moment, value in zip(*columns, strict=True):
                place = {"name": name, "step": step, "tokens": tokens, "time": moment}
                yield {**place, "value": value, "session": stretch.session}


def print_probes(store: Store, arguments: argparse.Namespace) -> None:
    """For each evaluation, one line a mask: the likeliest tokens, and where the answer stands among all."""
    found = probes_of(store, arguments.key)
    if not (found or arguments.json):
        run = store.run(arguments.key)
        asked = mark("No evaluation of the run {name} has answered its probe sentences yet.")
        print_text(asked if run.spec.probes else mark("The run {name} has no probe sentences."), name=run.name)
    for event in found[-1:] if arguments.last else found:
        if arguments.json:
            print_json(event.model_dump(mode="json"))
            continue
        for sentence in event.sentences:
            print_text(mark("step {step}: {text}"), step=event.step, text=sentence.text)
            for mask in sentence.masks:
                guesses = "  ".join(f"{guess.token} {guess.probability:.1%}" for guess in mask.guesses)
                answer = f"    ({mask.answer} {mask.probability:.1%}, #{mask.rank})" if mask.answer else ""
                print_line(f"  {mask.position}: {guesses}{answer}")


def list_views(store: Store, arguments: argparse.Namespace) -> None:
    """The saved views by name."""
    views = saved_views(store)
    if arguments.json:
        print_json([vars(view) for view in views])
    else:
        print_table(("name", "search", "sorted by"), [(view.name, view.search, view.sort) for view in views])


def delete_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Move runs to the trash."""
    for key in arguments.keys:
        store.delete(key)
        report(store, arguments, key, mark("The run {name} is in the trash; “runs restore {name}” brings it back."))


def restore_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Bring runs back."""
    for key in arguments.keys:
        store.restore(key)
        report(store, arguments, key, mark("The run {name} is back from the trash."))


def purge_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Delete runs for good."""
    runs = [store.run(key) for key in arguments.keys]
    purge(store, runs)
    for run in runs:
        if arguments.json:
            print_json({"number": run.id, "name": run.name, "purged": True})
        else:
            print_text(mark("The run {name} is deleted for good, its files too."), name=run.name)


def rename_run(store: Store, arguments: argparse.Namespace) -> None:
    """Rename a run."""
    run = store.rename(arguments.key, arguments.text)
    report(store, arguments, run, mark("The run is named {name} now."))


def note_run(store: Store, arguments: argparse.Namespace) -> None:
    """Replace a run's note."""
    store.note(arguments.key, arguments.text)
    report(store, arguments, arguments.key, mark("The note of the run {name} is replaced."))


def _row(run: Run) -> tuple[object, ...]:
    created = datetime.fromtimestamp(run.created).strftime("%Y-%m-%d %H:%M")
    status = terminal_translate()(STATUS_TITLES[run.status])
    name = f"  {run.name}" if run.kind is RunKind.TASK else run.name
    return run.id, name, status, run.step, run.total_steps, created, " ".join(run.tags), run.note
