"""The border of the terminal: exit codes, one sentence instead of a traceback, streams that may be missing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

from workbench.cli import COMMANDS, main, make_parser


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_and_the_common_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    if "ACTION" not in shown.split("\n\n")[0]:  # commands of several actions take the options after the action
        assert "--project" in shown
        assert "--json" in shown


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
