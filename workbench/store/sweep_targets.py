"""Whether runs are measured on the same targets: on what their evaluations predict, losses can be compared at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from workbench.core.texts import Text, mark
from workbench.spec.evaluation import EvaluationMasks
from workbench.spec.wording import setting_name
from workbench.store.origin import settings_of
from workbench.store.records import Run

_FINGERPRINTS = ("corpus_fingerprint", "vocabulary_fingerprint", "stage_corpora")
#: Runs with the same of these, and of what is below them, predict the same in an evaluation, which hangs on nothing
#: else.
_TARGETS = ("corpus", "vocabulary", "units", "evaluation", "training.length", "training.evaluation_passages")


def measured_by(run: Run) -> dict[str, Any]:
    """The settings of a run by path, and the fingerprints of what it reads: all that its targets hang on."""
    return {**settings_of(run), **{name: getattr(run, name) for name in _FINGERPRINTS}}


_Task = frozenset[tuple[str, str]]


class Targets(Enum):
    """What of runs can be compared: all losses, those of single tasks but not the whole ones, or nothing."""

    SAME = "same"
    SAME_TASKS = "same-tasks"
    OTHER = "other"


def compared_targets(settings: Sequence[Mapping[str, Any]]) -> tuple[Targets, list[Text]]:
    """How the targets of runs of these ``settings`` (path -> value) stand to each other, and why in words; no words
    where they are the same. Runs that train the same tasks in another order end with other ones under way, of which
    their whole losses are; each task is measured on the same targets still."""
    if not (found := other_targets(settings)):
        return Targets.SAME, []
    tasks = [_tasks(one, 0, _decides_task) for one in settings]
    if all(_stage(path) >= 0 for path in found) and all(own == tasks[0] for own in tasks):
        template = mark(
            "The whole losses are not of the same tasks, as the runs end with others under way. Losses and accuracies "
            "of each task can be compared."
        )
        return Targets.SAME_TASKS, [Text(template)]
    return Targets.OTHER, [target_text(path) for path in found]


def target_texts(settings: Sequence[Mapping[str, Any]]) -> list[Text]:
    """Why the runs of these ``settings`` (path -> value) are not measured on the same targets; empty where they are."""
    return compared_targets(settings)[1]


def target_text(path: str) -> Text:
    """What is said of a setting in which runs differ that are held against each other."""
    fingerprints = {
        "corpus_fingerprint": Text(mark("the text of the corpus")),
        "vocabulary_fingerprint": Text(mark("the tokens of the vocabulary")),
        "stage_corpora": Text(mark("the text of the corpora of stages")),
    }
    template = mark("Not measured on the same targets: the runs differ in {setting}.")
    return Text(template, {"setting": fingerprints.get(path) or setting_name(path)})


def other_targets(settings: Sequence[Mapping[str, Any]]) -> list[str]:
    """The settings that decide what is predicted in evaluations and in which runs differ. Where some have more stages
    than others, these are held against the last of the others, in which they end. Where stages take turns, the runs are
    held against each other by the tasks that they end with, in whatever order these are."""
    own_masks = any(one.get("evaluation.masks") == EvaluationMasks.STAGE.value for one in settings)
    if not own_masks:
        settings = [_as_evaluated(one) for one in settings]
    turns = _turns(settings)
    ends = [_last_tasks(one, own_masks) for one in settings] if turns else []
    same_end = bool(turns) and all(tasks == ends[0] for tasks in ends)
    last = [_last_stage(one) for one in settings]
    paths = dict.fromkeys(path for one in settings for path in one)
    if same_end or len(turns) > 1:
        paths = dict.fromkeys(path for path in paths if _stage(path) < 0)
    found = [] if same_end or len(turns) < 2 else [_first_other_turn(settings)]
    for path in filter(lambda path: _decides_targets(path, own_masks), paths):
        values = [one.get(_within(path, end)) for one, end in zip(settings, last, strict=True)]
        if any(value != values[0] for value in values):
            found.append(path)
    return found


def _as_evaluated(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with nothing but whether a stage hides tokens in place of its rate: where it does, evaluations have
    their own masks, and else they read whole text."""
    return {path: value != 0 if _is_rate(path) else value for path, value in settings.items()}


def _turns(settings: Sequence[Mapping[str, Any]]) -> set[frozenset[str]]:
    """The different ways in which stages go together; empty where none do."""
    found = {frozenset(path for path, value in one.items() if _is_turn(path) and value is True) for one in settings}
    return found if any(found) else set()


def _first_other_turn(settings: Sequence[Mapping[str, Any]]) -> str:
    """The first stage that goes with the one before in some runs and in others does not."""
    paths = {path for one in settings for path in one if _is_turn(path)}
    return min((path for path in paths if len({bool(one.get(path)) for one in settings}) > 1), key=_stage)


def _is_rate(path: str) -> bool:
    return _stage(path) >= 0 and path.split(".", 2)[2] == "masking.rate"


def _is_turn(path: str) -> bool:
    return _stage(path) >= 0 and path.endswith(".together")


def _last_tasks(settings: Mapping[str, Any], own_masks: bool) -> set[_Task]:
    """What the stages that a run ends with, which go together, are measured on."""
    last = _last_stage(settings)
    first = max((stage for stage in range(last + 1) if not settings.get(f"stages.{stage}.together")), default=0)
    return _tasks(settings, first, lambda path: _decides_targets(path, own_masks))


def _tasks(settings: Mapping[str, Any], first: int, decides: Callable[[str], bool]) -> set[_Task]:
    """The different stages from ``first`` on, by their settings that decide."""
    return {
        frozenset(
            (path.split(".", 2)[2], repr(value))
            for path, value in settings.items()
            if _stage(path) == stage and decides(path)
        )
        for stage in range(first, _last_stage(settings) + 1)
    }


def _last_stage(settings: Mapping[str, Any]) -> int:
    return max((_stage(path) for path in settings), default=0)


def _decides_task(path: str) -> bool:
    """Whether a setting of a stage decides what its losses are of."""
    part = path.split(".")[2]
    return not path.endswith(".weight") and part in ("passage", "length", "corpus", "masking", "tokens")


def _decides_targets(path: str, own_masks: bool) -> bool:
    if _stage(path) >= 0:
        part = path.split(".")[2]
        return part in ("passage", "length", "corpus") or _is_rate(path) or (own_masks and part == "masking")
    return path in _FINGERPRINTS or any(path == one or path.startswith(f"{one}.") for one in _TARGETS)


def _stage(path: str) -> int:
    """The number of the stage that a setting is of; -1 for one of the whole run."""
    steps = path.split(".")
    return int(steps[1]) if steps[0] == "stages" and len(steps) > 2 else -1


def _within(path: str, last: int) -> str:
    """The same setting of the last stage where there is none of the number."""
    steps = path.split(".")
    return path if _stage(path) <= last else ".".join((steps[0], str(last), *steps[2:]))
