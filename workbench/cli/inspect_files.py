"""``inspect --html`` and ``--svg``: a sentence as the window shows it, in files."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.arguments import require_at_least, require_writable
from workbench.core.errors import ArgumentError
from workbench.core.files import write_whole
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.inspection.groups import Level

if TYPE_CHECKING:
    from workbench.inspection.inspected import Inspected
    from workbench.inspection.report import Section, Shown
    from workbench.model.encoding import EncodedText
    from workbench.probe.subject import Subject

SPECIALS = ("show", "hide", "renormalise")


def add_file_options(inspect: argparse.ArgumentParser) -> None:
    """Where to write what, and how it is shown there."""
    inspect.add_argument("--html", type=Path, metavar="F.html", help="file for the whole inspection, without a network")
    inspect.add_argument(
        "--svg",
        type=Path,
        metavar="F.svg",
        help="file for the heatmap of --layer and --head, or with --ngrams",
    )
    inspect.add_argument("--csv", type=Path, metavar="F.csv", help="with --ngrams: file for the table of n-grams")
    inspect.add_argument("--layer", type=int, metavar="N", help="which layer, from 1 (the last)")
    inspect.add_argument("--head", type=int, default=0, metavar="N", help="which head, from 1; 0 for their mean (0)")
    inspect.add_argument(
        "--between", choices=[level.value for level in Level], default=Level.TOKEN.value, metavar="LEVEL",
        help=f"rows and columns: {', '.join(level.value for level in Level)} ({Level.TOKEN.value})",
    )  # fmt: skip
    inspect.add_argument(
        "--specials", choices=SPECIALS, default="show", metavar="MODE",
        help="[CLS] and [SEP]: show, hide, or hide and renormalise the rows (show)",
    )  # fmt: skip
    inspect.add_argument(
        "--mask", action="append", default=[], metavar="WORDS", help="mask these words wherever the text has them"
    )


def check_file_options(arguments: argparse.Namespace) -> None:
    """Refuse what can't be, before the model is loaded."""
    for path in (arguments.html, arguments.svg, arguments.csv):
        if path is not None:
            require_writable(path, overwrite=arguments.overwrite)
    require_at_least(0, "--head", arguments.head)
    if arguments.layer is not None:
        require_at_least(1, "--layer", arguments.layer)
    for words in arguments.mask:
        if not words or not any(words in text for text in (arguments.text, arguments.pair or "")):
            raise ArgumentError(mark("The text has no “{words}” to mask."), words=words)


def write_files(
    arguments: argparse.Namespace, subject: Subject, run: str, sections: Sequence[Section] = ()
) -> dict[str, Any]:
    """Look at the sentence and write the files, the page with further ``sections``; returns what is told of it."""
    from workbench.inspection.inspected import read_inspected
    from workbench.inspection.report import Report, heat_of, report_html
    from workbench.inspection.svg import heat_svg
    from workbench.probe.operations_look import look_at
    from workbench.probe.units import UnitFinder

    shown = _shown(arguments, subject)
    translate = terminal_translate()
    with tempfile.TemporaryDirectory(prefix="bert-workbench-") as folder:
        request = {"text": arguments.text, "pair": arguments.pair, "top": arguments.top, "folder": folder,
                   "hidden": masked_spans(arguments)}  # fmt: skip
        inspected = read_inspected(look_at(subject, UnitFinder(subject), request), Path(folder))
        if shown.level not in inspected.groups:
            assert inspected.units_problem is not None
            raise ArgumentError(mark("{problem}"), problem=inspected.units_problem)
        if arguments.svg is not None and not arguments.ngrams:
            write_whole(arguments.svg, heat_svg(heat_of(inspected, shown, translate)), overwrite=arguments.overwrite)
        if arguments.html is not None:
            title = Text(mark("Attention of {run}"), {"run": run}).render(translate)
            settings = _settings(arguments, run, inspected, subject.told_task)
            report = Report(title, settings, inspected, shown, sections)
            write_whole(arguments.html, report_html(report, translate), overwrite=arguments.overwrite)
    return {
        "tokens": list(inspected.tokens),
        "masked": [one.as_dict() for one in inspected.masked],
        **{name: str(path) for name in ("html", "svg") if (path := getattr(arguments, name)) is not None},
    }


def _shown(arguments: argparse.Namespace, subject: Subject) -> Shown:
    from workbench.inspection.report import Shown

    encoder = subject.spec.encoder
    layer = encoder.passes if arguments.layer is None else arguments.layer
    for option, value, count in (("--layer", layer, encoder.passes), ("--head", arguments.head, encoder.heads)):
        if value > count:
            raise ArgumentError(mark("{name} must be at most {most}."), name=option, most=count)
    head = arguments.head - 1 if arguments.head else None
    hiding = arguments.specials != "show"
    return Shown(layer - 1, head, Level(arguments.between), hiding, arguments.specials == "renormalise")


def encoded(arguments: argparse.Namespace, subject: Subject) -> EncodedText:
    """The sentence with its pair and what is masked in them, as the model reads it."""
    from workbench.probe.fields import encoded_of

    return encoded_of(subject, {"text": arguments.text, "pair": arguments.pair, "hidden": masked_spans(arguments)})


def masked_spans(arguments: argparse.Namespace) -> list[list[int]]:
    """All places of the words to mask: part, start, end."""
    spans = []
    for part, text in enumerate((arguments.text, arguments.pair or "")):
        for words in arguments.mask:
            at = text.find(words)
            while at >= 0:
                spans.append([part, at, at + len(words)])
                at = text.find(words, at + len(words))
    return spans


def _settings(
    arguments: argparse.Namespace, run: str, inspected: Inspected, task: Mapping[str, int]
) -> list[tuple[str, str]]:
    translate = terminal_translate()
    step = Text(mark("step {step}"), {"step": f"{inspected.step:,}"}).render(translate)
    return [
        (translate(mark("Run")), run),
        (translate(mark("Checkpoint")), step),
        *((translate(mark("Task id")), str(number)) for number in task.values()),
        (translate(mark("Sentence")), arguments.text),
        *([(translate(mark("Pair")), arguments.pair)] if arguments.pair else []),
        *([(translate(mark("Masked")), ", ".join(arguments.mask))] if arguments.mask else []),
    ]
