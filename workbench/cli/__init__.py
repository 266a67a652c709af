"""The terminal: one module a command, each importing only what it needs.

A command module has ``NAMES`` (its sub-commands), ``add(subparsers)`` and handlers ``(Namespace) -> int`` set as
``run`` of its parsers. Exit codes: 0 done, 1 error, 2 bad spec or arguments, 3 stopped.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import os
import sys
import traceback
from collections.abc import Sequence

from workbench import __version__
from workbench.cli.arguments import Parser, common_options
from workbench.cli.output import forget_output, print_error, print_fault
from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import default_project
from workbench.core.texts import mark
from workbench.jobs.group import membership

#: Command name -> the module that serves it.
COMMANDS: dict[str, str] = {
    "import": "workbench.cli.corpus",
    "corpus": "workbench.cli.corpus",
    "vocabulary": "workbench.cli.vocabulary",
    "lists": "workbench.cli.lists",
    "units": "workbench.cli.units",
    "mask": "workbench.cli.mask",
    "audit": "workbench.cli.audit",
    "presets": "workbench.cli.describe",
    "describe": "workbench.cli.describe",
    "train": "workbench.cli.train",
    "resume": "workbench.cli.train",
    "launch": "workbench.cli.launch",
    "sweep": "workbench.cli.sweep",
    "queue": "workbench.cli.sweep",
    "engine": "workbench.cli.engine",
    "runs": "workbench.cli.runs",
    "project": "workbench.cli.project_care",
    "replay": "workbench.cli.replay",
    "prove": "workbench.cli.prove",
    "export": "workbench.cli.export",
    "load": "workbench.cli.load",
    "inspect": "workbench.cli.inspect",
    "probe": "workbench.cli.probe",
    "probe-server": "workbench.cli.inspect",
    "devices": "workbench.cli.devices",
    "selftest": "workbench.cli.selftest",
    "sample": "workbench.cli.sample",
    "bench": "workbench.cli.bench",
    "call": "workbench.cli.call",
}


DESCRIPTION = "Design masks for BERT-like models, train them, look inside. Without a command it opens the window."

#: Options that open the window when no command is named.
WINDOW_OPTIONS = frozenset({"--project", "--language", "--theme", "--open", "--check-window"})

WINDOW_HELP = """\
options of the window (without a command):
  --project DIR         project folder
  --language {en,zh}    language of the window
  --theme {system,light,dark}
                        colours of the window
  --open PAGE           page to begin on: corpus, vocabulary, masking, model, training, runs, inspector"""


def make_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser; with ``only``, no more modules are imported than that command needs."""
    parser = Parser(
        prog="workbench",
        description=DESCRIPTION,
        epilog=WINDOW_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
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


def calm_threads() -> None:
    """Have torch's threads sleep, not spin, while they wait for each other; to be called before torch is loaded.

    OpenMP reads the variable once, when its library is loaded, and children inherit it. On two cores, medians of
    alternating rounds, a training step of 32 x 128 tokens takes beside busy processes 710 instead of 1,870 ms (two
    layers of 128) and 1,570 instead of 5,580 ms (four of 256); alone 327 instead of 330 and 842 instead of 864 ms.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def calm_warnings() -> None:
    """Leave out what torch's C++ says beside errors, where this is one of several processes of a run: each would warn
    that no parameter was unused, in a run where in some steps one is. To be called before torch is loaded."""
    if membership() is not None:
        os.environ.setdefault("TORCH_CPP_LOG_LEVEL", "ERROR")


def _run_window(arguments: Sequence[str]) -> int:
    """Open the window; without a display Qt would end the process with five lines of its own."""
    wants_display = os.environ.get("QT_QPA_PLATFORM", "xcb").partition(":")[0] in ("xcb", "wayland")
    if sys.platform.startswith("linux") and wants_display:
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            raise WorkbenchError(
                mark("There is no display to open the window on."),
                mark("All commands work without one; see “workbench --help”."),
            )
    gc.disable()  # what is loaded stays; to look through it for garbage would take a tenth of the start
    import workbench.spec.presets
    import workbench.store.store  # noqa: F401 - PySide6 reads the source of all that is loaded after it
    from workbench.gui.app import run_window

    return run_window(arguments)


def main(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code."""
    ensure_streams()
    calm_threads()
    calm_warnings()
    arguments = list(argv)
    try:
        if not arguments or arguments[0].partition("=")[0] in WINDOW_OPTIONS:
            return _run_window(arguments)
        parsed = make_parser(arguments[0]).parse_args(arguments)
        code: int = parsed.run(parsed)
        sys.stdout.flush()  # a reader that has gone shows here, not when the interpreter ends
        return code
    except WorkbenchError as error:
        return print_error(error, as_json="--json" in arguments)
    except KeyboardInterrupt:
        # Interrupted in a text that is executed, as dataclasses do while they load, Python would end by the signal and
        # not by our code, though it was caught; the next text that is executed makes it forget.
        exec("")
        return print_error(StoppedError(mark("Stopped.")), as_json="--json" in arguments)
    except BrokenPipeError:
        forget_output()
        return 1
    except Exception:  # noqa: BLE001 - the border of the process
        return print_fault(traceback.format_exc(), default_project().parent / "faults.log")
