"""The open database of a project: transactions, how long to wait for other programs, and the file's own upkeep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Self

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.store.connection import connect, refuse_lost, store_errors, writing


class OpenDatabase:
    """The file, whatever stands in it. Methods raise :class:`WorkbenchError` when another program holds it too long."""

    def __init__(self, project: Project) -> None:
        self.project = project
        refuse_lost(project)
        self.database = connect(project.database, read_only=project.read_only)
        self._undoing: list[Callable[[], None]] = []
        mode = self.database.journal_mode
        self.poll_seconds = 0.2 if mode == "wal" else 1.0  #: how often to look for news without being a burden

    @classmethod
    def open(cls, project: Project) -> Self:
        """Open the project's database, making it if there is none."""
        return cls(project)

    def close(self) -> None:
        """Close the connection."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written at once or not at all; inside another one, with that. Raises
        :class:`WorkbenchError` where the project is there for reading only."""
        self.project.require_writable()
        outermost = not self.database.conn.in_transaction
        try:
            with store_errors(self.project.database), writing(self.database):
                yield
        except BaseException:
            if outermost:
                self._undo()
            raise
        finally:
            if outermost:
                self._undoing.clear()

    def undo_with(self, undo: Callable[[], None]) -> None:
        """Have files undone that belong to rows of the transaction around, where that comes to nothing. It is called
        while no other program writes; rows of the same keys may be another's by then."""
        self._undoing.append(undo)

    def _undo(self) -> None:
        if self._undoing:
            with suppress(WorkbenchError), store_errors(self.project.database), writing(self.database):
                for undo in self._undoing:
                    undo()

    @contextmanager
    def waiting_at_most(self, seconds: float) -> Iterator[None]:
        """Inside, statements wait this long for another program's lock before they give up."""
        before = self.database.execute("PRAGMA busy_timeout").fetchone()[0]
        self.wait_at_most(seconds)
        try:
            yield
        finally:
            self.wait_at_most(before / 1000)

    def wait_at_most(self, seconds: float) -> None:
        """From now on, statements wait this long for another program's lock before they give up."""
        self.database.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}").fetchone()

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a SELECT."""
        with store_errors(self.project.database):
            return list(self.database.execute(sql, parameters).fetchall())

    # The file

    def check_integrity(self) -> list[str]:
        """What SQLite finds wrong with the file and its references; empty if all is well."""
        found = [str(line) for (line,) in self.query("PRAGMA integrity_check") if line != "ok"]
        return found + [f"{row[0]}: row {row[1]}" for row in self.query("PRAGMA foreign_key_check")]

    def give_room_back(self) -> None:
        """Give what deleted rows took back to the disk; raises :class:`WorkbenchError` while others hold the file."""
        with store_errors(self.project.database):
            self.database.conn.executescript("PRAGMA incremental_vacuum")  # a plain execute frees one page only
            self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def bring_to_disk(self) -> None:
        """Have what is written survive a loss of power; with a write-ahead log, a commit alone does not see to that.

        Waits for no other program, and raises :class:`WorkbenchError` where one holds the whole file.
        """
        with store_errors(self.project.database), self.waiting_at_most(0.0):
            self.database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
