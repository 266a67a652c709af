"""How the engine is called, from source, packaged, and with another Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, SpecError, WorkbenchError
from workbench.core.paths import Project, program_root
from workbench.jobs.command import engine_command, program_argv
from workbench.jobs.settings import Settings, load_settings, save_settings, settings_file


def test_from_source() -> None:
    command = engine_command()
    assert command.with_arguments("engine", "x") == [sys.executable, "-m", "workbench", "engine", "x"]
    assert program_argv() == [sys.executable, "-m", "workbench"]
    assert command.environment["PYTHONPATH"].split(os.pathsep)[0] == str(program_root())


def test_packaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    window, console = tmp_path / "workbench", tmp_path / "workbench-engine"
    window.touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(window))
    assert engine_command().argv == (str(window),)
    console.touch()
    assert engine_command().argv == (str(console),)
    python = tmp_path / "python"
    python.touch()
    assert engine_command(Settings(engine_python=str(python))).argv == (str(python), "-m", "workbench")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    assert "LD_LIBRARY_PATH" not in engine_command(Settings(engine_python=str(python))).environment
    assert engine_command().environment["LD_LIBRARY_PATH"] == str(tmp_path)
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/mine")
    assert engine_command(Settings(engine_python=str(python))).environment["LD_LIBRARY_PATH"] == "/mine"


def test_another_python() -> None:
    assert engine_command(Settings(engine_python=sys.executable)).argv[0] == sys.executable
    with pytest.raises(ArgumentError, match="/no/python, is not there"):
        engine_command(Settings(engine_python="/no/python"))


def test_settings_are_kept_with_the_project(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    assert load_settings(project) == Settings()
    save_settings(project, Settings(engine_python="/usr/bin/蛇"))
    assert load_settings(project).engine_python == "/usr/bin/蛇"
    settings_file(project).write_text('{"engine_pyton": ""}', encoding="utf-8")
    with pytest.raises(SpecError, match="Did you mean “engine_python”"):
        load_settings(project)
    settings_file(project).write_text("{", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="can't be read"):
        load_settings(project)


def test_settings_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WorkbenchError, match="can't be written"):
        save_settings(Project(tmp_path / "file"), Settings())
