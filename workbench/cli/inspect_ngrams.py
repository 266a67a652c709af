"""``inspect --ngrams``: which n-grams a text has, and which of them a trained model believes in."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.cli.inspect_files import encoded
from workbench.cli.output import print_line, print_table, print_text
from workbench.core.errors import ArgumentError
from workbench.core.figures import percent
from workbench.core.files import replacing, write_whole
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.inspection.ngrams import Quantity, cosine_words
from workbench.spec.wording import MISSING

if TYPE_CHECKING:
    from workbench.inspection.ngram_picture import Columns, NgramPicture, ReadCheckpoints
    from workbench.inspection.ngrams import NgramInspection
    from workbench.inspection.report import Section
    from workbench.probe.subject import Subject
    from workbench.store.records import Run
    from workbench.store.store import Store

ALL = "all"


def checkpoint(value: str) -> int | str:
    """A step, or all of them."""
    return ALL if value == ALL else int(value)


def add_ngram_options(inspect: argparse.ArgumentParser) -> None:
    """What is shown of n-grams."""
    inspect.add_argument(
        "--ngrams", action="store_true",
        help="the n-grams of the text and what becomes of them (ZEN); --out, --csv and --svg write them",
    )  # fmt: skip
    inspect.add_argument(
        "--quantity", choices=[one.value for one in Quantity], default=Quantity.RECEIVED.value, metavar="Q",
        help="with --ngrams, which decides who wins and is drawn: received (attention), injected (norm), share (of the "
        "update) (received)",
    )  # fmt: skip


def check_ngram_options(arguments: argparse.Namespace) -> None:
    """Refuse what goes with --ngrams only."""
    for option, given in (("--csv", arguments.csv is not None), ("--checkpoint all", arguments.checkpoint == ALL)):
        if given and not arguments.ngrams:
            raise ArgumentError(mark("{option} goes with --ngrams."), option=option)


def read_checkpoints(arguments: argparse.Namespace, subject: Subject, run: Run, store: Store) -> ReadCheckpoints:
    """The sentence in the checkpoint of ``subject``, or in all of the run; raises :class:`ArgumentError` for a run
    without an n-gram encoder, or for a layer that there is not."""
    from workbench.inspection.examples import example_of
    from workbench.inspection.ngram_picture import ReadCheckpoints
    from workbench.probe.subject import load_subject
    from workbench.store.checkpoints import checkpoint_folders

    layers = subject.spec.encoder.passes
    if arguments.layer is not None and arguments.layer > layers:
        raise ArgumentError(mark("{name} must be at most {most}."), name="--layer", most=layers)
    found = {subject.step: _found(arguments, subject)}
    if arguments.checkpoint == ALL:
        for step in checkpoint_folders(run.folder):
            if step not in found:
                found[step] = _found(arguments, load_subject(run.folder, step).reading_as(subject.task))
    epochs = {step: store.value_at(run.id, "epoch", step) for step in found}
    known = {step: epoch for step, epoch in epochs.items() if epoch is not None}
    return ReadCheckpoints(found, known, None if arguments.pair else example_of(arguments.text))


def _found(arguments: argparse.Namespace, subject: Subject) -> NgramInspection:
    from workbench.probe.ngrams import ngrams_of

    return ngrams_of(subject, encoded(arguments, subject))


def _picture(arguments: argparse.Namespace, read: ReadCheckpoints, step: int, columns: Columns) -> NgramPicture:
    from workbench.inspection.ngram_picture import Wanted, make_picture

    layer = -1 if arguments.layer is None else arguments.layer - 1
    return make_picture(read, Wanted(step, Quantity(arguments.quantity), columns, layer))


def look_at_ngrams(arguments: argparse.Namespace, read: ReadCheckpoints, step: int) -> dict[str, Any]:
    """Write the files that are asked for; returns what is told, the arrays among it where no file has them."""
    from workbench.inspection.ngram_picture import Columns
    from workbench.inspection.ngram_svg import ngram_svg

    translate = terminal_translate()
    by_step = arguments.checkpoint == ALL
    picture = _picture(arguments, read, step, Columns.CHECKPOINTS if by_step else Columns.LAYERS)
    if arguments.csv is not None:
        write_whole(arguments.csv, picture.as_csv(translate), overwrite=arguments.overwrite)
    if arguments.svg is not None:
        write_whole(arguments.svg, ngram_svg(picture, translate), overwrite=arguments.overwrite)
    files = {name: str(path) for name in ("out", "csv", "svg") if (path := getattr(arguments, name)) is not None}
    return {**(_all_steps if by_step else _one_step)(arguments, picture), **files}


def _one_step(arguments: argparse.Namespace, picture: NgramPicture) -> dict[str, Any]:
    """A checkpoint layer by layer."""
    found = picture.found
    told = _with_wins(picture, [column + 1 for column in range(len(picture.names))])
    if arguments.out is None:
        return told | {name: array.tolist() for name, array in found.arrays().items()}
    found.save(arguments.out)
    return told | {name: array[-1:].tolist() for name, array in found.arrays().items() if name != "weights"}


def _all_steps(arguments: argparse.Namespace, picture: NgramPicture) -> dict[str, Any]:
    """A layer checkpoint by checkpoint; values of dropped n-grams are None."""
    read = picture.read
    if arguments.out is not None:
        arrays: Mapping[str, Any] = picture.arrays(terminal_translate())
        with replacing(arguments.out) as file:
            np.savez(file, **arrays)
    told = _with_wins(picture, read.steps)
    for one, values in zip(told["ngrams"], picture.values.tolist(), strict=True):
        one["values"] = values if one["kept"] else None
    epochs = [read.epochs.get(step) for step in read.steps]
    return {**told, "steps": read.steps, "epochs": epochs, "layer": picture.wanted.layer + 1}


def _with_wins(picture: NgramPicture, columns: list[int]) -> dict[str, Any]:
    """The sentence, each n-gram with its group (from 1), the columns that it wins among rivals and what it is by the
    example."""
    told = picture.found.as_dict()
    for place, one in enumerate(told["ngrams"]):
        expected = picture.read.expected[place]
        one["group"] = picture.read.groups[place] + 1
        one["wins"] = [columns[at] for at in picture.wins(place)]
        one["example"] = None if expected is None else expected.value
    return {**told, "quantity": picture.wanted.quantity.value}


def ngram_sections(arguments: argparse.Namespace, read: ReadCheckpoints, step: int) -> list[Section]:
    """The n-grams as a part of a page."""
    from workbench.inspection.ngram_picture import Columns
    from workbench.inspection.ngram_svg import ngram_html
    from workbench.inspection.report import Section

    if not read.any.candidates:
        return []
    translate = terminal_translate()
    columns = [Columns.LAYERS, *([Columns.CHECKPOINTS] if len(read.steps) > 1 else [])]
    pictures = [_picture(arguments, read, step, one) for one in columns]
    return [Section(translate(mark("N-grams")), ngram_html(pictures, translate))]


def print_ngrams(summary: dict[str, Any]) -> None:
    """The n-grams for a person: the three quantities in the last layer that has them, or one checkpoint by
    checkpoint."""
    translate = terminal_translate()
    print_line(" ".join(summary["tokens"]))
    if not summary["ngrams"]:
        print_text(mark("No n-gram of the run's lexicon matches."))
        return
    by_step = "steps" in summary
    figures = [str(step) for step in summary["steps"]] if by_step else [
        translate(title) for title in (mark("received"), mark("injected"), mark("share"))
    ]  # fmt: skip
    titles = [translate(title) for title in (mark("n-gram"), mark("start"), mark("length"), mark("count"))]
    wins = [] if by_step else [translate(mark("wins in"))]
    print_table([*titles, *figures, *wins], [_row(one, summary) for one in summary["ngrams"]])
    quantity = translate(Quantity(summary["quantity"]).label)
    if by_step:
        template = mark("{quantity}, layer {layer}, by the step of the checkpoint. A dash: dropped.")
        print_text(template, quantity=quantity, layer=summary["layer"])
    else:
        template = mark(
            "Attention received in n-gram layer {ngram_layers}; injected norm and share of the characters in layer "
            "{layers}. Layers that an n-gram wins among those that share its characters, by {quantity}. A dash: "
            "dropped by the cap or a mask."
        )
        values = {"ngram_layers": summary["ngram_layers"], "layers": summary["layers"]}
        print_text(template, **values, quantity=quantity)
        alike = cosine_words(summary["cosines"]).render(translate)
        if alike:
            print_line(alike)
    if "out" in summary:
        print_line(summary["out"])


def _row(one: dict[str, Any], summary: dict[str, Any]) -> tuple[object, ...]:
    head = (one["text"], one["start"], one["length"], f"{one['count']:,}")
    if "steps" in summary:
        values = one["values"] or [None] * len(summary["steps"])
        return *head, *(MISSING if value is None else percent(value, 1) for value in values)
    column = one["column"]
    names = ("received", "injected", "share")
    figures = [MISSING if column is None else percent(summary[name][-1][column], 1) for name in names]
    return *head, *figures, " ".join(map(str, one["wins"])) or MISSING
