"""Tasks that are trained together, one after another, and each with all before it: what is trained, and measured."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from workbench.core.events import EvalDone, StepDone
from workbench.masking.phrase import Phrase
from workbench.masking.registry import STRATEGIES
from workbench.model.weights import load_tensors
from workbench.objectives.generator import GeneratorMlm
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.replaced import ReplacedToken
from workbench.objectives.sentence_order import SentenceOrder
from workbench.objectives.sentences import DocSentences, FullSentences
from workbench.spec.evaluation import EvaluationMasks, EvaluationSpec
from workbench.spec.files import apply_overrides
from workbench.spec.generator import GeneratorSharing, GeneratorSpec
from workbench.spec.regimes import Regime, regime_steps, with_regime
from workbench.spec.run import RunSpec, Stage
from workbench.spec.task_plan import TaskPlan, TaskRow, task_plan, with_task_plan
from workbench.spec.task_plan_edits import set_restart
from workbench.store.checkpoints import best_step, read_state
from workbench.train.checkpoint import drop_old
from workbench.train.evaluated import evaluated_stages
from workbench.train.evaluation import Evaluation, EvaluationTask, evaluate
from workbench.train.loop import Trainer
from workbench.train.meter import Meter, StepResult

TrainerOf = Callable[..., Trainer]
Events = Callable[..., list[Any]]
CPU = torch.device("cpu")

MASKED = Stage(name="masked", passage=DocSentences())
PAIRS = Stage(name="pairs", passage=NextSentence(weight=0.5), tokens=())
ORDER = Stage(name="order", passage=SentenceOrder(), tokens=())
HEADS = ("mlm", "next_sentence", "sentence_order")


def of_stages(spec: RunSpec, *stages: Stage, **training: Any) -> RunSpec:
    settings = {"schedule": "constant", "warmup_steps": 0, **training}
    spec = spec.model_copy(update={"stages": stages})
    return apply_overrides(spec, [f"training.{name}={value}" for name, value in settings.items()])


def measured(trainer: Trainer, group: int) -> list[tuple[str, dict[str, float]]]:
    """The stages that evaluations of a group measure, with the weights of losses."""
    found = evaluated_stages(trainer.source, trainer.source.order.groups[group])
    return [(trainer.spec.stages[one.stage].name, one.weights) for one in found]


@pytest.mark.parametrize("regime", Regime)
def test_the_steps_of_each_task_are_those_of_the_regime(
    spec: RunSpec, trainer_of: TrainerOf, events: Events, regime: Regime
) -> None:
    replay = 2 if regime is Regime.SEQUENTIAL else 0
    tasks = of_stages(spec, MASKED, PAIRS, ORDER, evaluate_every=1000, checkpoint_every=1000)
    trainer = trainer_of(with_regime(tasks, regime, replay=replay, task_steps=7))
    assert trainer.train()
    asked = [tuple(event.losses) for event in events(trainer, StepDone)]
    groups = trainer.source.order.groups
    taken = [Counter(asked[group.begin : group.end]) for group in groups]
    planned = regime_steps(3, 7, regime, replay)
    assert [[row[head,] for head in HEADS] for row in taken] == planned


def test_a_plan_that_was_typed_is_trained_to_the_step_with_the_warm_ups_of_its_stages(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    recipe = {"schedule": "linear", "learning_rate": 0.01, "evaluate_every": 1000, "checkpoint_every": 1000}
    tasks = set_restart(of_stages(spec, MASKED, PAIRS, steps=2, **recipe), True)
    plan = TaskPlan(
        tuple(
            TaskRow(row.stage, steps, ("",) * 3)
            for row, steps in zip(task_plan(tasks).rows, ((3, 0, 2), (0, 4, 5)), strict=True)
        ),
        (1, None, 3),
    )
    trainer = trainer_of(with_task_plan(tasks, plan))
    assert trainer.train()
    told = events(trainer, StepDone)
    asked = [next(iter(event.losses)) for event in told]
    assert [Counter(asked[begin:end]) for begin, end in ((0, 3), (3, 7), (7, 14))] == [
        {"mlm": 3}, {"next_sentence": 4}, {"mlm": 2, "next_sentence": 5}
    ]  # fmt: skip
    assert [100 * event.lr for event in told] == pytest.approx(
        [0, 1, 1 / 2, 1, 3 / 4, 2 / 4, 1 / 4, 0, 1 / 3, 2 / 3, 1, 3 / 4, 2 / 4, 1 / 4]
    )


def test_a_task_that_is_added_changes_nothing_before_it(spec: RunSpec, trainer_of: TrainerOf) -> None:
    """Up to the border all weights, and what the optimizer keeps, are those of a run without the later task."""
    recipe = {"schedule": "linear", "warmup_steps": 2, "restart_schedule": "true", "checkpoint_every": 6}
    alone = trainer_of(of_stages(spec, MASKED, steps=6, **recipe), "alone")
    assert alone.train()
    again = MASKED.model_copy(update={"name": "again"})
    later = ORDER.model_copy(update={"together": True})
    added = trainer_of(of_stages(spec, MASKED, again, later, steps=18, **recipe), "added")
    fresh = {name: weight.clone() for name, weight in added.model.state_dict().items()}
    assert added.train()

    def kept(trainer: Trainer, step: int, file: str) -> dict[str, Tensor]:
        return load_tensors(trainer.checkpoints / f"step-{step:08d}" / f"{file}.safetensors")

    before, border = kept(alone, 6, "model"), kept(added, 6, "model")
    own = {name for name in border if name.startswith("heads.sentence_order")}
    assert set(border) - own == set(before)
    assert own
    for name, weight in before.items():
        assert torch.equal(weight, border[name]), name
    for name in own:
        assert torch.equal(border[name], fresh[name]), "nobody has asked it yet"
    moments, there = kept(alone, 6, "optimizer"), kept(added, 6, "optimizer")
    assert set(moments) == set(there), "a head that nobody has asked has no moments"
    for name, moment in moments.items():
        assert torch.equal(moment, there[name]), name
    end = kept(added, 18, "optimizer")
    assert {float(end[name]) for name in end if name.startswith("step/heads.sentence_order")} == {6.0}
    assert {float(end[name]) for name in end if name.startswith("step/encoder.layers")} == {18.0}


def test_runs_without_turns_draw_their_heads_as_ever(spec: RunSpec, trainer_of: TrainerOf) -> None:
    """One after another, those of all stages; only where stages go together, later heads are drawn apart."""
    one, two = trainer_of(of_stages(spec, MASKED), "one"), trainer_of(of_stages(spec, MASKED, ORDER), "two")
    three = trainer_of(of_stages(spec, MASKED, ORDER.model_copy(update={"together": True})), "three")
    states = [trainer.model.state_dict() for trainer in (one, two, three)]
    word = "encoder.embeddings.word.weight"
    assert torch.equal(states[0][word], states[2][word])
    assert not torch.equal(states[0][word], states[1][word])
    head = states[2]["heads.sentence_order.linear.weight"]
    assert 0.01 < float(head.std()) < 0.03


def test_what_earlier_stages_learnt_is_measured_but_is_no_part_of_the_loss(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    trainer = trainer_of(of_stages(spec, MASKED, PAIRS, ORDER, steps=9, evaluate_every=3))
    assert trainer.train()
    first, second, third = events(trainer, EvalDone)
    assert list(first.losses) == ["mlm"]
    assert set(second.losses) == {"next_sentence", "mlm"}
    assert set(third.losses) == set(HEADS)
    assert first.loss == pytest.approx(first.losses["mlm"])
    assert second.loss == pytest.approx(0.5 * second.losses["next_sentence"])
    assert third.loss == pytest.approx(third.losses["sentence_order"])
    assert set(third.accuracies) == set(HEADS)
    assert third.text is not None
    assert measured(trainer, 2) == [
        ("order", {"sentence_order": 1.0}), ("pairs", {"next_sentence": 0.0}), ("masked", {"mlm": 0.0})
    ]  # fmt: skip


def test_all_tasks_of_a_group_are_the_loss_and_one_that_comes_again_is_measured_once(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    tasks = of_stages(spec, MASKED, PAIRS, evaluate_every=4, checkpoint_every=1000)
    trainer = trainer_of(with_regime(tasks, Regime.SEQUENTIAL, replay=4, task_steps=8))
    assert [stage.name for stage in trainer.spec.stages] == ["masked", "masked 2", "pairs"]
    assert measured(trainer, 1) == [("masked 2", {"mlm": 1.0}), ("pairs", {"next_sentence": 0.5})]
    assert trainer.train()
    told = events(trainer, EvalDone)
    assert [set(event.losses) for event in told] == [{"mlm"}, *[{"mlm", "next_sentence"}] * 3]
    last = told[-1]
    assert last.loss == pytest.approx(last.losses["mlm"] + 0.5 * last.losses["next_sentence"])


@pytest.mark.parametrize("masks", [EvaluationMasks.SHARED, EvaluationMasks.STAGE])
def test_of_stages_that_only_mask_otherwise_the_newest_is_the_task(
    spec: RunSpec, trainer_of: TrainerOf, masks: EvaluationMasks
) -> None:
    """ERNIE 1.0: each stage alone, as if there were no other."""
    phrases = Stage(name="phrases", masking=Phrase(rate=0.3), passage=DocSentences())
    spec = of_stages(spec, MASKED, phrases).model_copy(update={"evaluation": EvaluationSpec(masks=masks)})
    trainer = trainer_of(spec)
    assert measured(trainer, 1) == [("phrases", {"mlm": 1.0})]
    (task,) = trainer.evaluation_tasks(1)
    own = trainer.source.evaluation(1)
    assert [batch.places.tolist() for batch in task.batches] == [batch.places.tolist() for batch in own]


def test_stages_that_take_turns_with_other_masks_or_passages_are_tasks_of_their_own(
    spec: RunSpec, trainer_of: TrainerOf
) -> None:
    own = EvaluationSpec(masks=EvaluationMasks.STAGE)
    phrases = Stage(name="phrases", masking=Phrase(), passage=DocSentences(), together=True)
    full = Stage(name="full", passage=FullSentences(), together=True)
    stages = of_stages(spec, MASKED, phrases, full)
    trainer = trainer_of(stages.model_copy(update={"evaluation": own}))
    assert [name for name, _ in measured(trainer, 0)] == ["masked", "phrases", "full"]
    assert [name for name, _ in measured(trainer_of(stages), 0)] == ["masked", "full"]


def test_one_head_asked_by_several_tasks_is_a_mean_over_all_their_targets(spec: RunSpec, trainer_of: TrainerOf) -> None:
    """And in the whole loss, over those of the current group."""
    trainer = trainer_of(of_stages(spec, MASKED, Stage(name="pairs", passage=NextSentence(weight=0.5))))

    def found(*tasks: EvaluationTask) -> Evaluation:
        evaluation = evaluate(trainer.model, tasks, CPU, lambda: False)
        assert evaluation is not None
        return evaluation

    texts, pairs = trainer.source.evaluation(0), trainer.source.evaluation(1)
    counts = [sum(len(batch.labels) for batch in batches) for batches in (texts, pairs)]
    weights = {"mlm": 1.0, "next_sentence": 0.5}
    one, two = found(EvaluationTask(texts, {"mlm": 1.0})), found(EvaluationTask(pairs, weights))
    both = found(EvaluationTask(texts, {"mlm": 1.0}), EvaluationTask(pairs, weights))
    pooled = (counts[0] * one.losses["mlm"] + counts[1] * two.losses["mlm"]) / sum(counts)
    assert both.losses["mlm"] == pytest.approx(pooled, rel=1e-6)
    assert both.losses["next_sentence"] == pytest.approx(two.losses["next_sentence"], rel=1e-6)
    assert both.loss == pytest.approx(pooled + 0.5 * two.losses["next_sentence"], rel=1e-6)
    right = (counts[0] * one.accuracies["mlm"] + counts[1] * two.accuracies["mlm"]) / sum(counts)
    assert both.accuracies["mlm"] == pytest.approx(right, abs=1e-6)
    assert one.bits is not None
    assert two.bits is not None
    assert both.bits == pytest.approx(one.bits + two.bits, rel=1e-6)
    assert both.units.targets.sum() == sum(counts)
    before = found(EvaluationTask(pairs, weights), EvaluationTask(texts, {"mlm": 0.0}))
    assert before.losses == pytest.approx(both.losses, rel=1e-6)
    assert before.loss == pytest.approx(two.loss, rel=1e-6), "what is only looked at is no part of it"
    assert evaluate(trainer.model, [EvaluationTask(texts, {"mlm": 0.0})], CPU, lambda: False) is None


def test_each_task_is_told_by_itself_through_all_later_stages(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    """In training and evaluation by the name of its first stage, whatever else asks the same head."""
    both = Stage(name="both", passage=NextSentence(weight=0.5))
    tasks = of_stages(spec, MASKED, both, ORDER, evaluate_every=4)
    trainer = trainer_of(with_regime(tasks, Regime.SEQUENTIAL, replay=2, task_steps=6))
    assert trainer.train()
    names = [stage.name.split()[0] for stage in trainer.spec.stages]
    assert names == ["masked", "masked", "both", "masked", "both", "order"]
    steps, evaluations = events(trainer, StepDone), events(trainer, EvalDone)
    order = trainer.source.order
    assert [list(event.tasks) for event in steps] == [[names[order.stage(event.step - 1)]] for event in steps]
    assert all(event.tasks == {task: event.loss} for event in steps for task in event.tasks)
    told = [list(event.tasks) for event in evaluations]
    assert told == 2 * [["masked", "both"]] + 4 * [["masked", "both", "order"]], "from its first stage to the end"
    last = evaluations[-1]
    for stage, name in ((0, "masked"), (2, "both"), (5, "order")):
        weights = {"mlm": 1.0, "next_sentence": 0.5} if name == "both" else {"mlm" if stage == 0 else HEADS[2]: 1.0}
        alone = evaluate(trainer.model, [EvaluationTask(trainer.source.evaluation(stage), weights)], CPU, lambda: False)
        assert alone is not None
        assert last.tasks[name] == pytest.approx(alone.loss, rel=1e-6)
    assert last.losses["mlm"] != pytest.approx(last.tasks["masked"], rel=1e-3), "which is a mean over both"


@pytest.mark.parametrize("together", [True, False])
def test_evaluations_read_each_stage_with_its_own_task_id(spec: RunSpec, trainer_of: TrainerOf, together: bool) -> None:
    """Though all else is the same."""
    other = MASKED.model_copy(update={"name": "other", "task": 2, "together": together})
    trainer = trainer_of(apply_overrides(of_stages(spec, MASKED, other), ["encoder.task_types=3"]))
    assert dict(measured(trainer, 0 if together else 1)) == {"masked": {"mlm": float(together)}, "other": {"mlm": 1.0}}
    for task, row in zip(trainer.evaluation_tasks(1), (0, 2) if together else (2, 0), strict=True):
        assert {int(number) for batch in task.batches for number in batch.inputs.tasks} == {row}
        assert list(task.tasks) == [("masked", "other")[row // 2]]
    plain = trainer_of(of_stages(spec, MASKED, other))
    assert len(plain.evaluation_tasks(1)) == 1, "without a table nothing tells them apart"


def test_tasks_one_after_another_are_told_to_the_end(spec: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    """Continual: what is forgotten of the first can be seen while the last is trained."""
    trainer = trainer_of(with_regime(of_stages(spec, MASKED, ORDER, evaluate_every=2), Regime.CONTINUAL, task_steps=4))
    assert trainer.train()
    assert [list(event.tasks) for event in events(trainer, StepDone)] == [["masked"]] * 4 + [["order"]] * 4
    told = events(trainer, EvalDone)
    assert [list(event.tasks) for event in told] == [["masked"]] * 2 + [["order", "masked"]] * 2
    assert told[-1].loss == pytest.approx(told[-1].tasks["order"]), "the whole loss is that of the stage under way"


def test_a_task_that_has_ended_is_told_though_later_ones_ask_the_same(spec: RunSpec, trainer_of: TrainerOf) -> None:
    """Each loss that it asks is asked by later stages too, of other targets."""
    short = MASKED.model_copy(update={"name": "short", "length": 24})
    turns = ORDER.model_copy(update={"together": True})
    trainer = trainer_of(of_stages(spec, MASKED, short, turns))
    assert [list(task.tasks) for task in trainer.evaluation_tasks(2)] == [["short"], ["order"], ["masked"]]
    lone = trainer_of(of_stages(spec, MASKED, short))
    assert [name for name, _ in measured(lone, 1)] == ["short"], "where none take turns, the newest"


def test_points_of_several_steps_tell_each_task_apart() -> None:
    meter = Meter(10)
    for loss, task in ((8.0, "masked"), (1.0, "pairs"), (6.0, "masked"), (2.0, "")):
        meter.add(StepResult(loss, {"any": loss}, {}, 1.0, 1e-3, 10, task), 1.0)
    meter.add(StepResult(math.nan, {}, {}, math.nan, 1e-3, 10, "pairs"), 1.0)
    assert meter.point("run", 5, 50, 0).tasks == {"masked": 7.0, "pairs": 1.0}


def test_patience_is_of_the_last_group_whichever_stage_takes_the_step(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    """Evaluations after every step, of whichever stage that is."""
    together = PAIRS.model_copy(update={"together": True})
    stages = (PAIRS.model_copy(update={"name": "first"}), MASKED, together)
    trainer = trainer_of(of_stages(spec, *stages, steps=12, evaluate_every=1, early_stop=3, least_improvement=90))
    assert trainer.train()
    assert trainer.state.step == 4 + 4, "none of the first stage counts, and the first of the group is the best"
    assert len(events(trainer, EvalDone)) == 8


def test_the_best_checkpoint_is_of_the_last_group_whichever_stage_takes_the_step(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    """Of the stages of a group a later one is no better than an earlier one, as both are measured together."""
    together = PAIRS.model_copy(update={"together": True})
    stages = (PAIRS.model_copy(update={"name": "first"}), MASKED, together)
    trainer = trainer_of(
        of_stages(spec, *stages, steps=12, evaluate_every=1, checkpoint_every=1, learning_rate=0.5, keep_checkpoints=99)
    )
    assert trainer.train()
    losses = {event.step: event.loss for event in events(trainer, EvalDone) if event.step > 4}
    folders = {int(path.name[-8:]): path for path in trainer.checkpoints.iterdir()}
    assert len(folders) == 12
    best = min(losses, key=losses.__getitem__)
    assert best_step(folders) == best
    assert {read_state(folders[step])["position"]["stage"] for step in losses} == {1, 2}
    drop_old(trainer.checkpoints, 1)
    assert {int(path.name[-8:]) for path in trainer.checkpoints.iterdir()} == {best, 12}


def test_a_stage_that_begins_with_the_generators_weights_takes_them_at_its_own_first_step(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    masking: dict[str, Any] = {"passage": DocSentences(), "masking": STRATEGIES["electra"]()}
    generator = Stage(name="generator", share=3, tokens=(GeneratorMlm(),), **masking)
    detector = Stage(name="detector", tokens=(ReplacedToken(from_generator=True),), together=True, **masking)
    run = of_stages(spec, generator, detector, steps=8, evaluate_every=100).model_copy(
        update={"generator": GeneratorSpec(width=1.0, sharing=GeneratorSharing.NONE)}
    )
    trainer = trainer_of(run)
    taken: list[int] = []
    monkeypatch.setattr(trainer.model, "take_over_generator", lambda: taken.append(trainer.state.step) or [])
    assert trainer.train()
    asked = [trainer.source.order.stage(step) for step in range(8)]
    assert taken == [asked.index(1)] == [2]
