"""``workbench export``: a run's weights as a folder that transformers reads."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from workbench.cli.output import print_json, print_line, print_text
from workbench.cli.project import project_with_runs
from workbench.core.names import readable
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate

NAMES = ("export",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser(
        "export",
        parents=[common],
        help="write a run's weights as a folder that Hugging Face's transformers reads",
        description="Writes config.json, model.safetensors and tokenizer files.",
    )
    parser.add_argument("key", metavar="RUN", help="name or number of a run")
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make")
    parser.add_argument("--checkpoint", type=int, metavar="STEP", help="the checkpoint of a step; else the newest")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the folder, and say what is in it."""
    from workbench.model.exchange.exporting import export_checkpoint

    project = project_with_runs(arguments)
    done = export_checkpoint(project, arguments.key, arguments.folder, arguments.checkpoint)
    notes = [note.render(terminal_translate()) for note in done.notes]
    written = [
        {"folder": readable(str(one.folder)), "architecture": one.architecture, "tensors": one.tensors}
        for one in done.written
    ]
    if arguments.json:
        folder = readable(str(done.folder))
        print_json({"folder": folder, "checkpoint": done.checkpoint, "written": written, "notes": notes})
        return 0
    for one in written:
        print_text(
            mark("{checkpoint} is in {folder}, {tensors:,} {tensors:tensor|tensors} for {architecture}."),
            checkpoint=done.checkpoint,
            **one,
        )
    for note in notes:
        print_line(note)
    return 0
