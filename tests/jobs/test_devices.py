"""The engine says which devices there are."""

from __future__ import annotations

import os
import sys

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.jobs.command import EngineCommand
from workbench.jobs.devices import DeviceRow, engine_devices


def answering(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Makes a line of Python the engine."""
    command = EngineCommand((sys.executable, "-c", code), dict(os.environ))
    monkeypatch.setattr("workbench.jobs.devices.engine_command", lambda settings: command)


def test_devices_are_asked_of_the_engine(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    row = '{"name": "cuda:0", "title": "GPU", "memory_bytes": 8}'
    answering(monkeypatch, f"import sys; assert sys.argv[1:] == ['devices', '--json']; print('[{row}]')")
    assert engine_devices(project) == [DeviceRow("cuda:0", "GPU", 8)]


@pytest.mark.parametrize("code", ["raise SystemExit(1)", "print('[{}]')", "print('no json')"])
def test_an_engine_that_does_not_answer(project: Project, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    answering(monkeypatch, code)
    with pytest.raises(WorkbenchError, match="does not say"):
        engine_devices(project)


def test_the_kind_is_the_name_without_its_number() -> None:
    assert [DeviceRow(name, "", 0).kind for name in ("cuda:1", "cpu", "mps")] == ["cuda", "cpu", "mps"]
