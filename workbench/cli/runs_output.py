"""What the actions of ``runs`` print of a run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from workbench.cli.output import print_json, print_text
from workbench.store.records import Run
from workbench.store.store import RunKey, Store

Action = Callable[[Store, argparse.Namespace], None]
#: Adds an action by name, with its help and what it does.
AddAction = Callable[[str, str, Action], argparse.ArgumentParser]


def report(store: Store, arguments: argparse.Namespace, key: RunKey, done: str) -> None:
    """The run as it is now, for scripts; for a person, what was done (a marked text with the place ``{name}``)."""
    run = store.run(key)
    if arguments.json:
        print_json(summary(run))
    else:
        print_text(done, name=run.name)


def summary(run: Run) -> dict[str, Any]:
    """The main columns of a run as plain data."""
    return {
        "number": run.id,
        "name": run.name,
        "kind": run.kind.value,
        "parent": run.parent,
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
        "tags": list(run.tags),
        "sweep": run.sweep,
        "hidden": run.hidden,
        "deleted": run.deleted is not None,
    }
