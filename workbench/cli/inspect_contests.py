"""``inspect --ngrams --examples``: whether the n-grams that are meant win, counted over ambiguous sentences."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from workbench.cli.arguments import require_writable
from workbench.cli.inspect_ngrams import ALL
from workbench.cli.output import print_json, print_line, print_table, print_text
from workbench.cli.project import project_with_runs
from workbench.core.errors import ArgumentError
from workbench.core.files import write_whole
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.inspection.ngram_tally import TALLY_RULE, Outcome, Tally, tally_of
from workbench.inspection.ngrams import Quantity
from workbench.spec.wording import MISSING
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.store import Store

if TYPE_CHECKING:
    from workbench.inspection.examples import Example
    from workbench.inspection.ngrams import NgramInspection
    from workbench.probe.subject import Subject

SHIPPED = Path()  #: stands for the sentences that ship


class _Options(Protocol):
    """What options can be added to."""

    def add_argument(self, *names: str, **settings: Any) -> argparse.Action:
        """Add one."""


def add_examples(options: _Options) -> None:
    """The option in place of a text."""
    options.add_argument(
        "--examples", type=Path, nargs="?", const=SHIPPED, metavar="F.toml",
        help="with --ngrams, instead of a text: count over the ambiguous sentences that ship, or those of a file, how "
        "often the n-grams that are meant win; --csv writes each contest",
    )  # fmt: skip


def run_contests(arguments: argparse.Namespace) -> int:
    """Count the contests of all sentences in the checkpoints that are asked for."""
    _check(arguments)
    from workbench.inspection.examples import examples, read_examples
    from workbench.probe.subject import load_subject

    all_of_them = examples() if arguments.examples == SHIPPED else read_examples(arguments.examples)
    sentences = [one for one in all_of_them if one.marks]
    if not sentences:
        raise ArgumentError(mark("No sentence of {file} has n-grams to compare."), file=arguments.examples.name)
    with Store.open(project_with_runs(arguments)) as store:
        run = store.run(arguments.key)
        steps = list(checkpoint_folders(run.folder)) if arguments.checkpoint == ALL else [arguments.checkpoint]
        tallies: dict[int, Tally] = {}
        for step in steps or [None]:
            subject = load_subject(run.folder, step).reading_as(arguments.task_id)
            tallies[subject.step] = tally_of([(one, _found(subject, one)) for one in sentences])
        epochs = {step: store.value_at(run.id, "epoch", step) for step in tallies}
    if arguments.csv is not None:
        write_whole(arguments.csv, _table(tallies), overwrite=arguments.overwrite)
    if arguments.json:
        told = [_told(step, epochs[step], tally) for step, tally in tallies.items()]
        files = {} if arguments.csv is None else {"csv": str(arguments.csv)}
        print_json({"run": run.name, "checkpoints": told, **files})
        return 0
    _print(tallies, subject.spec.encoder.passes)
    if arguments.csv is not None:
        print_line(str(arguments.csv))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse what is asked of one sentence only."""
    if not arguments.ngrams:
        raise ArgumentError(mark("{option} goes with --ngrams."), option="--examples")
    for option, given in (
        ("--pair", arguments.pair is not None), ("--mask", bool(arguments.mask)), ("--replaced", arguments.replaced),
        ("--out", arguments.out is not None), ("--html", arguments.html is not None),
        ("--svg", arguments.svg is not None), ("--layer", arguments.layer is not None),
    ):  # fmt: skip
        if given:
            raise ArgumentError(
                mark("{option} is about one sentence, not about --examples."),
                mark("Give --text instead."),
                option=option,
            )
    if arguments.csv is not None:
        require_writable(arguments.csv, overwrite=arguments.overwrite)


def _found(subject: Subject, example: Example) -> NgramInspection:
    from workbench.probe.ngrams import inspect_ngrams

    return inspect_ngrams(subject, example.text)


def _told(step: int, epoch: float | None, tally: Tally) -> dict[str, Any]:
    """A checkpoint for JSON."""
    return {
        "step": step,
        "epoch": epoch,
        "sentences": tally.sentences,
        "counts": {
            quantity.value: [{one.value: layer[one] for one in Outcome} for layer in tally.counts(quantity)]
            for quantity in Quantity
        },
        "cosines": tally.cosines,
        "contests": [contest.as_dict() for contest in tally.contests],
    }


def _table(tallies: dict[int, Tally]) -> str:
    """A line a contest, quantity, layer and checkpoint."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["step", "text", "misleading", "start", "meant", "quantity", "layer", "outcome"])
    for step, tally in tallies.items():
        for one in tally.contests:
            head = (step, one.text, one.misleading, one.start, " ".join(one.meant))
            for quantity, outcomes in one.outcomes.items():
                writer.writerows((*head, quantity.value, layer, found.value) for layer, found in enumerate(outcomes, 1))
    return out.getvalue()


def _print(tallies: dict[int, Tally], layers: int) -> None:
    """The same for a person: what can be counted is the same in all checkpoints."""
    translate = terminal_translate()
    tally = next(iter(tallies.values()))
    lacking = mark(
        "{contests} {contests:contest|contests} in {contested} of {sentences} sentences; in the others the encoder is "
        "given no misleading n-gram or no rival of one."
    )
    whole = mark("{contests} {contests:contest|contests} in {sentences} {sentences:sentence|sentences}.")
    values = {"contests": len(tally.contests), "contested": tally.contested, "sentences": tally.sentences}
    print_text(lacking if tally.contested < tally.sentences else whole, **values)
    head = [translate(mark("step")), translate(mark("won / lost / even in layer")), *map(str, range(1, layers + 1))]
    print_table(head, [row for step, tally in tallies.items() for row in _rows(step, tally, layers)])
    print_text(TALLY_RULE)
    print_text(
        mark(
            "The mean cosine is that between the vectors of two different n-grams of a sentence, mean over sentences. "
            "At 1 no n-gram tells the encoder anything that another would not."
        )
    )


def _rows(step: int, tally: Tally, layers: int) -> Iterator[list[str]]:
    """A line a quantity, then the cosines."""
    translate = terminal_translate()
    for quantity in Quantity:
        cells = [" / ".join(str(counts[one]) for one in Outcome) for counts in tally.counts(quantity)]
        yield [f"{step:,}", translate(quantity.label), *_filled(cells, layers)]
    cosines = [MISSING if one is None else f"{one:.4f}" for one in tally.cosines]
    yield [f"{step:,}", translate(mark("mean cosine")), *_filled(cosines, layers)]


def _filled(cells: list[str], layers: int) -> list[str]:
    return [*cells, *[MISSING] * (layers - len(cells))]
