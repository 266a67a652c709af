"""A run from its folder to its last event: what the engine's process does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.events import (
    CorpusPreparing,
    EventBase,
    Outcome,
    RunEnded,
    RunStarted,
    StateChanged,
    Warned,
)
from workbench.core.progress import Progress
from workbench.core.texts import mark
from workbench.model.build import build_model, heads_of
from workbench.model.devices import choose_device, device_title
from workbench.spec.batches import batch_rule
from workbench.spec.check import require_valid
from workbench.spec.position import stage_makers
from workbench.spec.replay import data_fingerprint
from workbench.spec.run import RunSpec
from workbench.spec.training import SHORTEST
from workbench.store.checkpoints import CHECKPOINTS
from workbench.store.folder import RunFolder, note_session_data, read_run_folder
from workbench.store.recorder import Recorder
from workbench.store.records import Run
from workbench.store.starting import Start, require_start
from workbench.store.store import Store
from workbench.text.corpus import find_corpus
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.vocabulary import Vocabulary, find_vocabulary
from workbench.train.alerts import Alerts
from workbench.train.allocator import keep_blocks
from workbench.train.average import WeightAverage
from workbench.train.checkpoint import newest_checkpoint, restore
from workbench.train.clocks import Stopwatch
from workbench.train.control import Control, signals_stop
from workbench.train.evaluation import baselines
from workbench.train.examples import BatchSource
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.observer import Instruments, Observer
from workbench.train.optim import Optimizer
from workbench.train.probing import Probes
from workbench.train.starting import start_with
from workbench.train.telemetry import Machine

DONE, STOPPED = 0, 3
_TELL_SECONDS = 0.5  #: least time between two words on how far the corpus is prepared


def run_engine(folder: Path, also: Callable[[EventBase], None] | None = None) -> int:
    """Train the run of a folder, from its newest whole checkpoint if it has one; returns 0 (done) or 3 (stopped).

    Events go to the project's store and to ``also``; the last is always :class:`RunEnded`. A failed run raises what
    it failed of after that event.
    """
    content = read_run_folder(folder)
    with Store.open(content.project) as store:
        run = store.run(content.run)
        store.register_process(run)
        recorder = Recorder(store, run, also)
        observer = Observer(recorder.record)
        journal, control = Journal(run.name, observer), Control(store, run)
        try:
            with signals_stop(control):
                done = work(
                    content,
                    folder,
                    run.sessions + 1,
                    journal,
                    control,
                    recorder.beat,
                    observer,
                    lambda step: seconds_at_work(store, run, step),
                )
        except StoppedError as error:
            journal.tell(RunEnded, outcome=Outcome.STOPPED, message=error.render())
            return STOPPED
        except WorkbenchError as error:
            journal.tell(RunEnded, outcome=Outcome.FAILED, message=error.render())
            raise
        except BaseException as error:
            journal.tell(RunEnded, outcome=Outcome.FAILED, message=f"{type(error).__name__}: {error}")
            raise
        else:
            journal.tell(RunEnded, outcome=Outcome.DONE if done else Outcome.STOPPED)
            return DONE if done else STOPPED
        finally:
            recorder.close()


def work(
    content: RunFolder,
    folder: Path,
    session: int,
    journal: Journal,
    control: Control,
    beat: Callable[[], None],
    observer: Observer,
    worked: Callable[[int], float],
) -> bool:
    """Prepare, train and save; returns whether all steps were taken. ``worked`` says how many seconds the steps up to
    one have taken in earlier sessions."""
    spec, checkpoints = content.spec, folder / CHECKPOINTS
    checkpoint = newest_checkpoint(checkpoints)
    if checkpoint is not None:
        journal.stand_at(checkpoint.state.step, checkpoint.state.tokens)
    journal.tell(StateChanged, state="preparing")
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    require_valid(spec, vocabulary.size)
    start = None if checkpoint is not None else require_start(content.project, spec, vocabulary)
    device = choose_device(spec.training.device, spec.training.precision)
    keep_blocks()
    prepared = prepare_corpus(content, vocabulary, journal, control)
    note_session_data(folder, journal.step, data_fingerprint(content.project, prepared, spec.units))
    with memory_errors(spec, device):
        trainer = make_trainer(spec, prepared, vocabulary, device, checkpoints, journal, control, beat)
        if checkpoint is not None:
            trainer.state = restore(checkpoint, trainer.model, trainer.optimizer, trainer.average)
        if start is not None:
            tell_start(journal, start, start_with(trainer.model, start, spec, vocabulary))
            if trainer.average is not None:
                trainer.average.begin()
        observe(trainer, observer, worked)
        begin_session(trainer, prepared, session)
        done = trainer.train()
        if not done and not control.stopping_now:
            trainer.save()
    return done


def tell_start(journal: Journal, start: Start, fresh: list[str]) -> None:
    """Say which heads the weights of another run do not bring."""
    if fresh:
        message = mark("These heads begin anew, as “{start}” has none of them: {heads}.")
        journal.tell(
            Warned, kind="fresh-heads", message=message, values={"start": start.name, "heads": ", ".join(fresh)}
        )


def prepare_corpus(content: RunFolder, vocabulary: Vocabulary, journal: Journal, control: Control) -> PreparedCorpus:
    """The corpus cut and tokenised for this run, made now, telling how far it is, or found again."""
    corpus = find_corpus(content.project, content.corpus)
    told = -_TELL_SECONDS

    def tell(progress: Progress) -> None:
        nonlocal told
        if progress.total and time.monotonic() - told >= _TELL_SECONDS:
            told = time.monotonic()
            journal.tell(CorpusPreparing, fraction=progress.done / progress.total)

    return prepare(content.project, corpus, vocabulary, content.spec.units, progress=tell, cancelled=control.cancelled)


def make_trainer(
    spec: RunSpec,
    prepared: PreparedCorpus,
    vocabulary: Vocabulary,
    device: torch.device,
    checkpoints: Path,
    journal: Journal,
    control: Control,
    beat: Callable[[], None],
) -> Trainer:
    """A trainer at step 0; the weights and all later random numbers of torch come from the run's seed."""
    if spec.training.threads:
        torch.set_num_threads(spec.training.threads)
    torch.manual_seed(spec.seed)
    model = build_model(spec.encoder, vocabulary.size, heads_of(spec), padding_id=vocabulary.pad_id).to(device)
    source = BatchSource(spec, stage_makers(spec, prepared), vocabulary.pad_id, pinned=device.type == "cuda")
    optimizer, decay = Optimizer(model, spec.training), spec.training.average_decay
    average = WeightAverage(model, decay) if decay else None
    probes = Probes(spec.probes, vocabulary, spec.encoder)
    return Trainer(spec, model, optimizer, source, device, control, journal, checkpoints, beat, probes, average)


def observe(trainer: Trainer, observer: Observer, worked: Callable[[int], float]) -> None:
    """Have a trainer's events stamped and followed up; ``worked`` says how long the steps so far have taken."""
    order = trainer.source.order
    stopwatch = Stopwatch(worked(trainer.state.step))
    epoch = lambda: order.epochs(trainer.state.position)
    observer.begin(Instruments(Machine(trainer.device), Alerts(order.ends), stopwatch, epoch))


def seconds_at_work(store: Store, run: Run, step: int) -> float:
    """How long the steps up to ``step`` have taken in the sessions before."""
    known = store.series(run, "elapsed")
    place = int(np.searchsorted(known.steps, step, side="right"))
    return float(known.values[place - 1]) if place else 0.0


def begin_session(trainer: Trainer, prepared: PreparedCorpus, session: int) -> None:
    """Announce the session, its device and the baselines."""
    batches = trainer.evaluation_batches(trainer.stage)
    trainer.journal.tell(
        RunStarted,
        device=device_title(trainer.device),
        precision=trainer.spec.training.precision.value,
        total_steps=trainer.spec.training.steps,
        session=session,
        baselines=baselines(prepared.unigram_counts, batches),
    )
    if not batches:
        warning = mark("The corpus has no evaluation split, so that only the training loss can be shown.")
        trainer.journal.tell(Warned, kind="no-evaluation", message=warning)
    for problem in trainer.probes.problems:
        text = mark("A probe sentence is left out. {reason}")
        trainer.journal.tell(Warned, kind="probe", message=text, values={"reason": problem.render()})


@contextmanager
def memory_errors(spec: RunSpec, device: torch.device) -> Iterator[None]:
    """Turn torch's errors for want of memory into a sentence with numbers to try."""
    try:
        yield
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise out_of_memory(spec, device) from error
    except RuntimeError as error:
        if "DefaultCPUAllocator" not in str(error):
            raise
        raise out_of_memory(spec, device) from error


def out_of_memory(spec: RunSpec, device: torch.device) -> WorkbenchError:
    """What to try: the same batch in smaller parts, or, where a part is one sequence already, shorter sequences. Told
    of the stage with the largest parts."""
    parts, rules = spec.training.accumulation, [batch_rule(spec, number) for number in range(len(spec.stages))]
    rule = max(rules, key=lambda rule: rule.most_places)
    batch = rule.full_sequences
    more = next((number for number in range(parts + 1, batch + 1) if batch % number == 0), None)
    message = mark("The memory of {device} is too small for {part} sequences of {length} tokens at a time.")
    values = {"device": device_title(device), "part": -(-batch // parts), "length": rule.length}
    if more is None:
        hint = mark("Try training.length={shorter}, or a smaller encoder.")
        return WorkbenchError(message, hint, **values, shorter=max(SHORTEST, rule.length // 2))
    hint = mark("Try training.accumulation={more}: the same batch in parts of {smaller} sequences.")
    return WorkbenchError(message, hint, **values, more=more, smaller=batch // more)
