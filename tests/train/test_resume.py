"""Going on where a run was stopped, to the bit, whatever its recipe; and what ends a run, or repeats in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.events import EvalDone, EventBase, StepDone, Warned
from workbench.spec.files import apply_overrides, spec_data
from workbench.spec.run import RunSpec
from workbench.spec.validation import validate
from workbench.store.records import Command
from workbench.text.prepared import PreparedCorpus
from workbench.train.checkpoint import CheckpointFolder, newest_checkpoint, restore
from workbench.train.loop import Trainer

TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]
Losses = Callable[[Trainer], list[float]]
Whole = Callable[[Trainer], list[CheckpointFolder]]


STAGES = [
    {"name": "short", "share": 1, "length": 24, "passage": {"kind": "next-sentence"}},
    {"name": "long", "share": 3, "length": 40, "batch_size": 48, "passage": {"kind": "sentence-pair"}},
]
#: Replaced tokens, whose guesses are drawn: jointly, against the detector, with the average of both networks.
JOINT = ["generator.width=0.5", 'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "replaced-token" }]',
         "stages.0.masking.kind=electra"]  # fmt: skip
ADVERSARIAL = [*JOINT[::2], 'stages.0.tokens=[{ kind = "generator-adversarial" }, { kind = "replaced-token" }]']
COPYING = [*JOINT[::2], 'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "all-tokens-mlm" }, { kind = "mlm" }]']
TWO_STAGES = [
    {"name": "generator", "share": 1, "masking": {"kind": "electra"}, "tokens": [{"kind": "generator-mlm"}]},
    {"name": "detector", "share": 3, "masking": {"kind": "electra"}, "batch_size": 48,
     "tokens": [{"kind": "replaced-token", "from_generator": True}]},
]  # fmt: skip
#: Six steps an epoch and an evaluation; the first session ends inside the second epoch.
SHORT = ["training.steps=12", "training.batch_size=16", "training.warmup_steps=3", "training.evaluate_every=6",
         "training.checkpoint_every=6"]  # fmt: skip
NGRAMS = ["ngrams.layers=2", "ngrams.lists=own", "ngrams.most=4", "ngrams.choice=shuffle"]
ZEN_2 = ["ngrams.order=relative", "encoder.position_kind=relative", "ngrams.weights=frequency",
         "training.optimizer=lamb", "training.average_decay=0.9", "training.precision=bf16"]  # fmt: skip
#: Two tasks that take turns, then both with a third.
TURNS = [
    {"name": "pairs", "share": 1, "passage": {"kind": "next-sentence"}},
    {"name": "order", "share": 1, "passage": {"kind": "sentence-order"}, "tokens": [], "together": True},
    {"name": "again", "share": 1, "passage": {"kind": "next-sentence"}},
    {"name": "more", "share": 2, "batch_size": 48, "passage": {"kind": "sentence-pair"}, "together": True},
]
IN_STAGES = {"generator": {"width": 1, "sharing": "none"}, "stages": TWO_STAGES}


@pytest.mark.parametrize(
    "overrides",
    [
        [],
        ["training.optimizer=lamb", "training.warmup_steps=2"],
        ["training.bias_correction=false", "training.schedule=electra"],
        ["training.early_epsilon=true", "training.schedule=polynomial", "training.decay_power=2"],
        ["training.average_decay=0.9", "training.evaluate_average=true"],
        ["training.batch_unit=tokens", "training.batch_size=1600", "training.accumulation=2"],
        ["training.batch_unit=full-sequences", "stages.0.passage.kind=sentence-pair"],
        ["stages.0.dynamic=false", "stages.0.dupe_factor=2", "training.batch_size=24"],
        ["training.early_stop=1", "training.least_improvement=90", "training.evaluate_every=9"],
        ["training.early_stop=9", "training.evaluate_every=3"],
        ["encoder.sharing=all", "encoder.embedding_size=16", "training.optimizer=lamb", "training.average_decay=0.9"],
        ["encoder.sharing=feed-forward", "encoder.groups=2", "encoder.inner_layers=2"],
        ["length curriculum"],
        JOINT,
        [*JOINT, "stages.0.dynamic=false", "training.average_decay=0.9", "training.precision=bf16"],
        ADVERSARIAL,
        COPYING,
        ["two stages"],
        ["turns"],
        NGRAMS,
        [*NGRAMS, *ZEN_2],
    ],
    ids=lambda overrides: " ".join(override.rpartition(".")[-1] for override in overrides) or "plain",
)
def test_stopping_and_resuming_changes_no_bit(
    spec: RunSpec, trainer_of: TrainerOf, overrides: list[str], events: Events, losses: Losses
) -> None:
    """R080: losses, masks, order, dropout, schedule, moments; stopped inside a later epoch."""
    if overrides == ["length curriculum"]:
        spec = validate(RunSpec, {**spec_data(spec), "stages": STAGES})
        overrides = ["training.batch_size=24"]
    if overrides == ["turns"]:
        spec = validate(RunSpec, {**spec_data(spec), "stages": TURNS})
        overrides = ["training.batch_size=96", "training.restart_schedule=true", "training.schedule=noam"]
    if overrides == ["two stages"]:
        spec = validate(RunSpec, {**spec_data(spec), **IN_STAGES})
        overrides = ["training.average_decay=0.9", "training.batch_size=48", "encoder.pooler=false"]
    spec = apply_overrides(spec, [*SHORT, *overrides])
    straight = trainer_of(spec, "straight")
    assert straight.train()
    first = trainer_of(spec, "halves", {7: Command.STOP_AND_SAVE})
    assert not first.train()
    first.save()
    torch.manual_seed(99)  # a new process begins elsewhere
    second = trainer_of(spec, "halves")
    checkpoint = newest_checkpoint(second.checkpoints)
    assert checkpoint is not None
    second.state = restore(checkpoint, second.model, second.optimizer, second.average)
    assert second.state.step == 7
    assert second.state.position.epoch >= 1, "the stop should be inside a later epoch"
    assert second.state.patience == first.state.patience
    assert second.train()
    assert losses(first) + losses(second) == losses(straight)
    assert [event.loss for event in events(straight, EvalDone)][-1] == events(second, EvalDone)[-1].loss
    for name, weight in straight.model.state_dict().items():
        assert torch.equal(weight, second.model.state_dict()[name]), name
    assert second.state == straight.state
    if straight.average is not None and second.average is not None:
        for name, average in straight.average.tensors().items():
            assert torch.equal(average, second.average.tensors()[name]), name
            assert not torch.equal(average, straight.model.state_dict()[name]), name


#: Tasks with ids of their own under a regime, read of a mixture, beside dialogues and a question about tokens.
ASKED = {"masking": {"kind": "ernie"}, "tokens": [{"kind": "mlm"}, {"kind": "token-document"}]}
MIXED = [
    {"name": "masked", "share": 3, **ASKED},
    {"name": "masked more", "share": 1, "corpus": "more", "together": True, **ASKED},
    {"name": "masked again", "share": 2, "warmup_steps": 1, **ASKED},
    {"name": "order", "share": 2, "task": 1, "together": True, "tokens": [],
     "passage": {"kind": "sentence-reordering"}},
    {"name": "dialogue", "share": 3, "task": 2, "together": True, "corpus": "more", "passage": {"kind": "dialogue"}},
]  # fmt: skip
WITH_MORE = {"stages": MIXED}


@pytest.mark.parametrize(
    "stages",
    [{"stages": STAGES}, IN_STAGES, {"stages": TURNS}, WITH_MORE],
    ids=["lengths", "two stages", "turns", "mixed"],
)
def test_a_session_may_begin_at_any_step(
    spec: RunSpec,
    trainer_of: TrainerOf,
    events: Events,
    losses: Losses,
    stages: dict[str, Any],
    prepared: PreparedCorpus,
) -> None:
    """Between the parts of a length curriculum or two stages, of an epoch, of an evaluation: each step is a session of
    its own."""
    staged = validate(RunSpec, {**spec_data(spec), **stages})
    recipe = ["training.accumulation=2", "training.optimizer=lamb", "training.average_decay=0.9",
              "training.evaluate_average=true", "training.early_stop=9", "training.evaluate_every=3",
              "training.batch_size=24", "training.steps=12", "training.precision=bf16"]  # fmt: skip
    if stages is WITH_MORE:
        recipe += ["encoder.task_types=3", "encoder.roles=2", "encoder.segments=3", "training.restart_schedule=true"]
    staged = apply_overrides(staged, recipe)
    more = {"more": replace(prepared, evaluation=np.arange(30) % 4 == 1)} if stages is WITH_MORE else {}
    straight = trainer_of(staged, "straight", others=more)
    assert straight.train()
    recorded: list[EventBase] = []
    for step in range(1, 13):
        torch.manual_seed(step)  # a new process begins elsewhere
        wishes = {step: Command.STOP_AND_SAVE} if step < 12 else {}
        session = trainer_of(staged, "chain", wishes, others=more)
        if (checkpoint := newest_checkpoint(session.checkpoints)) is not None:
            session.state = restore(checkpoint, session.model, session.optimizer, session.average)
            session.journal.stand_at(session.state.step, session.state.tokens)
        assert session.train() is (step == 12)
        session.save()
        recorded += events(session, StepDone) + events(session, EvalDone)
    told = sorted((event for event in recorded), key=lambda event: event.step)
    assert [event.loss for event in told if isinstance(event, StepDone)] == losses(straight)
    evaluated = {event.step: event.loss for event in told if isinstance(event, EvalDone)}
    assert evaluated == {event.step: event.loss for event in events(straight, EvalDone)}
    assert session.state == straight.state
    assert session.average is not None
    assert straight.average is not None
    for mine, other in ((session.model.state_dict(), straight.model.state_dict()),
                        (session.optimizer.tensors(), straight.optimizer.tensors()),
                        (session.average.tensors(), straight.average.tensors())):  # fmt: skip
        assert all(torch.equal(other[name], tensor) for name, tensor in mine.items())


def test_the_average_is_what_is_evaluated(spec: RunSpec, trainer_of: TrainerOf, events: Events, losses: Losses) -> None:
    averaging = ["training.average_decay=0.999"]
    plain = trainer_of(apply_overrides(spec, averaging), "plain")
    plain.train()
    averaged = trainer_of(apply_overrides(spec, [*averaging, "training.evaluate_average=true"]), "averaged")
    averaged.train()
    assert losses(averaged) == losses(plain), "training goes on with the weights themselves"
    assert plain.average is not None
    before = events(averaged, EvalDone)[-1].loss
    assert before != events(plain, EvalDone)[-1].loss
    with plain.average.in_place():
        plain.evaluate(0)
    assert events(plain, EvalDone)[-1].loss == before


def test_a_run_ends_early_when_evaluations_are_no_better(
    spec: RunSpec, trainer_of: TrainerOf, whole_checkpoints: Whole, events: Events
) -> None:
    patient = ["training.early_stop=2", "training.least_improvement=50", "training.evaluate_every=3"]
    trainer = trainer_of(apply_overrides(spec, patient))
    assert trainer.train(), "such a run is complete"
    assert trainer.state.step == 9, "the best after 3 steps, and two evaluations that were no better"
    assert [checkpoint.state.step for checkpoint in whole_checkpoints(trainer)] == [9]
    (told,) = events(trainer, Warned)
    assert told.kind == "early-stop"
    assert told.values["count"] == 2
    again = trainer_of(apply_overrides(spec, patient))
    (checkpoint,) = whole_checkpoints(again)
    again.state = restore(checkpoint, again.model, again.optimizer)
    assert again.train()
    assert again.state.step == 9, "a session begun after all takes no step"


def test_only_the_last_stage_can_end_early(spec: RunSpec, trainer_of: TrainerOf) -> None:
    staged = validate(RunSpec, {**spec_data(spec), "stages": STAGES})
    patient = ["training.early_stop=1", "training.least_improvement=50", "training.evaluate_every=1"]
    trainer = trainer_of(apply_overrides(staged, [*patient, "training.checkpoint_every=1"]))
    assert trainer.train()
    assert trainer.state.step == 7, "5 steps of the first stage, the best and one that was no better"


def test_a_session_makes_up_for_an_evaluation_that_was_given_up(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    first = trainer_of(spec, wishes={10: Command.STOP_AND_SAVE})
    assert not first.train()
    first.save()
    assert not events(first, EvalDone)
    second = trainer_of(spec)
    checkpoint = newest_checkpoint(second.checkpoints)
    assert checkpoint is not None
    second.state = restore(checkpoint, second.model, second.optimizer)
    second.journal.stand_at(second.state.step, second.state.tokens)
    assert second.train()
    assert [event.step for event in events(second, EvalDone)] == [10, 20]


def test_planned_steps_are_taken_and_the_last_batch_of_an_epoch_is_one(
    spec: RunSpec, trainer_of: TrainerOf, losses: Losses
) -> None:
    trainer = trainer_of(apply_overrides(spec, ["stages.0.passage.kind=doc-sentences", "training.batch_size=64"]))
    passages = trainer.source.makers[0].count(0)
    whole, rest = divmod(passages, 64)
    assert rest, "the corpus should not fill its last batch"
    assert trainer.train()
    assert len(losses(trainer)) == trainer.state.step == 20
    sizes = [
        sum(len(part.passage_labels) for part in prepared.parts)
        for prepared in trainer.source.batches(0, trainer.source.order.at(0))
    ]
    assert sizes[: 2 * (whole + 1)] == [*[64] * whole, rest] * 2


@pytest.mark.parametrize("copies", [1, 3])
def test_static_masks_come_again_after_their_copies(spec: RunSpec, trainer_of: TrainerOf, copies: int) -> None:
    static = ["stages.0.dynamic=false", f"stages.0.dupe_factor={copies}"]
    maker = trainer_of(apply_overrides(spec, static)).source.makers[0]
    epochs = []
    for epoch in range(7):
        plan = maker.plan(epoch)
        masked = maker.make(plan, np.argsort(plan.example), epoch)
        epochs.append((masked.input_ids.tobytes(), masked.picks.position.tobytes()))
    assert len(set(epochs)) == copies
    assert all(epochs[epoch] == epochs[epoch % copies] for epoch in range(7))
