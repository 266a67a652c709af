"""What a labelled file holds, example by example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.core.config import Labelled
from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark


class TaskKind(Labelled):
    """What is asked of a text: a class, a class of two texts, a number, or a tag of each unit."""

    CLASSIFICATION = "classification", mark("classification")
    PAIR = "pair", mark("sentence pairs")
    REGRESSION = "regression", mark("regression")
    TAGGING = "tagging", mark("tagging")


#: What a kind of task is judged by: its best epoch, and its place in tables.
MAIN_SCORE: Mapping[TaskKind, str] = {
    TaskKind.CLASSIFICATION: "accuracy",
    TaskKind.PAIR: "accuracy",
    TaskKind.REGRESSION: "pearson",
    TaskKind.TAGGING: "f1",
}


class Entity(NamedTuple):
    """Units ``first`` to ``last``, both included, and their class."""

    first: int
    last: int
    name: str


@dataclass(frozen=True)
class Example:
    """A text, for pairs with a second one, and its label as the file writes it; ``line`` is its place there.

    For tagging, ``units`` are half-open places of characters in the text, in order, and ``entities`` are made of them.
    """

    text: str
    line: int
    pair: str | None = None
    label: str = ""
    units: tuple[tuple[int, int], ...] = ()
    entities: tuple[Entity, ...] = ()

    def words_of(self, entity: Entity) -> str:
        """The text of an entity."""
        return self.text[self.units[entity.first][0] : self.units[entity.last][1]]


def label_counts(examples: Iterable[Example]) -> Counter[str]:
    """How often each label stands; for tagging, how many entities there are of each class."""
    counts: Counter[str] = Counter()
    for example in examples:
        counts.update([entity.name for entity in example.entities] if example.units else [example.label])
    return counts


def label_names(examples: Sequence[Example]) -> list[str]:
    """The labels, whole numbers by value and all others by name."""
    names = label_counts(examples)
    return sorted(names, key=lambda name: (0, int(name), name) if _is_whole(name) else (1, 0, name))


def _is_whole(name: str) -> bool:
    return name.removeprefix("-").isdecimal() and name.isascii()


def require_classes(kind: TaskKind, names: Sequence[str]) -> None:
    """Raise :class:`WorkbenchError` where the classes ``names`` of the training examples are too few."""
    if kind is TaskKind.TAGGING and not names:
        raise WorkbenchError(
            mark("No token of the training examples has a tag of an entity."), mark("Choose another file.")
        )
    if kind in (TaskKind.CLASSIFICATION, TaskKind.PAIR) and len(names) < 2:
        raise WorkbenchError(
            mark("The training examples have no two classes to tell apart."), mark("Choose another file or column.")
        )
