"""``workbench load``: a checkpoint folder that transformers wrote becomes a run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from workbench.cli.output import print_json, print_line, print_text
from workbench.cli.project import project_of
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.store.load_report import KINDS, LoadReport, names_of, report_data

NAMES = ("load",)

_MOST_NAMES = 10  #: of tensors of a kind, told to a person


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser(
        "load",
        parents=[common],
        help="load a checkpoint folder that Hugging Face's transformers wrote as a run",
        description="The run can be looked into, started from, compared and exported; it is not trained itself.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder with config.json, weights and tokenizer files")
    parser.add_argument("--name", default="", metavar="R", help="name of the run")
    parser.add_argument("--vocabulary", default="", metavar="V", help="a vocabulary instead of the tokenizer files")
    parser.add_argument("--accept-missing", action="store_true", help="draw weights of the body that are missing anew")
    parser.add_argument("--check", action="store_true", help="only say what would be loaded")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Load and print the report."""
    if not arguments.check and not arguments.name:
        raise ArgumentError(mark("The run has no name."), mark("Give one with --name."))
    from workbench.model.exchange.loading import examine_checkpoint, load_checkpoint
    from workbench.text.vocabulary import find_vocabulary

    project = project_of(arguments)
    if arguments.check:
        other = find_vocabulary(project, arguments.vocabulary) if arguments.vocabulary else None
        examined = examine_checkpoint(arguments.folder, other)
        _print(examined.report, {"vocabulary": examined.vocabulary.size}, as_json=arguments.json)
        return 0
    made, report = load_checkpoint(
        project.create(),
        arguments.folder,
        arguments.name,
        accept_missing=arguments.accept_missing,
        vocabulary=arguments.vocabulary,
    )
    _print(report, {"run": made.name, "number": made.id}, as_json=arguments.json)
    return 0


def _print(report: LoadReport, about: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json({**about, "report": report_data(report)})
        return
    print_text(
        mark("{architecture} ({family}) from {folder}"),
        architecture=report.architecture or "?",
        family=report.family,
        folder=report.folder,
    )
    translate = terminal_translate()
    for kind, title in KINDS.items():
        names = names_of(report, kind)
        if kind == "loaded" or names:
            print_line(f"{translate(title)}: {len(names):,}")
        if kind not in ("loaded", "tied", "ignored"):
            for name in names[:_MOST_NAMES]:
                print_line(f"  {name}")
            if len(names) > _MOST_NAMES:
                print_line(f"  … {len(names) - _MOST_NAMES:,}")
    if "run" in about:
        print_text(mark("Loaded as the run “{name}”."), name=about["run"])
