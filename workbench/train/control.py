"""What is asked of a run at work: pause, go on, save, stop; from the store or from a signal."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from workbench.core.errors import WorkbenchError
from workbench.jobs.signals import TERMINAL_CLOSED, handling_stops
from workbench.store.recorder import PATIENCE_SECONDS
from workbench.store.records import Command, Run
from workbench.store.store import Store
from workbench.train.group import Group

POLL_SECONDS = 0.5  #: least time between two looks at the store
_WAIT_SECONDS = 0.1  #: between two looks at what is wished while something is waited for
#: Waits until something is done, which is asked with the seconds that it may wait for it; False where it is given up.
Waiter = Callable[[Callable[[float], bool]], bool]
_STOPS = (Command.STOP_AND_SAVE, Command.STOP_NOW)  #: the later one overrules


class Wishes:
    """The wishes that stand, as far as :meth:`wish` was told them."""

    def __init__(self) -> None:
        self._paused = False
        self._checkpoint = False
        self._stop: Command | None = None

    @property
    def stop_wished(self) -> bool:
        """Whether a stop is known of, without looking at the store (a signal handler must not)."""
        return self._stop is not None

    @property
    def stopping(self) -> bool:
        """Whether to stop, saving or not."""
        self._look()
        return self._stop is not None

    @property
    def stopping_now(self) -> bool:
        """Whether to stop at once and leave what was not saved."""
        self._look()
        return self._stop is Command.STOP_NOW

    @property
    def paused(self) -> bool:
        """Whether to wait; a stop ends a pause."""
        self._look()
        return self._paused and self._stop is None

    def take_checkpoint_wish(self) -> bool:
        """Whether a checkpoint is wanted out of turn; asking clears the wish."""
        wanted, self._checkpoint = self._checkpoint, False
        return wanted

    def wish(self, command: Command) -> None:
        """Take a wish; a stop that saves never takes back one that does not."""
        if command in (Command.PAUSE, Command.RESUME):
            self._paused = command is Command.PAUSE
        elif command is Command.CHECKPOINT:
            self._checkpoint = True
        elif self._stop is not Command.STOP_NOW:
            self._stop = command

    def cancelled(self) -> bool:
        """As :data:`workbench.core.progress.Cancelled`, for long work before the first step."""
        return self.stopping

    def agree(self) -> None:
        """Come to one view with the other processes of the run, where there are any; all of them call it."""

    def wait_for(self, done: Callable[[float], bool]) -> bool:
        """As :data:`Waiter`: until it is done for all processes of the run, or someone asks to stop."""
        while not done(_WAIT_SECONDS):
            if self.stopping:
                return False
        return True

    def wait_while_paused(self, beat: Callable[[], None]) -> None:
        """Sleep until the pause ends, calling ``beat`` ten times a second."""
        while self.paused:
            beat()
            time.sleep(0.1)
            self.agree()

    def _look(self) -> None:
        """Learn of wishes that came from elsewhere."""


class Control(Wishes):
    """Wishes from the store too. Looking costs nothing between polls, so it may be asked at every piece of work."""

    def __init__(self, store: Store, run: Run) -> None:
        super().__init__()
        self._store = store
        self._run = run
        self._looked = 0.0

    def _look(self) -> None:
        """Read the store, at most twice a second; a database that is locked, or that a full disk keeps from being
        written, is read the next time."""
        if time.monotonic() - self._looked < POLL_SECONDS:
            return
        self._looked = time.monotonic()
        try:
            with self._store.waiting_at_most(PATIENCE_SECONDS):
                requests = self._store.pending_commands(self._run.id)
                if requests:
                    self._store.acknowledge(requests)
        except WorkbenchError:
            return
        for request in requests:
            self.wish(request.command)


class AgreedWishes(Wishes):
    """What all processes of a run hold for wished: it changes in :meth:`agree` only, so that they act alike.

    Each brings what its ``own`` wishes say; the first one's come from the store, those of others from signals.
    """

    def __init__(self, own: Wishes, group: Group) -> None:
        super().__init__()
        self._own = own
        self._group = group

    @property
    def stop_wished(self) -> bool:
        return self._own.stop_wished

    def wish(self, command: Command) -> None:
        """Take a wish for the next agreement. A pause is the first process's to begin and to end."""
        if self._group.is_first or command in _STOPS:
            self._own.wish(command)

    def cancelled(self) -> bool:
        return self._own.cancelled()

    def wait_for(self, done: Callable[[float], bool]) -> bool:
        while any(self._group.highest([int(not done(_WAIT_SECONDS))])):
            self.agree()
            if self.stopping:
                return False
        return True

    def agree(self) -> None:
        own = self._own
        stop = _STOPS.index(Command.STOP_NOW if own.stopping_now else Command.STOP_AND_SAVE) + 1 if own.stopping else 0
        told = [stop, int(own.paused), int(own.take_checkpoint_wish())]
        stop, paused, checkpoint = self._group.highest(told)
        self._stop = _STOPS[stop - 1] if stop else None
        self._paused = bool(paused)
        self._checkpoint = self._checkpoint or bool(checkpoint)


def agreed(own: Wishes, group: Group) -> Wishes:
    """What a process of a group obeys, which has ``own`` wishes."""
    return own if group.size == 1 else AgreedWishes(own, group)


def signals_stop(control: Wishes) -> AbstractContextManager[None]:
    """Inside, signals to end ask for a stop that saves; a second one asks for a stop at once, and after it Ctrl+C is
    the system's, which ends the process: what was saved is whole, and whoever looks next finds the run lost."""

    def ask(number: int) -> None:
        again = control.stop_wished and number != TERMINAL_CLOSED
        control.wish(Command.STOP_NOW if again else Command.STOP_AND_SAVE)
        if again:
            signal.signal(signal.SIGINT, signal.SIG_DFL)

    return handling_stops(ask)
