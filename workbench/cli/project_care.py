"""``project``: check, back up and recover a project, pack it into one file and open such a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.cli.arguments import add_overwrite, require_writable
from workbench.cli.interrupt import interruptible
from workbench.cli.output import ProgressLine, print_json, print_line, print_text
from workbench.cli.project import project_of, project_with_runs
from workbench.core.names import readable
from workbench.core.progress import Cancelled
from workbench.core.texts import listed, mark
from workbench.core.translation import terminal_translate
from workbench.store.bundle import open_bundle, write_bundle
from workbench.store.check import check_project, wanted_text
from workbench.store.ingredients import Wanted, wanted_here
from workbench.store.recovery import EARLIER_LACK, FOLDERS_LACK, recover
from workbench.store.relinking import find_wanted, relink
from workbench.store.store import Store

NAMES = ("project",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser of ``project`` with its actions."""
    project = commands.add_parser("project", help="check, back up, recover, pack and open projects")
    actions = project.add_subparsers(dest="action", metavar="ACTION", required=True)

    def add_action(name: str, does: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(name, parents=[common], help=does)
        parser.set_defaults(run=run)
        return parser

    add_action("check", "look for damage and for what runs need and do not find", run_check)
    backup = add_action("backup", "copy the database into a file, while runs go on", run_backup)
    _add_target(backup, "the file to write")
    add_action(
        "recover", "put what can be read of a damaged database, and runs without a row, into a new one", run_recover
    )
    bundle = add_action("bundle", "pack the project into one file that opens elsewhere", run_bundle)
    _add_target(bundle, "the ZIP file to write")
    bundle.add_argument("--corpora", action="store_true", help="the imported text too (else it is asked for)")
    bundle.add_argument("--checkpoints", action="store_true", help="the weights of the runs too")
    opening = add_action("open-bundle", "unpack a bundle as a new project", run_open_bundle)
    opening.add_argument("file", type=Path, metavar="FILE", help="a file that “project bundle” wrote")
    opening.add_argument("folder", type=Path, metavar="DIR", help="the new project folder")
    add_action("missing", "what the runs need and do not find", run_missing)
    linking = add_action("relink", "bring a missing corpus or vocabulary back, if it is the very same", run_relink)
    linking.add_argument("name", metavar="NAME", help="its name, as “project missing” says")
    linking.add_argument("paths", nargs="+", type=Path, metavar="PATH",
                         help="its folder in another project, or the text files that it was imported from")  # fmt: skip


def _add_target(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=help_text)
    add_overwrite(parser)


def run_check(arguments: argparse.Namespace) -> int:
    """Print what is wrong; exit code 1 if anything is."""
    translate = terminal_translate()
    with Store.open(project_with_runs(arguments)) as store:
        found = [problem.render(translate) for problem in check_project(store)]
    if arguments.json:
        print_json({"problems": found})
    elif found:
        for problem in found:
            print_line(problem)
    else:
        print_text(mark("Nothing is wrong."))
    return 1 if found else 0


def run_backup(arguments: argparse.Namespace) -> int:
    """Copy the database."""
    require_writable(arguments.file, overwrite=arguments.overwrite)
    with Store.open(project_with_runs(arguments)) as store:
        store.copy_to(arguments.file, overwrite=arguments.overwrite)
    return _written(arguments)


def run_recover(arguments: argparse.Namespace) -> int:
    """Recover the database, and say what came of it."""
    done = recover(project_with_runs(arguments))
    translate = terminal_translate()
    left = [{"folder": str(one.folder), "problem": one.problem.render(translate)} for one in done.left]
    if arguments.json:
        print_json({"rows": done.rows, "from_folders": done.from_folders, "orphans": done.orphans,
                    "without_row": done.without_row, "damaged": done.damaged and str(done.damaged),
                    "left": left})  # fmt: skip
        return 0
    print_text(mark("Recovered: runs {runs}, points {points:,}."), runs=done.rows["runs"], points=done.rows["metrics"])
    if done.damaged is not None:
        print_text(mark("The damaged database is kept as {file}."), file=readable(str(done.damaged)))
    if done.from_folders:
        names = listed(done.from_folders)
        print_text(mark("Made again from their folders: {names}."), names=names)
        print_text(FOLDERS_LACK)
    if done.without_row:
        print_text(EARLIER_LACK, names=listed(done.without_row))
    for one in left:
        print_text(mark("Not brought back, and left as it is: {problem}"), problem=one["problem"])
    if left:
        print_text(mark("“workbench project recover” brings back what you have mended."))
    return 0


def run_bundle(arguments: argparse.Namespace) -> int:
    """Pack the project."""
    require_writable(arguments.file, overwrite=arguments.overwrite)
    project = project_with_runs(arguments)

    def pack(cancelled: Cancelled) -> None:
        with Store.open(project) as store:
            write_bundle(
                store,
                arguments.file,
                corpora=arguments.corpora,
                checkpoints=arguments.checkpoints,
                overwrite=arguments.overwrite,
                cancelled=cancelled,
            )

    interruptible(pack)
    return _written(arguments)


def run_open_bundle(arguments: argparse.Namespace) -> int:
    """Unpack a bundle, and say what is missing."""
    wanted = interruptible(lambda cancelled: open_bundle(arguments.file, arguments.folder, cancelled=cancelled))
    if arguments.json:
        print_json({"folder": str(arguments.folder), "missing": [_wanted_data(one) for one in wanted]})
        return 0
    print_text(mark("The project is in {folder}."), folder=readable(str(arguments.folder)))
    _print_wanted(wanted)
    return 0


def run_missing(arguments: argparse.Namespace) -> int:
    """Say what is missing."""
    with Store.open(project_with_runs(arguments)) as store:
        wanted = wanted_here(store)
    if arguments.json:
        print_json([_wanted_data(one) for one in wanted])
    elif wanted:
        _print_wanted(wanted)
    else:
        print_text(mark("Everything that the runs need is there."))
    return 0


def run_relink(arguments: argparse.Namespace) -> int:
    """Bring something back."""
    line = ProgressLine(quiet=arguments.json)
    project = project_of(arguments)
    with Store.open(project_with_runs(arguments)) as store:
        wanted = find_wanted(store, arguments.name)
    interruptible(lambda cancelled: relink(project, wanted, arguments.paths, progress=line, cancelled=cancelled))
    line.clear()
    if arguments.json:
        print_json({"relinked": arguments.name})
    else:
        print_text(mark("“{name}” is there again, the very same."), name=arguments.name)
    return 0


def _print_wanted(wanted: list[Wanted]) -> None:
    for one in wanted:
        print_line(wanted_text(one).render(terminal_translate()))
    if wanted:
        print_text(mark("“workbench project relink NAME PATH” brings it back from its folder or its text files."))


def _wanted_data(wanted: Wanted) -> dict[str, Any]:
    return {
        "kind": wanted.ingredient.kind.value,
        "name": wanted.ingredient.name,
        "state": wanted.state.value,
        "fingerprint": wanted.ingredient.fingerprint,
        "found": wanted.found,
        "runs": list(wanted.runs),
    }


def _written(arguments: argparse.Namespace) -> int:
    file, size = readable(str(arguments.file)), arguments.file.stat().st_size
    if arguments.json:
        print_json({"file": file, "bytes": size})
    else:
        print_text(mark("{file}: {size:,.1f} MB written."), file=file, size=size / 1e6)
    return 0
