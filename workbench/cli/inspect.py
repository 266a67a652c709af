"""``inspect`` and ``probe-server``: what the heads of a trained model look at."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.arguments import add_overwrite, common_options, require_at_least, require_text, require_writable
from workbench.cli.inspect_contests import add_examples, run_contests
from workbench.cli.inspect_files import add_file_options, check_file_options, encoded, write_files
from workbench.cli.inspect_ngrams import (
    ALL,
    add_ngram_options,
    check_ngram_options,
    checkpoint,
    look_at_ngrams,
    ngram_sections,
    print_ngrams,
    read_checkpoints,
)
from workbench.cli.output import print_json, print_line, print_text
from workbench.cli.project import project_with_runs
from workbench.core.errors import ArgumentError
from workbench.core.figures import percent
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.spec.probes import MASK
from workbench.spec.wording import MISSING
from workbench.store.store import Store

if TYPE_CHECKING:
    from workbench.probe.subject import Subject

NAMES = ("inspect", "probe-server")


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    inspect = commands.add_parser("inspect", parents=[common], help="attention of a text, as arrays, drawing or page")
    inspect.add_argument("key", metavar="RUN", help="name or number of a run")
    asked = inspect.add_mutually_exclusive_group(required=True)
    asked.add_argument("--text", metavar="T", help="a text; [MASK] in it is a mask")
    add_examples(asked)
    inspect.add_argument("--pair", metavar="T2", help="a second text")
    inspect.add_argument(
        "--checkpoint", type=checkpoint, metavar="STEP",
        help="the checkpoint of a step, else the newest; all, with --ngrams: a column each",
    )  # fmt: skip
    inspect.add_argument(
        "--task-id", type=int, default=0, metavar="N", help="row of the model's table of tasks to read with (0)"
    )
    inspect.add_argument("--out", type=Path, metavar="F.npz", help="file for tokens and attention")
    add_overwrite(inspect)
    inspect.add_argument("--top", type=int, default=10, metavar="K", help="predictions for each mask")
    inspect.add_argument(
        "--replaced",
        action="store_true",
        help="what the generator puts in, and which tokens the detector finds replaced",
    )
    inspect.add_argument("--seed", type=int, default=1, metavar="N", help="with --replaced: decides what is drawn")
    add_ngram_options(inspect)
    add_file_options(inspect)
    inspect.set_defaults(run=run_inspect)
    server = commands.add_parser(
        "probe-server", parents=[common_options("one answer")], help="answer JSON requests (for the window)"
    )
    server.add_argument("folder", type=Path, metavar="RUN_FOLDER")
    server.set_defaults(run=run_server)


def run_inspect(arguments: argparse.Namespace) -> int:
    """Write the arrays; print tokens and predictions. Sentences of a file are another question."""
    if arguments.examples is not None:
        return run_contests(arguments)
    for option, text in (("--text", arguments.text), ("--pair", arguments.pair)):
        if text is not None:
            require_text(option, text)
    require_at_least(1, "--top", arguments.top)
    if arguments.out is not None:
        require_writable(arguments.out, overwrite=arguments.overwrite)
    check_file_options(arguments)
    check_ngram_options(arguments)
    to_files = arguments.html is not None or (arguments.svg is not None and not arguments.ngrams)
    if not (to_files or arguments.replaced or arguments.ngrams or arguments.out is not None):
        raise ArgumentError(
            mark("Give --out, --html or --svg for the attention, --replaced, or --ngrams."),
            mark("See workbench inspect --help."),
        )
    from workbench.probe.subject import load_subject

    with Store.open(project_with_runs(arguments)) as store:
        run = store.run(arguments.key)
        subject = load_subject(run.folder, None if arguments.checkpoint == ALL else arguments.checkpoint)
        subject = subject.reading_as(arguments.task_id)
        summary: dict[str, Any] = {"run": run.name, "step": subject.step, **subject.told_task}
        of_page = arguments.html is not None and subject.ngrams is not None
        read = read_checkpoints(arguments, subject, run, store) if arguments.ngrams or of_page else None
    if arguments.ngrams and read is not None:
        summary |= look_at_ngrams(arguments, read, subject.step)
    elif arguments.out is not None:
        summary |= _look(arguments, subject)
    if to_files:
        sections = [] if read is None else ngram_sections(arguments, read, subject.step)
        summary |= write_files(arguments, subject, run.name, sections)
    if arguments.replaced:
        from workbench.probe.replaced import replace_encoded

        summary["replaced"] = replace_encoded(subject, encoded(arguments, subject), seed=arguments.seed).as_dict()
    if arguments.json:
        print_json(summary)
        return 0
    if "task_id" in summary:
        print_text(mark("Texts are read with task id {task}."), task=summary["task_id"])
    if arguments.ngrams:
        print_ngrams(summary)
    elif arguments.out is not None:
        print_summary(summary)
    for name in ("html", "svg", "csv"):
        if name in summary:
            print_line(summary[name])
    if arguments.replaced:
        print_replaced(summary["replaced"])
    return 0


def _look(arguments: argparse.Namespace, subject: Subject) -> dict[str, Any]:
    """Write the attention; returns what is told of it."""
    from workbench.probe.attention import inspect_encoded

    inspection = inspect_encoded(subject, encoded(arguments, subject), top=arguments.top)
    inspection.save(arguments.out)
    return {
        "tokens": list(inspection.tokens),
        "shape": list(inspection.attention.shape),
        "predictions": [prediction.as_dict() for prediction in inspection.predictions],
        "out": str(arguments.out),
    }


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


def print_replaced(found: dict[str, Any]) -> None:
    """What the generator put in, and both readings with the detector's chances in per cent."""
    translate = terminal_translate()
    for one in found["replacements"]:
        template = mark("{position}: {original} → {drawn} ({probability}; the text's own: {own})")
        own = one["original_probability"]
        values = {**one, "original": one["original"] or MASK, "probability": percent(one["probability"], 2),
                  "own": MISSING if own is None else percent(own, 2)}  # fmt: skip
        print_line(Text(template, values).render(translate))
    for title, reading in ((mark("as typed"), found["as_typed"]), (mark("with the guesses"), found["corrupted"])):
        if reading is None:
            continue
        chances = reading["chances"]
        shown = reading["tokens"] if chances is None else [
            f"{token} {percent(chance, 0)}" for token, chance in zip(reading["tokens"], chances, strict=True)
        ]  # fmt: skip
        print_line(f"{translate(title)}: {'  '.join(shown)}")


def run_server(arguments: argparse.Namespace) -> int:
    """Answer requests from standard input until it closes."""
    from workbench.probe.serve import ProbeServer

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    lines = (line.decode("utf-8", "replace") for line in iter(sys.stdin.buffer.readline, b""))
    ProbeServer(arguments.folder).serve(lines, write, terminal_translate())
    return 0
