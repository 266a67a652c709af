"""``sweep`` and ``queue``: many runs on the same data, one after another."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from workbench.cli.arguments import common_options
from workbench.cli.describe import add_spec_options, chosen_spec
from workbench.cli.output import print_json, print_table, print_text
from workbench.cli.project import project_of, project_with_runs
from workbench.cli.train import corpus_for, train_here, vocabulary_for
from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.names import check_name
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.jobs.process import mark_lost
from workbench.spec.sweep import Sweep
from workbench.store.claims import Claim
from workbench.store.queue import RunQueue
from workbench.store.records import STATUS_TITLES, Run
from workbench.store.store import Store
from workbench.store.sweeps import create_sweep

NAMES = ("sweep", "queue")


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    sweep = commands.add_parser(
        "sweep",
        parents=[common_options("one event")],
        help="train a spec under several strategies, encoders and seeds, one after another",
    )
    add_spec_options(sweep)
    sweep.add_argument("--name", required=True, metavar="S", help="name of the sweep; its runs are called after it")
    sweep.add_argument("--corpus", metavar="N", help="a corpus of the project, or a file or folder of text")
    sweep.add_argument("--vocabulary", metavar="V", help="a vocabulary of the project, or a path")
    sweep.add_argument("--strategies", default="", metavar="K,K", help="masking strategies; the spec's own if left out")
    sweep.add_argument("--presets", default="", metavar="P,P", help="presets whose encoders to train; else the spec's")
    sweep.add_argument("--seeds", default="", metavar="N,N", help="seeds; the spec's own if left out")
    sweep.add_argument("--dry-run", action="store_true", help="only list the runs that it would make")
    sweep.add_argument("--queue", action="store_true", help="make the runs and let them wait in the queue")
    sweep.set_defaults(run=run_sweep)
    queue = commands.add_parser("queue", help="the runs that wait to be trained")
    actions = queue.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, does in (
        ("list", "the waiting runs in order"),
        ("add", "let runs wait at the end"),
        ("remove", "take runs out of the queue"),
        ("clear", "take all runs out"),
        ("work", "train the waiting runs here, one after another"),
    ):
        action = actions.add_parser(
            name, parents=[common_options("one event") if name == "work" else common], help=does
        )
        if name in ("add", "remove"):
            action.add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
        action.set_defaults(run=run_queue)


def run_sweep(arguments: argparse.Namespace) -> int:
    """Make the runs of a sweep and train them."""
    check_name(arguments.name)
    sweep = Sweep(
        chosen_spec(arguments),
        arguments.name,
        strategies=_listed(arguments.strategies),
        presets=_listed(arguments.presets),
        seeds=[_seed(seed) for seed in _listed(arguments.seeds)],
    )
    if arguments.dry_run:
        _print_plan(sweep, as_json=arguments.json)
        return 0
    project = project_of(arguments).create()
    corpus = corpus_for(project, arguments.corpus or sweep.base.corpus)
    vocabulary = vocabulary_for(project, arguments.vocabulary or sweep.base.vocabulary)
    base = sweep.base.model_copy(update={"corpus": corpus.name, "vocabulary": vocabulary.name})
    runs = create_sweep(project, replace(sweep, base=base))
    if arguments.queue:
        print_text(mark("{count} runs wait in the queue; “workbench queue work” trains them."), count=len(runs))
        return 0
    return work_off(project, {run.id for run in runs}, as_json=arguments.json)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentError(
            mark("“{seed}” is not a seed."), mark("Seeds are whole numbers, as in --seeds 1,2,3."), seed=text
        )
    return int(text)


def _print_plan(sweep: Sweep, *, as_json: bool) -> None:
    specs = sweep.specs()
    if as_json:
        for spec in specs:
            print_json(spec.model_dump(mode="json"))
        return
    rows = [(spec.name, spec.stages[0].masking.kind, spec.preset or "–", spec.seed) for spec in specs]
    print_table(("name", "masking", "preset", "seed"), rows)


def run_queue(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    project = project_with_runs(arguments)
    if arguments.action == "work":
        return work_off(project, None, as_json=arguments.json)
    with Store.open(project) as store:
        queue = RunQueue(store)
        if arguments.action == "add":
            queue.add([store.run(key).id for key in arguments.keys])
        elif arguments.action == "remove":
            queue.remove([store.run(key).id for key in arguments.keys])
        elif arguments.action == "clear":
            queue.put(())
        _print_queue([store.run(number) for number in queue.runs()], as_json=arguments.json)
    return 0


def _print_queue(runs: list[Run], *, as_json: bool) -> None:
    if as_json:
        print_json([{"number": run.id, "name": run.name, "status": run.status.value} for run in runs])
    else:
        translate = terminal_translate()
        print_table(
            ("number", "name", "status", "sweep", "note"),
            [(run.id, run.name, translate(STATUS_TITLES[run.status]), run.sweep, run.note) for run in runs],
        )


def work_off(project: Project, only: set[int] | None, *, as_json: bool) -> int:
    """Train waiting runs here until none is left (of ``only``, where given); one that fails does not stop the others.

    Returns the exit code of the last run that failed, 0 where none did. Raises :class:`StoppedError` when the user
    stops a run; the others go on waiting.
    """
    failed = 0
    while (taken := _next(project, only)) is not None:
        if not as_json:
            print_text(mark("Run {name}"), name=taken.run.name)
        code = train_here(taken, as_json=as_json)
        with Store.open(project) as store:
            stopped = store.run(taken.run).outcome == "stopped"
        if stopped:
            raise StoppedError(mark("Stopped; the other runs wait in the queue. “workbench queue work” goes on."))
        failed = code or failed
    return failed


def _next(project: Project, only: set[int] | None) -> Claim | None:
    with Store.open(project) as store:
        mark_lost(store)
        with store.transaction():
            if busy := store.active_runs():
                raise WorkbenchError(
                    mark("The run {name} is at work in this project."),
                    mark("Wait until it has ended; the queue trains one run at a time."),
                    name=busy[0].name,
                )
            return RunQueue(store).take(only=only, only_while_going=False)
