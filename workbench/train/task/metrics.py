"""How right predictions are: of classes, of numbers, and of entities; all in float64."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.core.events import ClassFigures
from workbench.text.labelled.records import Entity

MOST_CONFUSED = 100  #: more classes than these have no table of confusion


@dataclass(frozen=True)
class Measured:
    """``scores`` by name; of classes also each one's figures, and how often which was taken for which."""

    scores: dict[str, float]
    classes: tuple[ClassFigures, ...] = ()
    confusion: tuple[tuple[int, ...], ...] = ()


def measure_classes(right: NDArray[np.integer], predicted: NDArray[np.integer], names: Sequence[str]) -> Measured:
    """Accuracy, macro-F1 and Matthews correlation (its form for several classes, Gorodkin 2004) of classes [n].

    A class that the names lack is -1 among the right ones: it is never predicted right. Macro-F1 is the mean over the
    classes that are there or were predicted; figures that would divide by 0 are 0, as in scikit-learn.
    """
    count = len(names)
    table = np.zeros((count + 1, count), np.int64)  # the last row is of unknown classes
    np.add.at(table, (np.where(right < 0, count, right), predicted), 1)
    hits = np.diag(table[:count]).astype(np.float64)
    figures = tuple(
        _figures(name, int(hit), int(guessed), int(there))
        for name, hit, guessed, there in zip(names, hits, table.sum(0), table[:count].sum(1), strict=True)
    )
    counted = [one.f1 for one, guessed in zip(figures, table.sum(0), strict=True) if one.support or guessed]
    counted += [0.0] if table[count].any() else []
    scores = {
        "accuracy": float(hits.sum()) / len(right),
        "macro_f1": sum(counted) / len(counted),
        "mcc": matthews(np.pad(table, ((0, 0), (0, 1)))),
    }
    confusion = tuple(tuple(row) for row in table[:count].tolist()) if count <= MOST_CONFUSED else ()
    return Measured(scores, figures, confusion)


def matthews(table: NDArray[np.integer]) -> float:
    """The correlation of a square table of confusion; 0 where one side has a single class."""
    wide = table.astype(np.float64)
    total, there, guessed = wide.sum(), wide.sum(1), wide.sum(0)
    covariance = np.trace(wide) * total - there @ guessed
    spread = (total**2 - guessed @ guessed) * (total**2 - there @ there)
    return float(covariance / math.sqrt(spread)) if spread > 0 else 0.0


def measure_numbers(right: NDArray[np.floating], predicted: NDArray[np.floating]) -> Measured:
    """Pearson's and Spearman's correlation, 0 where one side is constant, and the mean squared error."""
    known, found = right.astype(np.float64), predicted.astype(np.float64)
    return Measured(
        {
            "pearson": pearson(known, found),
            "spearman": pearson(ranks(known), ranks(found)),
            "mse": float(((known - found) ** 2).mean()),
        }
    )


def pearson(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two rows of numbers [n]; 0 where one is constant."""
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        return 0.0
    one, other = one - one.mean(), other - other.mean()
    one, other = one / np.abs(one).max(), other / np.abs(other).max()  # else squares of tiny numbers would be 0
    return float((one @ other) / math.sqrt((one @ one) * (other @ other)))


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks [n] from 1; equal values share the mean of theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = counts.cumsum()
    return (last - (counts - 1) / 2)[place]


def measure_entities(
    right: Sequence[Collection[Entity]], predicted: Sequence[Collection[Entity]], names: Sequence[str]
) -> Measured:
    """Precision, recall and F1 of whole entities: right where both ends and the class are; micro-averaged, and the mean
    over the classes (seqeval's strict mode)."""
    hits, guessed, there = Counter[str](), Counter[str](), Counter[str]()
    for known, found in zip(right, predicted, strict=True):
        there.update(entity.name for entity in known)
        guessed.update(entity.name for entity in found)
        hits.update(entity.name for entity in set(known) & set(found))
    figures = tuple(_figures(name, hits[name], guessed[name], there[name]) for name in names)
    whole = _figures("", hits.total(), guessed.total(), there.total())
    counted = [one.f1 for one in figures if one.support or guessed[one.name]]
    scores = {
        "f1": whole.f1,
        "precision": whole.precision,
        "recall": whole.recall,
        "macro_f1": sum(counted) / len(counted) if counted else 0.0,
    }
    return Measured(scores, figures)


def _figures(name: str, hits: int, guessed: int, there: int) -> ClassFigures:
    precision = hits / guessed if guessed else 0.0
    recall = hits / there if there else 0.0
    total = guessed + there
    return ClassFigures(
        name=name, precision=precision, recall=recall, f1=2 * hits / total if total else 0.0, support=there
    )
