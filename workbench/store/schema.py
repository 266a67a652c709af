"""The tables, as a list of numbered steps; ``PRAGMA user_version`` counts the steps that a file has had."""

from __future__ import annotations

from collections.abc import Callable

from sqlite_utils import Database

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark


def first_tables(database: Database) -> None:
    """Runs with their sessions, metrics, events, checkpoints and commands.

    Times are seconds since the epoch. ``metrics.value`` NULL means NaN (SQLite knows no NaN; infinities it keeps);
    ``metrics.lost`` marks points after the checkpoint from which a later session went on.
    """
    database.table("runs").create(
        {
            "id": int,
            "name": str,
            "status": str,
            "spec": str,
            "preset": str,
            "seed": int,
            "corpus": str,
            "corpus_fingerprint": str,
            "vocabulary": str,
            "vocabulary_fingerprint": str,
            "versions": str,
            "baselines": str,
            "device": str,
            "precision": str,
            "created": float,
            "started": float,
            "ended": float,
            "outcome": str,
            "message": str,
            "step": int,
            "total_steps": int,
            "tokens": int,
            "seconds_left": float,
            "sessions": int,
            "note": str,
            "starred": int,
            "deleted": float,
            "folder": str,
            "parent": int,
            "pid": int,
            "process_started": float,
            "host": str,
            "revision": int,
        },
        pk="id",
        not_null={"name", "status", "spec", "created", "step", "total_steps", "sessions", "starred", "revision"},
        defaults={"step": 0, "total_steps": 0, "sessions": 0, "starred": 0, "revision": 0, "tokens": 0, "note": ""},
    )
    database.table("runs").create_index(["name"], unique=True)
    for statement in _DETAIL_TABLES:
        database.execute(statement)


def share_prepared(database: Database) -> None:
    """How much of the corpus is prepared for a run, 0 to 1; NULL while nothing is being prepared."""
    database.execute("ALTER TABLE runs ADD COLUMN prepared REAL")


def mark_and_link(database: Database) -> None:
    """Tags (a JSON list) and hiding; where a run came from (JSON of :class:`workbench.store.records.Origin`) and a note
    on that; the last value of every metric, so that a list of runs need not look through their points; saved views."""
    for column in ("tags TEXT NOT NULL DEFAULT '[]'", "hidden INTEGER NOT NULL DEFAULT 0", "origin TEXT",
                   "origin_note TEXT NOT NULL DEFAULT ''"):  # fmt: skip
        database.execute(f"ALTER TABLE runs ADD COLUMN {column}")
    database.execute("CREATE INDEX runs_by_parent ON runs (parent)")
    database.execute(
        f"""CREATE TABLE last_values ({_RUN}, name TEXT NOT NULL, value REAL, PRIMARY KEY (run, name)) WITHOUT ROWID"""
    )
    fill_last_values(database)
    database.execute("CREATE TABLE views (name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID")


def fill_last_values(database: Database) -> None:
    """Find the last values of all runs, which :mod:`workbench.store.ingest` keeps up to date from then on."""
    database.execute(
        f"""INSERT INTO last_values (run, name, value) SELECT run, name, value FROM metrics
            WHERE id IN ({NEWEST_POINTS} GROUP BY run, name)"""
    )


#: The newest point of each metric that no later session replaced, still to be grouped by run and name.
NEWEST_POINTS = "SELECT max(id) FROM metrics WHERE lost = 0"


def queue_of_runs(database: Database) -> None:
    """Runs that wait to be trained one after another, and whether that is under way."""
    database.execute(
        "CREATE TABLE queue (run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE, place INTEGER)"
    )
    database.execute("CREATE TABLE queue_state (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), going INTEGER)")
    database.execute("INSERT INTO queue_state (only_one, going) VALUES (1, 0)")


def proof_of_runs(database: Database) -> None:
    """What came of repeating steps of a run (JSON of :class:`workbench.store.proof.Proof`)."""
    database.execute("ALTER TABLE runs ADD COLUMN proof TEXT")


def sweeps_of_runs(database: Database) -> None:
    """The name of the sweep that a run belongs to, empty for none. Before, only its note said it."""
    database.execute("ALTER TABLE runs ADD COLUMN sweep TEXT NOT NULL DEFAULT ''")
    database.execute("CREATE INDEX runs_by_sweep ON runs (sweep)")
    database.execute(
        """UPDATE runs SET sweep = note
            WHERE note != '' AND (name = note OR substr(name, 1, length(note) + 1) = note || '-')"""
    )


def words_of_messages(database: Database) -> None:
    """The messages of runs as texts (JSON of :func:`workbench.core.texts.text_data`), to be shown in any language; NULL
    where ``message`` alone says it, as in rows of before."""
    database.execute("ALTER TABLE runs ADD COLUMN words TEXT")


def kinds_of_runs(database: Database) -> None:
    """What a run is: a pretraining, a task that its ``parent`` is tried on, or weights that were loaded from a file."""
    database.execute("ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'pretraining'")


def corpora_of_stages(database: Database) -> None:
    """The fingerprints of the corpora that stages of a run name, by name (JSON); NULL where none does."""
    database.execute("ALTER TABLE runs ADD COLUMN stage_corpora TEXT")


def taken_from_queue(database: Database) -> None:
    """The run that was last taken from the queue to be trained, which may be cut off; NULL where there is none."""
    database.execute("ALTER TABLE queue_state ADD COLUMN taken INTEGER REFERENCES runs(id) ON DELETE SET NULL")


_RUN = "run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE"

#: AUTOINCREMENT keeps a number from being used again, on which following the newest points relies.
_DETAIL_TABLES = (
    f"""CREATE TABLE sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, {_RUN}, number INTEGER NOT NULL,
        start_step INTEGER NOT NULL, started REAL NOT NULL, ended REAL, outcome TEXT, device TEXT, precision TEXT)""",
    f"""CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, {_RUN}, session INTEGER NOT NULL,
        name TEXT NOT NULL, step INTEGER NOT NULL, tokens INTEGER NOT NULL, time REAL NOT NULL, value REAL,
        lost INTEGER NOT NULL DEFAULT 0)""",
    f"""CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, {_RUN}, session INTEGER NOT NULL,
        event TEXT NOT NULL, step INTEGER NOT NULL, time REAL NOT NULL, data TEXT NOT NULL)""",
    f"""CREATE TABLE checkpoints (id INTEGER PRIMARY KEY AUTOINCREMENT, {_RUN}, session INTEGER NOT NULL,
        step INTEGER NOT NULL, time REAL NOT NULL, path TEXT NOT NULL, UNIQUE (run, path))""",
    f"""CREATE TABLE commands (id INTEGER PRIMARY KEY AUTOINCREMENT, {_RUN}, command TEXT NOT NULL,
        time REAL NOT NULL, acknowledged REAL)""",
    "CREATE INDEX metrics_by_name ON metrics (run, name, step)",
    "CREATE INDEX events_by_run ON events (run)",
    "CREATE INDEX sessions_by_run ON sessions (run)",
    "CREATE INDEX commands_by_run ON commands (run, acknowledged)",
)

MIGRATIONS: tuple[Callable[[Database], None], ...] = (
    first_tables,
    share_prepared,
    mark_and_link,
    queue_of_runs,
    proof_of_runs,
    sweeps_of_runs,
    words_of_messages,
    kinds_of_runs,
    corpora_of_stages,
    taken_from_queue,
)


def bring_up_to_date(database: Database, keep_copy: Callable[[int], None]) -> None:
    """Take the steps that a file has not had; a file from a newer program is refused, never changed.

    ``keep_copy`` is told the version of a file that is about to be changed, and saves it as it is; no other process
    writes meanwhile. What it raises leaves the file as it was.
    """
    if _version(database) == len(MIGRATIONS):
        return
    database.conn.execute("BEGIN IMMEDIATE")  # two processes may open a new project at once: one of them waits here
    try:
        version = _version(database)
        if version > len(MIGRATIONS):
            raise WorkbenchError(
                mark("This project was made by a newer version of the program."),
                mark("Update the program, or choose another project folder."),
            )
        if version:
            keep_copy(version)
        for step in MIGRATIONS[version:]:
            step(database)
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        database.conn.rollback()
        raise
    database.conn.commit()


def _version(database: Database) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
