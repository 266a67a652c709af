"""Fixtures for all tests: a home of their own, an empty project, a stand-in for the engine, and the real corpora."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from workbench.core.paths import Project
from workbench.jobs.command import EngineCommand, engine_command
from workbench.store.store import Store

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if "CI" not in os.environ:  # there, hypothesis draws the same examples each time, without a deadline
    settings.register_profile("tests", deadline=None)  # how long an example takes says nothing on a busy machine
    settings.load_profile("tests")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings and projects of the person who runs it; texts come in English."""
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(home))
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)


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
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Makes a script the engine of runs; it gets the arguments that the engine would get."""

    def use(script: str) -> None:
        path = tmp_path / "engine.py"
        path.write_text(script, encoding="utf-8")
        command = EngineCommand((sys.executable, str(path)), engine_command().environment)
        monkeypatch.setattr("workbench.jobs.process.engine_command", lambda settings: command)

    return use


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real corpora, which lie beside the repository on some machines only."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip("the real corpora are not on this machine")
    return folder
