"""A store as a year of work leaves it, and a writer that keeps adding points."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

from workbench.core.events import Outcome, RunEnded, RunStarted, StepDone
from workbench.core.paths import Project
from workbench.core.progress import Cancelled
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.recorder import Recorder
from workbench.store.store import Store

_PRESETS = ("bert-tiny", "roberta-tiny", "bert-small")
_RATES = (0.1, 0.15, 0.2, 0.3, 0.4)
_DAY = 86_400.0
#: A step has so many points: loss and one objective, rate, norm, speed, memory.
POINTS_A_STEP = 6


def fill_store(project: Project, runs: int, points: int) -> None:
    """``runs`` runs that have ended, each with ``points`` points of its loss."""
    with Store.open(project) as store:
        for number in range(runs):
            preset = _PRESETS[number % len(_PRESETS)]
            changes = [f"seed={number % 7}", f"stages.0.masking.rate={_RATES[number % len(_RATES)]}"]
            spec = apply_overrides(load_preset(preset), [*changes, "corpus=news", "vocabulary=characters"])
            with store.transaction():
                run = store.create_run(spec, name=f"{preset}-{number:04d}")
                begin = run.created - _DAY * (runs - number)
                store.record(run, [_started(run.name, begin, points)])
                store.database.conn.executemany(
                    """INSERT INTO metrics (run, session, name, step, tokens, time, value)
                        VALUES (?, 1, 'loss', ?, ?, ?, ?)""",
                    _points(run.id, points, begin),
                )
                ended = RunEnded(
                    run=run.name, step=points, tokens=4096 * points, time=begin + points, outcome=Outcome.DONE
                )
                store.record(run, [_step(run.name, points, begin + points), ended])


def _started(name: str, moment: float, steps: int) -> RunStarted:
    return RunStarted(run=name, step=0, time=moment, device="cpu", precision="fp32", total_steps=steps, session=1)


def _points(run: int, count: int, begin: float) -> Iterator[tuple[int, int, int, float, float]]:
    for step in range(1, count):
        yield run, step, 4096 * step, begin + step, _loss(step) + run % 10 / 10


def _loss(step: int) -> float:
    return 4 + 5 * math.exp(-step / 800) + 0.2 * math.sin(step * 12.9898)


def _step(name: str, step: int, moment: float) -> StepDone:
    loss = _loss(step)
    return StepDone(
        run=name, step=step, tokens=4096 * step, time=moment, loss=loss, losses={"mlm": loss}, lr=1e-4,
        gradient_norm=1.0, tokens_per_s=5000.0, memory_bytes=1 << 28, seconds_left=60.0,
    )  # fmt: skip


def start_live_run(project: Project) -> int:
    """The number of a new run for :func:`write_live`."""
    with Store.open(project) as store:
        return store.create_run(load_preset("bert-tiny"), name="live").id


def write_live(root: Path, number: int, seconds: float, points_per_second: int, cancelled: Cancelled) -> int:
    """Record steps of a run at this rate, as an engine does; returns how many points were recorded."""
    with Store.open(Project(root)) as store:
        run = store.run(number)
        store.register_process(run)
        recorder = Recorder(store, run)
        begin, step = time.time(), 0
        recorder.record(_started(run.name, begin, round(seconds * points_per_second / POINTS_A_STEP)))
        while (passed := time.time() - begin) < seconds and not cancelled():
            while step * POINTS_A_STEP < passed * points_per_second:
                step += 1
                recorder.record(_step(run.name, step, time.time()))
            time.sleep(0.005)
        recorder.record(RunEnded(run=run.name, step=step, time=time.time(), outcome=Outcome.DONE))
        recorder.close()
    return step * POINTS_A_STEP
