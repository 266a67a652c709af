"""Giving a project back what its runs need: from a corpus or vocabulary elsewhere, or from the text it was made of.

Nothing is taken but what has the fingerprint that the runs noted.
"""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.names import readable
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import listed, mark
from workbench.spec.validation import validate
from workbench.store.ingredients import Kind, State, Wanted, wanted_here
from workbench.store.store import Store
from workbench.text.corpus import MANIFEST, Corpus, delete_corpus, find_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import delete_vocabulary, find_vocabulary, save_vocabulary


def find_wanted(store: Store, name: str) -> Wanted:
    """What is missing under a name; raises :class:`ArgumentError` where nothing of that name is."""
    wanted = wanted_here(store)
    for one in wanted:
        if one.ingredient.name == name:
            return one
    raise ArgumentError(
        mark("Nothing named “{name}” is missing."),
        mark("Missing: {names}.") if wanted else mark("Everything that the runs need is there."),
        name=name,
        names=listed(one.ingredient.name for one in wanted),
    )


def relink(
    project: Project,
    wanted: Wanted,
    paths: Sequence[Path],
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> None:
    """Bring what is missing into the project from ``paths``: a corpus or vocabulary folder of any project, a vocabulary
    file, or the text files that a corpus was imported from.

    Raises :class:`ArgumentError` where the name is taken by another thing, and :class:`WorkbenchError` where what lies
    there is another one; then nothing has changed.
    """
    project.require_writable()
    if wanted.state is not State.MISSING:
        raise ArgumentError(
            mark("There is something else named “{name}” in the project."),
            mark("Delete it, or move it out of the project's folder, then try again."),
            name=wanted.ingredient.name,
        )
    if wanted.ingredient.kind is Kind.CORPUS:
        _relink_corpus(project, wanted, paths, progress, cancelled)
    elif wanted.ingredient.kind is Kind.VOCABULARY:
        _relink_vocabulary(project, wanted, paths[0])
    else:
        raise ArgumentError(
            mark("A list is brought in by importing it."),
            mark("Import it as a list under the name {name}."),
            name=wanted.ingredient.name,
        )


def unlink(project: Project, wanted: Wanted) -> None:
    """Take out of the project what :func:`relink` brought in, so that it is missing again; what it was brought from
    stays. Raises :class:`WorkbenchError` where another thing has that name by now, or nothing has."""
    project.require_writable()
    name = wanted.ingredient.name
    if wanted.ingredient.kind is Kind.CORPUS:
        _require_same(wanted, find_corpus(project, name).fingerprint)
        delete_corpus(project, name)
    else:
        _require_same(wanted, find_vocabulary(project, name).fingerprint)
        delete_vocabulary(project, name)


def _relink_corpus(
    project: Project, wanted: Wanted, paths: Sequence[Path], progress: Report, cancelled: Cancelled
) -> None:
    name = wanted.ingredient.name
    if len(paths) == 1 and (paths[0] / MANIFEST).is_file():
        _require_same(wanted, Corpus(paths[0]).fingerprint)
        _copy_folder(paths[0], project.corpora / name)
        return
    settings = _settings_of(project, name)
    made = import_corpus(project, name, paths, settings, progress=progress, cancelled=cancelled)
    _require_same(wanted, made.fingerprint, lambda: delete_corpus(project, name))


def _relink_vocabulary(project: Project, wanted: Wanted, path: Path) -> None:
    found = find_vocabulary(project, path)
    _require_same(wanted, found.fingerprint)
    save_vocabulary(project, found.with_name(wanted.ingredient.name))


def _require_same(wanted: Wanted, found: str, clean_up: Callable[[], None] | None = None) -> None:
    expected = wanted.ingredient.fingerprint
    if expected in ("", found):
        return
    if clean_up is not None:
        clean_up()
    raise WorkbenchError(
        mark("What lies there is not “{name}”: its fingerprint is {found}, and the runs noted {expected}."),
        mark("Choose the very files that it was made of."),
        name=wanted.ingredient.name,
        found=found,
        expected=expected,
    )


def _settings_of(project: Project, name: str) -> ImportSettings:
    """How a corpus was imported, as the bundle said; the usual settings where it says nothing."""
    try:
        head = json.loads(project.bundle.read_text(encoding="utf-8"))
        said: Mapping[str, Any] = next(corpus["settings"] for corpus in head["corpora"] if corpus["name"] == name)
    except (OSError, ValueError, LookupError, TypeError, StopIteration):
        return ImportSettings()
    settings: ImportSettings = validate(ImportSettings, dict(said))
    return settings


def _copy_folder(source: Path, target: Path) -> None:
    """A folder that is there whole or not at all."""
    work = target.with_name(f".relinking-{uuid.uuid4().hex[:8]}")
    try:
        shutil.copytree(source, work)
        work.rename(target)
    except (OSError, shutil.Error) as error:
        raise WorkbenchError(
            mark("{folder} cannot be copied: {reason}."), folder=readable(str(source)), reason=str(error)
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
