"""``vocabulary``: train, load, check, list, show and delete vocabularies."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.cli.damaged import damaged_data, print_damaged
from workbench.cli.deleting import add_anyway, require_unused
from workbench.cli.interrupt import interruptible
from workbench.cli.output import (
    ProgressLine,
    print_deleted,
    print_error,
    print_json,
    print_line,
    print_table,
    print_text,
)
from workbench.cli.project import project_of
from workbench.cli.vocabulary_coverage import coverage_action
from workbench.cli.vocabulary_making import add_words_action, words_action
from workbench.cli.vocabulary_output import print_vocabulary, vocabulary_data
from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.store.list_users import runs_with_vocabulary
from workbench.text.list_files import AUTO
from workbench.text.vocabulary import (
    Vocabulary,
    VocabularyKind,
    VocabularyReport,
    check_known,
    check_vocabulary,
    delete_vocabulary,
    find_vocabulary,
    list_vocabularies,
    load_vocabulary,
    refuse_missing,
)
from workbench.text.vocabulary_growth import Places
from workbench.text.vocabulary_lineage import NewRows

NAMES = ("vocabulary",)

Action = Callable[[Project, argparse.Namespace], int]

#: Merging words into a vocabulary is one call that cannot be stopped; what it would give is not wanted any more.
_GRACE_SECONDS = 1.0


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser of ``vocabulary`` with its actions."""
    parser = commands.add_parser("vocabulary", help="train, load and check vocabularies")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    kinds = [kind.value for kind in VocabularyKind]

    train = _action(actions, common, "train", "train a vocabulary on a corpus", train_action)
    train.add_argument("--corpus", required=True, metavar="N", help="corpus of the project, or a path")
    train.add_argument("--kind", required=True, choices=kinds)
    train.add_argument("--size", required=True, type=int, metavar="K", help="most tokens, special ones included")
    train.add_argument("--name", required=True, metavar="V")
    train.add_argument("--cased", action="store_true", help="keep capitals and accents (byte-bpe always does)")

    load = _action(actions, common, "load", "bring a vocabulary file into the project", load_action)
    load.add_argument("path", type=Path, metavar="PATH", help="vocab.txt, tokenizer.json, vocab.json, or their folder")
    load.add_argument("--name", required=True, metavar="V")
    load.add_argument("--kind", choices=kinds, default=None, help="what the file is, where it does not tell")
    case = load.add_mutually_exclusive_group()
    case.add_argument("--cased", action="store_true", help="keep capitals and accents")
    case.add_argument("--uncased", action="store_true", help="lower-case and strip accents")
    load.add_argument("--add-missing", action="store_true", help="append missing special tokens at the end")

    words = _action(actions, common, "words", "make a vocabulary of whole words from another (WoBERT)", words_action)
    words.add_argument("--base", required=True, metavar="V", help="vocabulary whose characters and pieces are kept")
    words.add_argument("--name", required=True, metavar="NEW")
    words.add_argument("--size", type=int, default=20_000, metavar="K", help="words to add (20000)")
    words.add_argument("--corpus", default=None, metavar="N", help="its most frequent words, not the dictionary's")
    _add_rows(words)

    grow = _action(actions, common, "add-words", "make a vocabulary with more words from another one", add_words_action)
    grow.add_argument("name_of_base", metavar="V", help="a vocabulary of the project, or a path")
    source = grow.add_mutually_exclusive_group(required=True)
    source.add_argument("--words", type=Path, metavar="FILE", help="a word a line")
    grow.add_argument("--encoding", default=AUTO, metavar="E", help="with --words: the encoding of the file (auto)")
    source.add_argument("--list", metavar="LEXICON", help="the entries of a list of the project")
    source.add_argument("--unknown", type=int, metavar="K", help="the K commonest entries that a corpus lacks")
    grow.add_argument("--corpus", metavar="N", help="with --unknown: a corpus of the project, or a path")
    grow.add_argument("--into", choices=[place.value for place in Places], default=Places.GROW.value)
    grow.add_argument("--as", dest="kind", choices=[VocabularyKind.WORD.value], help="make it a word vocabulary")
    grow.add_argument("--name", required=True, metavar="NEW")
    _add_rows(grow)

    cover = _action(actions, common, "coverage", "what a corpus loses with a vocabulary, and what is of no use in it",
                    coverage_action)  # fmt: skip
    cover.add_argument("name", metavar="V", help="a vocabulary of the project, or a path")
    cover.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    cover.add_argument("--list", action="append", default=None, metavar="LEXICON", dest="lists",
                       help="a list to look at; may be given again; without it, all of the project")  # fmt: skip
    cover.add_argument("--sample", type=int, default=0, metavar="K", help="read only K sentences, spread evenly")
    cover.add_argument("--most", type=int, default=20, metavar="K", help="most rows of each table (20)")

    check = _action(actions, common, "check", "say what is odd about a vocabulary file", check_action)
    check.add_argument("wanted", metavar="V", help="a vocabulary of the project, or a path")
    _action(actions, common, "list", "all vocabularies of the project", list_action)
    _action(actions, common, "show", "figures of a vocabulary", show_action).add_argument("name", metavar="V")
    delete = _action(actions, common, "delete", "remove a vocabulary from the project", delete_action)
    delete.add_argument("name", metavar="V")
    add_anyway(delete, "runs use it")


_ROWS_HELP = (
    "how the rows of new tokens begin in a run that starts from weights with the old vocabulary (train --start-from); "
    "kept with the new vocabulary"
)


def _add_rows(parser: argparse.ArgumentParser) -> None:
    rows = [rule.value for rule in NewRows]
    parser.add_argument("--rows", choices=rows, default=NewRows.MEAN.value, help=_ROWS_HELP)


def _action(
    actions: Any, common: argparse.ArgumentParser, name: str, does: str, action: Action
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, parents=[common], help=does)
    parser.set_defaults(run=run_action, does=action)
    return parser


def run_action(arguments: argparse.Namespace) -> int:
    """Do what the action says in the project asked for."""
    code: int = arguments.does(project_of(arguments), arguments)
    return code


def train_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary train``."""
    from workbench.text.corpus import find_corpus
    from workbench.text.vocabulary_training import train_vocabulary

    corpus = find_corpus(project.create(), arguments.corpus)
    line = ProgressLine()
    vocabulary = interruptible(
        lambda cancelled: train_vocabulary(
            project,
            corpus,
            arguments.kind,
            arguments.size,
            arguments.name,
            lowercase=not arguments.cased,
            progress=line,
            cancelled=cancelled,
        ),
        grace=_GRACE_SECONDS,
    )
    line.clear()
    notes = notes_on_size(vocabulary, arguments.size)
    for note in notes:
        sys.stderr.write(note.render(terminal_translate()) + "\n")
    print_vocabulary(vocabulary, arguments.json, warnings=notes, asked=arguments.size)
    return 0


def notes_on_size(vocabulary: Vocabulary, asked: int) -> list[Text]:
    """That a vocabulary is smaller than it was asked to be, if it is."""
    if vocabulary.size >= asked:
        return []
    template = mark("The corpus gives only {size} of the {asked} tokens asked for; a larger corpus gives more.")
    return [Text(template, {"size": vocabulary.size, "asked": asked})]


def load_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary load``; what is odd about the file is said on standard error."""
    report = check_vocabulary(arguments.path)
    vocabulary = load_vocabulary(
        project.create(),
        arguments.path,
        arguments.name,
        kind=None if arguments.kind is None else VocabularyKind(arguments.kind),
        lowercase=False if arguments.cased else (True if arguments.uncased else None),
        add_missing=arguments.add_missing,
    )
    for line in problem_lines(report):
        sys.stderr.write(line + "\n")
    print_vocabulary(vocabulary, arguments.json)
    return 0


def check_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary check``: exit code 1 where the file cannot be loaded as it stands."""
    report = check_known(project, arguments.wanted)
    if arguments.json:
        print_json(report_data(report))
    else:
        print_line(f"{report.kind.value} {report.size}")
        for line in problem_lines(report):
            print_line(line)
        if report.usable:
            print_text(mark("It can be loaded."))
    try:
        refuse_missing(arguments.wanted, report.missing_special)
    except WorkbenchError as error:  # the one JSON document is the report
        return print_error(error, as_json=False)
    return 0


def list_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary list``."""
    found = list_vocabularies(project)
    if arguments.json:
        print_json([*map(vocabulary_data, found.good), *map(damaged_data, found.damaged)])
    else:
        rows = [(one.name, one.kind.value, one.size, one.fingerprint) for one in found.good]
        print_table(("name", "kind", "size", "fingerprint"), rows)
        print_damaged(found.damaged)
    return 0


def show_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary show``."""
    print_vocabulary(find_vocabulary(project, arguments.name), arguments.json)
    return 0


def delete_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary delete``."""
    if not arguments.anyway:
        require_unused(
            project,
            runs_with_vocabulary,
            arguments.name,
            mark("Runs use the vocabulary “{name}”: {runs}."),
            mark("Give --anyway to delete it all the same; without it, what they trained cannot be used."),
        )
    delete_vocabulary(project, arguments.name)
    print_deleted(arguments.name, mark("The vocabulary {name} is deleted."), as_json=arguments.json)
    return 0


def report_data(report: VocabularyReport) -> dict[str, Any]:
    """The report on a file as plain data."""
    translate = terminal_translate()
    return {
        "kind": report.kind.value,
        "size": report.size,
        "lowercase": report.lowercase,
        "problems": [
            {"line": problem.line, "kind": problem.kind, "message": problem.message.render(translate)}
            for problem in report.problems
        ],
        "missing_special": list(report.missing_special),
        "usable": report.usable,
    }


def problem_lines(report: VocabularyReport) -> list[str]:
    """One line for each thing that is odd, with its line number where it has one."""
    translate = terminal_translate()
    return [
        f"{problem.line}: {text}" if problem.line else text
        for problem in report.problems
        for text in [problem.message.render(translate)]
    ]
