"""The self-test, under the conditions that a packaged program meets."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import pytest

from workbench.cli import main, selftest
from workbench.cli.selftest import CHECKS
from workbench.core.paths import default_project


@pytest.fixture(autouse=True)
def _strange_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home with Chinese characters and spaces, another working directory, one thread, and no window's library."""
    home = tmp_path / "用户 名字"
    home.mkdir()
    for variable in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(variable, str(home))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "PySide6"]:
        monkeypatch.delitem(sys.modules, name)


def test_every_check_passes_without_a_network_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert main(["selftest", "--device", "cpu", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["checks"].keys() == CHECKS.keys()
    assert list(default_project().parent.iterdir()) == []


def test_without_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["selftest", "--device", "cpu"]) == 0
    for name in ("stdout", "stderr"):
        getattr(sys, name).close()


def test_engines_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "--device", "cpu", "--workers", "1"]) == 0
    assert "workers: ok, 1 engines" in capsys.readouterr().out


def test_a_failed_check_is_one_sentence_that_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selftest, "WORDS", ["other"])
    assert main(["selftest"]) == 1
    assert "The sentence was cut into 他 住 在" in capsys.readouterr().err


def test_an_unknown_device_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "--device", "gpu"]) == 2
    assert "Known: auto, cpu, cuda, mps" in capsys.readouterr().err
