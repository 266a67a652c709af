"""A project with a run, and stand-ins for the engine: small scripts that live, die or answer as told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.jobs.command import EngineCommand, engine_command
from workbench.spec.presets import load_preset
from workbench.store.records import Run
from workbench.store.store import Store


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project in a folder with spaces and Chinese characters."""
    return Project(tmp_path / "项目 one").create()


@pytest.fixture
def store(project: Project) -> Iterator[Store]:
    """Its open store."""
    with Store.open(project) as opened:
        yield opened


@pytest.fixture
def run(store: Store) -> Run:
    """A run that nobody has started."""
    return store.create_run(load_preset("bert-tiny"))


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Makes a script the engine; it gets the arguments that the engine would get."""

    def use(script: str) -> None:
        path = tmp_path / "engine.py"
        path.write_text(script, encoding="utf-8")
        command = EngineCommand((sys.executable, str(path)), engine_command().environment)
        monkeypatch.setattr("workbench.jobs.process.engine_command", lambda settings: command)

    return use
