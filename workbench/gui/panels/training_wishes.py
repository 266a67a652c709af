"""What was asked of runs and is not done yet; a wish keeps its button off, so that a second click does nothing."""

from __future__ import annotations

import time
from collections.abc import Set

from workbench.store.records import Command, Run, Status


class Wishes:
    """Commands by run, each with the moment at which it was given."""

    def __init__(self) -> None:
        self._given: dict[int, dict[Command, float]] = {}

    def add(self, run: int, command: Command) -> None:
        """Note that a command was given now."""
        self._given.setdefault(run, {})[command] = time.time()

    def of(self, run: int) -> Set[Command]:
        """What is asked of a run."""
        return self._given.get(run, {}).keys()

    def forget(self, run: int) -> None:
        """Nothing is asked of this run any more."""
        self._given.pop(run, None)

    def clear(self) -> None:
        """Nothing is asked of any run."""
        self._given.clear()

    def settle(self, run: Run, saved: float) -> None:
        """Forget what is done; ``saved`` is the moment of the newest checkpoint that is known, 0 for none."""
        given = self._given.get(run.id)
        if not given:
            return
        paused = run.status is Status.PAUSED
        done = {
            Command.PAUSE: paused or not run.active,
            Command.RESUME: run.active and not paused,
            Command.CHECKPOINT: not run.active or paused or saved >= given.get(Command.CHECKPOINT, 0.0),
            Command.STOP_AND_SAVE: not run.active,
            Command.STOP_NOW: not run.active,
        }
        self._given[run.id] = {command: when for command, when in given.items() if not done[command]}
