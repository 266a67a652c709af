"""A run's events as signs on its curves, at their place on every axis."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from workbench.core.events import CheckpointSaved, Event, RunStarted, Slept, Warned, event_from_json
from workbench.core.texts import Text
from workbench.gui.figures import duration, grouped
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.views.curve_data import Flag, FlagKind
from workbench.spec.position import stage_ends
from workbench.spec.run import RunSpec

SHOWN = ("started", "warning", "checkpoint", "slept")  #: kinds of events that have a sign
_BAD = ("not-finite", "skipped", "no-targets")  #: kinds of warnings about steps that were not taken


def flags_of_events(lines: Sequence[str]) -> list[Flag]:
    """Signs for a run's events (lines of JSON), by step only."""
    found = (_flag(event_from_json(line)) for line in lines)
    return [flag for flag in found if flag is not None]


def _flag(event: Event) -> Flag | None:
    step = tr("step {step}", step=grouped(event.step))
    if isinstance(event, RunStarted) and event.session > 1:
        where = f"{event.device}, {event.precision}"
        return Flag(event.step, tr("resumed"), FlagKind.RESUMED, f"{step}: {tr('resumed on {where}', where=where)}")
    if isinstance(event, CheckpointSaved):
        return Flag(event.step, tr("saved"), FlagKind.SAVED, f"{step}: {tr('checkpoint saved')}")
    if isinstance(event, Slept):
        words = tr("the machine slept for {time}", time=duration(event.seconds))
        return Flag(event.step, tr("slept"), FlagKind.SLEPT, f"{step}: {words}")
    if isinstance(event, Warned):
        bad = event.kind in _BAD
        text = tr("no step") if bad else tr("warning")
        message = render(Text(event.message, event.values))
        return Flag(event.step, text, FlagKind.BAD if bad else FlagKind.WARNING, f"{step}: {message}")
    return None


def flags_of_plan(spec: RunSpec) -> list[Flag]:
    """Signs for what the plan of a run has in store: where its stages begin, and where the rate reaches its peak."""
    training, flags = spec.training, []
    if 0 < training.warmup_steps < training.steps:
        words = tr("the learning rate reaches its peak")
        flags.append(Flag(training.warmup_steps, tr("peak rate"), FlagKind.RATE, _at(training.warmup_steps, words)))
    for end, stage in zip(stage_ends(spec.stages, training.steps)[:-1], spec.stages[1:], strict=True):
        name = translate(stage.name)
        flags.append(Flag(end, name, FlagKind.STAGE, _at(end, tr("the stage “{name}” begins", name=name))))
    return flags


def _at(step: int, words: str) -> str:
    return f"{tr('step {step}', step=grouped(step))}: {words}"


def placed(flags: Sequence[Flag], curves: RunCurves) -> list[Flag]:
    """The flags with their places on all axes, of those steps that the run has come to."""
    steps = np.array([flag.step for flag in flags], dtype=np.float64)
    last = max((track.step[-1] for track in curves.tracks.values() if len(track)), default=-math.inf)
    columns = zip(*(curves.at_steps(steps, clock) for clock in ("tokens", "elapsed", "epoch")), strict=True)
    return [
        Flag(flag.step, flag.text, flag.kind, flag.details, *map(float, places))
        for flag, places in zip(flags, columns, strict=True)
        if flag.step <= last
    ]
