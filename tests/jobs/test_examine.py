"""An engine is looked at before it is kept: what it has, or in one sentence what is wrong with it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from workbench import __version__
from workbench.core.errors import ArgumentError
from workbench.jobs.devices import DeviceRow
from workbench.jobs.examine import EngineReport, examine_engine, interpreter_at
from workbench.jobs.settings import Settings

DEVICES = [{"name": "cuda:0", "title": "GPU", "memory_bytes": 8}]
GOOD = {"python": [3, 12, 1], "torch": "2.13.0+cu126", "workbench": __version__}


def fake_python(tmp_path: Path, says: object, code: int = 0) -> Settings:
    """Settings with a program that answers the question for its packages, and then the one for its devices."""
    path = tmp_path / "蛇 python"
    answer = says if isinstance(says, str) else json.dumps(says)
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"if sys.argv[1] == '-':\n    sys.stdin.read()\n    print({answer!r})\n    sys.exit({code})\n"
        f"assert sys.argv[1:] == ['-m', 'workbench', 'devices', '--json']\nprint({json.dumps(DEVICES)!r})\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return Settings(engine_python=str(path))


def test_the_built_in_engine_and_the_same_python_named_agree() -> None:
    built_in = examine_engine(Settings())
    assert built_in.devices[-1].kind == "cpu"
    assert examine_engine(Settings(engine_python=sys.executable)) == built_in


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script with a first line for Unix")
class TestAnotherPython:
    def test_what_it_has(self, tmp_path: Path) -> None:
        settings = fake_python(tmp_path, GOOD)
        wanted = EngineReport(settings.engine_python, "3.12.1", "2.13.0+cu126", (DeviceRow("cuda:0", "GPU", 8),))
        assert examine_engine(settings) == wanted

    @pytest.mark.parametrize(
        ("says", "sentence"),
        [
            ({"python": [3, 9, 2]}, r"has version 3\.9\.2; this program needs 3\.11 or newer"),
            (
                {"python": [3, 12, 1], "missing": "torch", "problem": "ModuleNotFoundError: No module named 'torch'"},
                r"lacks the package torch\. Install it there: .*蛇 python -m pip install torch$",
            ),
            ({"python": [3, 12, 1], "missing": "workbench", "problem": "…"}, r"not installed .* -m pip install -e \.$"),
            ({"python": [3, 12, 1], "missing": None, "problem": "OSError: bad."}, "be loaded: OSError: bad. Mend"),
            ({**GOOD, "workbench": "0.0"}, f"has version 0.0 of this program; the window has {__version__}"),
            ("hello", "does not start: it is no Python"),
            ("", "does not start: it is no Python"),
        ],
    )  # fmt: skip
    def test_what_is_wrong(self, tmp_path: Path, says: object, sentence: str) -> None:
        with pytest.raises(ArgumentError, match=sentence):
            examine_engine(fake_python(tmp_path, says))

    def test_one_that_fails(self, tmp_path: Path) -> None:
        with pytest.raises(ArgumentError, match="does not start: exit code 5"):
            examine_engine(fake_python(tmp_path, GOOD, code=5))

    def test_one_that_can_not_be_run(self, tmp_path: Path) -> None:
        path = tmp_path / "text"
        path.touch()
        with pytest.raises(ArgumentError, match="does not start: Permission denied"):
            examine_engine(Settings(engine_python=str(path)))


def test_where_a_python_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    assert interpreter_at("  ") == ""
    assert interpreter_at(f" {tmp_path} ") == str(python)
    assert interpreter_at(str(python)) == str(python)
    assert interpreter_at(str(python.parent)) == str(python.parent), "a folder without a Python is named as it is"
    monkeypatch.setattr("workbench.jobs.examine.shutil.which", lambda name: "/found/" + name)
    assert interpreter_at("python3") == "/found/python3"
    monkeypatch.setattr("workbench.jobs.examine.shutil.which", lambda name: None)
    assert interpreter_at("python3") == "python3"
