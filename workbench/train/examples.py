"""Batches of a run in order, prepared on a thread of their own while the device computes."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.masking.mixture import single_strategies
from workbench.masking.strategy import MaskedBatch
from workbench.objectives.examples import ExampleMaker
from workbench.spec.heads import generator_passes
from workbench.spec.position import Position, RunOrder
from workbench.spec.run import RunSpec
from workbench.text.document import Ints
from workbench.text.ngram_slots import NgramMatcher
from workbench.text.pack import PassagePlan, assemble
from workbench.train.batch import Batch, collate, joined, with_labels, with_ngrams
from workbench.train.characters import TargetText
from workbench.train.control import Waiter
from workbench.train.group import ALONE, Group
from workbench.train.unit_accuracy import chosen_units, for_evaluation, text_units

T = TypeVar("T")

_EVALUATION_ROWS = 64  #: most passages in one evaluation batch
_PIECE_TOKENS = 1 << 18  #: a larger batch is made in pieces, between which its making can be given up


@dataclass(frozen=True)
class Prepared:
    """The parts of one batch, the stage they belong to, and the position after them."""

    parts: list[Batch]
    stage: int
    after: Position


class BatchSource:
    """Makes the batches of a run from its stages' example makers; the same seed gives the same batches.

    With several processes, each makes the passages of its share, which may be none. ``ngrams`` finds what an n-gram
    encoder is given.
    """

    def __init__(
        self,
        spec: RunSpec,
        makers: Sequence[ExampleMaker],
        padding_id: int,
        *,
        pinned: bool = False,
        group: Group = ALONE,
        ngrams: NgramMatcher | None = None,
    ) -> None:
        self.group = group
        self.ngrams = ngrams
        self.spec = spec
        self.makers = makers
        self.padding_id = padding_id
        self.pinned = pinned
        self.order = RunOrder(spec, makers)

    def batches(self, step: int, position: Position, cancelled: Cancelled = never) -> Iterator[Prepared]:
        """The batches of the steps from ``step``, which stands at ``position``, to the end of the run; raises
        :class:`StoppedError` where ``cancelled`` says so."""
        for taken in self.order.walk(step, position):
            stage, epoch = taken.position.stage, taken.position.epoch
            parts = [self.batch(taken.plan, rows, stage, epoch, cancelled) for rows in self.own(taken.parts)]
            yield Prepared(parts, stage, taken.after)

    def own(self, parts: list[Ints]) -> list[Ints]:
        """This process's rows of a step, in as many parts as gradients are accumulated over, without empty ones."""
        if self.group.size == 1:
            return parts
        rows = np.concatenate(parts)[self.group.rank :: self.group.size]
        return [part for part in np.array_split(rows, self.spec.training.accumulation) if len(part)]

    def batch(self, plan: PassagePlan, rows: Ints, stage: int, epoch: int, cancelled: Cancelled = never) -> Batch:
        """The passages ``rows`` of a plan, masked and padded."""
        maker = self.makers[stage]
        most, pieces = max(1, _PIECE_TOKENS // maker.length), []
        for at in range(0, len(rows), most):
            _require_wanted(cancelled)
            pieces.append(self.collated(maker.make(plan, rows[at : at + most], epoch), plan, stage, epoch))
        batch = joined(pieces, self.padding_id)
        return batch.pin() if self.pinned else batch

    def collated(self, masked: MaskedBatch, plan: PassagePlan, stage: int, epoch: int) -> Batch:
        """Masked passages padded, with the right answers to what the stage asks of their tokens, and what else is read
        or drawn by."""
        labels = self.makers[stage].token_labels(masked)
        read = self._read(masked, plan, stage, epoch)
        return with_labels(read, masked, labels) if labels else read

    def task_id(self, stage: int) -> int | None:
        """The row of the encoder's table of tasks that a stage's passages are read with; None without such a table."""
        return self.spec.stages[stage].task if self.spec.encoder.task_types else None

    def _read(self, masked: MaskedBatch, plan: PassagePlan, stage: int, epoch: int) -> Batch:
        """Masked passages padded, with their n-grams where the run has some, and with what decides a generator's
        guesses where the stage has it guess."""
        settings = self.spec.stages[stage]
        guesses = generator_passes(settings) > 0
        read = partial(
            collate,
            masked,
            self.padding_id,
            task=self.task_id(stage),
            roles=settings.passage.roles,
        )
        if not guesses and self.ngrams is None:
            return read()
        maker = self.makers[stage]
        keys = maker.guessing_keys(plan, masked.passages.example, epoch)
        batch = read(keys if guesses else None)
        return batch if self.ngrams is None else with_ngrams(batch, self.ngrams, masked, maker.length, keys)

    def evaluation(self, stage: int, cancelled: Cancelled = never) -> list[Batch]:
        """The evaluation split under the masks of epoch 0, the same at every call; empty without such a split.

        Where the split has more passages than asked for, they are taken evenly over it. Raises :class:`StoppedError`
        where ``cancelled`` says so.
        """
        plan = self.makers[stage].plan(0, evaluation=True)
        most = self.spec.training.evaluation_passages
        taken = np.unique(np.linspace(0, len(plan) - 1, min(len(plan), most)).astype(np.int64))
        taken = taken[np.argsort(plan.lengths[taken], kind="stable")]
        size, batches = self.evaluation_size(stage), []
        for at in range(0, len(taken), size):
            _require_wanted(cancelled)
            batches.append(self.evaluation_batch(plan, taken[at : at + size], stage))
        return batches

    def evaluation_size(self, stage: int) -> int:
        """How many passages stand in an evaluation batch of a stage."""
        return min(_EVALUATION_ROWS, -(-self.order.rules[stage].full_sequences // self.spec.training.accumulation))

    def evaluation_batch(self, plan: PassagePlan, rows: Ints, stage: int) -> Batch:
        """Passages of the evaluation split under the masks of evaluations, with units and text of their targets."""
        maker = self.evaluation_maker(stage)
        masked = maker.make(plan, rows, 0)
        batch = self.collated(masked, plan, stage, 0)
        if self.spec.evaluation.shared is None:
            units = chosen_units(masked)
        else:
            units = text_units(assemble(maker.source, plan, rows).layers, masked.picks.position)
        text = TargetText.of(maker.source, masked.passages, masked.picks.position)
        return for_evaluation(batch.pin() if self.pinned else batch, units, text)

    def evaluation_maker(self, stage: int) -> ExampleMaker:
        """The stage's own maker, with the masking that all evaluations share where they do; what is trained on whole
        text is evaluated on it.

        A generator is then shown what it is used to in the place of the same targets: one that never saw a random token
        holds whatever is not masked for the text.
        """
        maker, shared, settings = self.makers[stage], self.spec.evaluation.shared, self.spec.stages[stage]
        if shared is None or not settings.masking.hides:
            return maker
        if generator_passes(settings):
            usual = single_strategies(settings.masking)[0].replacement
            shared = shared.model_copy(update={"replacement": usual})
        by_text = self.spec.evaluation.by_text
        return replace(maker, stage=settings.model_copy(update={"masking": shared}), by_text=by_text)


def _require_wanted(cancelled: Cancelled) -> None:
    if cancelled():
        raise StoppedError(mark("Stopped."))


def _patiently(done: Callable[[float], bool]) -> bool:
    """Wait as long as it takes."""
    return True


def ahead(
    make: Callable[[Cancelled], Iterator[T]], wait: Waiter = _patiently, depth: int = 4
) -> Generator[T, None, None]:
    """The items that ``make`` gives, in order, the next ``depth`` of them in the making on another thread; errors arise
    at the taker's. They end early where ``wait``, which waits for the next one, says that it is no longer wanted.

    Closing the generator tells the making that it is cancelled, and ends the thread.
    """
    given_up = threading.Event()
    items = make(given_up.is_set)
    with ThreadPoolExecutor(1, thread_name_prefix="examples") as worker:
        waiting = deque(worker.submit(next, items, None) for _ in range(depth))
        try:
            while wait(lambda seconds: _is_done(waiting[0], seconds)):
                if (item := waiting.popleft().result()) is None:
                    return
                waiting.append(worker.submit(next, items, None))
                yield item
        finally:
            given_up.set()
            worker.shutdown(cancel_futures=True)


def _is_done(future: Future[T | None], seconds: float) -> bool:
    """Whether there is a result, for which so many seconds are waited."""
    return bool(wait_for([future], seconds).done)
