"""What a project folder holds of one kind: the whole things, and those that are damaged, which hide nothing else."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from workbench.core.errors import WorkbenchError

_DELETED = ".deleted-"


class Named(Protocol):
    """Something that a project holds under a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


@dataclass(frozen=True)
class Damaged:
    """A thing that is there and cannot be opened; ``folder`` is its folder, or its file where it is a single one.

    It can be deleted by its name.
    """

    name: str
    folder: Path
    problem: WorkbenchError


@dataclass(frozen=True)
class Found(Generic[T]):
    """All that was found, each part in the order of the names."""

    good: list[T] = field(default_factory=list)
    damaged: list[Damaged] = field(default_factory=list)

    @property
    def names(self) -> frozenset[str]:
        """Every name that is taken."""
        return frozenset([*(thing.name for thing in self.good), *(thing.name for thing in self.damaged)])


def open_all(places: Iterable[tuple[str, Path]], opened: Callable[[Path], T]) -> Found[T]:
    """Open each of the named places; what raises a :class:`WorkbenchError` is damaged."""
    found: Found[T] = Found()
    for name, folder in places:
        try:
            found.good.append(opened(folder))
        except WorkbenchError as error:
            found.damaged.append(Damaged(name, folder, error))
    return found


def folders_in(parent: Path) -> list[tuple[str, Path]]:
    """Names and folders below ``parent``, by name; those that begin with a dot are being made or deleted."""
    if not parent.is_dir():
        return []
    folders = sorted(path for path in parent.iterdir() if not path.name.startswith(".") and path.is_dir())
    return [(folder.name, folder) for folder in folders]


def remove_folder(folder: Path) -> None:
    """Delete a folder that :func:`folders_in` found; raises OSError, with nothing lost, where something holds it.

    A folder half deleted must not be found as damaged: it first gets a name that none is found under. What cannot be
    deleted then, or was left by a crash, goes the next time.
    """
    folder.rename(folder.with_name(f"{_DELETED}{uuid.uuid4().hex[:8]}"))
    for doomed in folder.parent.glob(f"{_DELETED}*"):
        shutil.rmtree(doomed, ignore_errors=True)
