"""Events become rows: points of metrics, the run's state, its sessions, checkpoints and log."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from workbench.core.events import (
    NOT_SAVED,
    CheckpointSaved,
    CorpusPreparing,
    EvalDone,
    EventBase,
    FeaturesComputing,
    MachineMeasured,
    RunEnded,
    RunStarted,
    StateChanged,
    StepDone,
    TaskEvaluated,
    Warned,
    event_to_json,
)
from workbench.store.records import Status
from workbench.store.rows import message_columns
from workbench.store.schema import NEWEST_POINTS

#: What :class:`MachineMeasured` may tell, as metrics ``machine/...``.
MACHINE = ("processor_use", "process_memory", "gpu_memory", "gpu_use", "gpu_temperature")
_ONLY_METRICS = (StepDone, CorpusPreparing, FeaturesComputing, MachineMeasured)  #: events that are no lines of the log


def points_of(event: EventBase) -> Iterator[tuple[str, float]]:
    """Metric names and values of an event: ``eval/...`` on the evaluation split, ``.../mlm`` for one objective, and
    ``task/...`` for one of several stages that take turns."""
    if isinstance(event, StepDone):
        yield "loss", event.loss
        yield from ((f"loss/{name}", value) for name, value in event.losses.items())
        yield from ((f"task/{name}", value) for name, value in event.tasks.items())
        yield from ((f"accuracy/{name}", value) for name, value in event.accuracies.items())
        yield "lr", event.lr
        yield "gradient_norm", event.gradient_norm
        yield "tokens_per_s", event.tokens_per_s
        yield "memory", float(event.memory_bytes)
        if event.elapsed is not None:
            yield "elapsed", event.elapsed
        if event.epoch is not None:
            yield "epoch", event.epoch
    elif isinstance(event, EvalDone):
        yield "eval/loss", event.loss
        yield from ((f"eval/loss/{name}", value) for name, value in event.losses.items())
        yield from ((f"eval/task/{name}", value) for name, value in event.tasks.items())
        yield "eval/perplexity", event.perplexity
        if event.bits_per_character is not None:
            yield "eval/bits_per_character", event.bits_per_character
        yield from ((f"eval/accuracy/{name}", value) for name, value in event.accuracies.items())
        yield from ((f"eval/accuracy/mlm/{kind}", value) for kind, value in event.unit_accuracies.items())
        yield from ((f"eval/whole/mlm/{kind}", value) for kind, value in event.whole_units.items())
    elif isinstance(event, TaskEvaluated):
        yield "eval/loss", event.loss
        yield "eval/score", event.score
    elif isinstance(event, MachineMeasured):
        for name in MACHINE:
            if (measured := getattr(event, name)) is not None:
                yield f"machine/{name}", float(measured)


def write_events(database: Database, run: int, folder: Path, events: Iterable[EventBase]) -> None:
    """Write a batch of one run's events in order, within the caller's transaction."""
    session = int(database.execute("SELECT sessions FROM runs WHERE id = ?", [run]).fetchone()[0])
    rows: list[tuple[Any, ...]] = []
    changed: dict[str, Any] = {}
    for event in events:
        if isinstance(event, RunStarted):
            _insert_points(database, rows)
            session = _begin_session(database, run, event)
        rows.extend(
            (run, session, name, event.step, event.tokens, event.time, None if math.isnan(value) else value)
            for name, value in points_of(event)
        )
        if not isinstance(event, _ONLY_METRICS):
            _log(database, run, session, event)
        if isinstance(event, CheckpointSaved):
            _add_checkpoint(database, run, session, folder, event)
        elif isinstance(event, RunEnded):
            _end_session(database, run, session, event)
        changed.update(_state_of(event))
    _insert_points(database, rows)
    if changed:  # once a batch: a row holds the whole spec
        update_run(database, run, changed)


def _insert_points(database: Database, rows: list[tuple[Any, ...]]) -> None:
    database.conn.executemany(
        "INSERT INTO metrics (run, session, name, step, tokens, time, value) VALUES (?, ?, ?, ?, ?, ?, ?)", rows
    )
    newest = {(run, name): value for run, _session, name, _step, _tokens, _time, value in rows}
    database.conn.executemany(
        "INSERT INTO last_values (run, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        [(run, name, value) for (run, name), value in newest.items()],
    )
    rows.clear()


def _begin_session(database: Database, run: int, event: RunStarted) -> int:
    """A new session; points that an earlier one made after the step where this one begins are kept, but hidden."""
    lost = database.execute("UPDATE metrics SET lost = 1 WHERE run = ? AND step > ? AND lost = 0", [run, event.step])
    if lost.rowcount:
        _find_last_values(database, run)
    sessions, started = database.execute("SELECT sessions, started FROM runs WHERE id = ?", [run]).fetchone()
    number = int(sessions) + 1
    update_run(database, run, {"sessions": number, "started": event.time if started is None else started})
    database.table("sessions").insert(
        {
            "run": run,
            "number": number,
            "start_step": event.step,
            "started": event.time,
            "device": event.device,
            "precision": event.precision,
        }
    )
    return number


def _find_last_values(database: Database, run: int) -> None:
    """Look for the last values anew, after points were replaced."""
    database.execute("DELETE FROM last_values WHERE run = ?", [run])
    database.execute(
        f"""INSERT INTO last_values (run, name, value) SELECT run, name, value FROM metrics
            WHERE id IN ({NEWEST_POINTS} AND run = ? GROUP BY name)""",
        [run],
    )


def _end_session(database: Database, run: int, session: int, event: RunEnded) -> None:
    database.execute(
        "UPDATE sessions SET ended = ?, outcome = ? WHERE run = ? AND number = ?",
        [event.time, event.outcome.value, run, session],
    )


def _log(database: Database, run: int, session: int, event: EventBase) -> None:
    kind = str(getattr(event, "event"))  # noqa: B009 - every kind of event has it, their base has not
    row = {"run": run, "session": session, "event": kind, "step": event.step, "time": event.time}
    database.table("events").insert({**row, "data": event_to_json(event)})


def _add_checkpoint(database: Database, run: int, session: int, folder: Path, event: CheckpointSaved) -> None:
    path = Path(event.path)
    inside = path.relative_to(folder) if path.is_relative_to(folder) else path
    row = {"run": run, "session": session, "step": event.step, "time": event.time, "path": inside.as_posix()}
    database.execute("DELETE FROM checkpoints WHERE run = ? AND path = ?", [run, row["path"]])
    database.table("checkpoints").insert(row)


def _state_of(event: EventBase) -> dict[str, Any]:
    """What an event changes in the run's own row."""
    place = {"step": event.step, "tokens": event.tokens}
    if isinstance(event, RunStarted):
        return {
            **place,
            "status": Status.RUNNING.value,
            "ended": None,
            "outcome": "",
            **message_columns(None),
            "prepared": None,
            "device": event.device,
            "precision": event.precision,
            "total_steps": event.total_steps,
            "baselines": event.baselines,
        }
    if isinstance(event, StepDone):
        return {**place, "seconds_left": event.seconds_left if math.isfinite(event.seconds_left) else None}
    if isinstance(event, CorpusPreparing):
        return {"prepared": event.fraction}
    if isinstance(event, FeaturesComputing):
        return {**place, "prepared": event.fraction if event.fraction < 1 else None}
    if isinstance(event, StateChanged):
        return {"status": event.state}
    if isinstance(event, Warned) and event.kind == NOT_SAVED:
        return message_columns(event.words)  # why the run is paused
    if isinstance(event, CheckpointSaved):
        return message_columns(None)
    if isinstance(event, RunEnded):
        outcome = event.outcome.value
        ended = {"ended": event.time, "outcome": outcome, "status": outcome, "seconds_left": None, "prepared": None}
        return {**place, **ended, **message_columns(event.said)}
    return {}


def update_run(database: Database, run: int, values: dict[str, Any]) -> None:
    """Change columns of a run's row; its revision tells followers. A message that comes without words replaces those
    that there were."""
    if "message" in values:
        values = {"words": None, **values}
    row = database.execute("SELECT revision FROM runs WHERE id = ?", [run]).fetchone()
    database.table("runs").update(run, {**values, "revision": row[0] + 1})
