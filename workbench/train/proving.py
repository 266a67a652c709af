"""Proving that a run resumes exactly: steps of it are repeated from a checkpoint and held against what was recorded.

The very loop of a run takes them; nothing of the run changes but its verdict. What is to be equal is equal to the bit.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import Text, mark
from workbench.model.devices import choose_device, device_title
from workbench.model.run_ngrams import run_matcher
from workbench.model.weights import load_tensors
from workbench.store.checkpoints import MODEL, OPTIMIZER, checkpoint_folders, find_checkpoint, newest_whole
from workbench.store.folder import RunFolder, read_run_folder
from workbench.store.proof import Proof, Verdict, proof_text
from workbench.store.recorded import Recorded, last_recorded_step, recorded_stretch
from workbench.store.records import Run, RunKind
from workbench.store.replay import replay_run
from workbench.store.starting import require_start
from workbench.store.store import RunKey, Store
from workbench.text.vocabulary import find_vocabulary
from workbench.train.allocator import keep_blocks
from workbench.train.checkpoint import AVERAGE, CheckpointFolder, random_state, read_checkpoint, restore
from workbench.train.comparing import Comparison
from workbench.train.conditions import conditions
from workbench.train.device_errors import device_errors
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.observer import Observer
from workbench.train.repetition import Cancellable, Repetition
from workbench.train.run import make_trainer
from workbench.train.session import Session
from workbench.train.starting import start_with

MOST_STEPS = 1000  #: repeated where nobody says how many, unless the run's checkpoints lie farther apart


@dataclass(frozen=True)
class Stretch:
    """The steps after the checkpoint ``begin`` (None: from the start of the run) up to ``last``, at which the
    checkpoint ``end`` stands, if any does."""

    begin: CheckpointFolder | None
    last: int
    end: CheckpointFolder | None

    @property
    def after(self) -> int:
        """The steps that are done before it."""
        return self.begin.state.step if self.begin is not None else 0


@dataclass(frozen=True)
class Trial:
    """The stretch of a run that is repeated, what was recorded of it, and how both compare."""

    run: Run
    stretch: Stretch
    recorded: Recorded
    comparison: Comparison

    @staticmethod
    def of(store: Store, run: Run, wanted: int | None, most: int | None) -> Trial:
        """That of :func:`choose_stretch`, with nothing compared yet."""
        bound = max(MOST_STEPS, read_run_folder(run.folder).spec.training.checkpoint_every) if most is None else most
        stretch = choose_stretch(run.folder, last_recorded_step(store, run), wanted, bound)
        recorded = recorded_stretch(store, run, stretch.after, stretch.last)
        return Trial(run, stretch, recorded, Comparison(recorded))


def prove_run(
    store: Store,
    key: RunKey,
    *,
    wanted: int | None = None,
    most: int | None = None,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Proof:
    """Repeat steps of a run that is not at work, keep the verdict with it, and return it.

    They are those of :func:`choose_stretch`. Raises :class:`ArgumentError` where the run has no checkpoint of the step
    ``wanted``, and :class:`WorkbenchError` where it is at work or has no steps to repeat.
    """
    run = store.run(key)
    if run.kind is RunKind.LOADED:
        raise WorkbenchError(
            mark("The run {name} holds weights that were loaded: it has no steps that could be repeated."),
            mark("Prove a run that was trained here."),
            name=run.name,
        )
    if run.active:
        raise WorkbenchError(
            mark("The run {name} is still at work."), mark("Stop it, or wait for its end."), name=run.name
        )
    trial = Trial.of(store, run, wanted, most)
    try:
        repetition, device = _ready(trial, progress, cancelled)
    except StoppedError:
        raise
    except WorkbenchError as error:
        proof = _refused(trial.stretch, error.message)
    else:
        _repeat(trial, repetition)
        proof = _judged(trial, device)
    if wanted is None:
        proof = replace(proof, damaged=newest_whole(run.folder).damaged)
    store.update(run, proof=proof_text(proof))
    return proof


def choose_stretch(folder: Path, recorded_until: int, wanted: int | None, most: int) -> Stretch:
    """Which of the steps of a run's folder to repeat, at most so many.

    From the checkpoint of the step ``wanted`` (0: from the start); else from the newest but one, so that weights can
    be compared with the newest; else from the only one, where points were recorded after it; else from the start. Up to
    the farthest checkpoint within ``most`` steps, else as far as points were recorded.
    """
    folders = checkpoint_folders(folder)
    begin = _wanted(folder, wanted) if wanted is not None else _usual_begin(folders, recorded_until)
    after = begin.state.step if begin is not None else 0
    inside = [path for step, path in reversed(folders.items()) if after < step <= after + most]
    end = next((found for path in inside if (found := read_checkpoint(path)) is not None), None)
    last = end.state.step if end is not None else min(recorded_until, after + most)
    if last <= after == 0:
        raise WorkbenchError(mark("The run has taken no step that could be repeated."), mark("Train it first."))
    if last <= after:
        raise WorkbenchError(
            mark("The run has no steps after step {step} that could be repeated."),
            mark("Begin at an earlier checkpoint, or at 0."),
            step=after,
        )
    return Stretch(begin, last, end)


def _wanted(folder: Path, step: int) -> CheckpointFolder | None:
    if step == 0:
        return None
    _step, path = find_checkpoint(folder, step)
    found = read_checkpoint(path)
    if found is None:
        raise ArgumentError(
            mark("The checkpoint of step {step} is damaged."), mark("Begin at another one, or at 0."), step=step
        )
    return found


def _usual_begin(folders: dict[int, Path], recorded_until: int) -> CheckpointFolder | None:
    whole = (found for path in reversed(folders.values()) if (found := read_checkpoint(path)) is not None)
    newest, second = next(whole, None), next(whole, None)
    if second is None and newest is not None and recorded_until > newest.state.step:
        return newest
    return second


def _ready(trial: Trial, progress: Report, cancelled: Cancelled) -> tuple[Repetition, torch.device]:
    """A repetition at the beginning of the stretch; raises :class:`WorkbenchError` where it would not be the run's."""
    run, stretch, begins = trial.run, trial.stretch, trial.recorded.begins
    replay = replay_run(run, progress=progress, cancelled=cancelled)
    content = read_run_folder(run.folder)
    for step in {stretch.after, *(begin for begin in begins if stretch.after < begin < stretch.last)}:
        replay.require_same_data(step + 1)
    device = choose_device(content.spec.training.device, content.spec.training.precision)
    keep_blocks()
    matcher = run_matcher(content.project, run.folder, content.spec, replay.prepared.vocabulary)
    of_stages = {name: replay.sources[str(folder)] for name, folder in content.corpora.items()}
    sources = {content.spec.corpus: replay.prepared, **of_stages}
    with device_errors(content.spec, device):
        trainer = make_trainer(_session(trial, content, cancelled), sources, device, matcher)
        _begin(trainer, stretch, content)
    return Repetition.of(trainer, stretch.last, trial.recorded, progress), device


def _session(trial: Trial, content: RunFolder, cancelled: Cancelled) -> Session:
    """One that saves nothing, and whose events go to the comparison."""
    journal = Journal(trial.run.name, trial.comparison.take)
    nowhere = Path(tempfile.gettempdir()) / "nothing-is-saved"
    return Session(content, nowhere, journal, Observer(journal.record), Cancellable(cancelled))


def _begin(trainer: Trainer, stretch: Stretch, content: RunFolder) -> None:
    """Bring a fresh trainer to the beginning of the stretch."""
    spec, vocabulary = content.spec, find_vocabulary(content.project, content.vocabulary)
    if stretch.begin is not None:
        trainer.state = restore(stretch.begin, trainer.model, trainer.optimizer, trainer.average)
        trainer.journal.stand_at(trainer.state.step, trainer.state.tokens)
    elif (start := require_start(content.project, spec, vocabulary)) is not None:
        start_with(trainer.model, start, spec, vocabulary, trainer.source.ngrams)
        if trainer.average is not None:
            trainer.average.begin()


def _repeat(trial: Trial, repetition: Repetition) -> None:
    """Take the steps, and compare the tensors at their end where a checkpoint stands there."""
    stretch, comparison = trial.stretch, trial.comparison
    try:
        with device_errors(repetition.spec, repetition.device):
            repetition.train()
    except StoppedError:
        raise StoppedError(mark("Stopped.")) from None
    except WorkbenchError:
        if comparison.reached <= repetition.state.step:  # the last point is that of the step that could not be taken
            raise
    reached = max(repetition.state.step, comparison.reached)
    comparison.end(reached, stretch.last)
    if stretch.end is not None and reached == stretch.last:
        _compare_tensors(repetition, stretch.end, comparison)


def _compare_tensors(repetition: Repetition, end: CheckpointFolder, comparison: Comparison) -> None:
    step = end.state.step
    optimizer, known = repetition.optimizer.tensors(), random_state()
    saved = load_tensors(end.path / OPTIMIZER)
    here = {name: tensor for name, tensor in saved.items() if name in optimizer or name in known}
    comparison.take_tensors(step, load_tensors(end.path / MODEL), repetition.model.state_dict())
    comparison.take_tensors(step, here, {**optimizer, **known})
    if repetition.average is not None:
        comparison.take_tensors(step, load_tensors(end.path / AVERAGE), repetition.average.tensors())


def _refused(stretch: Stretch, reason: Text) -> Proof:
    verdict = Verdict.NOT_COMPARABLE
    return Proof(verdict, stretch.after + 1, stretch.last, time.time(), reason=reason.template, values=reason.values)


def _judged(trial: Trial, device: torch.device) -> Proof:
    """The verdict: what differs although nothing else does is a difference, and of nothing nothing can be said."""
    stretch, comparison = trial.stretch, trial.comparison
    verdict, reason = Verdict.EQUAL, Text("")
    if not comparison.points and stretch.end is None and comparison.difference is None:
        return _refused(stretch, Text(mark("the curve has no point of these steps alone; take more of them")))
    if comparison.difference is not None:
        verdict = Verdict.DIFFERENT
        if (obstacle := _obstacle(trial, device)) is not None:
            verdict = Verdict.NOT_COMPARABLE
            template = mark("{obstacle}; the largest relative difference is {relative}")
            reason = Text(template, {"obstacle": obstacle, "relative": f"{comparison.relative:.1e}"})
    return Proof(
        verdict,
        stretch.after + 1,
        stretch.last,
        time.time(),
        points=comparison.points,
        weights=stretch.end is not None,
        difference=comparison.difference,
        relative=comparison.relative,
        reason=reason.template,
        values=reason.values,
    )


def _obstacle(trial: Trial, device: torch.device) -> Text | None:
    """What keeps a repetition from being equal to the bit, if anything does."""
    run, stretch = trial.run, trial.stretch
    noted = [trial.recorded.conditions_of(step) for step in (stretch.after + 1, stretch.last)]
    if (processes := max(int(one.get("processes", 1)) for one in noted)) > 1:
        template = mark(
            "{count} processes trained the run, and each draws dropout for itself, which one process can't repeat bit "
            "for bit"
        )
        return Text(template, {"count": processes})
    here = device_title(device)
    if run.device != here:
        return Text(
            mark("the run computed on {before}, the repetition on {after}"), {"before": run.device, "after": here}
        )
    now = conditions()
    for one in noted:
        then = {"torch": run.versions.get("torch", ""), **one}
        for name, title in _CONDITIONS.items():
            before, after = then.get(name, ""), now[name]
            if before and before != after:
                template = mark("the run computed with {what} {before}, the repetition with {after}")
                return Text(template, {"what": Text(title), "before": before, "after": after})
    if read_run_folder(run.folder).spec.training.compile:
        return Text(mark("code that is compiled anew may round otherwise"))
    if device.type != "cpu":
        return Text(mark("{device} does not compute alike twice"), {"device": here})
    return None


_CONDITIONS = {
    "torch": mark("torch"),
    "threads": mark("processor threads"),
    "processor": mark("the processor"),
}
