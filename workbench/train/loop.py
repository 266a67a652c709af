"""The training loop: one step after another, with looks at the evaluation split, checkpoints, and the user's wishes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

import torch

from workbench.core.errors import StoppedError
from workbench.core.events import EvalDone, ProbesDone, StateChanged, Warned
from workbench.core.progress import never
from workbench.core.texts import mark
from workbench.model.build import Model
from workbench.model.devices import memory_in_use
from workbench.model.watching import watched
from workbench.spec.heads import loss_weights, takes_over
from workbench.spec.run import RunSpec
from workbench.spec.schedule import steps_like_the_last
from workbench.spec.stage_groups import group_of
from workbench.spec.stage_tasks import stage_tasks
from workbench.spec.training import Precision
from workbench.store.checkpoints import PREFIX
from workbench.store.records import Command
from workbench.train.allocator import Tidy, give_back
from workbench.train.average import WeightAverage
from workbench.train.bad_steps import refusal, warning
from workbench.train.batch import Batch, Counts, count
from workbench.train.checkpoint import State
from workbench.train.control import Wishes
from workbench.train.evaluated import evaluated_stages
from workbench.train.evaluation import EvaluationTask, evaluate
from workbench.train.examples import BatchSource, Prepared, ahead
from workbench.train.group import ALONE, Group
from workbench.train.journal import Journal
from workbench.train.learner import Learner
from workbench.train.losses import share_names, told
from workbench.train.meter import Meter, StepResult
from workbench.train.optim import Optimizer
from workbench.train.probing import Probes
from workbench.train.saving import Saver

RETRY_SECONDS = 10.0  #: least time between two tries to write a checkpoint

_NARROW = {Precision.BF16: torch.bfloat16, Precision.FP16: torch.float16}  #: what mixed precision computes in


@dataclass
class Trainer:
    """A run at work. ``checkpoints`` is the folder they go to; ``state`` says how far the run is, ``skipped`` how many
    batches of this session had nothing to predict; ``average`` is that of the weights, where one is kept; ``group``
    are the processes that share the run."""

    spec: RunSpec
    model: Model
    optimizer: Optimizer
    source: BatchSource
    device: torch.device
    control: Wishes
    journal: Journal
    checkpoints: Path
    beat: Callable[[], None]
    probes: Probes
    average: WeightAverage | None = None
    group: Group = ALONE
    state: State = field(default_factory=State)
    skipped: int = 0
    _evaluation: dict[Hashable, list[Batch]] = field(default_factory=dict)
    _tidy: Tidy = field(default_factory=Tidy)
    _begun: float = 0.0  # when the wait for the batch of the step under way began
    _saved: State | None = None  # of the last checkpoint of this session

    def train(self) -> bool:
        """Take the steps that are left, or those until evaluations are no longer better; returns whether the run is
        complete (False: someone asked to stop)."""
        training = self.spec.training
        self.journal.tell(StateChanged, state="running")
        if not self.may_go_on():
            return False
        due = self.is_last or self.is_due(training.evaluate_every) or self.is_due(training.checkpoint_every)
        if due and self.state.evaluation_loss is None:  # the session before was stopped meanwhile
            self.evaluate(self.source.order.stage(self.state.step - 1))
            if self.state.evaluation_loss is not None:
                self.save()  # so that the best checkpoint is known, and kept
        try:
            with watched(self.model, self.require_wanted):
                return self.take_steps()
        finally:
            self.journal.remark = self.state.bad_steps.remark()
            if self.skipped:
                template = mark(
                    "{count} {count:batch had nothing to predict and was|batches had nothing to predict and were} "
                    "skipped."
                )
                self.journal.tell(Warned, kind="no-targets", message=template, values={"count": self.skipped})

    def take_steps(self) -> bool:
        """As :meth:`train`, once the run goes on."""
        training = self.spec.training
        if self.ends_early():
            return True
        make = partial(self.source.batches, self.state.step, self.state.position)
        with closing(ahead(make, self.control.wait_for)) as batches:
            self._begun = time.monotonic()
            for prepared in batches:
                self.begin_stage(prepared.stage)
                result = self.take_step(prepared)
                self.meter.add(result, time.monotonic() - self._begun)
                self.advance(prepared, result)
                save = self.is_last or self.is_due(training.checkpoint_every)
                if save or self.is_due(training.evaluate_every):
                    self.evaluate(prepared.stage)
                ended = not self.is_last and self.ends_early()
                if save or ended or self.control.take_checkpoint_wish():
                    self.save()
                if ended:
                    return True
                self._tidy.beat()
                if not self.is_last and not self.may_go_on():
                    return False
                self._begun = time.monotonic()
        return self.is_last and not self.lacks_evaluation

    def begin_stage(self, stage: int) -> None:
        """Before the first step of a stage whose network begins with the generator's weights, give it these."""
        if takes_over(self.spec.stages[stage]) and not self.source.order.taken(stage, self.state.step):
            taken = self.model.take_over_generator()
            if self.average is not None:
                self.average.renew(taken)

    @property
    def is_last(self) -> bool:
        """Whether all steps are taken."""
        return self.state.step == self.spec.training.steps

    @property
    def lacks_evaluation(self) -> bool:
        """Whether a stop kept the weights as they are now from being measured."""
        if self.state.evaluation_loss is not None or not self.control.stopping:
            return False
        try:
            return any(task.batches for task in self.evaluation_tasks(self.stage))
        except StoppedError:  # there are some, whose making was given up
            return True

    def is_due(self, every: int) -> bool:
        """Whether something that comes every so many steps comes after the last one."""
        return self.state.step > 0 and self.state.step % every == 0

    def ends_early(self) -> bool:
        """Whether evaluations have not been better for too long; if so, says it."""
        patience = self.spec.training.early_stop
        if not self.state.patience.is_spent(patience):
            return False
        message = mark("Ended early: {count} {count:evaluation|evaluations} in a row no better than {best}.")
        values = {"count": patience, "best": f"{self.state.patience.best:.4f}"}
        self.journal.tell(Warned, kind="early-stop", message=message, values=values)
        return True

    @property
    def stage(self) -> int:
        """The stage of the next step; after the last step, the last stage."""
        return self.source.order.stage(min(self.state.step, self.spec.training.steps - 1))

    @cached_property
    def learner(self) -> Learner:
        """Computes losses and, with the other processes, gradients; the first use gives all of these the weights of
        the first one."""
        return Learner(self.model, self.device, self.group)

    @cached_property
    def task_names(self) -> list[str]:
        """The task of each stage; none where all have one."""
        return stage_tasks(self.spec)

    @cached_property
    def meter(self) -> Meter:
        """Gathers what the curve shows."""
        return Meter(self.spec.training.steps, partial(steps_like_the_last, self.spec))

    def take_step(self, prepared: Prepared) -> StepResult:
        """Gradients of all parts of a batch, then one update; none where a number is not finite, see :meth:`pass_over`.

        Losses are divided by the targets of the whole batch, so that parts change nothing but memory (sheet 0.4), and
        neither do processes: what is decided by are sums over all of them. A batch without any target is skipped: an
        update would only be momentum and decay, and its loss is no number.
        """
        counts, tokens = self.counted(prepared.parts, prepared.stage)
        weights = counts.asked(loss_weights(self.spec.stages[prepared.stage]))
        if not weights:
            self.skipped += 1
            return StepResult(math.nan, {}, {}, math.nan, self.optimizer.rate(self.state.step), tokens)
        shares = share_names(weights)
        sums = torch.zeros(len(weights) + len(shares), device=self.device)
        parts: Sequence[Batch | None] = prepared.parts or [None]
        for number, part in enumerate(parts, 1):
            self.require_wanted()
            with self.autocast(), self.learner.part(last=number == len(parts)):
                losses = self.learner.losses(part, counts, weights)
            self.optimizer.scale.scaled(losses.total).backward()  # type: ignore[no-untyped-call]
            sums += torch.stack(
                [*(losses.means[name] for name in weights), *(losses.accuracies[name] for name in shares)]
            )
        # The one place of a step where the device is waited for.
        norms = self.optimizer.clip().reshape(1) / self.group.size  # one number, unless a process has no finite one
        *values, norm = self.group.total(torch.cat([sums, norms])).tolist()
        means = dict(zip(weights, values[: len(weights)], strict=True))
        loss = sum(weights[name] * mean for name, mean in means.items())
        accuracies = told(dict(zip(shares, values[len(weights) :], strict=True)))
        rate = self.optimizer.rate(self.state.step)
        task = self.task_names[prepared.stage] if self.task_names else ""
        result = StepResult(loss, means, accuracies, norm, rate, tokens, task)
        if result.is_bad:
            self.pass_over(result)
        else:
            self.update()
        return result

    def require_wanted(self) -> None:
        """Raise :class:`StoppedError` where the run is to stop at once, which no step need be finished for."""
        if self.control.stopping_now:
            raise StoppedError(mark("Stopped at once; steps after the last checkpoint are lost."))

    def counted(self, parts: list[Batch], stage: int) -> tuple[Counts, int]:
        """What losses are divided by, and tokens, of the whole batch of a stage, of which this process has ``parts``,
        maybe none."""
        own, questions = count(parts), [question.loss for question in self.source.makers[stage].questions]
        labelled = [own.labelled.get(name, 0) for name in questions]
        numbers = torch.tensor([own.targets, own.passages, own.tokens, *labelled])
        targets, passages, tokens, *labelled = self.group.total(numbers).tolist()
        return Counts(targets, passages, tokens, dict(zip(questions, labelled, strict=True))), tokens

    def update(self) -> None:
        """Take the step that the gradients ask for."""
        self.optimizer.step(self.state.step)
        if self.average is not None:
            self.average.update(self.state.step + 1)

    def autocast(self) -> torch.autocast:
        """Arithmetic in 16 bits where the spec asks for it."""
        narrow = _NARROW.get(self.spec.training.precision)
        return torch.autocast(self.device.type, narrow or torch.bfloat16, enabled=narrow is not None)

    def pass_over(self, result: StepResult) -> None:
        """Forget the gradients of a step and mark it; raises where the run is to end with it, with a gap in the curve.

        Weights, moments and their average stay as they were; the step counts, its batch is used up, and its place in
        the schedule is gone, as with torch's own scaler. So a resumed run passes over the same steps.
        """
        scale = self.optimizer.scale.value
        self.optimizer.forget_gradients()
        step, bad_steps = self.state.step + 1, self.state.bad_steps.after(result)
        has_checkpoint = any(self.checkpoints.glob(f"{PREFIX}*"))
        error = refusal(self.spec.training, bad_steps, step, result, has_checkpoint=has_checkpoint)
        if error is None:
            message, values = warning(result, (scale, self.optimizer.scale.value))
        else:
            message, values = error.message.template, dict(error.message.values)
            self.meter.add(result, time.monotonic() - self._begun)
            self.journal.record(self.meter.point(self.journal.run, step, self.state.tokens, memory_in_use(self.device)))
        self.journal.tell(Warned, step=step, kind="not-finite", message=message, values=values)
        if error is not None:
            raise error

    def advance(self, prepared: Prepared, result: StepResult) -> None:
        """Count a step, and put a point on the curve when its turn has come."""
        step, tokens = self.state.step + 1, self.state.tokens + result.tokens
        self.state = replace(
            self.state,
            step=step,
            tokens=tokens,
            position=prepared.after,
            evaluation_loss=None,
            bad_steps=self.state.bad_steps.after(result),
        )
        self.journal.stand_at(step, tokens)
        if self.meter.is_due(step):
            self.put_point()

    def put_point(self) -> None:
        """Put the steps since the last point on the curve, if there are any: nothing of them waits for long."""
        if not self.meter.is_empty:
            place = self.journal.run, self.state.step, self.state.tokens
            self.journal.record(self.meter.point(*place, memory_in_use(self.device)))

    def evaluate(self, stage: int) -> None:
        """Measure the losses of a stage's group and those before on the evaluation split, of the averaged weights where
        these are asked for; given up when someone asks to stop meanwhile."""
        try:
            tasks = self.evaluation_tasks(stage)
        except StoppedError:
            return
        if not any(task.batches for task in tasks):
            return
        self.put_point()
        self.journal.tell(StateChanged, state="evaluating")
        with self.autocast(), self.measured_weights():
            found = evaluate(self.model, tasks, self.device, self.stops, self.group)
            task = self.spec.stages[stage].task
            probed = self.probes.ask(self.model, self.device, task) if found and self.group.is_first else ()
        if found is not None:
            patience = self.state.patience
            order = self.source.order
            if stage in order.groups[-1].stages:  # losses of other groups can't be compared with those of the last
                patience = patience.after(found.loss, self.spec.training.least_improvement)
            first = group_of(order.groups, stage).first
            self.state = replace(self.state, evaluation_loss=found.loss, patience=patience, measured_stage=first)
            self.journal.tell(
                EvalDone,
                loss=found.loss,
                losses=found.losses,
                perplexity=found.perplexity,
                accuracies=found.accuracies,
                unit_accuracies=found.units.accuracies(),
                whole_units=found.units.whole_units(),
                unit_counts=found.units.counts(),
                bits_per_character=found.bits_per_character,
                text=found.text,
                tasks=found.tasks,
            )
        if probed:
            self.journal.tell(ProbesDone, sentences=probed)
        self.journal.tell(StateChanged, state="running")

    def stops(self) -> bool:
        """Whether all processes are to stop, by what they agree on now."""
        self.control.agree()
        return self.control.stopping

    def measured_weights(self) -> AbstractContextManager[None]:
        """Inside, the model has the weights that are to be evaluated."""
        if self.average is not None and self.spec.training.evaluate_average:
            return self.average.in_place()
        return nullcontext()

    def evaluation_tasks(self, stage: int) -> list[EvaluationTask]:
        """What is measured while a stage is under way, its batches made at the first use; raises :class:`StoppedError`
        when someone asks to stop meanwhile."""
        # Several processes make theirs to the end: one that gave up alone would leave the others waiting.
        cancelled = self.control.cancelled if self.group.size == 1 else never
        known, self._evaluation = self._evaluation, {}
        stages = evaluated_stages(self.source, group_of(self.source.order.groups, stage))
        for one in stages:
            made = known.get(one.made_as)
            self._evaluation[one.made_as] = self.source.evaluation(one.stage, cancelled) if made is None else made
        return [EvaluationTask(self._evaluation[one.made_as], one.weights, one.tasks) for one in stages]

    @cached_property
    def saver(self) -> Saver:
        """Writes the checkpoints."""
        keep = self.spec.training.keep_checkpoints
        return Saver(self.model, self.optimizer, self.average, self.group, self.journal, self.checkpoints, keep)

    def save(self) -> None:
        """Write a checkpoint and drop old ones; where that fails, wait for room on the disk.

        What was saved already is not saved, nor told of, again.
        """
        if self._saved is self.state:
            return
        self.put_point()
        self.journal.tell(StateChanged, state="saving")
        self.saver.save(self.state, self.pause_for_room)
        self._saved = self.state
        self.journal.tell(StateChanged, state="running")

    def pause_for_room(self) -> bool:
        """Pause until there is room for a checkpoint, or someone has the run go on; False where it is to stop."""
        self.control.wish(Command.PAUSE)
        return self.may_go_on(self.beat_until_room())

    def beat_until_room(self) -> Callable[[], None]:
        """A beat for a pause that ends it, some time after it began, once the disk has room for a checkpoint."""
        began = time.monotonic()

        def beat() -> None:
            self.beat()
            if time.monotonic() - began >= RETRY_SECONDS and self.saver.has_room():
                self.control.wish(Command.RESUME)

        return beat

    def may_go_on(self, beat: Callable[[], None] | None = None) -> bool:
        """Wait while paused, calling ``beat`` all the while; returns False when someone asks to stop."""
        self.control.agree()
        if self.control.paused:
            self.put_point()
            self.journal.tell(StateChanged, state="paused")
            give_back()  # a pause may last a night
            self.control.wait_while_paused(beat or self.beat)
            if not self.control.stopping:
                self.journal.tell(StateChanged, state="running")
        return not self.control.stopping
