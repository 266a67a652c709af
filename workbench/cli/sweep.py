"""``sweep`` and ``queue``: many runs on the same data, one after another."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import Any

from workbench.cli.arguments import common_options
from workbench.cli.describe import add_spec_options, chosen_spec
from workbench.cli.ingredients import corpus_for, vocabulary_for, with_stage_corpora
from workbench.cli.output import print_json, print_table, print_text
from workbench.cli.project import project_of, project_with_runs
from workbench.cli.regimes import regimes_of
from workbench.cli.sweep_output import print_plan, print_warnings
from workbench.cli.train import add_memory_option, train_here
from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.names import check_name
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.jobs.process import mark_lost
from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.spec.variation import parse_variation
from workbench.store.claims import Claim, require_trainable
from workbench.store.origin import settings_of
from workbench.store.queue import RunQueue
from workbench.store.records import STATUS_TITLES, Run
from workbench.store.store import Store
from workbench.store.sweep_plan import plan_sweep
from workbench.store.sweep_targets import target_texts
from workbench.store.sweeps import create_sweep

NAMES = ("sweep", "queue")

_STILL_WAITING = mark("Stopped; the other runs wait in the queue. “workbench queue work” goes on.")
_WAITS_AGAIN = mark("Stopped; the run waits in the queue again, before the others. “workbench queue work” goes on.")
_CUT_OFF = mark("The run {name} was cut off; it waits in the queue again, before the others.")
_WAIT_SECONDS = 0.5  #: between two looks at whether others have ended


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    sweep = commands.add_parser(
        "sweep",
        parents=[common_options("one event")],
        help="train a spec under several recipes, strategies, encoders, settings and seeds, one after another",
    )
    add_spec_options(sweep)
    sweep.add_argument("--name", required=True, metavar="S", help="name of the sweep; its runs are called after it")
    sweep.add_argument("--corpus", metavar="N", help="a corpus of the project, or a file or folder of text")
    sweep.add_argument("--vocabulary", metavar="V", help="a vocabulary of the project, or a path")
    sweep.add_argument("--strategies", default="", metavar="K,K", help="masking strategies; the spec's own if left out")
    sweep.add_argument("--presets", default="", metavar="P,P", help="presets whose encoders to train; else the spec's")
    sweep.add_argument("--recipes", default="", metavar="R,R", help="recipes of the preset; else the spec's own")
    sweep.add_argument("--vary", action="append", default=[], metavar="a.b=v,w",
                       help="try several values of a setting; several of these are all combined")  # fmt: skip
    sweep.add_argument("--regimes", default="", metavar="R,R", help="regimes of the tasks, as those of --regime")
    sweep.add_argument("--seeds", default="", metavar="N,N", help="seeds; the spec's own if left out")
    sweep.add_argument("--equal-compute", action="store_true",
                       help="give each run as many steps as cost what those of the first run do; its warm-up, and how "
                            "often it evaluates and saves, are stretched alike")  # fmt: skip
    add_memory_option(sweep)
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
        if name == "work":
            add_memory_option(action)
        if name in ("add", "remove"):
            action.add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
        action.set_defaults(run=run_queue)


def run_sweep(arguments: argparse.Namespace) -> int:
    """Make the runs of a sweep and train them."""
    check_name(arguments.name)
    sweep = Sweep(
        _base(arguments),
        arguments.name,
        strategies=_listed(arguments.strategies),
        presets=_listed(arguments.presets),
        seeds=[_seed(seed) for seed in _listed(arguments.seeds)],
        recipes=_listed(arguments.recipes),
        variations=[parse_variation(text) for text in arguments.vary],
        equal_compute=arguments.equal_compute,
        regimes=regimes_of(arguments, _listed(arguments.regimes)) if arguments.regimes else [],
        replay=arguments.replay or 0,
        task_steps=arguments.task_steps or 0,
    )
    if arguments.dry_run:
        print_plan(plan_sweep(project_of(arguments), sweep), as_json=arguments.json)
        return 0
    project = project_of(arguments).create()
    runs = create_sweep(project, _with_ingredients(project, sweep))
    if not arguments.json:
        print_warnings(target_texts([settings_of(run) for run in runs]))
    if arguments.queue:
        print_text(mark("{count} runs wait in the queue; “workbench queue work” trains them."), count=len(runs))
        return 0
    only = {run.id for run in runs}
    return work_off(project, only, as_json=arguments.json, ignore_memory=arguments.ignore_memory)


def _base(arguments: argparse.Namespace) -> RunSpec:
    """The spec with the corpus and vocabulary that are asked for by name."""
    spec = chosen_spec(arguments)
    named = {"corpus": arguments.corpus or spec.corpus, "vocabulary": arguments.vocabulary or spec.vocabulary}
    return spec.model_copy(update=named)


def _with_ingredients(project: Project, sweep: Sweep) -> Sweep:
    """The sweep whose corpora and vocabulary are in the project; those that are varied are there by their names."""
    varied = {variation.path for variation in sweep.variations}
    base = sweep.base
    if "corpus" not in varied:
        corpus = corpus_for(project, base.corpus)
        if sweep.recipes or any(path == "stages" or path.endswith(".corpus") for path in varied):
            base = base.model_copy(update={"corpus": corpus.name})  # other stages, whose corpora have their names
        else:
            base, _ = with_stage_corpora(project, base, corpus)
    if "vocabulary" not in varied:
        base = base.model_copy(update={"vocabulary": vocabulary_for(project, base.vocabulary).name})
    return replace(sweep, base=base)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentError(
            mark("“{seed}” is not a seed."), mark("Seeds are whole numbers, as in --seeds 1,2,3."), seed=text
        )
    return int(text)


def run_queue(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    project = project_with_runs(arguments)
    with Store.open(project) as store:
        _take_back(store, as_json=arguments.json)
        if arguments.action == "work" and not RunQueue(store).runs() and not arguments.json:
            print_text(mark("No run waits. “workbench queue add RUN” has one wait, also one that was cut off."))
    if arguments.action == "work":
        return work_off(project, None, as_json=arguments.json, ignore_memory=arguments.ignore_memory)
    with Store.open(project) as store:
        queue = RunQueue(store)
        if arguments.action == "add":
            runs = [store.run(key) for key in arguments.keys]
            for run in runs:
                require_trainable(run)
            queue.add([run.id for run in runs])
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


def work_off(project: Project, only: set[int] | None, *, as_json: bool, ignore_memory: bool = False) -> int:
    """Train waiting runs here until none is left (of ``only``, where given); one that fails does not stop the others.

    Returns the exit code of the last run that failed, 0 where none did. Raises :class:`StoppedError` when the user
    stops a run, which then waits again before the others.
    """
    failed = 0
    while (taken := _next(project, only, as_json=as_json)) is not None:
        if not as_json:
            print_text(mark("Run {name}"), name=taken.run.name)
        code = train_here(taken, as_json=as_json, ignore_memory=ignore_memory)
        with Store.open(project) as store:
            if store.run(taken.run).outcome == "stopped":
                queue = RunQueue(store)
                queue.put([taken.run.id, *queue.runs()])
                raise StoppedError(_WAITS_AGAIN)
        failed = code or failed
    return failed


def _take_back(store: Store, *, as_json: bool) -> None:
    """Have a run wait again whose process was killed, before another is taken and nobody knows of it any more."""
    mark_lost(store)
    cut_off = RunQueue(store).take_back()
    if cut_off is not None and not as_json:
        print_text(_CUT_OFF, name=cut_off.name)


def _next(project: Project, only: set[int] | None, *, as_json: bool) -> Claim | None:
    """The next waiting run, claimed; None where none is left. While others work in the project one waits for them,
    where it is about certain runs, which they may be doing; the whole queue is for one to work off."""
    told = False
    while True:
        with Store.open(project) as store:
            _take_back(store, as_json=as_json)
            with store.transaction():
                queue, busy = RunQueue(store), store.active_runs()
                if not busy:
                    return queue.take(only=only, only_while_going=False)
                if only is None:
                    raise WorkbenchError(
                        mark("The run {name} is at work in this project."),
                        mark("Wait until it has ended; the queue trains one run at a time."),
                        name=busy[0].name,
                    )
                if only.isdisjoint([*queue.runs(), *(run.id for run in busy)]):
                    return None
        if not told and not as_json:
            print_text(mark("The run {name} is at work in this project; waiting for its end …"), name=busy[0].name)
        told = True
        try:
            time.sleep(_WAIT_SECONDS)
        except KeyboardInterrupt:
            raise StoppedError(_STILL_WAITING) from None
