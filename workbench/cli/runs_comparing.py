"""``runs compare`` and ``sweeps``: what runs differ in and what came of them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from workbench.cli.output import print_json, print_line, print_table, print_text
from workbench.cli.runs_output import AddAction
from workbench.cli.task_output import VERDICT_SIGNS
from workbench.core.errors import ArgumentError
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.store.comparison import compare
from workbench.store.group_table import RULE as GROUP_RULE
from workbench.store.group_table import GroupFigure, GroupRow, GroupTable, group_table, spread_text
from workbench.store.records import STATUS_TITLES, Run, Status
from workbench.store.store import RunKey, Store
from workbench.store.sweeps import SweepTable, all_sweeps, compare_sweep, find_sweep
from workbench.store.task_matrix import RULE as WELCH
from workbench.store.vocabulary_table import (
    FIGURES,
    RULE,
    VocabularyRow,
    VocabularyTable,
    figure_text,
    unknown_text,
    vocabulary_table,
)


def add_comparing(add: AddAction) -> None:
    """Add the parsers."""
    comparing = add("compare", "differing settings and last values", compare_runs)
    comparing.add_argument("keys", nargs="*", metavar="R", help="names or numbers of runs")
    comparing.add_argument("--sweep", metavar="S", help="the runs of a sweep, a line each")
    comparing.add_argument(
        "--by",
        choices=["vocabulary", "seeds"],
        help="runs that differ in nothing but their seed as one line: what evaluations gave, with its spread (seeds), "
        "or tokens, speed and bits per character of vocabularies (vocabulary)",
    )
    add("sweeps", "the sweeps, the newest first", list_sweeps)


def compare_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Only the settings that differ, and the last value of every metric."""
    if arguments.sweep is not None and arguments.keys:
        raise ArgumentError(mark("Either runs are compared or a sweep."), mark("Leave out one of the two."))
    if arguments.by is not None:
        if arguments.sweep is None and not arguments.keys:
            raise ArgumentError(mark("There is nothing to compare."), mark("Name the runs, or a sweep."))
        runs = find_sweep(store, arguments.sweep).runs if arguments.sweep is not None else _named(store, arguments.keys)
        if arguments.by == "vocabulary":
            _print_vocabularies(vocabulary_table(store, runs), as_json=arguments.json)
        else:
            _print_groups(group_table(store, runs), as_json=arguments.json)
        return
    if arguments.sweep is not None:
        _print_sweep(compare_sweep(store, arguments.sweep), as_json=arguments.json)
        return
    runs = _named(store, arguments.keys)
    if len(runs) < 2:
        raise ArgumentError(mark("One run alone cannot be compared."), mark("Name two runs or more."))
    compared = compare(store, runs)
    if arguments.json:
        differing = {path: [_plain(value) for value in values] for path, values in compared.differing.items()}
        print_json({"differing": differing, "final": compared.final})
        return
    names = [run.name for run in runs]
    rows = [*compared.differing.items(), *compared.final.items()]
    print_table(("", *names), [(path, *map(_shown, values)) for path, values in rows])


def _named(store: Store, keys: Sequence[RunKey]) -> list[Run]:
    """The runs of some names and numbers, each once though it is named twice: one run is one measurement."""
    return list({run.id: run for run in map(store.run, keys)}.values())


def list_sweeps(store: Store, arguments: argparse.Namespace) -> None:
    """Each with how many runs it has and how many of them are done."""
    rows = [
        {"name": sweep.name, "runs": len(sweep.runs), "done": sum(run.status is Status.DONE for run in sweep.runs)}
        for sweep in all_sweeps(store)
    ]
    if arguments.json:
        print_json(rows)
    else:
        print_table(("name", "runs", "done"), [tuple(row.values()) for row in rows])


def _print_sweep(table: SweepTable, *, as_json: bool) -> None:
    runs, columns = table.sweep.runs, {**table.settings, **table.results}
    if as_json:
        problems = [problem.render() for problem in table.problems]
        told = [
            {
                "number": run.id,
                "name": run.name,
                "status": run.status.value,
                "settings": {path: _plain(values[place]) for path, values in table.settings.items()},
                "results": {metric: values[place] for metric, values in table.results.items()},
            }
            for place, run in enumerate(runs)
        ]
        print_json({"sweep": table.sweep.name, "runs": told, "problems": problems})
        return
    translate = terminal_translate()
    for problem in table.problems:
        print_line(problem.render(translate))
    rows = [
        (run.name, translate(STATUS_TITLES[run.status]), *(_shown(values[place]) for values in columns.values()))
        for place, run in enumerate(runs)
    ]
    print_table(("name", "status", *columns), rows)


def _print_groups(table: GroupTable, *, as_json: bool) -> None:
    """A line a metric and a column a row of the table, as more is measured of runs than there are of them."""
    if as_json:
        problems = [problem.render() for problem in table.problems]
        print_json({"rows": [_group_data(row) for row in table.rows], "problems": problems, "rule": GROUP_RULE})
        return
    translate = terminal_translate()
    for problem in table.problems:
        print_line(problem.render(translate))
    counts = (translate(mark("runs")), *(len(row.runs) for row in table.rows))
    lines = [(metric, *(_figure_text(row.figures.get(metric)) for row in table.rows)) for metric in table.metrics]
    print_table(("", *(row.name for row in table.rows)), [counts, *lines])
    print_text(GROUP_RULE)
    print_text(mark("* best, ≈ not distinguishable from it, ? one measurement has no spread."))
    print_text(WELCH)


def _figure_text(figure: GroupFigure | None) -> str:
    if figure is None:
        return "–"
    sign = "" if figure.verdict is None else VERDICT_SIGNS[figure.verdict]
    return f"{spread_text(figure.spread)} {sign}".rstrip()


def _group_data(row: GroupRow) -> dict[str, Any]:
    """A row as plain data; a figure that is not compared has no verdict."""
    figures = {
        metric: {**vars(figure.spread), "verdict": figure.verdict and figure.verdict.value}
        for metric, figure in row.figures.items()
    }
    return {"name": row.name, "runs": list(row.runs), "figures": figures}


def _print_vocabularies(table: VocabularyTable, *, as_json: bool) -> None:
    if as_json:
        print_json({
            "rows": [_row_data(row) for row in table.rows],
            "problems": [problem.render() for problem in table.problems],
            "notes": [note.render() for note in table.notes],
            "rule": RULE,
        })  # fmt: skip
        return
    translate = terminal_translate()
    for problem in table.problems:
        print_line(problem.render(translate))
    header = ["", *map(translate, (mark("vocabulary"), mark("size"), mark("runs"), *FIGURES)), "", "[UNK]"]
    rows = [
        (
            row.name,
            row.vocabulary,
            "–" if row.size is None else f"{row.size:,}",
            len(row.runs),
            *(figure_text(figure(row)) for figure in FIGURES.values()),
            VERDICT_SIGNS[row.verdict],
            unknown_text(row),
        )
        for row in table.rows
    ]
    print_table(header, rows)
    for note in table.notes:
        print_line(note.render(translate))
    print_text(RULE)
    print_text(mark("* best, ≈ not distinguishable from it, ? one measurement has no spread."))
    print_text(WELCH)


def _row_data(row: VocabularyRow) -> dict[str, Any]:
    """A row as plain data, its text as the counts that its figures come from."""
    figures = {
        "tokens_per_sentence": row.tokens_per_sentence,
        "characters_per_token": row.characters_per_token,
        "unknown": row.unknown,
        **{name: None if spread is None else vars(spread) for name, spread in (
            ("characters_per_second", row.characters_per_second), ("loss", row.loss), ("bits_per_character", row.bits),
        )},
    }  # fmt: skip
    return {
        "name": row.name,
        "runs": list(row.runs),
        "vocabulary": row.vocabulary,
        "size": row.size,
        **figures,
        "text": None if row.text is None else row.text.model_dump(),
        "verdict": row.verdict.value,
    }


def _plain(value: object) -> object:
    """A value as scripts get it."""
    return value.render() if isinstance(value, Text) else value


def _shown(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, Text):
        return value.render(terminal_translate())
    return f"{value:.5g}" if isinstance(value, float) else value
