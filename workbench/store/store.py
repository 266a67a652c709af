"""The project's runs in SQLite: everything that is known of a run, its curves, and what is asked of it.

A :class:`Store` belongs to the thread that opened it; other threads and processes open their own.
"""

from __future__ import annotations

import difflib
import math
import os
import shutil
import socket
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.events import EventBase
from workbench.core.texts import mark
from workbench.spec.corpora import stage_corpora as named_corpora
from workbench.spec.run import RunSpec
from workbench.spec.trainable import trainable
from workbench.store.backup import copy_database
from workbench.store.connection import damaged_error, store_errors
from workbench.store.folder import LASTING, RunFolder, place_of, write_run_folder
from workbench.store.ingest import update_run, write_events
from workbench.store.ngrams import ngrams_for, with_rows
from workbench.store.open_database import OpenDatabase
from workbench.store.origin import make_origin
from workbench.store.process_start import started_at
from workbench.store.records import (
    ACTIVE,
    Checkpoint,
    Command,
    Point,
    Request,
    Run,
    RunKind,
    Series,
    Session,
    Status,
)
from workbench.store.rows import origin_text, run_of
from workbench.store.run_names import check_run_name, clean_tags
from workbench.text.ngram_lexicon import save_ngrams

RunKey = int | str | Run


class Store(OpenDatabase):
    """All access to the database. Methods raise :class:`WorkbenchError` when another program holds it too long."""

    # Runs

    def create_run(
        self,
        spec: RunSpec,
        *,
        name: str = "",
        corpus_fingerprint: str = "",
        vocabulary_fingerprint: str = "",
        corpus_folder: Path | None = None,
        vocabulary_folder: Path | None = None,
        stage_corpora: Mapping[str, str] | None = None,
        stage_corpora_folders: Mapping[str, Path] | None = None,
        versions: Mapping[str, str] | None = None,
        parent: RunKey | None = None,
        kind: RunKind = RunKind.PRETRAINING,
        sweep: str = "",
    ) -> Run:
        """A new run with its folder; the name is the one asked for, else the spec's, else the preset's with a number.

        ``parent`` is the run that it is cloned from; without one, it is the run that it takes its first weights from. A
        run of another ``kind`` is no clone of its parent, and a spec with a task is always one. The n-grams of a spec
        are put into the folder, and their number into the run's own spec.
        ``stage_corpora`` are the fingerprints of the corpora that stages name beside the run's own, by name. Folders
        default to those of the names in the project. Raises :class:`ArgumentError` if the name is taken.
        """
        above = self._started_from(spec) if parent is None else self.run(parent)
        if spec.task is not None:
            kind = RunKind.TASK
            while above is not None and above.kind is RunKind.TASK:  # a copy of a task hangs beside it
                above = None if above.parent is None else self.run(above.parent)
        lexicon = ngrams_for(self.project, spec, above)
        spec = with_rows(spec, lexicon)
        with self.transaction():
            asked = name or spec.name
            chosen = self.check_free_name(asked) if asked else self.free_name(spec.preset or "run")
            spec = spec.model_copy(update={"name": chosen})
            row: dict[str, Any] = {
                "name": chosen,
                "status": Status.CREATED.value,
                "spec": spec.model_dump_json(),
                "preset": spec.preset,
                "seed": spec.seed,
                "corpus": spec.corpus,
                "corpus_fingerprint": corpus_fingerprint,
                "vocabulary": spec.vocabulary,
                "vocabulary_fingerprint": vocabulary_fingerprint,
                "stage_corpora": dict(stage_corpora) if stage_corpora else None,
                "versions": dict(versions or {}),
                "created": time.time(),
                "total_steps": spec.training.steps if spec.task is None else 0,  # a task's are known once it begins
                "parent": None if above is None else above.id,
                "origin": origin_text(make_origin(above, spec)) if above and kind is RunKind.PRETRAINING else None,
                "kind": kind.value,
                "sweep": sweep,
            }
            number = self._free_number()
            self.database.table("runs").insert({"id": number, **row})
            folder = place_of(self.project, number)
            self.undo_with(lambda: self._forget_folder(number, folder))
            corpus = corpus_folder or self.project.corpora / spec.corpus
            vocabulary = vocabulary_folder or self.project.vocabularies / spec.vocabulary
            lasting = {column: row[column] for column in LASTING if row[column] is not None}
            corpora = {name: self.project.corpora / name for name in named_corpora(spec)}
            corpora |= stage_corpora_folders or {}
            write_run_folder(folder, RunFolder(number, spec, self.project, corpus, vocabulary, kind, lasting, corpora))
            if lexicon is not None:
                save_ngrams(folder, lexicon)
            update_run(self.database, number, {"folder": folder.relative_to(self.project.root).as_posix()})
        return self.run(number)

    def _forget_folder(self, number: int, folder: Path) -> None:
        """Remove the folder of a run that came to nothing, unless another run has its number by now."""
        if not self.query("SELECT 1 FROM runs WHERE id = ?", [number]):
            shutil.rmtree(folder, ignore_errors=True)

    def _started_from(self, spec: RunSpec) -> Run | None:
        """The run of this project whose weights a run begins with: it goes on from there, with what is changed."""
        name, _at, _step = spec.training.start_from.partition("@")
        return self.run(name) if self.query("SELECT 1 FROM runs WHERE name = ?", [name]) else None

    def run(self, key: RunKey) -> Run:
        """A run by number or name; raises :class:`ArgumentError`, with the nearest name, if there is none."""
        if isinstance(key, Run):
            key = key.id
        column = "id" if isinstance(key, int) or key.isdecimal() else "name"
        with store_errors(self.project.database):
            rows = list(self.database.query(f"SELECT * FROM runs WHERE {column} = ?", [key]))
        if rows:
            return run_of(rows[0], self.project)
        names = [str(name) for (name,) in self.query("SELECT name FROM runs")]
        near = difflib.get_close_matches(str(key), names, n=1)
        hint = mark("Did you mean “{near}”?") if near else mark("“runs list” shows what there is.")
        raise ArgumentError(mark("There is no run “{key}”."), hint, key=key, near="".join(near))

    def runs(self, deleted: bool = False, most: int = -1, *, tasks: bool = False) -> list[Run]:
        """All runs (or the ``most`` newest), the newest first; those in the trash if ``deleted``.

        Tasks hang under their runs, see :meth:`tasks_of`: they are left out unless ``tasks`` says otherwise.
        """
        state = "IS NOT NULL" if deleted else "IS NULL"
        kinds = "" if tasks else f"AND kind != '{RunKind.TASK}'"
        return self._runs_where(f"deleted {state} {kinds} ORDER BY id DESC LIMIT ?", [most])

    def tasks_of(self, run: RunKey, deleted: bool = False) -> list[Run]:
        """The tasks that a run's weights were tried on, the oldest first; with ``deleted`` those in the trash too."""
        state = "" if deleted else "AND deleted IS NULL"
        return self._runs_where(f"parent = ? AND kind = '{RunKind.TASK}' {state} ORDER BY id", [self.run(run).id])

    def active_runs(self) -> list[Run]:
        """Runs on which a process ought to be at work."""
        places = ", ".join("?" * len(ACTIVE))
        return self._runs_where(f"status IN ({places})", list(ACTIVE))

    def _runs_where(self, condition: str, values: Sequence[Any]) -> list[Run]:
        with store_errors(self.project.database):
            rows = list(self.database.query(f"SELECT * FROM runs WHERE {condition}", values))
        return [run_of(row, self.project) for row in rows]

    def num_deleted(self) -> int:
        """How many runs lie in the trash."""
        return int(self.query("SELECT count(*) FROM runs WHERE deleted IS NOT NULL")[0][0])

    def update(self, run: RunKey, **values: Any) -> None:
        """Change columns of a run's row."""
        with self.transaction():
            update_run(self.database, self.run(run).id, values)

    def register_process(self, run: RunKey, pid: int | None = None) -> None:
        """Say which process works on a run: this one, or the given child of it."""
        process = psutil.Process(pid or os.getpid())
        self.update(run, pid=process.pid, process_started=started_at(process), host=socket.gethostname())

    def rename(self, run: RunKey, name: str) -> Run:
        """Give a run another name; raises :class:`ArgumentError` if it is taken or can't be one."""
        found = self.run(run)
        with self.transaction():
            if name != found.name:
                update_run(self.database, found.id, {"name": self.check_free_name(name)})
        return self.run(found.id)

    def note(self, run: RunKey, text: str) -> None:
        """Replace the run's note."""
        self.update(run, note=text)

    def star(self, run: RunKey, starred: bool = True) -> None:
        """Mark a run, or take the mark away."""
        self.update(run, starred=int(starred))

    def hide(self, run: RunKey, hidden: bool = True) -> None:
        """Leave a run out of lists that do not ask for hidden ones, or take it in again."""
        self.update(run, hidden=int(hidden))

    def tag(self, run: RunKey, tags: Iterable[str]) -> None:
        """Replace the run's tags; see :func:`workbench.store.run_names.clean_tags`."""
        self.update(run, tags=clean_tags(tags))

    def note_origin(self, run: RunKey, text: str) -> None:
        """Say why a run was cloned; raises :class:`ArgumentError` where it was not."""
        found = self.run(run)
        if found.origin is None:
            raise ArgumentError(mark("The run {name} was not cloned from another."), name=found.name)
        self.update(found, origin_note=text)

    def delete(self, run: RunKey) -> None:
        """Move a run to the trash, from where :meth:`restore` brings it back; refused while it is at work."""
        found = self.require_at_rest(run)
        self.update(found, deleted=time.time())

    def restore(self, run: RunKey) -> None:
        """Bring a run back from the trash."""
        self.update(run, deleted=None)

    def forget(self, run: Run) -> None:
        """Delete the rows of a run; see :func:`workbench.store.deleting.purge`."""
        with self.transaction():
            self.database.execute("UPDATE runs SET parent = NULL, revision = revision + 1 WHERE parent = ?", [run.id])
            self.database.table("runs").delete(run.id)

    def clone(self, run: RunKey) -> RunSpec:
        """The spec of a run to begin another from: the same but for the name; that of loaded weights with what it lacks
        to be trained."""
        return trainable(self.run(run).spec.model_copy(update={"name": ""}))

    def require_at_rest(self, run: RunKey) -> Run:
        """The run; raises :class:`WorkbenchError` while it is at work."""
        found = self.run(run)
        if found.active:
            raise WorkbenchError(
                mark("The run {name} is still at work."), mark("Stop it first, then delete it."), name=found.name
            )
        return found

    def _free_number(self) -> int:
        """A number that no run has, nor a folder that an earlier database may have left with another run's weights."""
        folders = [int(path.name) for path in self.project.runs.glob("*") if path.name.isdecimal()]
        ((highest,),) = self.query("SELECT coalesce(max(id), 0) FROM runs")
        return max([int(highest), *folders]) + 1

    def free_name(self, base: str) -> str:
        """``base`` with the lowest number that makes it a name that no run has, in the trash or out of it."""
        taken = {str(name) for (name,) in self.query("SELECT name FROM runs")}
        return next(name for n in range(1, len(taken) + 2) if (name := f"{base}-{n}") not in taken)

    def check_free_name(self, wanted: str) -> str:
        """The wanted name, if a run can have it and none has; raises :class:`ArgumentError`."""
        check_run_name(wanted)
        if self.query("SELECT 1 FROM runs WHERE name = ?", [wanted]):
            raise ArgumentError(
                mark("There is already a run named “{name}”, perhaps in the trash."),
                mark("Choose another name."),
                name=wanted,
            )
        return wanted

    # What runs tell

    def record(self, run: RunKey, events: Iterable[EventBase]) -> None:
        """Write a batch of events of one run in one transaction."""
        found = self.run(run)
        with self.transaction():
            write_events(self.database, found.id, found.folder, events)

    def metric_names(self, run: RunKey) -> list[str]:
        """Names of the run's metrics in order of appearance."""
        sql = """SELECT name FROM last_values AS known WHERE run = ? ORDER BY (SELECT step FROM metrics
            WHERE run = known.run AND name = known.name AND lost = 0 ORDER BY step LIMIT 1), (SELECT id FROM metrics
            WHERE run = known.run AND name = known.name AND lost = 0 ORDER BY step LIMIT 1)"""
        return [str(name) for (name,) in self.query(sql, [self.run(run).id])]

    def series(self, run: RunKey, name: str, every: int = 1) -> Series:
        """The points of one metric by step, without those that a resumed session replaced; of ``every`` above 1 the
        first, the last and those of steps that are multiples of it, the others costing next to nothing."""
        end = "(SELECT step FROM metrics WHERE run = :run AND name = :name AND lost = 0 ORDER BY step {} LIMIT 1)"
        some = f"AND (step % :every = 0 OR step = {end.format('ASC')} OR step = {end.format('DESC')})"
        sql = f"""SELECT step, tokens, time, value FROM metrics
            WHERE run = :run AND name = :name {some if every > 1 else ""} AND lost = 0 ORDER BY step, id"""
        wanted = {"run": self.run(run).id, "name": name, "every": every}
        with store_errors(self.project.database):
            return Series.of(self.database.execute(sql, wanted))

    def newest_point(self) -> int:
        """The number of the newest point of any run; see :meth:`points_after`."""
        return int(self.query("SELECT coalesce(max(id), 0) FROM metrics")[0][0])

    def points_after(self, run: RunKey, newest: int) -> dict[str, Series]:
        """The points of a run by metric that came after the point of that number."""
        sql = """SELECT name, step, tokens, time, value FROM metrics
            WHERE id > ? AND +run = ? AND lost = 0 ORDER BY id"""  # without the + all of the run is looked through
        found: dict[str, list[tuple[Any, ...]]] = {}
        for name, *point in self.query(sql, [newest, self.run(run).id]):
            found.setdefault(str(name), []).append(tuple(point))
        return {name: Series.of(points) for name, points in found.items()}

    def metrics(self, run: RunKey) -> Iterator[Point]:
        """All points of a run in the order in which they came."""
        sql = "SELECT name, step, tokens, time, value FROM metrics WHERE run = ? AND lost = 0 ORDER BY id"
        for name, step, tokens, moment, value in self.query(sql, [self.run(run).id]):
            yield Point(name, step, tokens, moment, math.nan if value is None else value)

    def value_at(self, run: RunKey, name: str, step: int) -> float | None:
        """The value of a metric at a step; None where the run has none there."""
        sql = """SELECT value FROM metrics WHERE run = ? AND name = ? AND step = ? AND lost = 0 AND value IS NOT NULL
            ORDER BY id DESC LIMIT 1"""
        rows = self.query(sql, [self.run(run).id, name, step])
        return float(rows[0][0]) if rows else None

    def final_values(self, run: RunKey) -> dict[str, float]:
        """The last value of every metric."""
        key = self.run(run).id
        rows = self.query("SELECT name, value FROM last_values WHERE run = ? ORDER BY name", [key])
        return {str(name): math.nan if value is None else value for name, value in rows}

    def all_final_values(self) -> dict[int, dict[str, float]]:
        """The last value of every metric of every run that has any, by the run's number."""
        found: dict[int, dict[str, float]] = {}
        for run, name, value in self.query("SELECT run, name, value FROM last_values ORDER BY run, name"):
            found.setdefault(run, {})[name] = math.nan if value is None else value
        return found

    def events(self, run: RunKey, kinds: Collection[str] = ()) -> list[str]:
        """The run's log, as lines of JSON (see :mod:`workbench.core.events`); step events are metrics only.

        ``kinds`` are the values of ``event`` that are wanted, all where none is named.
        """
        wanted = f"AND event IN ({', '.join('?' * len(kinds))})" if kinds else ""
        sql = f"SELECT data FROM events WHERE run = ? {wanted} ORDER BY id"
        return [str(row[0]) for row in self.query(sql, [self.run(run).id, *kinds])]

    def sessions(self, run: RunKey) -> list[Session]:
        """The stretches of work on a run."""
        sql = """SELECT number, start_step, started, ended, coalesce(outcome, ''), device, precision FROM sessions
            WHERE run = ? ORDER BY number"""
        return [Session(*row) for row in self.query(sql, [self.run(run).id])]

    def checkpoints(self, run: RunKey) -> list[Checkpoint]:
        """The run's checkpoints that are still on disk, by step."""
        found = self.run(run)
        rows = self.query("SELECT step, time, path FROM checkpoints WHERE run = ? ORDER BY step, id", [found.id])
        saved = [Checkpoint(step, moment, found.folder / path) for step, moment, path in rows]
        return [checkpoint for checkpoint in saved if checkpoint.path.exists()]

    # What is asked of runs

    def request(self, run: RunKey, command: Command) -> None:
        """Ask something of a run; asking twice before it has answered is asking once."""
        key = self.run(run).id
        with self.transaction():
            if command not in [request.command for request in self.pending_commands(key)]:
                self.database.table("commands").insert({"run": key, "command": command.value, "time": time.time()})

    def pending_commands(self, run: RunKey) -> list[Request]:
        """What was asked and not yet acknowledged, the oldest first."""
        key = run if isinstance(run, int) else self.run(run).id
        rows = self.query("SELECT id, command FROM commands WHERE run = ? AND acknowledged IS NULL ORDER BY id", [key])
        return [Request(number, Command(command)) for number, command in rows]

    def acknowledge(self, requests: Iterable[Request]) -> None:
        """Say that requests have been carried out."""
        now = time.time()
        with self.transaction():
            for request in requests:
                self.database.table("commands").update(request.id, {"acknowledged": now})

    # The file

    def look_over(self, most_bytes: int | None = None) -> None:
        """Read every run, and all of a database that is not larger; raises :class:`DamagedStoreError`."""
        self.runs(tasks=True)
        path = self.project.database
        looked_at = most_bytes is None or path.stat().st_size <= most_bytes
        if looked_at and self.query("PRAGMA quick_check(1)") != [("ok",)]:
            raise damaged_error(path)

    def copy_to(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the whole database into a file, while others go on; see :mod:`workbench.store.backup`."""
        if overwrite and path.exists():
            self.look_over()  # a copy of a damaged one must not take the place of a good one
        with store_errors(self.project.database):
            copy_database(self.database.conn, path, overwrite=overwrite)
