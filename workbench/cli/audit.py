"""``workbench audit``: what strategies really do over many passages of a corpus, as a table."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from workbench.cli.mask import CORPUS_LENGTH, check_numbers, tell_missing_lists
from workbench.cli.output import print_json, print_line, print_table
from workbench.cli.passages import add_passages, chosen_passage
from workbench.cli.project import project_of
from workbench.cli.questions import add_ask, chosen_questions
from workbench.cli.strategies import ALL, SETTING_HELP, chosen_strategies, named_kinds
from workbench.core.figures import percent
from workbench.core.texts import Text, with_hint
from workbench.core.translation import terminal_translate
from workbench.masking.audit import LengthShares, length_shares
from workbench.masking.audit_notes import Fix, audit_notes
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import Action, MaskingStrategy
from workbench.objectives.auditing import AuditResult, audit_stage
from workbench.objectives.examples import PreviewStage
from workbench.text.corpus import find_corpus
from workbench.text.document import KINDS, UnitKind
from workbench.text.prepared import prepare
from workbench.text.vocabulary import find_vocabulary

NAMES = ("audit",)

_LENGTHS_SHOWN = 10

_Result = tuple[str, MaskingStrategy, AuditResult]


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("audit", parents=[common], help="count what masking strategies do to a corpus")
    parser.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    parser.add_argument("--vocabulary", required=True, metavar="V", help="a vocabulary of the project, or a path")
    parser.add_argument(
        "--strategy",
        action="append",
        default=[],
        metavar="KIND",
        help="may be given again; without it, all: " + ", ".join(STRATEGIES),
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="key=value",
        help=f"{SETTING_HELP}; also passage.key of --passages",
    )
    parser.add_argument("--limit", type=int, default=100_000, metavar="K", help="passages to mask (100000)")
    parser.add_argument("--length", type=int, metavar="L", help="most tokens a passage (128)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the masks (1)")
    add_passages(parser)
    add_ask(parser, "how often each answer is right")
    parser.set_defaults(run=run_audit)


def run_audit(arguments: argparse.Namespace) -> int:
    """Print a table of all strategies, and the lengths of their units; 1 if a rule was broken."""
    length = CORPUS_LENGTH if arguments.length is None else arguments.length
    check_numbers(arguments, length)
    project = project_of(arguments)
    vocabulary = find_vocabulary(project, arguments.vocabulary)
    corpus = find_corpus(project, arguments.corpus)
    passage, questions = chosen_passage(arguments), chosen_questions(arguments)
    chosen = chosen_strategies(named_kinds(arguments.strategy or [ALL]), arguments.set)
    results: list[_Result] = []
    for kind, (strategy, units) in chosen.items():
        tell_missing_lists(strategy, units)
        prepared = prepare(project, corpus, vocabulary, units)
        stage = PreviewStage(strategy, passage, tokens=questions)
        found = audit_stage(prepared, stage, length=length, passages=arguments.limit, seed=arguments.seed)
        results.append((kind, strategy, found))
    documents = [{"strategy": kind, **audit_data(found, strategy, length)} for kind, strategy, found in results]
    if arguments.json:
        print_json(documents)
    else:
        _print_tables(documents)
        _print_answers(documents)
        _print_notes(results, length)
    return 1 if any(any(found.audit.faults.values()) for *_, found in results) else 0


def audit_data(found: AuditResult, strategy: MaskingStrategy, length: int) -> dict[str, Any]:
    """An audit as plain data; shares are of 1. A note's ``fixes`` are settings for ``--set`` that mend it."""
    audit = found.audit
    total = max(audit.targets, 1)
    chosen = max(sum(kind.chosen for kind in audit.kinds.values()), 1)
    lengths = length_shares(audit, strategy)
    translate = terminal_translate()
    return {
        "asked": strategy.rate,
        "rate": audit.rate,
        "passages": audit.passages,
        "targets": audit.targets,
        "actions": {action.name.lower(): int(audit.actions[action]) / total for action in Action},
        "kinds": {
            kind.value: {
                "units": audit.kinds[kind].units,
                "chosen": audit.kinds[kind].chosen,
                "share": audit.kinds[kind].chosen / chosen,
                "tokens": audit.kinds[kind].tokens / total,
            }
            for kind in KINDS
            if kind in audit.kinds and audit.kinds[kind].units
        },
        "lengths": _length_data(lengths),
        "without_target": audit.without_target,
        "short": audit.short,
        "unknown_targets": audit.unknown_targets,
        "unknown_units": sum(kind.unknown for name, kind in audit.kinds.items() if name is not UnitKind.CHAR),
        "unknown_texts": list(found.unknown_texts),
        "faults": dict(audit.faults),
        "notes": [
            {
                "message": note.message.render(translate),
                "hint": translate(note.hint),
                "fixes": [dict(fix.settings) for fix in note.fixes if fix.settings],
            }
            for note in audit_notes(audit, strategy, length)
        ],
    } | ({"answers": {name: dict(counts) for name, counts in found.answers.items()}} if found.answers else {})


def _length_data(lengths: LengthShares) -> dict[str, Any]:
    found = {
        "chosen": lengths.counted,
        "candidates": lengths.roomy,
        "chosen with room": lengths.roomy_chosen,
        "formula": lengths.formula,
    }
    return {"of": lengths.of.value, **{name: None if row is None else row.tolist() for name, row in found.items()}}


def _print_tables(documents: list[dict[str, Any]]) -> None:
    print_table(
        ("strategy", "passages", "asked", "rate", "mask", "random", "similar", "keep", "no target", "short", "faults"),
        [
            (
                document["strategy"],
                document["passages"],
                *(percent(document[name], 2) for name in ("asked", "rate")),
                *(percent(document["actions"][name], 2) for name in ("mask", "random", "similar", "keep")),
                document["without_target"],
                document["short"],
                sum(document["faults"].values()),
            )
            for document in documents
        ],
    )
    print_line()
    print_table(
        ("strategy", "kind", "units", "chosen", "of chosen units", "of targets"),
        [
            (
                document["strategy"],
                kind,
                row["units"],
                row["chosen"],
                percent(row["share"], 2),
                percent(row["tokens"], 2),
            )
            for document in documents
            for kind, row in document["kinds"].items()
        ],
    )
    print_line()
    rows = []
    for document in documents:
        lengths = document["lengths"]
        rows += [
            (document["strategy"], lengths["of"], name, *_shares(shares))
            for name, shares in lengths.items()
            if name != "of" and shares is not None
        ]
    print_table(("strategy", "length in", "", *map(str, range(1, _LENGTHS_SHOWN + 1)), "more"), rows)


def _print_answers(documents: list[dict[str, Any]]) -> None:
    rows = [
        (document["strategy"], question, answer, count, percent(count / max(sum(counts.values()), 1), 2))
        for document in documents
        for question, counts in document.get("answers", {}).items()
        for answer, count in counts.items()
    ]
    if rows:
        print_line()
        print_table(("strategy", "question", "answer", "count", "share"), rows)


def _print_notes(results: list[_Result], length: int) -> None:
    translate = terminal_translate()
    for kind, strategy, found in results:
        for note in audit_notes(found.audit, strategy, length):
            words = f"{kind}: {with_hint(note.message, Text(note.hint)).render(translate)}"
            options = [_options(fix) for fix in note.fixes if fix.settings]
            sys.stderr.write(" ".join((words, *options[:1])) + "\n")


def _options(fix: Fix) -> str:
    """The settings of a fix as options of this command, truth values as files write them."""
    values = {path: str(value).lower() if isinstance(value, bool) else value for path, value in fix.settings.items()}
    return " ".join(f"--set {path}={value}" for path, value in values.items())


def _shares(shares: list[float]) -> list[str]:
    shown = [*shares, *[0.0] * _LENGTHS_SHOWN][:_LENGTHS_SHOWN]
    return [percent(share, 2) for share in (*shown, sum(shares[_LENGTHS_SHOWN:]))]
