"""Training, development and test examples: files that lie beside each other, or parts of one file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive, purpose_code
from workbench.core.texts import Text, joined, mark
from workbench.text.labelled.records import Example, TaskKind

HELD_OUT = 0.1  #: the share of examples that is set aside, each time one of the three parts is missing
_SPLIT_SEED = 20
_TRAIN = re.compile(r"(?<![A-Za-z])train(?:ing)?(?![A-Za-z])", re.IGNORECASE)
_DEVELOPMENT, _TEST = ("dev", "valid", "validation", "val", "devel"), ("test", "test_public", "eval")


@dataclass(frozen=True)
class Splits:
    """Examples to learn from, to choose the best epoch by, and to measure on; ``how`` says where they come from."""

    train: tuple[Example, ...]
    development: tuple[Example, ...]
    test: tuple[Example, ...]
    how: Text


class Source(Enum):
    """Where a part comes from: a file of its own, the other one's, or a tenth of all or of the training examples."""

    DEVELOPMENT, TEST, ALL, TRAINING = range(4)


def sources_of(development: object | None, test: object | None) -> tuple[Source, Source]:
    """Where development and test examples come from, with such files or None, as :func:`make_splits` takes them."""
    if test is None:
        return Source.TRAINING, Source.ALL if development is None else Source.DEVELOPMENT
    return Source.TRAINING if development is None else Source.DEVELOPMENT, Source.TEST


def files_beside(path: Path) -> tuple[Path | None, Path | None]:
    """The development and the test file that lie beside a training file and are called after it."""
    found: list[Path | None] = []
    for names in (_DEVELOPMENT, _TEST):
        called = [path.with_name(_TRAIN.sub(name, path.name)) for name in names if _TRAIN.search(path.name)]
        found.append(next((other for other in called if other.is_file()), None))
    return found[0], found[1]


def make_splits(
    kind: TaskKind, train: Sequence[Example], development: Sequence[Example] = (), test: Sequence[Example] = ()
) -> Splits:
    """The three parts. A missing test set is the development set where there is one, so that figures are of the
    examples that others report; whatever is then missing is a tenth of the examples to learn from, always the same
    ones, and of each class a tenth.

    Raises :class:`WorkbenchError` where too few examples are left.
    """
    told = []
    if not test and development:
        test, development = development, ()
        told.append(Text(mark("measured on the development examples")))
    if not test:
        train, test = _parted(kind, train, "test")
        told.append(Text(mark("a tenth of the examples is set aside to measure on")))
    if not development:
        train, development = _parted(kind, train, "development")
        told.append(Text(mark("a tenth of the training examples is set aside to choose the epoch by")))
    if min(len(train), len(development), len(test)) < 1 or len(train) < 2:
        raise WorkbenchError(
            mark("There are too few labelled examples: {count}."),
            mark("Ten or more are needed, some to learn from and some to measure on."),
            count=len(train) + len(development) + len(test),
        )
    return Splits(tuple(train), tuple(development), tuple(test), joined(told, "; ") if told else Text(""))


def _parted(
    kind: TaskKind, examples: Sequence[Example], purpose: str
) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """Examples without the tenth that is set aside, and that tenth, both in their order."""
    order = np.argsort(derive(_SPLIT_SEED, purpose_code(purpose), np.arange(len(examples))), kind="stable").tolist()
    by_class: dict[str, list[int]] = {}
    for place in order:
        by_class.setdefault(
            "" if kind in (TaskKind.REGRESSION, TaskKind.TAGGING) else examples[place].label, []
        ).append(place)
    aside: set[int] = set()
    owed = 0.0
    for places in by_class.values():
        owed += HELD_OUT * len(places)
        count = min(round(owed), len(places) - 1)
        aside.update(places[:count])
        owed -= count
    return (
        tuple(example for place, example in enumerate(examples) if place not in aside),
        tuple(example for place, example in enumerate(examples) if place in aside),
    )
