"""``engine RUN_FOLDER``: the process that trains a run; started by the window, by ``train`` it is for people."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from workbench.cli.arguments import common_options

NAMES = ("engine",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    events = common_options("one event")
    parser = commands.add_parser("engine", parents=[events], help="train the run of a folder (what the window starts)")
    parser.add_argument("folder", type=Path, metavar="RUN_FOLDER")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train; with ``--json`` events are printed too."""
    from workbench.cli.train import print_event, run_here
    from workbench.train.group import joined

    with joined() as group:
        return run_here(arguments.folder, print_event if arguments.json else None, group)
