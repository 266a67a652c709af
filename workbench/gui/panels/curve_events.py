"""A run's events as signs on its curves, at their place on every axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from workbench.core.errors import SpecError
from workbench.core.events import CheckpointSaved, Event, RunStarted, Slept, Warned, event_from_json
from workbench.core.texts import Text, listed
from workbench.gui.figures import duration, grouped
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.views.curve_data import Flag, FlagKind
from workbench.spec.rate import RunRate
from workbench.spec.run import RunSpec
from workbench.spec.stage_groups import stage_groups
from workbench.spec.stage_tasks import stage_tasks
from workbench.store.records import Run

SHOWN = ("started", "warning", "checkpoint", "slept")  #: kinds of events that have a sign
_BAD = ("not-finite", "skipped", "no-targets")  #: kinds of warnings about steps that were not taken


def flags_of_events(lines: Sequence[str]) -> list[Flag]:
    """Signs for a run's events (lines of JSON), by step only; ``lost`` are those of steps that a later session took
    again."""
    found: list[tuple[int, Flag]] = []  # with the sessions that they happened in
    session = 1
    for event in map(event_from_json, lines):
        if isinstance(event, RunStarted):
            session = event.session
            found = [(one, _after_resuming(flag, one, event.step)) for one, flag in found]
        if (flag := _flag(event)) is not None:
            found.append((session, flag))
    return [flag for _, flag in found]


def _after_resuming(flag: Flag, session: int, step: int) -> Flag:
    """A flag of a session when a later one has gone on from a step."""
    if flag.lost or flag.step <= step:
        return flag
    return replace(flag, lost=session, details=f"{flag.details} · {lost_words(session)}")


def lost_words(session: int) -> str:
    """What is said of lines and signs of steps that a session took and a later one took again."""
    return tr("lost, session {number}", number=session)


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
    """Signs for what the plan of a run has in store: where its stages begin, those that go together as one, named by
    the tasks that they add to those before, and where the rate reaches its peak."""
    words = tr("the learning rate reaches its peak")
    flags = [Flag(step, tr("peak rate"), FlagKind.RATE, _at(step, words)) for step in RunRate(spec).warm]
    tasks, met = stage_tasks(spec), set[str]()
    for group in stage_groups(spec.stages, spec.training.steps):
        names = [translate(spec.stages[stage].name) for stage in group.stages]
        if len(names) == 1:
            words = tr("the stage “{name}” begins", name=names[0])
        else:
            words = tr("these stages begin together: {names}", names=render(listed(names)))
        own = [tasks[stage] for stage in group.stages] if tasks else names
        new = [translate(task) for task in own if task not in met]
        short = f"+ {' + '.join(new)}" if new and len(new) < len(own) else " + ".join(names)
        met.update(own)
        if group.number or tasks:
            flags.append(Flag(group.begin, short, FlagKind.STAGE, _at(group.begin, words)))
    return flags


def planned_flags(run: Run) -> list[Flag]:
    """Those of a run's plan; none where this program can't read it."""
    try:
        return flags_of_plan(run.spec)
    except SpecError:
        return []


def _at(step: int, words: str) -> str:
    return f"{tr('step {step}', step=grouped(step))}: {words}"


def placed(flags: Sequence[Flag], curves: RunCurves, *, with_lost: bool = False) -> list[Flag]:
    """The flags with their places on all axes, of those steps that the run has come to; those of lost steps only where
    asked, at the places of the lost points."""
    last = max((track.step[-1] for track in curves.tracks.values() if len(track)), default=-math.inf)
    found = _at_places([flag for flag in flags if not flag.lost and flag.step <= last], curves)
    if with_lost:
        lost_curves = {lost.session: lost.curves for lost in curves.lost}
        for session in sorted({flag.lost for flag in flags if flag.lost}):
            lost = [flag for flag in flags if flag.lost == session]
            found += _at_places(lost, lost_curves.get(session, RunCurves(curves.run, {})))
    return found


def _at_places(flags: Sequence[Flag], curves: RunCurves) -> list[Flag]:
    steps = np.array([flag.step for flag in flags], dtype=np.float64)
    columns = zip(*(curves.at_steps(steps, clock) for clock in ("tokens", "elapsed", "epoch")), strict=True)
    return [
        replace(flag, tokens=float(tokens), time=float(elapsed), epoch=float(epoch))
        for flag, (tokens, elapsed, epoch) in zip(flags, columns, strict=True)
    ]
