"""Which lines stand in which plot: from the curves of runs to named, coloured series."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from workbench.gui.i18n import tr
from workbench.gui.panels.curve_events import lost_words
from workbench.gui.panels.run_curves import RunCurves, Track
from workbench.gui.panels.run_looks import run_looks
from workbench.gui.run_words import baseline_title, metric_title, objective_place
from workbench.gui.views.curve_data import Axis, Baseline, Series
from workbench.text.document import KINDS

_EVALUATION = "eval/"
_LOST_LINE = 2  #: the number of a line style
_MACHINE = ("machine/processor_use", "machine/gpu_use", "machine/gpu_temperature", "machine/gpu_memory")


#: What is told of a detector -> what of it has a point also where a share would be one of nothing; and the same of
#: questions about tokens, whose colours begin anew.
_OF_DETECTOR = {
    "accuracy/replaced": "accuracy/replaced",
    "accuracy/detection_precision": "accuracy/replaced",
    "accuracy/detection_recall": "accuracy/replaced",
}
_OF_QUESTIONS = {
    "accuracy/capitalization_precision": "accuracy/capitalization_recall",
    "accuracy/capitalization_recall": "accuracy/capitalization_recall",
    "accuracy/token_document_precision": "accuracy/token_document_recall",
    "accuracy/token_document_recall": "accuracy/token_document_recall",
}
_DETECTION = {**_OF_DETECTOR, **_OF_QUESTIONS}


def is_loss(name: str) -> bool:
    """Losses of training and evaluation, whole and by objective."""
    return name.removeprefix(_EVALUATION).split("/")[0] == "loss"


def is_accuracy(name: str) -> bool:
    """Shares of right answers, by objective."""
    kind, *names = name.removeprefix(_EVALUATION).split("/")
    return kind == "accuracy" and len(names) == 1 and not is_detection(name)


def is_detection(name: str) -> bool:
    """How many tokens a generator replaced, and precision and recall of a detector and of questions about tokens."""
    return name.removeprefix(_EVALUATION) in _DETECTION


def is_unit_accuracy(name: str) -> bool:
    """Shares of right tokens of units of a kind, and of units that are right as a whole."""
    return name.startswith(("eval/accuracy/mlm/", "eval/whole/mlm/"))


def is_whole_unit(name: str) -> bool:
    """Shares of units that are right as a whole."""
    return name.startswith("eval/whole/mlm/")


def is_token_loss(name: str) -> bool:
    """Losses of masked tokens, whose exponential is a perplexity; where there is a generator, it predicts them."""
    return name.removeprefix(_EVALUATION) in ("loss/mlm", "loss/generator")


def is_machine(name: str) -> bool:
    """What is measured in per cent and degrees."""
    return name in ("machine/processor_use", "machine/gpu_use", "machine/gpu_temperature")


def is_memory(name: str) -> bool:
    """What is measured in bytes."""
    return name in ("memory", "machine/gpu_memory")


def is_named(wanted: str) -> Callable[[str], bool]:
    """One metric by its name."""
    return lambda name: name == wanted


def is_task(name: str) -> bool:
    """Losses of single tasks, where a run has several."""
    return name.removeprefix(_EVALUATION).startswith("task/")


def is_whole_loss(name: str) -> bool:
    """The weighted sum of all objectives."""
    return name in ("loss", "eval/loss")


def is_loss_of(objective: str) -> Callable[[str], bool]:
    """The losses of one objective."""
    return lambda name: name in (f"loss/{objective}", f"eval/loss/{objective}")


def objectives_of(shown: Sequence[RunCurves]) -> list[str]:
    """The objectives of runs that have more than one, in order of appearance."""
    found = [[name[5:] for name in curves.names if name.startswith("loss/")] for curves in shown]
    return list(dict.fromkeys(name for names in found if len(names) > 1 for name in names))


def series_of(
    shown: Sequence[RunCurves],
    belongs: Callable[[str], bool],
    unit: float = 1.0,
    title_of: Callable[[str], str] = metric_title,
) -> list[Series]:
    """The lines of a plot: one run's metrics each in a colour, several runs each in its own with a line a metric.

    A loss by objective is left out where the run has one objective only, as it is the whole loss. Values are shown
    in parts of ``unit``. A metric's colour is its own, whatever others there are; a run at work has a line without
    points for each evaluation that may still come, so that nothing moves when it comes.
    """
    lines = []
    nothing = Track()
    looks = run_looks(curves.run.id for curves in shown)
    for curves in shown:
        colour, lap = looks[curves.run.id]
        names = _order(shown_names(_expected(curves), belongs))
        for place, name in enumerate(names):
            alone = len(shown) == 1
            evaluated = name.startswith(_EVALUATION)
            title = title_of(name)
            known = name in curves.tracks
            track = curves.track_of(name) if known else nothing
            if known and curves.in_rounds(name):
                title = tr("{metric}, mean of a round", metric=title)
            lines.append(
                Series(
                    title if alone else f"{curves.run.name} · {title}",
                    track.step,
                    track.value if unit == 1.0 else track.value / unit,
                    track.tokens,
                    curves.time_of(name) if known else track.time,
                    curves.epochs_of(name) if known else nothing.value,
                    colour=_own_colour(name, curves.tasks) if alone else colour,
                    line=_own_line(name) if alone else place + 2 * lap,
                    smoothed=not evaluated,
                    breaks=_breaks(curves, name),
                )
            )
    return lines


def _breaks(curves: RunCurves, name: str) -> tuple[float, ...]:
    """After which steps the line of a metric begins anew."""
    if is_whole_loss(name):
        return curves.breaks
    if not is_detection(name):
        return ()
    evaluated = _EVALUATION if name.startswith(_EVALUATION) else ""
    return curves.gaps(name, evaluated + _DETECTION[name.removeprefix(_EVALUATION)])


def lost_series_of(
    shown: Sequence[RunCurves],
    belongs: Callable[[str], bool],
    unit: float = 1.0,
    title_of: Callable[[str], str] = metric_title,
) -> list[Series]:
    """The lines of steps that were lost, dotted in the colours of :func:`series_of`; a lost point is never smoothed."""
    lines = []
    looks = run_looks(curves.run.id for curves in shown)
    for curves in shown:
        alone = len(shown) == 1
        for lost in curves.lost:
            words = lost_words(lost.session)
            owner = "" if alone else f"{curves.run.name} · "
            lines += [
                replace(
                    one,
                    name=f"{owner}{one.name} · {words}",
                    colour=one.colour if alone else looks[curves.run.id][0],
                    line=_LOST_LINE,
                    smoothed=False,
                )
                for one in series_of([lost.curves], belongs, unit, title_of)
                if len(one.value)
            ]
    return lines


def reach_of(shown: Sequence[RunCurves], axis: Axis) -> tuple[float, float] | None:
    """From the first to the last step that runs have taken, on an axis: metrics that begin later, as those of the
    machine, stand where they belong in the whole."""
    ends: list[float] = []
    for curves in shown:
        tracks = [track for track in curves.tracks.values() if len(track)]
        if not tracks:
            continue
        steps = np.array([min(track.step[0] for track in tracks), max(track.step[-1] for track in tracks)])
        clock = {Axis.TOKENS: "tokens", Axis.TIME: "elapsed", Axis.EPOCH: "epoch"}.get(axis)
        ends += (steps if clock is None else curves.at_steps(steps, clock)).tolist()
    return (min(ends), max(ends)) if ends and np.isfinite(ends).all() else None


def thinned(series: Series, most: int = 2000) -> Series:
    """The series in at most about ``most`` points: of each stretch its least and greatest, in their order.

    For plots without smoothing only; a stretch of values that are not finite keeps its first one as a gap.
    """
    count = len(series.value)
    if count <= most:
        return series
    width = -(-2 * count // most)
    starts = np.arange(0, count, width)
    padded = np.full(len(starts) * width, np.nan)
    padded[:count] = series.value
    rows = padded.reshape(len(starts), width)
    finite = np.isfinite(rows)
    low = np.where(finite, rows, np.inf).argmin(axis=1)
    high = np.where(finite, rows, -np.inf).argmax(axis=1)
    kept = np.unique(np.concatenate([starts + low, starts + high, [count - 1]]))
    columns = {name: getattr(series, name) for name in ("step", "value", "tokens", "time", "epoch")}
    return replace(series, **{name: column[kept] for name, column in columns.items() if len(column) == count})


def _expected(curves: RunCurves) -> list[str]:
    """The metrics of a run, with the evaluations that it may still make while it is at work."""
    names = list(curves.names)
    if curves.run.active:
        evaluated = (is_loss, is_accuracy, is_detection, is_task)
        names += [_EVALUATION + name for name in names if any(belongs(name) for belongs in evaluated)]
    return [name for name in dict.fromkeys(names) if not name.startswith(2 * _EVALUATION)]


def _own_colour(name: str, tasks: Sequence[str]) -> int:
    """Training and evaluation of the whole have the first two colours, each objective two of the next; of units each
    kind has one, and of ``tasks`` each."""
    if is_task(name):
        task = name.partition("task/")[2]
        return tasks.index(task) if task in tasks else len(tasks)
    if is_unit_accuracy(name):
        kind = name.rpartition("/")[2]
        return next((place for place, one in enumerate(KINDS) if one.value == kind), len(KINDS))
    if name.startswith("machine/"):
        return _MACHINE.index(name) if name in _MACHINE else len(_MACHINE)
    evaluated = name.startswith(_EVALUATION)
    if is_detection(name):
        metric = name.removeprefix(_EVALUATION)
        return 2 * list(_OF_DETECTOR if metric in _OF_DETECTOR else _OF_QUESTIONS).index(metric) + evaluated
    _, slash, objective = name.removeprefix(_EVALUATION).partition("/")
    return int(evaluated) + (2 + 2 * objective_place(objective) if slash else 0)


def _own_line(name: str) -> int:
    """Evaluations are dashed; of units the whole ones are solid."""
    return int(name.startswith(_EVALUATION) and not is_whole_unit(name))


def shown_names(names: Iterable[str], belongs: Callable[[str], bool]) -> list[str]:
    """The names that belong, without losses by objective where there is only one of its kind."""
    kept = [name for name in names if belongs(name)]
    for whole in ("loss", "eval/loss"):
        parts = [name for name in kept if name.startswith(f"{whole}/")]
        if len(parts) == 1 and whole in kept:
            kept.remove(parts[0])
    return kept


def _order(names: Sequence[str]) -> list[str]:
    """Whole losses first, training before evaluation."""
    return sorted(
        names, key=lambda name: (name.count("/") - name.startswith(_EVALUATION), name.startswith(_EVALUATION))
    )


def baselines_of(shown: Sequence[RunCurves], *, exponential: bool = False) -> list[Baseline]:
    """The levels to hold losses against, named as perplexities where they are drawn ``exponential``; those of several
    runs only where they agree."""
    found: dict[str, dict[float, float]] = {}  # values by what is seen of them
    for curves in shown:
        for name, value in curves.run.baselines.items():
            found.setdefault(name, {})[round(value, 3)] = value
    return [
        Baseline(baseline_title(name, exponential=exponential), *values.values())
        for name, values in found.items()
        if len(values) == 1
    ]
