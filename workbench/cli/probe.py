"""``probe``: what pretrained weights are good for, on one labelled file or many models on many of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from workbench.cli.arguments import common_options
from workbench.cli.output import print_json, print_text
from workbench.cli.project import project_with_runs
from workbench.cli.sweep import work_off
from workbench.cli.task_output import matrix_data, print_matrix, print_task, task_data
from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.jobs.process import mark_lost
from workbench.spec.task import TaskMode, TaskSpec
from workbench.spec.task_files import load_task, task_overrides
from workbench.spec.training import Device
from workbench.store.queue import RunQueue
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.store.sweeps import find_sweep
from workbench.store.task_matrix import task_matrix
from workbench.store.tasks import Trial, create_task, same_task
from workbench.text.labelled.columns import Wanted
from workbench.text.labelled.preview import TaskFiles, preview_task
from workbench.text.labelled.records import TaskKind

NAMES = ("probe",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    probe = commands.add_parser(
        "probe",
        parents=[common_options("one event")],
        help="try a run's weights on a labelled file: a probe on the frozen encoder, or fine-tuning",
        description="Every run on every task, one after another, through the queue. What was done before is not done "
                    "again, what was stopped goes on; then comes a table of means and spreads.",
    )  # fmt: skip
    probe.add_argument("keys", nargs="*", metavar="RUN", help="names or numbers of runs")
    probe.add_argument("--runs", default="", metavar="R,R", help="more runs")
    probe.add_argument("--sweep", default="", metavar="S", help="all runs of a sweep")
    told = "a labelled file (CSV, TSV, JSONL, BIO), or a task as TOML; several times for several"
    probe.add_argument("--task", action="append", default=[], metavar="FILE", help=told)
    probe.add_argument("--kind", choices=[kind.value for kind in TaskKind], help="found by the file if left out")
    probe.add_argument("--seeds", type=int, metavar="N", help="so many times with other random numbers (3)")
    probe.add_argument("--seed", type=int, default=1, metavar="N", help="the first of these seeds (1)")
    probe.add_argument("--checkpoint", type=int, metavar="STEP", help="weights of this step; the newest if left out")
    probe.add_argument(
        "--task-id", type=int, metavar="N", help="row of the model's table of tasks that texts are read with (0)"
    )
    probe.add_argument("--fine-tune", action="store_true", help="train the encoder too")
    for option, column in (("--text", "the text"), ("--second-text", "the second text"), ("--label", "the label")):
        probe.add_argument(option, metavar="COLUMN", help=f"column of {column}, by name or number")
    probe.add_argument("--dev", metavar="FILE", help="the best epoch is chosen by this file")
    probe.add_argument("--test", metavar="FILE", help="results are measured on this file")
    probe.add_argument("--encoding", help="of the files; detected if left out")
    probe.add_argument("--device", choices=[device.value for device in Device], default=Device.AUTO.value)
    probe.add_argument("--threads", type=int, default=0, metavar="N", help="processor threads; 0 takes all cores")
    probe.add_argument("--set", action="append", default=[], metavar="a=v", help="another setting of the task")
    probe.add_argument("--name", default="", metavar="N", help="name of the new run")
    probe.add_argument("--again", action="store_true", help="begin anew what was done or begun before")
    probe.add_argument("--queue", action="store_true", help="only let the tasks wait in the queue")
    probe.add_argument("--table", action="store_true", help="only print the table of what was measured")
    probe.set_defaults(run=run_probe)


def run_probe(arguments: argparse.Namespace) -> int:
    """Try every run on every task, and print what came of it."""
    project = project_with_runs(arguments)
    with Store.open(project) as store:
        runs = list(_chosen_runs(store, arguments))
    if arguments.table:
        return _print_table(project, runs, [], as_json=arguments.json)
    if not arguments.task:
        raise ArgumentError(mark("No task is given."), mark("Name a labelled file with --task."))
    tasks = [_task_of(arguments, Path(file)) for file in arguments.task]
    made = _ready_tasks(project, runs, tasks, arguments)
    if arguments.queue:
        print_text(mark("{count} runs wait in the queue; “workbench queue work” trains them."), count=len(made))
        return 0
    code = work_off(project, set(made), as_json=arguments.json)
    _print_table(project, runs, made, as_json=arguments.json)
    return code


def _chosen_runs(store: Store, arguments: argparse.Namespace) -> Iterator[Run]:
    listed = [key.strip() for key in arguments.runs.split(",") if key.strip()]
    chosen = [store.run(key) for key in (*arguments.keys, *listed)]
    chosen += find_sweep(store, arguments.sweep).runs if arguments.sweep else ()
    if not chosen:
        raise ArgumentError(
            mark("No run is given."), mark("Name one, or a sweep with --sweep; see workbench runs list.")
        )
    yield from {run.id: run for run in chosen}.values()


def _task_of(arguments: argparse.Namespace, file: Path) -> TaskSpec:
    """The task of a file with what the options say."""
    task = load_task(file) if file.suffix.lower() == ".toml" else TaskSpec(file=str(file))
    named = {
        "kind": arguments.kind,
        "seeds": arguments.seeds,
        "mode": TaskMode.FINE_TUNE.value if arguments.fine_tune else None,
        "text": arguments.text,
        "second_text": arguments.second_text,
        "label": arguments.label,
        "development": arguments.dev,
        "test": arguments.test,
        "encoding": arguments.encoding,
        "task_id": arguments.task_id,
    }
    said = [f"{name}={value}" for name, value in named.items() if value is not None]
    chosen = task_overrides(task, [*said, *arguments.set])
    named_kind = file.suffix.lower() == ".toml" or any(one.startswith("kind=") for one in (*said, *arguments.set))
    known = chosen.kind if named_kind else None
    wanted = Wanted(chosen.text, chosen.label, chosen.second_text)
    files = TaskFiles(Path(chosen.file), chosen.development, chosen.test, known, wanted, chosen.encoding)
    return chosen.model_copy(update={"kind": preview_task(files).found.kind})


def _ready_tasks(
    project: Project, runs: Sequence[Run], tasks: Sequence[TaskSpec], arguments: argparse.Namespace
) -> list[int]:
    """The numbers of all tasks of all runs, made where there are none yet; those that are not done wait in the
    queue."""
    if arguments.name and len(runs) * len(tasks) > 1:
        raise ArgumentError(mark("A name is for one run on one task."), mark("Leave out --name."))
    numbers = []
    with Store.open(project) as store:
        mark_lost(store)
        for task in tasks:
            for run in runs:
                trial = Trial(
                    task, arguments.seed, arguments.checkpoint, Device(arguments.device), arguments.threads,
                    arguments.name,
                )  # fmt: skip
                known = None if arguments.again else same_task(store, run, trial)
                numbers.append((known or create_task(store, run, trial)).id)
        waiting = [number for number in numbers if store.run(number).status is not Status.DONE]
        RunQueue(store).add(waiting)
    return numbers


def _print_table(project: Project, runs: Sequence[Run], made: Sequence[int], *, as_json: bool) -> int:
    with Store.open(project) as store:
        tasks = [store.run(number) for number in made]
        if as_json:
            matrix = matrix_data(task_matrix(store, runs))
            print_json({"tasks": [task_data(store, task) for task in tasks], **matrix})
            return 0
        for task in tasks if len(tasks) == 1 else ():
            print_task(store, task)
        if len(tasks) != 1:
            print_matrix(task_matrix(store, runs))
    return 0
