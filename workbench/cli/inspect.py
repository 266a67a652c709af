"""``inspect`` and ``probe-server``: what the heads of a trained model look at."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from workbench.cli.arguments import add_overwrite, common_options, require_at_least, require_text, require_writable
from workbench.cli.output import print_json, print_line
from workbench.cli.project import project_with_runs
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.store.store import Store

NAMES = ("inspect", "probe-server")


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    inspect = commands.add_parser("inspect", parents=[common], help="attention of a text, as arrays")
    inspect.add_argument("key", metavar="RUN", help="name or number of a run")
    inspect.add_argument("--text", required=True, metavar="T", help="a text; [MASK] in it is a mask")
    inspect.add_argument("--pair", metavar="T2", help="a second text")
    inspect.add_argument("--checkpoint", type=int, metavar="STEP", help="the checkpoint of a step; else the newest")
    inspect.add_argument("--out", required=True, type=Path, metavar="F.npz", help="file for tokens and attention")
    add_overwrite(inspect)
    inspect.add_argument("--top", type=int, default=10, metavar="K", help="predictions for each mask")
    inspect.set_defaults(run=run_inspect)
    server = commands.add_parser(
        "probe-server", parents=[common_options("one answer")], help="answer JSON requests (for the window)"
    )
    server.add_argument("folder", type=Path, metavar="RUN_FOLDER")
    server.set_defaults(run=run_server)


def run_inspect(arguments: argparse.Namespace) -> int:
    """Write the arrays; print tokens and predictions."""
    for option, text in (("--text", arguments.text), ("--pair", arguments.pair)):
        if text is not None:
            require_text(option, text)
    require_at_least(1, "--top", arguments.top)
    require_writable(arguments.out, overwrite=arguments.overwrite)
    from workbench.probe.attention import inspect_text
    from workbench.probe.subject import load_subject

    with Store.open(project_with_runs(arguments)) as store:
        run = store.run(arguments.key)
    subject = load_subject(run.folder, arguments.checkpoint)
    inspection = inspect_text(subject, arguments.text, arguments.pair, top=arguments.top)
    inspection.save(arguments.out)
    summary = {
        "run": run.name,
        "step": subject.step,
        "tokens": list(inspection.tokens),
        "shape": list(inspection.attention.shape),
        "predictions": [prediction.as_dict() for prediction in inspection.predictions],
        "out": str(arguments.out),
    }
    if arguments.json:
        print_json(summary)
    else:
        print_summary(summary)
    return 0


def print_summary(summary: dict[str, Any]) -> None:
    """The same for a person."""
    translate = terminal_translate()
    layers, heads, count, _ = summary["shape"]
    print_line(" ".join(summary["tokens"]))
    template = mark(
        "{count} {count:token|tokens}, {layers} {layers:layer|layers}, {heads} {heads:head|heads}, checkpoint of step "
        "{step}: {out}"
    )
    values = {"count": count, "layers": layers, "heads": heads, "step": summary["step"], "out": summary["out"]}
    print_line(Text(template, values).render(translate))
    for prediction in summary["predictions"]:
        guesses = "  ".join(f"{guess['token']} {guess['probability']:.3f}" for guess in prediction["guesses"])
        print_line(f"{prediction['position']}: {guesses}")


def run_server(arguments: argparse.Namespace) -> int:
    """Answer requests from standard input until it closes."""
    from workbench.probe.serve import ProbeServer

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    lines = (line.decode("utf-8", "replace") for line in iter(sys.stdin.buffer.readline, b""))
    ProbeServer(arguments.folder).serve(lines, write, terminal_translate())
    return 0
