"""A whole project as one ZIP file that opens on another machine.

Format ``workbench-bundle``, version 1. Members, by the paths that they have in the project folder:

- ``bundle.json``, the head: ``format``, ``version``, ``made`` (seconds since the epoch), ``program`` (version),
  ``corpora`` (each with ``name``, ``fingerprint``, whether it is ``included``, and for those that are not the
  ``settings`` of their import and the names of their ``files``), ``checkpoints`` (whether they are included) and
  ``members``;
- ``workbench.db``, as it was at one moment; ``draft.toml``; ``lexicons/``; ``vocabularies/NAME/``;
- ``runs/NUMBER/`` with ``spec.toml``, ``run.json`` (no path of the machine that it came from), ``data.json``,
  ``ngrams.tsv``, ``load.json`` and ``engine.log``, and if asked for ``checkpoints/``;
- ``corpora/NAME/``, if asked for. Prepared text and caches are made again.

An opened project keeps ``bundle.json``, from which :mod:`workbench.store.relinking` knows how a corpus was imported.
"""

from __future__ import annotations

import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from workbench import __version__
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.files import check_target
from workbench.core.names import readable
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.store.archives import ArchiveReader, ArchiveWriter, damaged_archive, reading_archive, writing_archive
from workbench.store.folder import portable_places, read_run_folder
from workbench.store.ingredients import Wanted, wanted_here
from workbench.store.load_report import REPORT
from workbench.store.records import Status
from workbench.store.store import Store
from workbench.text.corpus import list_corpora
from workbench.text.ngram_lexicon import NGRAMS

FORMAT, VERSION = "workbench-bundle", 1
HEAD = "bundle.json"
CARRIED = mark("It was at work when the project was packed.")
_TOP = frozenset({"workbench.db", "draft.toml", "lexicons", "vocabularies", "runs", "corpora"})
_RUN_FILES = ("spec.toml", "data.json", NGRAMS, REPORT, "engine.log")


def write_bundle(
    store: Store,
    path: Path,
    *,
    corpora: bool = False,
    checkpoints: bool = False,
    overwrite: bool = False,
    cancelled: Cancelled = never,
) -> None:
    """Pack the project, while runs may be at work; raises :class:`WorkbenchError` where it cannot be written."""
    project = store.project
    check_target(path, overwrite=overwrite)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "made": time.time(),
        "program": __version__,
        "corpora": _corpora_said(project, corpora),
        "checkpoints": checkpoints,
    }
    with writing_archive(path, HEAD, head, overwrite=overwrite, cancelled=cancelled) as archive:
        _add_database(archive, store, path.parent)
        if project.draft.is_file():
            archive.add_file("draft.toml", project.draft)
        folders = [project.lexicons, project.vocabularies, *([project.corpora] if corpora else [])]
        for file in (file for folder in folders for file in _files_below(folder)):
            archive.add_file(file.relative_to(project.root).as_posix(), file)
        for folder in sorted(project.runs.glob("*")):
            _add_run(archive, project, folder, checkpoints)


def open_bundle(path: Path, folder: Path, *, cancelled: Cancelled = never) -> list[Wanted]:
    """Unpack a bundle as a new project; returns what its runs need and do not find there.

    Nothing is left in ``folder`` after an error. Raises :class:`ArgumentError` where there is something already, and
    :class:`WorkbenchError` where the bundle is none, is damaged, or leads outside of its folder.
    """
    folder = folder.absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArgumentError(
            mark("{folder} is not empty."), mark("Choose a folder that is not there yet."), folder=readable(str(folder))
        )
    work = folder.with_name(f".workbench-opening-{uuid.uuid4().hex[:12]}")
    try:
        with reading_archive(path, HEAD, FORMAT, VERSION) as archive:
            _check_places(path, archive)
            _extract(archive, work, cancelled)
        with suppress(FileNotFoundError):
            folder.rmdir()
        work.rename(folder)
    except OSError as error:
        raise WorkbenchError(
            mark("The project cannot be unpacked in {folder}: {reason}."),
            mark("Choose another folder, or check the rights and the space there."),
            folder=readable(str(folder)),
            reason=error.strerror or str(error),
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return _settle(Project(folder))


def _corpora_said(project: Project, included: bool) -> list[dict[str, Any]]:
    return [
        {
            "name": corpus.name,
            "fingerprint": corpus.fingerprint,
            "included": included,
            "settings": dict(corpus.settings),
            "files": list(corpus.report.encodings),
        }
        for corpus in list_corpora(project).good
    ]


def _add_database(archive: ArchiveWriter, store: Store, beside: Path) -> None:
    copy = beside / f".workbench-{uuid.uuid4().hex[:12]}.part"
    try:
        store.copy_to(copy)
        archive.add_file("workbench.db", copy)
    finally:
        copy.unlink(missing_ok=True)


def _add_run(archive: ArchiveWriter, project: Project, folder: Path, checkpoints: bool) -> None:
    """The files of a run; a folder that is none of a run stays behind."""
    try:
        content = read_run_folder(folder)
    except WorkbenchError:
        return
    inside = folder.relative_to(project.root).as_posix()
    archive.add_text(f"{inside}/run.json", portable_places(content))
    for name in _RUN_FILES:
        if (folder / name).is_file():
            archive.add_file(f"{inside}/{name}", folder / name)
    for file in _files_below(folder / "checkpoints") if checkpoints else ():
        with suppress(FileNotFoundError):  # a run at work has replaced it by a newer one
            archive.add_file(file.relative_to(project.root).as_posix(), file)


def _files_below(folder: Path) -> Iterator[Path]:
    """Files without those that are being made or deleted, whose names begin with a dot."""
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield path


def _check_places(path: Path, archive: ArchiveReader) -> None:
    """Only what a project folder holds is unpacked, and without a database it is no project."""
    for name in archive.names:
        if name.split("/")[0] not in _TOP:
            raise damaged_archive(path, name)
    if "workbench.db" not in archive.names:
        raise damaged_archive(path, "workbench.db")


def _extract(archive: ArchiveReader, work: Path, cancelled: Cancelled) -> None:
    archive.extract(work, cancelled)
    Project(work).bundle.write_text(archive.head_text(), encoding="utf-8", newline="\n")


def _settle(project: Project) -> list[Wanted]:
    """Runs that were at work elsewhere are not at work here; they can be resumed."""
    project.create()
    with Store.open(project) as store:
        for run in store.active_runs():
            store.update(run, status=Status.LOST.value, message=CARRIED, pid=None, process_started=None, host="")
        return wanted_here(store)
