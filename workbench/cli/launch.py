"""``launch``: a run that several processes of this machine share, as on several GPUs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from workbench.cli.arguments import common_options, require_at_least
from workbench.cli.train import add_run_options
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark

NAMES = ("launch",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    launch = commands.add_parser(
        "launch", parents=[common_options("one event")], help="train a run with several processes, as on several GPUs"
    )
    count = launch.add_mutually_exclusive_group(required=True)
    count.add_argument("--gpus", type=int, metavar="N", help="on N NVIDIA GPUs, with a process for each")
    count.add_argument("--processes", type=int, metavar="N", help="with N processes, on the device that the spec says")
    add_run_options(launch)
    launch.add_argument("--resume", metavar="RUN", help="go on with a run, on its own device, instead of a new one")
    launch.add_argument(
        "--run-folder", type=Path, metavar="RUN_FOLDER", help="train the run of a folder (what the window starts)"
    )
    launch.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Start the processes and wait for their end."""
    from workbench.jobs.launch import launch

    count = arguments.processes if arguments.gpus is None else arguments.gpus
    require_at_least(1, "--processes" if arguments.gpus is None else "--gpus", count)
    return launch(count, child_arguments(arguments))


def child_arguments(arguments: argparse.Namespace) -> list[str]:
    """The command line of each process: ``train``, ``resume``, or ``engine``."""
    common = ["--json"] if arguments.json else []
    given = train_options(arguments)
    consent = ["--ignore-memory"] if arguments.ignore_memory else []
    if arguments.run_folder is not None:
        resumed = ["--resume"] if arguments.resume is not None else []
        _refuse_more("--run-folder", [*given, *resumed, *consent])
        return ["engine", str(arguments.run_folder), *common]
    if arguments.project is not None:
        common += ["--project", str(arguments.project)]
    if arguments.resume is None:
        on_gpus = ["--set", "training.device=cuda"] if arguments.gpus is not None else []
        return ["train", *given, *on_gpus, *consent, *common]
    _refuse_more("--resume", given)
    return ["resume", arguments.resume, *consent, *common]


def _refuse_more(option: str, given: list[str]) -> None:
    """Refuse options that say what to train beside one that says which run to go on with."""
    if given:
        raise ArgumentError(
            mark("{option} takes no other options of a run: {options}."),
            mark("A run goes on as it began; clone it to train otherwise."),
            option=option,
            options=" ".join(given),
        )


def train_options(arguments: argparse.Namespace) -> list[str]:
    """The options that say what to train, as they were given."""
    options = [str(arguments.spec)] if arguments.spec is not None else []
    for name in ("preset", "recipe", "corpus", "vocabulary", "name", "start_from"):
        if value := getattr(arguments, name):
            options.append(f"--{name.replace('_', '-')}={value}")
    return options + [part for override in arguments.set for part in ("--set", override)]
