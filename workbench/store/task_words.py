"""What is told of tasks, in words for window and terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.core.events import TaskMeasured, TaskPrepared
from workbench.core.statistics import Spread
from workbench.core.texts import Text, joined, mark
from workbench.store.task_results import MAJORITY, RANDOM, TRAINED

#: For people, to be translated where they are shown.
WEIGHTS_TITLES: Mapping[str, str] = {
    TRAINED: mark("trained weights"),
    RANDOM: mark("random weights"),
    MAJORITY: mark("most frequent answer"),
}
SCORE_TITLES: Mapping[str, str] = {
    "accuracy": mark("accuracy"),
    "macro_f1": mark("macro-F1"),
    "mcc": mark("Matthews correlation"),
    "pearson": mark("Pearson correlation"),
    "spearman": mark("Spearman correlation"),
    "mse": mark("mean squared error"),
    "f1": mark("F1 of entities"),
    "precision": mark("precision"),
    "recall": mark("recall"),
}
BEST_EPOCH = mark(
    "Of each seed the epoch with the best score on the development examples; of equal ones that with the lowest loss."
)
_MOST_LABELS = 12


def spread_text(spread: Spread) -> str:
    """A mean and its deviation, as ``0.8123 ± 0.0045``."""
    deviation = "" if spread.deviation is None else f" ± {spread.deviation:.4f}"
    return f"{spread.mean:.4f}{deviation}"


def task_event_texts(event: TaskPrepared | TaskMeasured) -> Iterator[Text]:
    """What an event of a task says, one line each."""
    if isinstance(event, TaskPrepared):
        yield from prepared_texts(event)
    else:
        scores = joined(
            Text("{name} {value}", {"name": Text(SCORE_TITLES[name]), "value": f"{value:.4f}"})
            for name, value in event.scores.items()
        )
        values = {"weights": Text(WEIGHTS_TITLES[event.weights]), "seed": event.seed, "scores": scores}
        if event.weights == MAJORITY:
            yield Text(mark("{weights}: {scores}"), values)
        else:
            template = mark("{weights}, seed {seed}, best epoch {epoch} of {epochs}, on the test examples: {scores}")
            yield Text(template, {**values, "epoch": event.epoch, "epochs": event.epochs})


def prepared_texts(event: TaskPrepared) -> Iterator[Text]:
    """How many examples there are, where they come from, how often each label stands, and with which task id texts are
    read."""
    template = mark("{train:,} examples to learn from, {development:,} to choose the epoch by, {test:,} to measure on.")
    yield Text(template, event.sizes)
    if event.how is not None and event.how.template:
        yield Text(mark("Not all had a file of their own: {how}."), {"how": event.how})
    if counts := event.labels.get("train"):
        shown = ", ".join(f"{label} {count:,}" for label, count in list(counts.items())[:_MOST_LABELS])
        more = " …" if len(counts) > _MOST_LABELS else ""
        yield Text(mark("Labels to learn from: {counts}"), {"counts": shown + more})
    if event.task_id is not None:
        yield Text(mark("Texts are read with task id {task}."), {"task": event.task_id})
