"""``workbench import`` and ``workbench corpus``: bring text in, list, show, export and delete what is there."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from workbench.cli.arguments import add_overwrite, require_at_least, require_writable
from workbench.cli.damaged import damaged_data, print_damaged
from workbench.cli.deleting import add_anyway, require_unused
from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_deleted, print_json, print_line, print_table, print_text
from workbench.cli.project import project_of
from workbench.core.figures import percent
from workbench.core.names import readable
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.jobs.importing import import_with_workers, usual_workers
from workbench.spec.validation import validate
from workbench.spec.wording import settings_text
from workbench.store.list_users import runs_on_corpus
from workbench.text.corpus import Corpus, delete_corpus, find_corpus, list_corpora
from workbench.text.corpus_export import ExportFormat, export_corpus
from workbench.text.corpus_manifest import ImportReport
from workbench.text.readers import word_lists
from workbench.text.readers.answers import answers_text, split_answers
from workbench.text.readers.notes import skipped_text
from workbench.text.readers.settings import (
    DocumentRule,
    Duplicates,
    FileFormat,
    ImportSettings,
    Width,
    changed_settings,
)

#: So many files are named for each encoding.
_MOST_FILES = 10


def add(subparsers: Any, common: argparse.ArgumentParser) -> None:
    """Register ``import`` and ``corpus``."""
    importing = subparsers.add_parser("import", parents=[common], help="import text as a corpus")
    importing.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders")
    importing.add_argument("--name", required=True, metavar="N", help="name of the corpus")
    importing.add_argument("--format", choices=[kind.value for kind in FileFormat], default="auto")
    importing.add_argument("--field", default="", metavar="F", help="JSON field (also a.b[].c) or column")
    importing.add_argument("--second-field", default="", metavar="F",
                           help="field or column of a second text, as a title with its query")  # fmt: skip
    importing.add_argument("--answer-field", default="", metavar="F",
                           help="field or column of the answer to each document, as what was clicked")  # fmt: skip
    importing.add_argument("--answers", default="", metavar="V=A,…",
                           help="what its values mean: 2=clicked,1=shown,0=unrelated; -1= leaves rows out")  # fmt: skip
    importing.add_argument("--documents", choices=[rule.value for rule in DocumentRule], default="blank-line")
    importing.add_argument("--encoding", default="auto", metavar="E", help="auto, utf-8, gb18030, big5, utf-16-le, …")
    importing.add_argument("--duplicates", choices=[rule.value for rule in Duplicates], default="keep",
                           help="drop paragraphs or documents that came before, letter for letter")  # fmt: skip
    importing.add_argument("--width", choices=[rule.value for rule in Width], default="keep",
                           help="full-width letters and digits: keep, make ordinary, or NFKC")  # fmt: skip
    importing.add_argument("--remove-html", action="store_true", help="take HTML out (else kept and counted)")
    importing.add_argument("--no-lone-cr", action="store_true", help="a CR without LF ends no line")
    importing.add_argument("--evaluation-share", type=float, default=ImportSettings().evaluation_share, metavar="S",
                           help="share of documents set aside for evaluation, 0 to 0.5")  # fmt: skip
    importing.add_argument("--workers", type=int, default=usual_workers(), metavar="N",
                           help="processes for many files; the corpus is the same for any number")  # fmt: skip
    importing.set_defaults(run=run_import)

    corpus = subparsers.add_parser("corpus", help="list, show, export and delete corpora")
    actions = corpus.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", parents=[common], help="all corpora").set_defaults(run=run_list)
    for name, handler, text in (("show", run_show, "one corpus"), ("delete", run_delete, "delete a corpus")):
        action = actions.add_parser(name, parents=[common], help=text)
        action.add_argument("name", metavar="N", help="name of the corpus")
        action.set_defaults(run=handler)
        if handler is run_delete:
            add_anyway(action, "runs use it")
    exporting = actions.add_parser("export", parents=[common], help="write a corpus into a file (UTF-8, LF)")
    exporting.add_argument("name", metavar="N", help="name of the corpus")
    exporting.add_argument("--out", required=True, type=Path, metavar="FILE", help="the file to write")
    exporting.add_argument("--format", choices=[kind.value for kind in ExportFormat], default="txt",
                           help="a paragraph a line and blank lines between documents, or JSONL")  # fmt: skip
    add_overwrite(exporting)
    exporting.set_defaults(run=run_export)


def run_import(arguments: argparse.Namespace) -> int:
    """Import and print the report."""
    require_at_least(1, "--workers", arguments.workers)
    settings: ImportSettings = validate(
        ImportSettings,
        {
            "format": arguments.format,
            "field": arguments.field,
            "second_field": arguments.second_field,
            "answer_field": arguments.answer_field,
            "answers": split_answers(arguments.answers),
            "documents": arguments.documents,
            "encoding": arguments.encoding,
            "evaluation_share": arguments.evaluation_share,
            "duplicates": arguments.duplicates,
            "width": arguments.width,
            "html": arguments.remove_html,
            "lone_cr": not arguments.no_lone_cr,
        },
    )
    line = ProgressLine(quiet=arguments.json)
    project = project_of(arguments)
    corpus = interruptible(
        lambda cancelled: import_with_workers(
            project, arguments.name, arguments.paths, settings, arguments.workers, progress=line, cancelled=cancelled
        )
    )
    line.clear()
    for note in corpus.report.notes:
        if note.kind == word_lists.KIND:  # a mistake rather than something to know of the text
            sys.stderr.write(f"{note.file}: {note.message.render(terminal_translate())}\n")
    if arguments.json:
        print_json(corpus.report.to_json(terminal_translate()))
    else:
        _print_report(corpus.name, corpus.report)
    return 0


def _print_report(name: str, report: ImportReport) -> None:
    translate = terminal_translate()
    print_text(
        mark(
            "{name}: {documents:,} {documents:document|documents}, {paragraphs:,} {paragraphs:paragraph|paragraphs}, "
            "{sentences:,} {sentences:sentence|sentences}, {characters:,} {characters:character|characters}"
        ),
        name=name,
        documents=report.documents,
        paragraphs=report.paragraphs,
        sentences=report.sentences,
        characters=report.characters,
    )
    if report.pair_documents is not None:
        print_text(
            mark(
                "  {pairs:,} {pairs:document has|documents have} two or more sentences and can make pairs of sentences"
            ),
            pairs=report.pair_documents,
        )
    if report.turn_documents:
        print_text(
            mark("  {turns:,} {turns:document has|documents have} two or more turns (paragraphs), as dialogues need"),
            turns=report.turn_documents,
        )
    if report.answers:
        print_text(mark("  answers: {answers}"), answers=answers_text(report.answers))
    if changed := changed_settings(report.settings):
        print_text(mark("  settings: {settings}"), settings=settings_text(ImportSettings, changed))
    for encoding, files in _by_encoding(report).items():
        more = f" … ({len(files)})" if len(files) > _MOST_FILES else ""
        print_line(f"  {encoding}: {', '.join(files[:_MOST_FILES])}{more}")
    if report.skipped:
        print_text(mark("  skipped: {skipped}"), skipped=skipped_text(report.skipped))
    for note in report.notes:
        place = f"{note.file}:{note.line}" if note.line else note.file
        print_line(f"  {place + ': ' if place else ''}{note.message.render(translate)}")
    print_line(translate(mark("fingerprint {fingerprint}")).format(fingerprint=report.fingerprint))


def _by_encoding(report: ImportReport) -> dict[str, list[str]]:
    """Encoding -> the files in it."""
    files: dict[str, list[str]] = {}
    for file, encoding in report.encodings.items():
        files.setdefault(encoding, []).append(file)
    return files


def _summary(corpus: Corpus) -> dict[str, Any]:
    return {
        "name": corpus.name,
        "documents": corpus.num_documents,
        "paragraphs": corpus.num_paragraphs,
        "sentences": corpus.num_sentences,
        "characters": corpus.num_characters,
        "created": corpus.created,
        "fingerprint": corpus.fingerprint,
    }


def run_list(arguments: argparse.Namespace) -> int:
    """Print all corpora."""
    found = list_corpora(project_of(arguments))
    if arguments.json:
        print_json([*map(_summary, found.good), *map(damaged_data, found.damaged)])
        return 0
    rows = [
        (
            corpus.name,
            f"{corpus.num_documents:,}",
            f"{corpus.num_sentences:,}",
            f"{corpus.num_characters:,}",
            datetime.fromtimestamp(corpus.created).isoformat(" ", "minutes"),
        )
        for corpus in found.good
    ]
    print_table(("name", "documents", "sentences", "characters", "imported"), rows)
    print_damaged(found.damaged)
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print one corpus: its report and its statistics."""
    corpus = find_corpus(project_of(arguments), arguments.name)
    statistics = corpus.statistics()
    if arguments.json:
        report = corpus.report.to_json(terminal_translate())
        evaluation = int(corpus.evaluation.sum())
        print_json(
            {**_summary(corpus), **report, "evaluation_documents": evaluation, "statistics": statistics.model_dump()}
        )
        return 0
    _print_report(corpus.name, corpus.report)
    print_line(f"  Han {percent(statistics.chinese_share)}, Latin {percent(statistics.latin_share)}")
    print_line("  " + " ".join(character for character, _ in statistics.characters[:40]))
    print_line("  " + " ".join(word for word, _ in statistics.words[:40]))
    return 0


def run_export(arguments: argparse.Namespace) -> int:
    """Write one corpus into a file."""
    require_writable(arguments.out, overwrite=arguments.overwrite)
    corpus = find_corpus(project_of(arguments), arguments.name)
    line = ProgressLine(quiet=arguments.json)
    lines = interruptible(
        lambda cancelled: export_corpus(
            corpus,
            arguments.out,
            ExportFormat(arguments.format),
            overwrite=arguments.overwrite,
            progress=line,
            cancelled=cancelled,
        )
    )
    line.clear()
    if arguments.json:
        print_json({"file": readable(str(arguments.out)), "documents": corpus.num_documents, "lines": lines})
    else:
        print_text(
            mark(
                "{lines:,} {lines:line|lines} of {documents:,} {documents:document|documents} {lines:is|are} in {file}."
            ),
            lines=lines,
            documents=corpus.num_documents,
            file=readable(str(arguments.out)),
        )
    return 0


def run_delete(arguments: argparse.Namespace) -> int:
    """Delete one corpus."""
    project = project_of(arguments)
    if not arguments.anyway:
        require_unused(
            project,
            runs_on_corpus,
            arguments.name,
            mark("Runs use the corpus “{name}”: {runs}."),
            mark("Give --anyway to delete it all the same; those that are not done could then not be resumed."),
        )
    delete_corpus(project, arguments.name)
    told = mark("The corpus {name} is deleted; the files it came from are as they were.")
    print_deleted(arguments.name, told, as_json=arguments.json)
    return 0
