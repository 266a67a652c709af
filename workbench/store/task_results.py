"""What came of tasks: the results of each run by weights and seed, and the mean and spread over seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.events import ClassFigures, TaskMeasured, event_from_json
from workbench.core.statistics import Spread
from workbench.store.store import RunKey, Store

TRAINED, RANDOM, MAJORITY = "trained", "random", "majority"


def results_of(store: Store, run: RunKey) -> list[TaskMeasured]:
    """The results of a task by weights and seed, in the order in which they came; what was measured twice has the newer
    one. None of a run of another kind."""
    events = map(event_from_json, store.events(run, ("task-result",)))
    newest = {(event.weights, event.seed): event for event in events if isinstance(event, TaskMeasured)}
    return list(newest.values())


@dataclass(frozen=True)
class Summary:
    """The results with one kind of weights: by score the spread over seeds, and each seed's own."""

    weights: str
    scores: dict[str, Spread]
    results: tuple[TaskMeasured, ...]


def summaries(results: Sequence[TaskMeasured]) -> list[Summary]:
    """What trained weights, random ones and the guess without a model came to, as far as there are results."""
    found = []
    for weights in (TRAINED, RANDOM, MAJORITY):
        own = tuple(result for result in results if result.weights == weights)
        if own:
            scores = {name: Spread.of([result.scores[name] for result in own]) for name in own[0].scores}
            found.append(Summary(weights, scores, own))
    return found


def class_means(results: Sequence[TaskMeasured]) -> list[ClassFigures]:
    """The figures of each class, as means over the seeds."""
    count = len(results)
    return [
        ClassFigures(
            name=one[0].name,
            precision=sum(figures.precision for figures in one) / count,
            recall=sum(figures.recall for figures in one) / count,
            f1=sum(figures.f1 for figures in one) / count,
            support=one[0].support,
        )
        for one in zip(*(result.classes for result in results), strict=True)
    ]


def confusion_of(results: Sequence[TaskMeasured]) -> list[list[int]]:
    """How often which class was taken for which, added up over the seeds with trained weights; empty where that was
    not counted."""
    tables = [result.confusion for result in results if result.weights == TRAINED and result.confusion]
    return [[sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]
