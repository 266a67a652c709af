"""``workbench mask``: what a strategy does to a text, or to the passages of a corpus, one JSON line a passage."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.cli.arguments import common_options, require_at_least, require_text, require_writable
from workbench.cli.output import print_json, print_text
from workbench.cli.passages import (
    add_out,
    add_passages,
    check_out,
    chosen_passage,
    print_balance,
    print_passages,
    sets_passages,
    write_passages,
)
from workbench.cli.project import project_of
from workbench.cli.questions import add_ask, chosen_questions
from workbench.cli.strategies import SETTING_HELP, chosen_strategies, named_kinds
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.masking.export import export_head
from workbench.masking.export_reader import read_export
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy, cap_warning
from workbench.objectives.balance import balance_note, passage_balance, sparse_note, token_balance
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.objective import PassageObjective
from workbench.objectives.passage_records import passage_records
from workbench.spec.check import missing_lists
from workbench.text.analysis import make_analyser
from workbench.text.corpus import find_corpus
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import find_vocabulary

NAMES = ("mask",)

CORPUS_LENGTH = 128  #: tokens a passage of a corpus, unless said otherwise
_TEXT_LENGTH = 512
PICTURES = (".svg", ".png")
MOST_STRIPS = 60  #: passages times strategies of a picture; more is no picture that is looked at, and takes minutes


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser(
        "mask", parents=[common_options("one passage")], help="show what a masking strategy does"
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--text", metavar="T", help="a text to mask")
    what.add_argument("--corpus", metavar="N", help="a corpus of the project, or a path")
    what.add_argument("--check", type=Path, metavar="FILE", help="verify a file that --out FILE.jsonl wrote")
    parser.add_argument("--limit", type=int, default=10, metavar="K", help="most passages of a corpus to show (10)")
    parser.add_argument(
        "--length", type=int, metavar="L", help="most tokens a passage (128 of a corpus, 512 of a text)"
    )
    parser.add_argument("--vocabulary", metavar="V", help="a vocabulary of the project, or a path")
    parser.add_argument(
        "--strategy",
        action="append",
        metavar="KIND",
        help=f"{', '.join(STRATEGIES)} (basic); for a picture, several or all",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="key=value",
        help=f"{SETTING_HELP}; with --passages also passage.key of these",
    )
    add_passages(parser)
    parser.add_argument("--balance", action="store_true", help="count how often each answer is right, in one epoch")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the masks (1)")
    add_ask(parser, "the answers")
    add_out(parser)
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="draw the passages as the window does, to FILE.svg or FILE.png"
    )
    parser.set_defaults(run=run_mask)


def run_mask(arguments: argparse.Namespace) -> int:
    """Print the masked passages, write them to a file, or read such a file and verify it."""
    if arguments.check is not None:
        return _check_file(arguments)
    if arguments.vocabulary is None:
        raise ArgumentError(mark("No vocabulary is given."), mark("Name one with --vocabulary."))
    check_out(arguments)
    _check_picture(arguments)
    length = arguments.length
    if length is None:
        length = _TEXT_LENGTH if arguments.corpus is None else CORPUS_LENGTH
    check_numbers(arguments, length)
    passage = _passages_asked(arguments)
    strategies, units = _chosen_strategies(arguments)
    questions = chosen_questions(arguments)
    for strategy in strategies:
        tell_missing_lists(strategy, units)
        if warning := cap_warning(strategy, length):
            sys.stderr.write(warning.render(terminal_translate()) + "\n")
    source = _source(arguments, units)
    if arguments.picture is not None:
        return _draw(arguments, source.prepared, strategies, length)
    strategy = strategies[0]
    maker = ExampleMaker(source.prepared, PreviewStage(strategy, passage, tokens=questions), length, arguments.seed)
    if arguments.balance:
        plan = maker.plan(0)
        counts, tokens = passage_balance(maker, plan), token_balance(maker, plan)
        sparse = {
            one.loss: note
            for one in maker.questions
            if (note := sparse_note(one.title, tokens[one.loss], len(plan))) is not None
        }
        print_balance(counts, balance_note(passage.title, counts), tokens, sparse, as_json=arguments.json)
        return 0
    plan = maker.passages(0)
    count = len(plan) if arguments.corpus is None else min(len(plan), arguments.limit)
    translate = str if arguments.json or arguments.out else terminal_translate()
    records = passage_records(maker, plan, count, source.prepared, translate)
    if arguments.out is None:
        print_passages(records, as_json=arguments.json)
        return 0
    head = export_head(
        source.prepared.vocabulary,
        strategy,
        seed=arguments.seed,
        length=length,
        corpus=source.corpus,
        units=units.model_dump(mode="json"),
        passages=passage.model_dump(mode="json"),
    )
    write_passages(arguments, head, records, total=count)
    return 0


def _chosen_strategies(arguments: argparse.Namespace) -> tuple[list[MaskingStrategy], UnitSettings]:
    """The strategies asked for with their settings, and the settings of the units."""
    kinds = named_kinds(arguments.strategy or ["basic"])
    if arguments.picture is None and len(kinds) > 1:
        raise ArgumentError(
            mark("Several strategies stand beside each other only in a picture."),
            mark("Name one strategy, or a file with --picture."),
        )
    chosen = list(chosen_strategies(kinds, arguments.set).values())
    return [strategy for strategy, _ in chosen], chosen[0][1]


def _passages_asked(arguments: argparse.Namespace) -> PassageObjective:
    """The way of making passages that options say.

    Raises :class:`ArgumentError` where there is no corpus to make them of, or nothing is asked that could be counted.
    """
    wanted = arguments.balance or sets_passages(arguments)
    if wanted and (arguments.corpus is None or arguments.picture is not None):
        raise ArgumentError(
            mark("Passages of another kind are shown of a corpus, and not in a picture."),
            mark("Name a corpus with --corpus, or leave --passages and --balance out."),
        )
    passage = chosen_passage(arguments)
    if arguments.balance and not (passage.head or arguments.ask):
        raise ArgumentError(
            mark("Passages of the kind “{kind}” ask nothing that could be counted."),
            mark("Name another kind with --passages."),
            kind=arguments.passages or "doc-sentences",
        )
    return passage


def _check_picture(arguments: argparse.Namespace) -> None:
    """Raise :class:`ArgumentError` where no picture could be written to ``--picture``, before work is put into it."""
    path: Path | None = arguments.picture
    if path is None:
        return
    if arguments.out is not None:
        raise ArgumentError(mark("--picture and --out are two kinds of output."), mark("Choose one of them."))
    if path.suffix.lower() not in PICTURES:
        message = mark("“{name}” is no kind of picture that can be made.")
        raise ArgumentError(message, mark("Use a name ending in .svg or .png."), name=path.name)
    require_writable(path, overwrite=arguments.overwrite)


def _draw(
    arguments: argparse.Namespace, prepared: PreparedCorpus, strategies: Sequence[MaskingStrategy], length: int
) -> int:
    """Draw passages under each strategy to the file of ``--picture``."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from workbench.gui.mask_pictures import save_masks
    from workbench.gui.panels.masking_preview import Draw, Passages

    plan = ExampleMaker(prepared, PreviewStage(strategies[0]), length, arguments.seed).passages(0)
    passages = Passages(prepared, plan, plan, length)
    count = len(plan) if arguments.corpus is None else min(len(plan), arguments.limit)
    if count * len(strategies) > MOST_STRIPS:
        raise ArgumentError(
            mark(
                "The picture would have {strips:,} strips ({passages:,} {passages:passage|passages} under {strategies} "
                "{strategies:strategy|strategies}); {most} are the most."
            ),
            mark("Take fewer passages with --limit, a shorter text, or fewer strategies."),
            strips=count * len(strategies),
            passages=count,
            strategies=len(strategies),
            most=MOST_STRIPS,
        )
    path: Path = arguments.picture
    save_masks(path, passages, count, strategies, Draw(arguments.seed), overwrite=arguments.overwrite)
    if arguments.json:
        print_json({"picture": str(path), "passages": count, "strategies": len(strategies)})
    else:
        print_text(mark("Picture written to {file}."), file=path)
    return 0


def _check_file(arguments: argparse.Namespace) -> int:
    """Read a file of masked passages and verify it; what is wrong is an error."""
    vocabulary = None if arguments.vocabulary is None else find_vocabulary(project_of(arguments), arguments.vocabulary)
    passages = targets = 0
    for passage in read_export(arguments.check, vocabulary).passages:
        passages, targets = passages + 1, targets + len(passage.picks)
    if arguments.json:
        print_json({"file": str(arguments.check), "passages": passages, "targets": targets})
    else:
        print_text(
            mark(
                "{file}: {passages:,} {passages:passage|passages} with {targets:,} {targets:target|targets}; "
                "every offset and id is right."
            ),
            file=arguments.check,
            passages=passages,
            targets=targets,
        )
    return 0


def tell_missing_lists(strategy: MaskingStrategy, units: UnitSettings) -> None:
    """Say on standard error where a strategy looks things up and has no list to do so, which training refuses."""
    for problem in missing_lists(units, strategy):
        sys.stderr.write(f"{problem.path}: {problem.message.render(terminal_translate())}\n")


def check_numbers(arguments: argparse.Namespace, length: int) -> None:
    """Raise :class:`ArgumentError` where a limit, length or seed is out of bounds."""
    require_at_least(1, "--limit", arguments.limit)
    require_at_least(8, "--length", length)
    if not 0 <= arguments.seed < 2**31:
        raise ArgumentError(mark("--seed must be a whole number from 0 to 2147483647."))


@dataclass(frozen=True)
class _Source:
    """What is masked, and which corpus it is from (None for a typed text)."""

    prepared: PreparedCorpus
    corpus: dict[str, str] | None


def _source(arguments: argparse.Namespace, units: UnitSettings) -> _Source:
    """The text or corpus asked for, cut into tokens and units."""
    project = project_of(arguments)
    vocabulary = find_vocabulary(project, arguments.vocabulary)
    if arguments.corpus is not None:
        corpus = find_corpus(project, arguments.corpus)
        prepared = prepare(project, corpus, vocabulary, units)
        return _Source(prepared, {"name": corpus.name, "fingerprint": corpus.fingerprint})
    require_text("--text", arguments.text)
    parts = [line for line in arguments.text.split("\n") if line.strip()]
    return _Source(PreparedCorpus.from_texts([parts], make_analyser(project, vocabulary, units)), None)
