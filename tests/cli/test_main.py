"""The border of the terminal: exit codes, one sentence instead of a traceback, streams that may be missing."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.cli import COMMANDS, calm_warnings, main, make_parser
from workbench.cli.output import print_table


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_and_the_common_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    if "ACTION" not in shown.split("\n\n")[0]:  # commands of several actions take the options after the action
        assert "--project" in shown
        assert "--json" in shown


def test_torch_warns_of_nothing_in_the_processes_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those that torchrun starts, each of which would warn of DDP's search for parameters without a gradient."""
    monkeypatch.setenv("TORCH_CPP_LOG_LEVEL", "")
    monkeypatch.delenv("TORCH_CPP_LOG_LEVEL")
    calm_warnings()
    assert "TORCH_CPP_LOG_LEVEL" not in os.environ, "alone, all is said"
    for name, value in {"MASTER_ADDR": "h", "RANK": "0", "WORLD_SIZE": "2", "LOCAL_RANK": "0"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    calm_warnings()
    assert os.environ["TORCH_CPP_LOG_LEVEL"] == "ERROR"


def json_helps(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, str]]:
    """Each command, as ``runs metrics``, and what its help says of ``--json``."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, below in action.choices.items():
                yield from json_helps(below, f"{name} {word}".strip())
        elif "--json" in action.option_strings:
            yield name, str(action.help)


RUNS_ACTIONS = (
    "delete",
    "restore",
    "purge",
    "star",
    "unstar",
    "tag",
    "hide",
    "unhide",
    "pause",
    "go-on",
    "save",
    "stop",
)  #: several runs at once


def test_the_help_says_which_commands_print_json_lines() -> None:
    helps = dict(json_helps(make_parser()))
    lines = {name: text for name, text in helps.items() if text != "print one JSON document"}
    assert lines == {
        "mask": "print JSON lines, one passage a line",
        "replay": "print JSON lines, one passage a line",
        "train": "print JSON lines, one event a line",
        "resume": "print JSON lines, one event a line",
        "launch": "print JSON lines, one event a line",
        "engine": "print JSON lines, one event a line",
        "runs metrics": "print JSON lines, one point a line",
        **{f"runs {name}": "print JSON lines, one run a line" for name in RUNS_ACTIONS},
        "runs probes": "print JSON lines, one evaluation a line",
        "sweep": "print JSON lines, one event a line",
        "queue work": "print JSON lines, one event a line",
        "prove": "print JSON lines, progress now and then and at last the verdict, one a line",
        "probe": "print JSON lines, one event a line",
        "probe-server": "print JSON lines, one answer a line",
    }
    assert {"corpus export", "lists mine", "describe", "audit"} <= set(helps)


def test_the_help_names_the_windows_options_and_pages(capsys: pytest.CaptureFixture[str]) -> None:
    from workbench.gui.panels.registry import PAGES

    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    for wanted in ("--language", "--theme", "--open", "--project", *(page.name for page in PAGES)):
        assert wanted in shown


@pytest.mark.parametrize("arguments", [["--language=zh"], ["--theme", "dark"], []])
def test_options_of_the_window_open_it(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    seen: list[list[str]] = []

    def run(given: list[str]) -> int:
        seen.append(given)
        return 0

    monkeypatch.setattr("workbench.gui.app.run_window", run)
    assert main(arguments) == 0
    assert seen == [arguments]


def test_an_unknown_command_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trian"]) == 2
    assert "train" in capsys.readouterr().err


def test_a_fault_of_the_program_is_one_sentence_and_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_arguments: argparse.Namespace) -> int:
        raise RuntimeError("the cable is loose")

    parser = make_parser("presets")
    monkeypatch.setattr("workbench.cli.make_parser", lambda _name: parser)
    parser.parse_args(["presets"])
    monkeypatch.setattr(parser, "parse_args", lambda _argv: argparse.Namespace(run=broken, json=False))
    assert main(["presets"]) == 1
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert "RuntimeError: the cable is loose" in error
    log = Path(error.strip().rpartition(" in ")[2].rstrip("."))
    assert "Traceback" in log.read_text(encoding="utf-8")


def test_commands_work_without_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["presets"]) == 0
    sys.stdout.close()
    sys.stderr.close()


def test_columns_of_chinese_stand_under_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("词", "n"), [("北京大学", 1), ("ab", 22)])
    assert capsys.readouterr().out == "词        n\n北京大学  1\nab        22\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_the_window_without_a_display_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 1
    assert capsys.readouterr().err.startswith("There is no display")


@pytest.mark.skipif(
    sys.platform == "win32",
    reason="Windows tells of a closed pipe by another error, and no command line there closes one",
)
def test_a_reader_that_goes_away_is_no_complaint() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    argv = [sys.executable, "-m", "workbench", "presets", "--json"]
    with os.fdopen(writer, "wb") as output:
        ended = subprocess.run(argv, stdout=output, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"")
