"""A writer that is killed at any moment loses at most its last moments, and damages nothing."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench.spec.run import RunSpec
from workbench.store.store import Store

ROOT = Path(__file__).resolve().parents[2]

#: Prints the number of a step and the moment before it records it.
WRITER = """
import sys, time
from pathlib import Path
from workbench.core.events import RunStarted, StepDone
from workbench.core.paths import Project
from workbench.store.recorder import Recorder
from workbench.store.store import Store
with Store.open(Project(Path(sys.argv[1]))) as store:
    recorder = Recorder(store, store.run(int(sys.argv[2])))
    recorder.record(RunStarted(run="r", step=0, time=time.time(), device="cpu", precision="fp32", total_steps=9,
        session=1))
    number = 0
    while True:
        number += 1
        now = time.time()
        sys.stdout.write(f"{number} {now}\\n")
        sys.stdout.flush()
        recorder.record(StepDone(run="r", step=number, time=now, loss=1.0, losses={}, lr=1.0,
            gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=1.0))
        time.sleep(0.001)
"""
LOST_SECONDS = 5.0


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_writer_loses_only_its_last_moments(store: Store, spec: RunSpec, tmp_path: Path, seed: int) -> None:
    run = store.create_run(spec)
    with (tmp_path / "told").open("wb") as told:
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(store.project.root), str(run.id)],
            cwd=ROOT, stdout=told, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        try:
            while not store.metric_names(run):
                assert writer.poll() is None
                time.sleep(0.01)
            time.sleep(random.Random(seed).uniform(0.1, 0.8))
        finally:
            writer.kill()
            writer.wait()
    lines = (tmp_path / "told").read_bytes().decode().splitlines()
    moments = {int(number): float(moment) for number, moment in (line.split() for line in lines)}
    with Store.open(store.project) as fresh:
        steps = fresh.series(run, "loss").steps.tolist()
        assert steps == list(range(1, len(steps) + 1)), "nothing in between is missing"
        assert moments[max(moments)] - moments[steps[-1]] < LOST_SECONDS
        assert fresh.final_values(run)["loss"] == 1.0
        assert fresh.check_integrity() == []
