"""The work on many files, in one process or shared out among several, with one and the same result.

Files are shared out in runs of neighbours. Each run becomes a part of the corpus in a folder of its own, and the parts
are put together in the order of the files, whichever was ready first.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.corpus_writer import CorpusWriter, Part
from workbench.text.import_sources import IMPORTING, Look, Opened, look_at_files, read_pieces
from workbench.text.readers.files import ImportFile
from workbench.text.readers.notes import Notes
from workbench.text.readers.settings import ImportSettings

#: A process takes a third of a second to begin: less than so many bytes are not worth one.
_LEAST_BYTES = 1 << 24
#: Runs of files for each worker, so that all are busy to the end.
_RUNS_A_WORKER = 4
_REPORT_SECONDS = 0.1

T = TypeVar("T")


class Elsewhere(Protocol):
    """Calls a function in another process; it is given ``progress`` and ``cancelled``."""

    def __call__(self, function: Callable[..., T], /, *arguments: Any, progress: Report, cancelled: Cancelled) -> T: ...


@dataclass(frozen=True)
class Crew:
    """How many processes share the work, how one is called, and how they tell and learn."""

    workers: int = 1
    elsewhere: Elsewhere | None = None
    progress: Report = silent
    cancelled: Cancelled = never


@contextmanager
def writing_errors() -> Iterator[None]:
    """What the file system refuses becomes a sentence."""
    try:
        yield
    except OSError as error:
        raise WorkbenchError(
            mark("The corpus cannot be written ({reason})."),
            mark("Check the space and the rights of the project folder."),
            reason=error.strerror or str(error),
        ) from error


class _Follow:
    """Adds up the bytes that are done in each run of files; tells them at most ten times a second."""

    def __init__(self, total: int, report: Report) -> None:
        self._total, self._report = total, report
        self._done: dict[int, int] = {}
        self._next = 0.0
        self._lock = threading.Lock()

    def of(self, run: int) -> Report:
        """What the work on a run of files reports to."""

        def report(progress: Progress) -> None:
            with self._lock:
                self._done[run] = progress.done
                now = time.monotonic()
                if now >= self._next:
                    self._next = now + _REPORT_SECONDS
                    self.tell(progress.phase)

        return report

    def tell(self, phase: str) -> None:
        """So many bytes are done by now."""
        done = min(sum(self._done.values()), self._total)
        self._report(Progress(done, self._total, "bytes", phase))


def look_at_all(files: Sequence[ImportFile], settings: ImportSettings, crew: Crew) -> list[Look]:
    """The encodings of all files, up to the first that stops the import."""
    runs = _runs([file.size for file in files], crew)
    follow = _Follow(sum(file.size for file in files), crew.progress)
    calls = [(look_at_files, (files[begin:end], settings)) for begin, end in runs]
    looks: list[Look] = []
    with _results(calls, crew, follow) as results:
        for (begin, end), found in zip(runs, results, strict=True):
            looks += found
            if len(found) < end - begin:  # it stopped there; whether the last one of a run stops is seen when opened
                break
    return looks


def write_all(
    writer: CorpusWriter, folder: Path, files: Sequence[Opened], settings: ImportSettings, notes: Notes, crew: Crew
) -> None:
    """Give a writer all documents of the files; parts stand in ``folder`` for the time between.

    Raises what makes the import impossible.
    """
    sizes = [opened.file.size for opened in files]
    runs, follow = _runs(sizes, crew), _Follow(sum(sizes), crew.progress)
    if len(runs) == 1:
        pieces = read_pieces(
            files, settings, notes, alone=len(files) == 1, progress=follow.of(0), cancelled=crew.cancelled
        )
        for name, piece in pieces:
            writer.add(piece, name)
    else:
        places = [folder / f"part-{number}" for number in range(len(runs))]
        calls = [
            (write_part, (place, files[begin:end], settings)) for place, (begin, end) in zip(places, runs, strict=True)
        ]
        with _results(calls, crew, follow) as results:
            for place, (part, told) in zip(places, results, strict=True):
                writer.append(part, crew.cancelled)
                notes.add(told)
                shutil.rmtree(place)
    follow.tell(IMPORTING)


def write_part(
    folder: Path, files: Sequence[Opened], settings: ImportSettings, *, progress: Report, cancelled: Cancelled
) -> tuple[Part, Notes]:
    """The documents of some of the files as a part in a new folder, and what there was to tell of them."""
    notes = Notes()
    with writing_errors():
        folder.mkdir()
        with CorpusWriter(folder, notes) as writer:
            for name, piece in read_pieces(files, settings, notes, alone=False, progress=progress, cancelled=cancelled):
                writer.add(piece, name)
            return writer.close(), notes


def _runs(sizes: Sequence[int], crew: Crew) -> list[tuple[int, int]]:
    """Ranges of neighbouring files of about equal size; one range where sharing out is not worth it."""
    total = sum(sizes)
    if crew.elsewhere is None or crew.workers < 2 or total < 2 * _LEAST_BYTES:
        return [(0, len(sizes))]
    target = max(_LEAST_BYTES, total // (crew.workers * _RUNS_A_WORKER))
    runs, begin, held = [], 0, 0
    for place, size in enumerate(sizes):
        if held and held + size > target:
            runs.append((begin, place))
            begin, held = place, 0
        held += size
    return [*runs, (begin, len(sizes))]


@contextmanager
def _results(
    calls: Sequence[tuple[Callable[..., T], tuple[Any, ...]]], crew: Crew, follow: _Follow
) -> Iterator[Iterator[T]]:
    """What the calls give, in their order; those that go on at the end are stopped and waited for."""
    if len(calls) == 1:
        [(function, arguments)] = calls
        yield iter([function(*arguments, progress=follow.of(0), cancelled=crew.cancelled)])
        return
    elsewhere = crew.elsewhere
    assert elsewhere is not None
    over = threading.Event()

    def cancelled() -> bool:
        return over.is_set() or crew.cancelled()

    with ThreadPoolExecutor(crew.workers) as pool:
        futures: list[Future[T]] = [
            pool.submit(elsewhere, function, *arguments, progress=follow.of(number), cancelled=cancelled)
            for number, (function, arguments) in enumerate(calls)
        ]
        try:
            yield (future.result() for future in futures)
        finally:
            over.set()
            for future in futures:
                future.cancel()
