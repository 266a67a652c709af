"""A labelled file and those that go with it, looked at before anything is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.progress import Cancelled, never
from workbench.text.labelled.columns import Wanted
from workbench.text.labelled.reading import LabelledFile, read_labelled
from workbench.text.labelled.records import TaskKind, label_counts, require_classes
from workbench.text.labelled.splits import files_beside
from workbench.text.readers.files import find_files

MOST_PREVIEWED = 5000  #: examples by which a file is judged before anything is started


@dataclass(frozen=True)
class TaskFiles:
    """The file to learn from and how it is read; empty names of the others take the files that lie beside it."""

    path: Path
    development: str = ""
    test: str = ""
    kind: TaskKind | None = None
    wanted: Wanted = field(default_factory=Wanted)
    encoding: str = "auto"


@dataclass(frozen=True)
class TaskPreview:
    """A labelled file as it would be read: its first examples, how often each label stands among them (the most
    frequent first), and the files ``beside`` it to choose the epoch by and to measure on."""

    found: LabelledFile
    balance: tuple[tuple[str, int], ...]
    beside: tuple[Path | None, Path | None]

    @property
    def is_whole(self) -> bool:
        """Whether these are all of its examples."""
        return len(self.found.examples) < MOST_PREVIEWED


def preview_task(files: TaskFiles, cancelled: Cancelled = never) -> TaskPreview:
    """Look at a task's files.

    Raises as :func:`read_labelled`, and :class:`WorkbenchError` where another file is not there or the whole file has
    one class alone.
    """
    for other in filter(None, (files.development, files.test)):
        find_files([Path(other)])
    found = read_labelled(
        files.path, files.kind, files.wanted, encoding=files.encoding, most=MOST_PREVIEWED, cancelled=cancelled
    )
    counted = found.kind is not TaskKind.REGRESSION
    balance = tuple(label_counts(found.examples).most_common()) if counted else ()
    preview = TaskPreview(found, balance, files_beside(files.path))
    if preview.is_whole:
        require_classes(found.kind, [label for label, _count in balance])
    return preview
