"""Actions of ``lists`` that read a corpus: mine a list from it, show entries in context, measure what a list covers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from workbench.cli.arguments import require_at_least, require_text
from workbench.cli.interrupt import interruptible
from workbench.cli.lists_telling import entry_data, tell_list, units_of
from workbench.cli.output import ProgressLine, print_json, print_line, print_table, print_text
from workbench.cli.project import project_of
from workbench.core.figures import percent
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.spec.validation import validate
from workbench.text.corpus import find_corpus
from workbench.text.example import cut_around
from workbench.text.lexicon import Lexicon, LexiconKind, find_lexicon
from workbench.text.lexicon_building import MINED_KINDS, WAYS, Method, build_lexicon
from workbench.text.lexicon_usage import Contexts, Coverage, Share, find_contexts, measure_coverage
from workbench.text.mining import MiningSettings
from workbench.text.vocabulary import find_vocabulary

_MOST_IDLE = 20  #: entries that never act are shown, of each reason


def add_corpus_actions(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    mining = actions.add_parser("mine", parents=[common], help="make a list of runs of words or characters of a corpus")
    mining.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    mining.add_argument("--name", required=True, metavar="N", help="name of the list in the project")
    mining.add_argument("--by", choices=[method.value for method in Method],
                        help="strong neighbours (T-DNA, ZEN 2), frequency (ZEN 1), or PMI of n words")  # fmt: skip
    mining.add_argument("--kind", choices=[kind.value for kind in MINED_KINDS],
                        help="what the list is used as (phrases by pmi, else n-grams)")  # fmt: skip
    mining.add_argument(
        "--into", action="store_true", help="merge with the list of that name; what was pruned stays out"
    )
    mining.add_argument("--min-count", type=int, metavar="K", help="keep what is met this often or more")
    mining.add_argument("--min-pmi", metavar="P", help="keep what has this PMI or more")
    mining.add_argument("--longest", metavar="N", help="longest run")
    mining.add_argument("--unit", choices=["word", "character"], help="what the runs are of")
    mining.add_argument("--set", action="append", default=[], metavar="key=value",
                        help="another threshold, or units.key of the word boundaries")  # fmt: skip
    mining.set_defaults(run=mine_action)

    contexts = actions.add_parser("contexts", parents=[common], help="sentences of a corpus with an entry")
    contexts.add_argument("name", metavar="N", help="a list of the project")
    contexts.add_argument("entry", metavar="ENTRY", help="an entry, or any other text")
    contexts.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    contexts.add_argument("--limit", type=int, default=8, metavar="K", help="most sentences to show (8)")
    contexts.set_defaults(run=contexts_action)

    coverage = actions.add_parser("coverage", parents=[common], help="how much of a corpus a list covers")
    coverage.add_argument("name", metavar="N", help="a list of the project")
    coverage.add_argument("--corpus", required=True, metavar="N", help="a corpus of the project, or a path")
    coverage.add_argument("--vocabulary", metavar="V", help="count its tokens too, and entries that it does not know")
    coverage.add_argument("--set", action="append", default=[], metavar="units.key=value",
                          help="a setting of the word boundaries")  # fmt: skip
    coverage.set_defaults(run=coverage_action)


def mine_action(arguments: argparse.Namespace) -> int:
    """``lists mine``."""
    project = project_of(arguments).create()
    corpus = find_corpus(project, arguments.corpus)
    kind = LexiconKind(arguments.kind) if arguments.kind else None
    method = Method(arguments.by or (Method.PMI_N if kind is LexiconKind.NGRAM else Method.PMI))
    settings: Any = validate(WAYS[method].settings, _thresholds(arguments, method))
    units, line = units_of(arguments.set), ProgressLine(quiet=arguments.json)

    def work(cancelled: Any) -> Lexicon:
        return build_lexicon(
            project, corpus, arguments.name, settings, units, kind, arguments.into, progress=line, cancelled=cancelled
        )

    lexicon = interruptible(work)
    line.clear()
    return tell_list(arguments, lexicon, by=method.value)


def _thresholds(arguments: argparse.Namespace, method: Method) -> dict[str, Any]:
    """Settings of mining from the options; those of ``--set`` are as in the settings themselves."""
    given: dict[str, Any] = {"least_pmi": arguments.min_pmi, "longest": arguments.longest, "unit": arguments.unit}
    if (least := arguments.min_count) is not None:
        require_at_least(1, "--min-count", least)
        # By frequency the count itself is kept; the others keep what is met more often than theirs.
        given["least_count"] = least if method is Method.FREQUENCY else least - 1
        if WAYS[method].settings is MiningSettings:
            given["least_frequency"] = least - 1
    own = dict(text.partition("=")[::2] for text in arguments.set if not text.startswith("units."))
    return {**{key: value for key, value in given.items() if value is not None}, **own}


def contexts_action(arguments: argparse.Namespace) -> int:
    """``lists contexts``."""
    project = project_of(arguments)
    require_text("ENTRY", arguments.entry)
    require_at_least(1, "--limit", arguments.limit)
    lexicon = find_lexicon(project, arguments.name)
    corpus = find_corpus(project, arguments.corpus)
    entry = arguments.entry.strip()
    line = ProgressLine(quiet=arguments.json)
    found = interruptible(
        lambda cancelled: find_contexts(corpus, entry, arguments.limit, progress=line, cancelled=cancelled)
    )
    line.clear()
    known = next((one for one in lexicon.entries if one.text == entry), None)
    if arguments.json:
        shown = [{"sentence": one.sentence, "start": one.start, "text": one.text} for one in found.shown]
        print_json({"entry": entry_data(known) if known else None, "occurrences": found.occurrences,
                    "sentences": found.sentences, "shown": shown})  # fmt: skip
        return 0
    if known is None:
        print_text(mark("“{text}” is no entry of the list “{name}”."), text=entry, name=lexicon.name)
    print_text(mark("{occurrences} {occurrences:time|times} in {sentences} {sentences:sentence|sentences}."),
               occurrences=f"{found.occurrences:,}", sentences=f"{found.sentences:,}")  # fmt: skip
    _print_contexts(found)
    return 0


def _print_contexts(found: Contexts) -> None:
    """The number of each sentence, and the entry in brackets with what stands around it."""
    for one in found.shown:
        before, entry, after = cut_around(one.text, one.start, one.start + len(found.entry)).parts
        print_line(f"{one.sentence:>9}  {before}[{entry}]{after}")


def coverage_action(arguments: argparse.Namespace) -> int:
    """``lists coverage``."""
    project = project_of(arguments).create()
    lexicon = find_lexicon(project, arguments.name)
    corpus = find_corpus(project, arguments.corpus)
    vocabulary = find_vocabulary(project, arguments.vocabulary) if arguments.vocabulary else None
    units, line = units_of(arguments.set), ProgressLine(quiet=arguments.json)
    found = interruptible(
        lambda cancelled: measure_coverage(
            project, corpus, lexicon, units, vocabulary, progress=line, cancelled=cancelled
        )
    )
    line.clear()
    shares = {"characters": found.characters, "words": found.words, "sentences": found.sentences}
    if vocabulary is not None:
        shares["tokens"] = found.tokens
    if arguments.json:
        print_json(_coverage_data(lexicon, found, shares))
        return 0
    rows = [(name, f"{one.covered:,}", f"{one.total:,}", percent(one.value, 2)) for name, one in shares.items()]
    print_table(("", "covered", "of", "share"), rows)
    print_line()
    print_table(("entries", "characters"), [(f"{rank:,}", percent(share, 2)) for rank, share in _curve(found)])
    _print_idle(lexicon, found)
    return 0


def _ranks(entries: int) -> list[int]:
    """1, 2, 5, 10, ... and the number of entries."""
    steps = [step * 10**power for power in range(7) for step in (1, 2, 5)]
    return [*(rank for rank in steps if rank < entries), *([entries] if entries else [])]


def _curve(found: Coverage) -> list[tuple[int, float]]:
    """Share of the characters that the first entries cover."""
    total = max(1, found.characters.total)
    return [(rank, int(found.curve[rank - 1]) / total) for rank in _ranks(len(found.curve))]


def _by_reason(lexicon: Lexicon, found: Coverage) -> dict[str, list[str]]:
    """Reason -> entries that never act for it."""
    idle: dict[str, list[str]] = {}
    for place, reason in found.idle.items():
        idle.setdefault(reason.value, []).append(lexicon.entries[place].text)
    return idle


def _coverage_data(lexicon: Lexicon, found: Coverage, shares: dict[str, Share]) -> dict[str, Any]:
    return {
        "name": lexicon.name,
        "entries": len(lexicon),
        "shares": {
            name: {"covered": one.covered, "total": one.total, "share": one.value} for name, one in shares.items()
        },
        "curve": [{"entries": rank, "characters": share} for rank, share in _curve(found)],
        "counts": {entry.text: int(count) for entry, count in zip(lexicon.entries, found.counts, strict=True)},
        "never": _by_reason(lexicon, found),
    }


def _print_idle(lexicon: Lexicon, found: Coverage) -> None:
    translate = terminal_translate()
    reasons = {reason.value: reason for reason in found.idle.values()}
    for value, texts in _by_reason(lexicon, found).items():
        more = f" … ({len(texts):,})" if len(texts) > _MOST_IDLE else ""
        print_line()
        print_text(mark("Entries that never act: {number}; each {reason}."),
                   number=f"{len(texts):,}", reason=translate(reasons[value].label))  # fmt: skip
        print_line(_joined(texts[:_MOST_IDLE]) + more)


def _joined(texts: Sequence[str]) -> str:
    return "  ".join(texts)
