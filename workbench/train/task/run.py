"""A task from its folder to its last result: each seed with the trained weights, then with random ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import torch

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.events import (
    FeaturesComputing,
    RunStarted,
    StateChanged,
    TaskEvaluated,
    TaskMeasured,
    TaskPrepared,
    Warned,
)
from workbench.core.texts import Text, mark
from workbench.model.build import build_model
from workbench.model.devices import choose_device, device_title, memory_in_use
from workbench.model.encoder import Encoder
from workbench.model.run_ngrams import run_matcher, text_ngrams
from workbench.spec.task import TaskSpec
from workbench.store.starting import Start, require_start
from workbench.text.labelled.records import TaskKind, label_counts
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, find_vocabulary
from workbench.train.alerts import Alerts
from workbench.train.allocator import keep_blocks
from workbench.train.clocks import Stopwatch
from workbench.train.conditions import conditions
from workbench.train.meter import Meter, StepResult
from workbench.train.observer import Instruments
from workbench.train.session import Session
from workbench.train.starting import start_with
from workbench.train.task.examples import TaskData, read_task
from workbench.train.task.heads import HeadForm, TunedModel
from workbench.train.task.learners import Features, FrozenLearner, TunedLearner
from workbench.train.task.learning import Learner, Learnt, learn
from workbench.train.telemetry import Machine
from workbench.train.telling import Telling

MAJORITY, TRAINED, RANDOM = "majority", "trained", "random"


@dataclass(frozen=True)
class Piece:
    """A part of a task that is done at a stretch."""

    weights: str
    seed: int


def pieces_of(task: TaskSpec, first_seed: int) -> list[Piece]:
    """The pieces of a task in order."""
    weights = [TRAINED, RANDOM] if task.random_weights else [TRAINED]
    return [Piece(one, first_seed + number) for one in weights for number in range(task.seeds)]


def work_task(session: Session) -> bool:
    """Try the weights that a run starts from on its task; returns whether all pieces are done.

    Pieces that an earlier session finished are not done again. Raises :class:`WorkbenchError` where the examples are
    no longer those of the earlier results.
    """
    spec, task = session.spec, session.spec.task
    assert task is not None
    if session.group.size > 1:
        raise WorkbenchError(mark("A task is tried by one process."), mark("Start it without others."))
    session.journal.tell(StateChanged, state="preparing")
    vocabulary = find_vocabulary(session.content.project, session.content.vocabulary)
    start = require_start(session.content.project, spec, vocabulary)
    if start is None:
        raise WorkbenchError(mark("The task names no run whose weights it tries."))
    device = choose_device(spec.training.device)
    if spec.training.threads:
        torch.set_num_threads(spec.training.threads)
    keep_blocks()
    tokenizer = Tokenizer(vocabulary, session.content.project.cache)
    data = read_task(task, spec.encoder, tokenizer, session.control.cancelled)
    matcher = run_matcher(session.content.project, session.folder, spec, vocabulary)
    data = replace(data, ngrams=text_ngrams(matcher, spec))
    if session.control.stopping:
        raise StoppedError(mark("Stopped."))
    _require_same_data(session.results, data)
    _tell_data(session, data)
    return _Trial(session, task, data, start, vocabulary, device).work()


def _require_same_data(results: Sequence[TaskMeasured], data: TaskData) -> None:
    if any(result.data != data.fingerprint for result in results):
        raise WorkbenchError(
            mark("The labelled examples are no longer those that the first results were measured on."),
            mark("Put the files back as they were, or begin the task anew."),
        )


def _tell_data(session: Session, data: TaskData) -> None:
    parts = {"train": data.train, "development": data.development, "test": data.test}
    counted = (
        {} if data.kind is TaskKind.REGRESSION else {name: label_counts(one.examples) for name, one in parts.items()}
    )
    session.journal.tell(
        TaskPrepared,
        sizes={name: len(part) for name, part in parts.items()},
        labels={name: {label: counts[label] for label in data.names} for name, counts in counted.items()},
        how=data.how,
        task_id=data.task_id,
    )
    for text in data.told:
        session.journal.tell(Warned, kind="task", message=text.template, values=dict(text.values))


@dataclass
class _Trial:
    """A task at work; it is the watcher of its own pieces."""

    session: Session
    task: TaskSpec
    data: TaskData
    start: Start
    vocabulary: Vocabulary
    device: torch.device
    _tokens: int = 0
    _offset: int = 0
    _piece: Piece = field(default_factory=lambda: Piece(MAJORITY, 0))

    def work(self) -> bool:
        """Do the pieces that are not done; returns whether all are."""
        pieces = pieces_of(self.task, self.session.spec.seed)
        known = {(result.weights, result.seed) for result in self.session.results}
        waiting = [(number, piece) for number, piece in enumerate(pieces) if (piece.weights, piece.seed) not in known]
        self._tokens = max((result.tokens for result in self.session.results), default=0)
        self._begin(waiting[0][0] if waiting else len(pieces), len(pieces))
        if (MAJORITY, 0) not in known:
            self._keep(
                Piece(MAJORITY, 0), Learnt(self.data.measure(self.data.test, self.data.majority()), 0, 0, None, 0.0)
            )
        for number, piece in waiting:
            self._piece, self._offset = piece, number * self.steps
            learnt = self._learnt(piece) if self.goes_on() else None
            if learnt is None:
                template = mark("{done} of {count} parts are done and kept; the rest is done when the run goes on.")
                self.session.journal.remark = Text(template, {"done": number, "count": len(pieces)})
                return False
            self.session.journal.stand_at((number + 1) * self.steps, self._tokens)
            self._keep(piece, learnt)
        return True

    def _begin(self, first: int, count: int) -> None:
        journal, total = self.session.journal, count * self.steps
        journal.stand_at(first * self.steps, self._tokens)
        ends = [(number + 1) * self.steps for number in range(count)]
        stopwatch = Stopwatch(self.session.worked(journal.step))
        epochs = lambda: (journal.step % self.steps) / self.an_epoch
        self.session.observer.begin(Instruments(Machine(self.device), Alerts(ends), stopwatch, epochs))
        self._meter = Meter(total)
        journal.tell(
            RunStarted,
            device=device_title(self.device),
            precision="fp32",
            total_steps=total,
            session=self.session.number,
            conditions=conditions(1),
        )

    def _keep(self, piece: Piece, learnt: Learnt) -> None:
        """Tell what came of a piece, which keeps it."""
        self.session.journal.tell(
            TaskMeasured,
            weights=piece.weights,
            seed=piece.seed,
            scores=learnt.measured.scores,
            classes=learnt.measured.classes,
            confusion=learnt.measured.confusion,
            epoch=learnt.epoch,
            epochs=learnt.epochs,
            development=learnt.development,
            seconds=learnt.seconds,
            data=self.data.fingerprint,
        )

    # What learns

    @cached_property
    def form(self) -> HeadForm:
        """What the head stands on."""
        tokens = self.data.kind is TaskKind.TAGGING
        pair = self.data.train.examples[0].pair is not None
        return HeadForm(self.session.spec.encoder.hidden, self.data.outputs, tokens, self.task.takes_mean, pair)

    @cached_property
    def an_epoch(self) -> int:
        """Steps of an epoch."""
        tags = self.form.tokens and self.task.is_probe
        rows = len(self.data.train.targets) if tags else len(self.data.train)
        return -(-rows // self.task.batch_of(tokens=tags))

    @property
    def steps(self) -> int:
        """Steps of a piece at most."""
        return self.task.num_epochs(self.an_epoch) * self.an_epoch

    def _learnt(self, piece: Piece) -> Learnt | None:
        try:
            learner = self._learner(piece)
            if learner is None:
                return None
            hidden = self.session.spec.encoder.hidden
            return learn(learner, self.data, self.task, hidden, piece.seed, self)
        except (torch.OutOfMemoryError, MemoryError) as error:
            raise WorkbenchError(
                mark("The memory of {device} is too small for the task."),
                mark("Try {smaller} examples at a time, task.batch_size={smaller}, or shorter texts."),
                device=device_title(self.device), smaller=max(1, self.task.batch_size // 2),
            ) from error  # fmt: skip

    def _learner(self, piece: Piece) -> Learner | None:
        """What learns a piece; None where someone asked to stop while features were computed."""
        if not self.task.is_probe:
            encoder = self._encoder(piece)
            torch.manual_seed(piece.seed)
            module = TunedModel(encoder, self.form, self.task.dropout).to(self.device)
            return TunedLearner(module, self.data, self.task, self.vocabulary.pad_id)
        if piece.weights == TRAINED:
            features = self._trained_features
        else:
            vars(self).pop("_trained_features", None)  # nobody needs them any more
            features = self._features(piece)
        torch.manual_seed(piece.seed)
        return FrozenLearner(features, self.data, self.task, self.form) if features.whole else None

    def _encoder(self, piece: Piece) -> Encoder:
        """The encoder with the weights that are tried, or with random ones of a seed."""
        spec = self.session.spec
        torch.manual_seed(piece.seed)
        vocabulary, ngrams = self.vocabulary, self.data.ngrams
        model = build_model(spec.encoder, vocabulary.size, {}, padding_id=vocabulary.pad_id, ngrams=spec.ngrams)
        if piece.weights == TRAINED:
            start_with(model, self.start, spec, vocabulary, None if ngrams is None else ngrams.matcher)
        return model.encoder.to(self.device)

    @cached_property
    def _trained_features(self) -> Features:
        """Those of the weights that are tried, which are the same for all seeds."""
        return self._features(self._piece)

    def _features(self, piece: Piece) -> Features:
        journal, before, total = self.session.journal, self._tokens, self.data.num_tokens
        tell = partial(journal.tell, FeaturesComputing)
        telling = Telling(lambda fraction: tell(fraction=fraction))

        def looked(tokens: int) -> bool:
            self._tokens += tokens
            journal.stand_at(journal.step, self._tokens)
            telling(min(self._tokens - before, total - 1), total)
            return self.goes_on()

        folder, pad = self.session.folder, self.vocabulary.pad_id
        features = Features(self._encoder(piece), self.data, self.form, folder, pad, looked)
        if features.whole:
            tell(fraction=1.0)
        return features

    # As a watcher

    def stepped(self, step: int, result: StepResult, seconds: float) -> None:
        """Count a step, and put a point on the curve when one is due."""
        self._tokens += result.tokens
        self.session.journal.stand_at(self._offset + step, self._tokens)
        self._meter.add(result, seconds)
        if self._meter.is_due(self.session.journal.step):
            self._put_point()

    def evaluated(self, step: int, epoch: int, loss: float, score: float) -> None:
        """Tell the end of an epoch."""
        self._put_point()
        piece = self._piece
        self.session.journal.tell(
            TaskEvaluated, weights=piece.weights, seed=piece.seed, epoch=epoch, loss=loss, score=score
        )

    def _put_point(self) -> None:
        if not self._meter.is_empty:
            journal = self.session.journal
            journal.record(self._meter.point(journal.run, journal.step, journal.tokens, memory_in_use(self.device)))

    def goes_on(self) -> bool:
        """Wait while paused; False where someone asks to stop."""
        control, journal = self.session.control, self.session.journal
        if control.paused:
            self._put_point()
            journal.tell(StateChanged, state="paused")
            control.wait_while_paused(self.session.beat)
            if not control.stopping:
                journal.tell(StateChanged, state="running")
        self.session.beat()
        return not control.stopping
