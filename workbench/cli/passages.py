"""Masked passages in the terminal: printed, or written to a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from workbench.cli.arguments import add_overwrite, require_writable
from workbench.cli.output import ProgressLine, print_json, print_line, print_table, print_text
from workbench.cli.questions import answer_line, question_title
from workbench.core.errors import FieldProblem, SpecError
from workbench.core.figures import percent
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.masking.export import Record, check_suffix, export_masks
from workbench.objectives.explanation import Place
from workbench.objectives.objective import PassageObjective
from workbench.objectives.registry import PASSAGE_OBJECTIVES
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec

_PASSAGE = "passage."  #: what settings of passages begin with


def print_passages(records: Iterable[Record], *, as_json: bool) -> None:
    """Each passage as one line of JSON, or for a person."""
    for record in records:
        if as_json:
            print_json(dict(record))
        else:
            _print_passage(record)


def print_balance(
    counts: Mapping[str, int],
    note: Text | None,
    tokens: Mapping[str, Mapping[str, int]],
    notes: Mapping[str, Text],
    *,
    as_json: bool,
) -> None:
    """How often each answer about passages is right, where something is asked of them, and what is to be said of it;
    then the same of each question about ``tokens``, with ``notes``. Answers are in English for scripts."""
    if as_json:
        told = {"balance": dict(counts), "note": "" if note is None else note.render(str)}
        of_tokens = {"tokens": dict(tokens), "notes": {name: one.render(str) for name, one in notes.items()}}
        print_json(told | (of_tokens if tokens else {}))
        return
    if counts:
        _print_counts("passages", counts)
    if note is not None:
        print_text(note.template, **note.values)
    for name, found in tokens.items():
        if counts or len(tokens) > 1:
            print_line()
            print_text(question_title(name))
        _print_counts("tokens", found)
        if name in notes:
            print_text(notes[name].template, **notes[name].values)


def _print_counts(unit: str, counts: Mapping[str, int]) -> None:
    total, translate = max(sum(counts.values()), 1), terminal_translate()
    rows = [(number, translate(answer), count, percent(count / total, 2))
            for number, (answer, count) in enumerate(counts.items())]  # fmt: skip
    print_table(("class", "answer", unit, "share"), rows)


def add_passages(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how passages are made of a corpus."""
    parser.add_argument(
        "--passages", metavar="KIND", help=f"how passages are made of a corpus: {', '.join(PASSAGE_OBJECTIVES)}"
    )


def chosen_passage(arguments: argparse.Namespace) -> PassageObjective:
    """The way of making passages that ``--passages`` and its settings among ``--set`` say; these are taken out there.

    Raises :class:`SpecError` for a setting that it has not.
    """
    kind = "doc-sentences" if arguments.passages is None else arguments.passages
    own = [text for text in arguments.set if text.startswith(_PASSAGE)]
    arguments.set = [text for text in arguments.set if text not in own]
    PASSAGE_OBJECTIVES[kind]  # a wrong name is told with the nearest right one
    place = "stages.0."
    try:
        spec = apply_overrides(RunSpec(), [f"{place}passage.kind={kind}", *(place + text for text in own)])
    except SpecError as error:
        problems = [FieldProblem(problem.path.removeprefix(place), problem.message) for problem in error.problems]
        raise SpecError(problems) from None
    return spec.stages[0].passage


def sets_passages(arguments: argparse.Namespace) -> bool:
    """Whether options say how passages are made."""
    return arguments.passages is not None or any(text.startswith(_PASSAGE) for text in arguments.set)


def add_out(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which file passages are written to."""
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the passages to FILE.jsonl or FILE.csv")
    add_overwrite(parser)


def check_out(arguments: argparse.Namespace) -> None:
    """Raise :class:`ArgumentError` where passages could not be written to ``--out``, before work is put into them."""
    if arguments.out is not None:
        check_suffix(arguments.out)
        require_writable(arguments.out, overwrite=arguments.overwrite)


def write_passages(
    arguments: argparse.Namespace, head: Mapping[str, Any], records: Iterable[Record], *, total: int
) -> None:
    """Write passages to the file of ``--out``, and say how many."""
    path: Path = arguments.out
    line = ProgressLine(quiet=arguments.json)
    count = export_masks(path, head, records, total=total, overwrite=arguments.overwrite, progress=line)
    line.clear()
    if arguments.json:
        print_json({"out": str(path), "passages": count})
    else:
        print_text(mark("Passages written to {file}: {count:,}."), count=count, file=path)


def _print_passage(shown: Record) -> None:
    """A passage for a person: chosen tokens in brackets, with what stands in their place."""
    tokens = list(shown["tokens"])
    for pick in shown["picks"]:
        tokens[pick["position"]] = f"[{tokens[pick['position']]}→{pick['replacement']}]"
    print_line(" ".join(tokens))
    print_line(f"{percent(shown['rate'])}  {len(shown['picks'])}/{shown['maskable']}")
    if "answer" in shown:
        _print_answer(shown)
    for name, labels in shown.get("answers", {}).items():
        print_line(answer_line(name, labels, shown["tokens"]))


def _print_answer(shown: Record) -> None:
    """What is asked of the passage, the right answer with its class, and what is behind it."""
    translate = terminal_translate()
    asked, answer, behind = Text(shown["asked"]), Text(shown["answer"]), shown.get("behind", {})
    print_text(mark("{asked}: {answer} (class {number})"), asked=asked, answer=answer, number=shown["label"])
    for piece in behind.get("pieces", ()):
        first, last = piece["sentences"]
        place = Place(piece["document"], first, last, piece["of"]).text.render(translate)
        print_line("  " + " · ".join([place, *([piece["note"]] if "note" in piece else [])]))
    if "words" in behind:
        print_line(f"  {behind['words']}")
