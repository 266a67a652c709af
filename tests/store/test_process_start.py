"""A run's process is known again after the clock was set."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import psutil
import pytest

from workbench.spec.run import RunSpec
from workbench.store.claims import alive
from workbench.store.process_start import age_of, started_at
from workbench.store.store import Store


@pytest.mark.parametrize("jump", [-86400.0, 86400.0, 5.0])
def test_setting_the_clock_makes_no_run_lost(
    store: Store, spec: RunSpec, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    run = store.create_run(spec)
    store.register_process(run)
    store.update(run, status="running")
    assert alive(store.run(run))
    if sys.platform == "linux":  # both are read by the clock as it is set
        created, boot = psutil.Process.create_time, psutil.boot_time
        monkeypatch.setattr(psutil.Process, "create_time", lambda self: created(self) + jump)
        monkeypatch.setattr(psutil, "boot_time", lambda: boot() + jump)
    assert alive(store.run(run))
    store.update(run, process_started=started_at(psutil.Process()) - 5.0)
    assert not alive(store.run(run)), "another process that had the number"


def test_the_age_of_a_process_is_exact() -> None:
    before = time.monotonic()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        age = age_of(psutil.Process(child.pid))
        assert -0.02 <= age <= time.monotonic() - before + 0.02, "the system counts in hundredths"
    finally:
        child.communicate(b"\n")


def test_a_process_began_after_the_one_that_started_it() -> None:
    assert started_at(psutil.Process()) >= started_at(psutil.Process(os.getpid()).parent() or psutil.Process())
