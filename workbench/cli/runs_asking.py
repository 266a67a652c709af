"""``runs pause``, ``go-on``, ``save``, ``stop``: what is asked of runs at work, wherever they were started."""

from __future__ import annotations

import argparse
from functools import partial

from workbench.cli.runs_output import AddAction, report
from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.jobs.process import stop
from workbench.store.claims import alive
from workbench.store.records import Command
from workbench.store.store import Store


def add_asking(add: AddAction) -> None:
    """Add the parsers."""
    for name, does, command in (
        ("pause", "have runs at work wait", Command.PAUSE),
        ("go-on", "let paused runs go on", Command.RESUME),
        ("save", "have runs at work write a checkpoint", Command.CHECKPOINT),
    ):
        add(name, does, partial(ask, command=command)).add_argument(
            "keys", nargs="+", metavar="R", help="names or numbers of runs"
        )
    stopping = add("stop", "have runs at work save and stop", ask_to_stop)
    stopping.add_argument("keys", nargs="+", metavar="R", help="names or numbers of runs")
    stopping.add_argument("--now", action="store_true", help="at once: steps after the last checkpoint are lost")


def ask_to_stop(store: Store, arguments: argparse.Namespace) -> None:
    """Ask runs to stop, saving or not."""
    ask(store, arguments, command=Command.STOP_NOW if arguments.now else Command.STOP_AND_SAVE)


def ask(store: Store, arguments: argparse.Namespace, *, command: Command) -> None:
    """Ask something of runs; raises :class:`WorkbenchError` at the first that is not at work, and asks none then."""
    for key in arguments.keys:
        if not alive(run := store.run(key)):
            raise WorkbenchError(
                mark("The run {name} is not at work."), mark("“runs list” says which ones are."), name=run.name
            )
    for key in arguments.keys:
        stop(store, key, command)
        report(store, arguments, key, _ASKED[command])


_ASKED = {
    Command.PAUSE: mark("{name} was asked to pause."),
    Command.RESUME: mark("{name} was asked to go on."),
    Command.CHECKPOINT: mark("{name} was asked for a checkpoint."),
    Command.STOP_AND_SAVE: mark("{name} was asked to save and stop."),
    Command.STOP_NOW: mark("{name} was stopped at once."),
}
