"""``vocabulary coverage``: what a corpus loses with a vocabulary, and what is of no use in it."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.arguments import require_at_least
from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_json, print_line, print_table
from workbench.core.figures import percent
from workbench.core.paths import Project
from workbench.core.translation import terminal_translate
from workbench.text.corpus import find_corpus
from workbench.text.example import Example
from workbench.text.lexicon import Lexicon, find_lexicon, list_lexicons
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, find_vocabulary
from workbench.text.vocabulary_coverage import CoverageReport, UnknownText, report_coverage
from workbench.text.vocabulary_lists import UNIT_LISTS

_TABLES = ("texts", "words_lost", "lacking", "unreachable", "lists")


def coverage_action(project: Project, arguments: argparse.Namespace) -> int:
    """``vocabulary coverage``."""
    require_at_least(0, "--sample", arguments.sample)
    require_at_least(1, "--most", arguments.most)
    vocabulary = find_vocabulary(project, arguments.name)
    corpus = find_corpus(project, arguments.corpus)
    lexicons = _lexicons(project, arguments.lists)
    line = ProgressLine()
    report = interruptible(
        lambda cancelled: report_coverage(
            project,
            corpus,
            vocabulary,
            UnitSettings(),
            lexicons,
            arguments.sample,
            progress=line,
            cancelled=cancelled,
        )
    )
    line.clear()
    data = coverage_data(vocabulary, report, arguments.most)
    if arguments.json:
        print_json(data)
    else:
        _print_tables(data)
    return 0


def _lexicons(project: Project, names: list[str] | None) -> list[Lexicon]:
    """The lists named, or all of the project that make units."""
    if names is not None:
        return [find_lexicon(project, name) for name in names]
    return [lexicon for lexicon in list_lexicons(project).good if lexicon.kind in UNIT_LISTS]


def coverage_data(vocabulary: Vocabulary, report: CoverageReport, most: int) -> dict[str, Any]:
    """The report as plain data, its lists cut at ``most``; shares are of 1."""
    coverage, entries = report.coverage, report.entries
    return {
        "vocabulary": vocabulary.name,
        "corpus": coverage.corpus,
        "sentences": coverage.sentences,
        "of_sentences": coverage.of_sentences,
        "tokens": coverage.tokens,
        "characters": coverage.characters,
        "words": coverage.words,
        "tokens_a_character": _share(coverage.tokens, coverage.characters),
        "tokens_a_word": _share(coverage.word_tokens, coverage.words),
        "words_in_pieces": _share(coverage.cut_words, coverage.words),
        "unknown": coverage.unknown,
        "unknown_of_tokens": _share(coverage.unknown, coverage.tokens),
        "unknown_of_characters": _share(coverage.unknown_characters, coverage.characters),
        "unknown_of_words": _share(coverage.unknown_words, coverage.words),
        "words_too_long": coverage.too_long,
        "literal_special_tokens": dict(coverage.literal),
        "size": entries.size,
        "unused_places": entries.unused,
        "never_used": report.never_used,
        "texts": [_text_data(text) for text in coverage.texts[:most]],
        "distinct_texts": coverage.distinct_texts,
        "words_lost": [_text_data(text) for text in coverage.words_lost[:most]],
        "lacking": [{"token": token, "count": count} for token, count in coverage.lacking[:most]],
        "unreachable": _entry_data(report, most),
        "lists": _list_data(report, most),
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _text_data(text: UnknownText) -> dict[str, Any]:
    return {
        "text": text.text,
        "kind": text.kind.value,
        "count": text.count,
        "example": {"text": text.example.text, "start": text.example.start, "end": text.example.end},
    }


def _entry_data(report: CoverageReport, most: int) -> list[dict[str, Any]]:
    translate = terminal_translate()
    return [
        {
            "reason": reason.value,
            "message": translate(reason.label),
            "count": count,
            "examples": [
                {"id": entry.id, "token": entry.token} for entry in report.entries.unreachable if entry.reason is reason
            ][:most],
        }
        for reason, count in report.entries.counts().items()
    ]


def _list_data(report: CoverageReport, most: int) -> list[dict[str, Any]]:
    return [
        {
            "name": found.name,
            "kind": found.kind.value,
            "entries": found.entries,
            "never_predicted": found.num_lost,
            "examples": [
                {"text": entry.text, "class": entry.label, "unknown": list(entry.unknown)}
                for entry in found.lost[:most]
            ],
        }
        for found in report.lists
    ]


def _print_tables(data: dict[str, Any]) -> None:
    figures = {name: value for name, value in data.items() if name not in _TABLES}
    literal = figures.pop("literal_special_tokens")
    figures["literal_special_tokens"] = ", ".join(f"{token} {count}" for token, count in literal.items()) or 0
    print_table(("", ""), [(name, _figure(name, value)) for name, value in figures.items()])
    for name, title in (("texts", "unknown text"), ("words_lost", "word with [UNK]")):
        if data[name]:
            print_line()
            rows = [(row["count"], row["text"], row["kind"], _marked(row["example"])) for row in data[name]]
            print_table(("count", title, "", "example"), rows)
    if data["lacking"]:
        print_line()
        print_table(("count", "entry that is lacking"), [(row["count"], row["token"]) for row in data["lacking"]])
    if data["unreachable"]:
        print_line()
        rows_of_entries = [
            (row["count"], row["message"], " ".join(f"{entry['token']!r}" for entry in row["examples"][:5]))
            for row in data["unreachable"]
        ]
        print_table(("entries", "that no text becomes", ""), rows_of_entries)
    if data["lists"]:
        print_line()
        rows_of_lists = [
            (row["name"], row["kind"], row["entries"], row["never_predicted"], _lost(row)) for row in data["lists"]
        ]
        print_table(("list", "kind", "entries", "never predicted", ""), rows_of_lists)


def _figure(name: str, value: object) -> object:
    if isinstance(value, float):
        return f"{value:.3f}" if name.startswith("tokens_a") else percent(value, 3)
    return value


def _marked(example: dict[str, Any]) -> str:
    """An example with its place between ⟦ and ⟧."""
    before, place, after = Example(**example).parts
    return f"{before}⟦{place}⟧{after}"


def _lost(row: dict[str, Any]) -> str:
    return " ".join(f"{entry['text']} ({' '.join(entry['unknown'])})" for entry in row["examples"][:5])
