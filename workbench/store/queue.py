"""The queue of a project: runs that are trained one after another, whoever works it off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from workbench.store.claims import Claim, claim
from workbench.store.connection import store_errors, writing
from workbench.store.ingest import update_run
from workbench.store.records import Run, Status
from workbench.store.store import Store


class RunQueue:
    """The queue in the project's store; it stays when programs end. Runs in the trash are passed over."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with store_errors(self._store.project.database), writing(self._database):
            yield

    def runs(self) -> list[int]:
        """The numbers of the runs that wait, in order."""
        with store_errors(self._store.project.database):
            return [int(run) for (run,) in self._database.execute("SELECT run FROM queue ORDER BY place").fetchall()]

    def put(self, runs: Sequence[int]) -> None:
        """Make these the queue, in this order; a run that comes or goes so is none to take back."""
        with self._writing():
            changed = set(self.runs()) ^ set(runs)
            self._database.execute("DELETE FROM queue")
            places = [(run, place) for place, run in enumerate(dict.fromkeys(runs))]
            self._database.conn.executemany("INSERT INTO queue (run, place) VALUES (?, ?)", places)
            if self._taken in changed:
                self._taken = None
            for run in changed:
                update_run(self._database, run, {})  # whoever follows the store looks at the queue again

    def add(self, runs: Sequence[int]) -> None:
        """Add runs at the end; those that wait already stay where they are."""
        with self._writing():
            self.put([*self.runs(), *runs])

    def remove(self, runs: Sequence[int]) -> None:
        """Take runs out; they stay in the project."""
        with self._writing():
            self.put([run for run in self.runs() if run not in runs])

    @property
    def going(self) -> bool:
        """Whether the queue is to be worked off."""
        with store_errors(self._store.project.database):
            (going,) = self._database.execute("SELECT going FROM queue_state").fetchone()
            return bool(going)

    @going.setter
    def going(self, going: bool) -> None:
        with self._writing():
            self._database.execute("UPDATE queue_state SET going = ?", [int(going)])

    def take(
        self, *, only: Collection[int] | None = None, only_while_going: bool = True, for_child: bool = False
    ) -> Claim | None:
        """Claim the next run to be trained and take it out of the queue, as long as none is at work; None where there
        is none.

        ``only`` names the runs that may be taken. Of two programs one gets it, and the other finds it at work. An empty
        queue no longer is going. A run is claimed as by :func:`workbench.store.claims.claim`.
        """
        if only_while_going and not self.going:
            return None  # found without a lock, as this is asked every second
        with self._writing():
            if self._store.active_runs() or (only_while_going and not self.going):
                return None
            waiting = [run for run in map(self._store.run, self.runs()) if may_train(run)]
            taken = next((run for run in waiting if only is None or run.id in only), None)
            self.put([run.id for run in waiting if run != taken])
            if taken is None:
                self.going = False
                return None
            self._taken = taken.id
            return claim(self._store, taken, for_child=for_child)

    def take_back(self) -> Run | None:
        """Have the run that was taken last wait again before the others, where its process is known to have gone
        without a last word (:func:`workbench.jobs.process.mark_lost`); None where it has not. Nothing is written then.
        """
        if self._lost() is None:
            return None
        with self._writing():
            if (run := self._lost()) is not None:
                self.put([run.id, *self.runs()])
            return run

    def _lost(self) -> Run | None:
        """The run that is to be taken back."""
        run = None if (taken := self._taken) is None else self._store.run(taken)
        return run if run is not None and run.status is Status.LOST and may_train(run) else None

    @property
    def _taken(self) -> int | None:
        """The number of the run that was taken last, until it waits again or another is taken."""
        with store_errors(self._store.project.database):
            (taken,) = self._database.execute("SELECT taken FROM queue_state").fetchone()
            return None if taken is None else int(taken)

    @_taken.setter
    def _taken(self, run: int | None) -> None:
        self._database.execute("UPDATE queue_state SET taken = ?", [run])


def may_train(run: Run) -> bool:
    """Whether a run can wait to be trained: it is not complete, not at work, and not in the trash."""
    return run.deleted is None and run.status is not Status.DONE and not run.active
