"""``vocabulary words`` and ``vocabulary add-words``: vocabularies made from others."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_json, print_table, print_text
from workbench.cli.vocabulary_output import print_vocabulary, vocabulary_data
from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.text.corpus import find_corpus
from workbench.text.lexicon import find_lexicon
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, check_free, find_vocabulary
from workbench.text.vocabulary_coverage import report_coverage
from workbench.text.vocabulary_growth import Additions, Places, add_words, plan_additions, read_words
from workbench.text.vocabulary_lineage import NewRows
from workbench.text.vocabulary_words import build_word_vocabulary

_MOST_SHOWN = 20


def words_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary words``."""
    base = find_vocabulary(project.create(), arguments.base)
    corpus = None if arguments.corpus is None else find_corpus(project, arguments.corpus)
    line = ProgressLine()
    vocabulary = interruptible(
        lambda cancelled: build_word_vocabulary(
            project,
            base,
            arguments.size,
            arguments.name,
            corpus,
            rows=NewRows(arguments.rows),
            progress=line,
            cancelled=cancelled,
        )
    )
    line.clear()
    print_vocabulary(vocabulary, arguments.json)
    return 0


def add_words_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary add-words``; 1 where nothing can be added."""
    base = find_vocabulary(project.create(), arguments.name_of_base)
    check_free(project, arguments.name)
    words = _words(project, base, arguments)
    kind = None if arguments.kind is None else VocabularyKind(arguments.kind)
    additions = plan_additions(base, words, Places(arguments.into), kind, project.cache)
    vocabulary = add_words(project, additions, arguments.name, NewRows(arguments.rows))
    if arguments.json:
        print_json({**vocabulary_data(vocabulary), **additions_data(additions)})
    else:
        print_vocabulary(vocabulary, False)
        _print_additions(additions)
    return 0


def _words(project: Project, base: Vocabulary, arguments: argparse.Namespace) -> list[str]:
    """What is to be added, as the arguments say."""
    if arguments.words is not None:
        return read_words(arguments.words, arguments.encoding)
    if arguments.list is not None:
        return [entry.text for entry in find_lexicon(project, arguments.list).entries]
    if arguments.corpus is None:
        raise ArgumentError(mark("--unknown needs a corpus."), mark("Name one with --corpus."))
    corpus, line = find_corpus(project, arguments.corpus), ProgressLine()
    report = interruptible(
        lambda cancelled: report_coverage(project, corpus, base, UnitSettings(), progress=line, cancelled=cancelled)
    )
    line.clear()
    return [token for token, _ in report.coverage.lacking[: max(0, arguments.unknown)]]


def additions_data(additions: Additions) -> dict[str, Any]:
    """What was added and skipped as plain data."""
    translate = terminal_translate()
    return {
        "added": [{"token": word.token, "id": word.id, "pieces": list(word.pieces)} for word in additions.added],
        "skipped": [
            {"word": word.word, "reason": word.reason.value, "message": translate(word.reason.label)}
            for word in additions.skipped
        ],
    }


def _print_additions(additions: Additions) -> None:
    translate = terminal_translate()
    print_text(mark("Added: {added}; skipped: {skipped}."), added=len(additions.added), skipped=len(additions.skipped))
    shown = additions.added[:_MOST_SHOWN]
    if shown:
        print_table(("id", "token", "pieces"), [(word.id, word.token, " ".join(word.pieces)) for word in shown])
    if additions.skipped:
        rows = [(word.word, translate(word.reason.label)) for word in additions.skipped[:_MOST_SHOWN]]
        print_table(("skipped", "why"), rows)
