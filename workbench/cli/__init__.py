"""The terminal: one module a command, each importing only what it needs.

A command module has ``NAMES`` (its sub-commands), ``add(subparsers)`` and handlers ``(Namespace) -> int`` set as
``run`` of its parsers. Exit codes: 0 done, 1 error, 2 bad spec or arguments, 3 stopped.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from workbench import __version__
from workbench.cli.output import print_error, print_fault
from workbench.core.errors import WorkbenchError
from workbench.core.paths import default_project

#: Command name -> the module that serves it.
COMMANDS: dict[str, str] = {
    "import": "workbench.cli.corpus",
    "corpus": "workbench.cli.corpus",
    "vocabulary": "workbench.cli.vocabulary",
    "mask": "workbench.cli.mask",
    "audit": "workbench.cli.audit",
    "presets": "workbench.cli.describe",
    "describe": "workbench.cli.describe",
    "train": "workbench.cli.train",
    "resume": "workbench.cli.train",
    "engine": "workbench.cli.engine",
    "runs": "workbench.cli.runs",
    "inspect": "workbench.cli.inspect",
    "probe-server": "workbench.cli.inspect",
    "devices": "workbench.cli.devices",
    "selftest": "workbench.cli.selftest",
    "sample": "workbench.cli.sample",
    "bench": "workbench.cli.bench",
}


DESCRIPTION = "Design masks for BERT-like models, train them, look inside. Without a command it opens the window."

#: Options that open the window when no command is named.
WINDOW_OPTIONS = frozenset({"--project", "--language", "--theme", "--open", "--check-window"})


def common_options() -> argparse.ArgumentParser:
    """Options that every command takes."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--project", type=Path, default=None, metavar="DIR", help="project folder")
    common.add_argument("--json", action="store_true", help="print JSON")
    return common


def make_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser; with ``only``, no more modules are imported than that command needs."""
    parser = argparse.ArgumentParser(prog="workbench", description=DESCRIPTION)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    wanted = [COMMANDS[only]] if only in COMMANDS else sorted(set(COMMANDS.values()))
    for module in wanted:
        importlib.import_module(module).add(commands, common_options())
    return parser


def ensure_streams() -> None:
    """Give a windowed program, which has none, streams that swallow output; write UTF-8 on all others."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def main(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code."""
    ensure_streams()
    arguments = list(argv)
    if not arguments or arguments[0] in WINDOW_OPTIONS:
        from workbench.gui.app import run_window

        return run_window(arguments)
    parser = make_parser(arguments[0])
    parsed = parser.parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        return code
    except WorkbenchError as error:
        return print_error(error, as_json=parsed.json)
    except KeyboardInterrupt:
        return 3
    except BrokenPipeError:
        return 1
    except Exception:  # noqa: BLE001 - the border of the process
        return print_fault(traceback.format_exc(), default_project().parent / "faults.log")
