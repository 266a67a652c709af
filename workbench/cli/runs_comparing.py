"""``runs compare`` and ``sweeps``: what runs differ in and what came of them."""

from __future__ import annotations

import argparse

from workbench.cli.output import print_json, print_line, print_table
from workbench.cli.runs_output import AddAction
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.store.comparison import compare
from workbench.store.records import STATUS_TITLES, Status
from workbench.store.store import Store
from workbench.store.sweeps import SweepTable, all_sweeps, compare_sweep


def add_comparing(add: AddAction) -> None:
    """Add the parsers."""
    comparing = add("compare", "differing settings and last values", compare_runs)
    comparing.add_argument("keys", nargs="*", metavar="R", help="names or numbers of runs")
    comparing.add_argument("--sweep", metavar="S", help="the runs of a sweep, a line each")
    add("sweeps", "the sweeps, the newest first", list_sweeps)


def compare_runs(store: Store, arguments: argparse.Namespace) -> None:
    """Only the settings that differ, and the last value of every metric."""
    if arguments.sweep is not None:
        if arguments.keys:
            raise ArgumentError(mark("Either runs are compared or a sweep."), mark("Leave out one of the two."))
        _print_sweep(compare_sweep(store, arguments.sweep), as_json=arguments.json)
        return
    if len(arguments.keys) < 2:
        raise ArgumentError(mark("One run alone cannot be compared."), mark("Name two runs or more."))
    compared = compare(store, arguments.keys)
    if arguments.json:
        print_json({"differing": compared.differing, "final": compared.final})
        return
    names = [store.run(key).name for key in arguments.keys]
    rows = [*compared.differing.items(), *compared.final.items()]
    print_table(("", *names), [(path, *map(_shown, values)) for path, values in rows])


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
                "settings": {path: values[place] for path, values in table.settings.items()},
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


def _shown(value: object) -> object:
    if value is None:
        return ""
    return f"{value:.5g}" if isinstance(value, float) else value
