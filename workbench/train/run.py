"""A run from its folder to its last event: what the engine's process does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import partial
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
    WeightsTaken,
)
from workbench.core.figures import percent
from workbench.core.progress import Progress
from workbench.core.texts import Text, listed, mark
from workbench.model.build import model_of
from workbench.model.compiling import compile_model, require_compiler
from workbench.model.devices import choose_device
from workbench.model.embeddings import ADDED_TABLES
from workbench.model.run_ngrams import run_matcher, text_ngrams
from workbench.objectives.balance import balance_note, class_balance, sparse_note, token_balance
from workbench.objectives.examples import ExampleMaker
from workbench.spec.check import require_valid
from workbench.spec.corpora import corpus_of
from workbench.spec.makers import stage_makers
from workbench.spec.memory import text_places
from workbench.spec.passage_check import evaluation_gap
from workbench.spec.rate import RunRate
from workbench.spec.replay import data_fingerprint
from workbench.spec.sources import Sources, prepare_all
from workbench.store.checkpoints import damage_words, newer_than
from workbench.store.claims import take_up
from workbench.store.folder import RunFolder, note_session_data, read_run_folder
from workbench.store.recorder import Recorder
from workbench.store.records import Run
from workbench.store.starting import Start, require_start
from workbench.store.store import Store
from workbench.store.task_results import results_of
from workbench.store.upkeep import kept_up
from workbench.text.corpus import Corpus, find_corpus
from workbench.text.ngram_slots import NgramMatcher
from workbench.text.prepared import PreparedCorpus
from workbench.text.vocabulary import Vocabulary, find_vocabulary
from workbench.text.vocabulary_rows import TakenRows
from workbench.train.alerts import Alerts
from workbench.train.allocator import keep_blocks
from workbench.train.average import WeightAverage
from workbench.train.checkpoint import CheckpointFolder, newest_checkpoint, restore
from workbench.train.clocks import Stopwatch
from workbench.train.conditions import conditions
from workbench.train.control import Control, Wishes, agreed, signals_stop
from workbench.train.device_errors import device_errors, memory_needed, require_memory, tell_memory
from workbench.train.evaluation import baselines
from workbench.train.examples import BatchSource
from workbench.train.group import ALONE, Group, LostError, devices_title, own_device, own_threads
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.observer import Instruments, Observer
from workbench.train.optim import Optimizer
from workbench.train.probing import Probes
from workbench.train.randomness import begin_drawing, go_on_drawing
from workbench.train.session import Session
from workbench.train.starting import start_with
from workbench.train.task.run import work_task
from workbench.train.telemetry import Machine
from workbench.train.telling import Telling

DONE, STOPPED = 0, 3
_MUCH_LEFT_OUT = 0.05  #: of the text, which is told
_PASSAGES_LOOKED_AT = 2048  #: whose tokens are counted before training


def run_engine(
    folder: Path,
    also: Callable[[EventBase], None] | None = None,
    group: Group = ALONE,
    *,
    ignore_memory: bool = False,
) -> int:
    """Train the run of a folder, from its newest whole checkpoint if it has one; returns 0 (done) or 3 (stopped).

    Events go to the project's store and to ``also``; the last is always :class:`RunEnded`. A failed run raises what
    it failed of after that event. Of several processes, which all call this, the first alone tells events. A run that
    needs far more memory than there is begins only with ``ignore_memory``.
    """
    content = read_run_folder(folder)
    if not group.is_first:
        return follow(content, folder, group)
    with Store.open(content.project) as store:
        with group.first_goes("claim"):
            run = take_up(store, content.run)
        group.begin(folder)
        recorder = Recorder(store, run, also)
        observer = Observer(recorder.record)
        journal, control = Journal(run.name, observer), agreed(Control(store, run), group)
        worked = partial(seconds_at_work, store, run)
        number, known = run.sessions + 1, results_of(store, run)
        session = Session(
            content, folder, journal, observer, control, number, recorder.beat, worked, group, known, ignore_memory
        )
        try:
            with signals_stop(control), group.losses_told(), kept_up(recorder, content.project):
                done = work(session)
        except StoppedError as error:
            journal.tell(RunEnded, outcome=Outcome.STOPPED, words=error.text)
            return STOPPED
        except WorkbenchError as error:
            journal.tell(RunEnded, outcome=Outcome.FAILED, words=error.text)
            raise
        except BaseException as error:
            journal.tell(RunEnded, outcome=Outcome.FAILED, message=f"{type(error).__name__}: {error}")
            raise
        else:
            journal.tell(RunEnded, outcome=Outcome.DONE if done else Outcome.STOPPED, words=journal.remark)
            return DONE if done else STOPPED
        finally:
            recorder.close()


def follow(content: RunFolder, folder: Path, group: Group) -> int:
    """Train with the first process of the group, which does the telling; returns and raises as it does."""
    journal, control = Journal(content.spec.name, lambda event: None), agreed(Wishes(), group)
    session = Session(content, folder, journal, Observer(journal.record), control, group=group)
    try:
        with signals_stop(control), group.losses_told():
            with group.first_goes("claim"):
                pass  # nobody trains a run that another program works on
            return DONE if work(session) else STOPPED
    except StoppedError:
        return STOPPED
    except LostError:
        raise
    except BaseException as error:
        group.fail(error.text if isinstance(error, WorkbenchError) else Text(f"{type(error).__name__}: {error}"))
        raise


def work(session: Session) -> bool:
    """Prepare, train and save; returns whether all steps were taken. A task goes its own way."""
    if session.spec.task is not None:
        return work_task(session)
    content, spec, journal, group = session.content, session.spec, session.journal, session.group
    checkpoint = group.from_first(newest_checkpoint(session.checkpoints) if group.is_first else None)
    if checkpoint is not None:
        journal.stand_at(checkpoint.state.step, checkpoint.state.tokens)
    journal.tell(StateChanged, state="preparing")
    if group.is_first:
        tell_damage(session, checkpoint)
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    require_valid(spec, vocabulary.size)
    fresh = checkpoint is None and group.is_first
    start = require_start(content.project, spec, vocabulary) if fresh else None
    device = own_device(group, choose_device(spec.training.device, spec.training.precision))
    if group.is_first:
        look_at_memory(session, vocabulary, device)
    if spec.training.compile:
        require_compiler(device)
    keep_blocks()
    with group.first_goes("prepare"):
        sources = prepare_corpora(session, vocabulary)
    matcher = run_matcher(content.project, session.folder, spec, vocabulary)
    if group.is_first:
        ngrams = "" if matcher is None else matcher.lexicon.fingerprint
        data = data_fingerprint(content.project, spec, sources, ngrams)
        note_session_data(session.folder, journal.step, data)
    with device_errors(spec, device, group):
        trainer = make_trainer(session, sources, device, matcher)
        if checkpoint is not None:
            go_on_from(trainer, checkpoint)
        if start is not None:
            tell_start(journal, start, vocabulary, start_with(trainer.model, start, spec, vocabulary, matcher))
        trainer.learner.begin()
        if checkpoint is None and trainer.average is not None:
            trainer.average.begin()
        if group.is_first:
            observe(trainer, session)
            begin_session(trainer, session.number)
        done = trainer.train()
        if not done and not session.control.stopping_now:
            trainer.save()
    return done


def look_at_memory(session: Session, vocabulary: Vocabulary, device: torch.device) -> None:
    """Refuse a run that needs far more memory than there is, unless that is ignored, and warn of one that needs more
    than is free."""
    places = text_places(find_corpora(session).values())
    needed = memory_needed(session.spec, vocabulary.size, places, device, session.group)
    if not session.ignore_memory:
        require_memory(needed, device)
    tell_memory(session.journal, needed, device)


def tell_damage(session: Session, checkpoint: CheckpointFolder | None) -> None:
    """Say which checkpoints the run does not go on from, although they are newer, as they are damaged."""
    damaged = newer_than(None if checkpoint is None else checkpoint.path, session.checkpoints)
    if damaged:
        text = damage_words(session.spec.name, session.journal.step, damaged)
        session.journal.tell(Warned, kind="damaged-checkpoint", message=text.template, values=dict(text.values))


def go_on_from(trainer: Trainer, checkpoint: CheckpointFolder) -> None:
    """Go on from a checkpoint; says so where other processes saved it, since they drew other dropout."""
    trainer.state = restore(checkpoint, trainer.model, trainer.optimizer, trainer.average)
    count = trainer.group.size
    before = go_on_drawing(checkpoint.path, trainer.group, trainer.spec.seed, trainer.state.step)
    if before != count:
        message = mark(
            "The run goes on with {count} {count:process|processes} after {before}: the batches are the same, dropout "
            "is drawn anew."
        )
        trainer.journal.tell(Warned, kind="processes", message=message, values={"count": count, "before": before})


def tell_start(journal: Journal, start: Start, vocabulary: Vocabulary, fresh: list[str]) -> None:
    """Say what became of the rows of another run's word table, and which heads and tables its weights do not bring."""
    journal.tell(WeightsTaken, start=start.name, **vars(TakenRows.of(vocabulary, start.vocabulary)))
    tables = [name for name in fresh if name in ADDED_TABLES.values()]
    if heads := [name for name in fresh if name not in tables]:
        message = mark("These heads begin anew, as “{start}” has none of them: {heads}.")
        journal.tell(Warned, kind="fresh-heads", message=message, values={"start": start.name, "heads": listed(heads)})
    if tables:
        message = mark("These tables begin anew, as “{start}” has none of them: {tables}.")
        values = {"start": start.name, "tables": listed(tables)}
        journal.tell(Warned, kind="fresh-tables", message=message, values=values)


def find_corpora(session: Session) -> dict[str, Corpus]:
    """The run's own corpus and those that stages name, by the names in the spec; raises :class:`WorkbenchError` where
    one is not there."""
    content, spec = session.content, session.spec
    of_stages = {name: find_corpus(content.project, folder) for name, folder in content.corpora.items()}
    return {spec.corpus: find_corpus(content.project, content.corpus), **of_stages}


def prepare_corpora(session: Session, vocabulary: Vocabulary) -> dict[str, PreparedCorpus]:
    """The corpora cut and tokenised for this run, made now, telling how far they are, or found again."""
    project, units, cancelled = session.content.project, session.spec.units, session.control.cancelled
    telling = Telling(lambda fraction: session.journal.tell(CorpusPreparing, fraction=fraction))

    def tell(progress: Progress) -> None:
        telling(progress.done, progress.total)

    return prepare_all(project, find_corpora(session), vocabulary, units, progress=tell, cancelled=cancelled)


def make_trainer(
    session: Session, sources: Sources, device: torch.device, matcher: NgramMatcher | None = None
) -> Trainer:
    """A trainer at step 0; the weights and all later random numbers of torch come from the run's seed. ``sources`` are
    the run's own corpus and those that stages name; ``matcher`` finds the n-grams of a run that has some."""
    spec, vocabulary = session.spec, sources[session.spec.corpus].vocabulary
    if threads := own_threads(session.group, spec.training.threads):
        torch.set_num_threads(threads)
    torch.manual_seed(spec.seed)
    model = model_of(spec, vocabulary.size, padding_id=vocabulary.pad_id).to(device)
    if spec.training.compile:
        compile_model(model)
    begin_drawing(session.group, spec.seed)
    makers, pinned = stage_makers(spec, sources), device.type == "cuda"
    decay = spec.training.average_decay
    return Trainer(
        spec=spec,
        model=model,
        optimizer=Optimizer(model, spec.training, RunRate(spec)),
        source=BatchSource(spec, makers, vocabulary.pad_id, pinned=pinned, group=session.group, ngrams=matcher),
        device=device,
        control=session.control,
        journal=session.journal,
        checkpoints=session.checkpoints,
        beat=session.beat,
        probes=Probes(spec.probes, vocabulary, spec.encoder, text_ngrams(matcher, spec)),
        average=WeightAverage(model, decay) if decay else None,
        group=session.group,
    )


def observe(trainer: Trainer, session: Session) -> None:
    """Have a trainer's events stamped and followed up."""
    order = trainer.source.order
    stopwatch = Stopwatch(session.worked(trainer.state.step))
    epoch = lambda: order.epochs(trainer.state.step)
    alerts = Alerts([group.end for group in order.groups])
    session.observer.begin(Instruments(Machine(trainer.device), alerts, stopwatch, epoch))


def seconds_at_work(store: Store, run: Run, step: int) -> float:
    """How long the steps up to ``step`` have taken in the sessions before."""
    known = store.series(run, "elapsed")
    place = int(np.searchsorted(known.steps, step, side="right"))
    return float(known.values[place - 1]) if place else 0.0


def begin_session(trainer: Trainer, number: int) -> None:
    """Announce the session, its device and the baselines, which are those of the corpus that the stage reads. A stage
    that no passages can be made for, or whose tokens can't be asked about, is refused here, and not where it would
    begin."""
    source = trainer.source.makers[trainer.stage].source
    for maker in _makers_of_tasks(trainer, asking=True):
        maker.check()
    tasks = trainer.evaluation_tasks(trainer.stage)
    predicting = [task for task in tasks if task.predicts] or tasks
    batches = [batch for task in predicting for batch in task.batches]
    trainer.journal.tell(
        RunStarted,
        device=devices_title(trainer.device, trainer.group),
        precision=trainer.spec.training.precision.value,
        total_steps=trainer.spec.training.steps,
        session=number,
        baselines=baselines(source.unigram_counts, batches),
        conditions=conditions(trainer.group.size),
    )
    tell_unmeasured(trainer)
    tell_left_out(trainer)
    tell_balance(trainer)
    if (matcher := trainer.source.ngrams) is not None and matcher.unmatched.total:
        told = matcher.unmatched.told(len(matcher.lexicon))
        trainer.journal.tell(Warned, kind="ngrams", message=told.template, values=dict(told.values))
    for problem in trainer.probes.problems:
        text = mark("A probe sentence is left out. {reason}")
        trainer.journal.tell(Warned, kind="probe", message=text, values={"reason": problem.text})


def tell_unmeasured(trainer: Trainer) -> None:
    """Say of each corpus whose held-out documents give its stages nothing to evaluate on why."""
    spec, reading = trainer.spec, defaultdict[str, list[int]](list)
    for stage in range(len(spec.stages)):
        reading[corpus_of(spec, stage)].append(stage)
    for name, stages in reading.items():
        source = trainer.source.makers[stages[0]].source
        told = evaluation_gap([spec.stages[stage].passage for stage in stages], source)
        if told is None and not np.any(source.evaluation):
            template = mark("The corpus has no evaluation split, so that only the training loss can be shown.")
            if len(reading) > 1:
                template = mark(
                    "The corpus “{name}” has no evaluation split; of its stages only the training loss shows."
                )
            told = Text(template, {"name": name} if len(reading) > 1 else {})
        if told is not None:
            trainer.journal.tell(Warned, kind="no-evaluation", message=told.template, values=dict(told.values))


def tell_left_out(trainer: Trainer) -> None:
    """Say of passages that they leave much of the text out."""
    for maker in _makers_of_tasks(trainer):
        if (share := maker.left_out(epoch=0)) >= _MUCH_LEFT_OUT:
            passage = maker.stage.passage
            message = mark("The passages “{kind}” leave {share} of the text out: {rest}")
            values = {"kind": Text(passage.title), "share": percent(share), "rest": Text(passage.rest)}
            trainer.journal.tell(Warned, kind="left-out", message=message, values=values)


def tell_balance(trainer: Trainer) -> None:
    """Say of answers that the text decides which of them it never or hardly has, and which questions hardly any of its
    tokens are asked."""
    for maker in _makers_of_tasks(trainer):
        passage = maker.stage.passage
        if passage.uneven and (note := balance_note(passage.title, class_balance(maker))) is not None:
            trainer.journal.tell(Warned, kind="balance", message=note.template, values=dict(note.values))
    for maker in _makers_of_tasks(trainer, asking=True):
        if not maker.questions:
            continue
        plan = maker.plan(0)
        tokens, passages = token_balance(maker, plan, _PASSAGES_LOOKED_AT), min(len(plan), _PASSAGES_LOOKED_AT)
        for question in maker.questions:
            if (note := sparse_note(question.title, tokens[question.loss], passages)) is not None:
                trainer.journal.tell(Warned, kind="balance", message=note.template, values=dict(note.values))


def _makers_of_tasks(trainer: Trainer, *, asking: bool = False) -> list[ExampleMaker]:
    """What makes the examples of the stages, of those that make the same passages (where ``asking``, and ask the same
    of their tokens) the first one."""
    different: dict[Hashable, ExampleMaker] = {}
    for maker, stage in zip(trainer.source.makers, trainer.spec.stages, strict=True):
        questions = [question.model_dump_json() for question in maker.questions] if asking else ()
        passages = stage.passage.model_dump_json(), id(maker.source), maker.length
        different.setdefault((*passages, *questions), maker)
    return list(different.values())
