"""``workbench replay``: the exact masked batch that a step of a stored run was fed."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.arguments import common_options
from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_text
from workbench.cli.passages import add_out, check_out, print_passages, write_passages
from workbench.cli.project import project_with_runs
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.spec.replay import ReplayedBatch
from workbench.store.replay import batch_data, replay_head, replay_run
from workbench.store.store import Store

NAMES = ("replay",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    passages = common_options("one passage")
    parser = commands.add_parser("replay", parents=[passages], help="the masked batch that a step of a run was fed")
    parser.add_argument("key", metavar="RUN", help="name or number of a run")
    parser.add_argument("--step", type=int, required=True, metavar="N", help="the step, from 1, as curves count")
    parser.add_argument("--row", type=int, metavar="R", help="only this passage of the batch, from 1")
    add_out(parser)
    parser.set_defaults(run=run_replay)


def run_replay(arguments: argparse.Namespace) -> int:
    """Print or write the passages of a step."""
    check_out(arguments)
    with Store.open(project_with_runs(arguments)) as store:
        run = store.run(arguments.key)
    line = ProgressLine(quiet=arguments.json)
    replay = interruptible(lambda cancelled: replay_run(run, progress=line, cancelled=cancelled))
    line.clear()
    batch = replay.batch(arguments.step)
    translate = str if arguments.json or arguments.out else terminal_translate()
    records = list(batch_data(batch, replay, translate))
    if arguments.row is not None:
        if not 1 <= arguments.row <= len(records):
            raise ArgumentError(
                mark("There is no passage {row}: the batch has the passages 1 to {rows}."),
                row=arguments.row,
                rows=len(records),
            )
        records = records[arguments.row - 1 : arguments.row]
    if arguments.out is not None:
        write_passages(arguments, replay_head(run, batch, replay), records, total=len(records))
        return 0
    if not arguments.json:
        _print_place(batch)
    print_passages(records, as_json=arguments.json)
    return 0


def _print_place(batch: ReplayedBatch) -> None:
    print_text(
        mark("step {step}: stage {stage} “{name}”, epoch {epoch}, batch {batch} ({passages} passages, parts: {parts})"),
        step=batch.step,
        stage=batch.stage + 1,
        name=batch.stage_name,
        epoch=batch.epoch + 1,
        batch=batch.batch + 1,
        parts=len(batch.parts),
        passages=sum(len(part.passages) for part in batch.parts),
    )
