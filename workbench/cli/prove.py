"""``workbench prove``: whether the last steps of a stored run come out the same, to the bit, from a checkpoint."""

from __future__ import annotations

import argparse
import time
from typing import Any

from workbench.cli.arguments import common_options, require_at_least
from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_json, print_line
from workbench.cli.project import project_with_runs
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.translation import terminal_translate
from workbench.jobs.process import mark_lost
from workbench.store.proof import Proof, Verdict, proof_data, proof_words
from workbench.store.store import Store

NAMES = ("prove",)

_REPORT_SECONDS = 0.1


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    news = common_options("progress now and then and at last the verdict, one")
    parser = commands.add_parser(
        "prove",
        parents=[news],
        help="repeat the last steps of a run from a checkpoint and compare bit by bit",
        description="The verdict is kept with the run. Exit codes: 0 bit-equal, 1 different or not comparable.",
    )
    parser.add_argument("key", metavar="RUN", help="name or number of a run")
    parser.add_argument(
        "--from", dest="wanted", type=int, metavar="STEP",
        help="begin at the checkpoint of this step, 0 for the start (otherwise at the newest but one, so that weights "
             "can be compared with the newest)",
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=int, metavar="N",
        help="repeat at most so many (otherwise 1000, or as many as lie between two checkpoints)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Repeat and compare."""
    if arguments.wanted is not None:
        require_at_least(0, "--from", arguments.wanted)
    if arguments.steps is not None:
        require_at_least(1, "--steps", arguments.steps)
    project = project_with_runs(arguments)
    line = ProgressLine(quiet=arguments.json)
    report = _JsonProgress() if arguments.json else line
    proof = interruptible(lambda cancelled: _prove(project, arguments, report, cancelled))
    line.clear()
    words = proof_words(proof).render(terminal_translate())
    if arguments.json:
        print_json({"words": words, **proof_data(proof)})
    else:
        print_line(words)
    return 0 if proof.verdict is Verdict.EQUAL else 1


def _prove(project: Project, arguments: argparse.Namespace, report: Report, cancelled: Cancelled) -> Proof:
    from workbench.train.proving import prove_run

    with Store.open(project) as store:
        mark_lost(store)
        return prove_run(
            store,
            arguments.key,
            wanted=arguments.wanted,
            most=arguments.steps,
            progress=report,
            cancelled=cancelled,
        )


class _JsonProgress:
    """Prints how far the work is, not more often than somebody can follow."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._last >= _REPORT_SECONDS:
            self._last = now
            print_json(vars(progress))
