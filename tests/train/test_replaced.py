"""Training with a generator: what is divided by what, the figures of a detector, evaluations, and two stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from workbench.core.events import EvalDone, EventBase, StepDone
from workbench.model.replaced import DETECTION, LIKELIHOOD
from workbench.spec.files import apply_overrides, spec_data
from workbench.spec.run import RunSpec
from workbench.spec.validation import validate
from workbench.train.batch import Counts, count
from workbench.train.evaluation import evaluate
from workbench.train.loop import Trainer
from workbench.train.losses import compute_losses, share_names, told

TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]
CPU = torch.device("cpu")


def tokens(*kinds: str) -> str:
    return "stages.0.tokens=[" + ", ".join(f"{{ {kind} }}" for kind in kinds) + "]"


BOTH = tokens('kind = "generator-mlm"', 'kind = "replaced-token"')


@pytest.fixture
def electra(spec: RunSpec) -> RunSpec:
    """ELECTRA on passages of one segment, without dropout."""
    without = ["encoder.hidden_dropout=0", "encoder.attention_dropout=0"]
    kinds = ["stages.0.passage.kind=doc-sentences", "stages.0.masking.kind=electra"]
    return apply_overrides(spec, ["generator.width=0.5", BOTH, *kinds, *without])


def test_both_networks_learn_and_tell_their_figures(electra: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    trainer = trainer_of(
        apply_overrides(electra, ["training.steps=40", "training.evaluate_every=40", "training.checkpoint_every=40"])
    )
    assert trainer.train()
    first, *_, last = events(trainer, StepDone)
    assert last.losses.keys() == {LIKELIHOOD, DETECTION}
    assert last.losses[LIKELIHOOD] < first.losses[LIKELIHOOD]
    assert last.losses[DETECTION] < first.losses[DETECTION]
    assert last.loss == pytest.approx(last.losses[LIKELIHOOD] + 50 * last.losses[DETECTION], rel=1e-5)
    (found,) = events(trainer, EvalDone)
    for event in (first, last, found):
        assert {LIKELIHOOD, DETECTION, "replaced"} <= event.accuracies.keys()
        assert 0.05 < event.accuracies["replaced"] < 0.2
    assert {"detection_precision", "detection_recall"} <= first.accuracies.keys(), (
        "half of all calls are made by chance"
    )


def test_parts_of_a_batch_change_nothing(electra: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    """Detection is a mean over all tokens of the batch, likelihood one over its chosen tokens (sheet 4.2)."""
    told_by = []
    for parts in (1, 4):
        trainer = trainer_of(apply_overrides(electra, [f"training.accumulation={parts}", "training.steps=5",
                                                       "training.warmup_steps=0"]), str(parts))  # fmt: skip
        trainer.train()
        told_by.append(events(trainer, StepDone))
    for whole, parted in zip(*told_by, strict=True):
        assert parted.losses == pytest.approx(whole.losses, rel=1e-4)
        assert parted.accuracies == pytest.approx(whole.accuracies, rel=1e-3)
        assert parted.gradient_norm == pytest.approx(whole.gradient_norm, rel=1e-3)


def test_denominators(electra: RunSpec, trainer_of: TrainerOf) -> None:
    trainer = trainer_of(electra)
    prepared = next(iter(trainer.source.batches(0, trainer.source.order.at(0))))
    counts = count(prepared.parts)
    assert counts.of(DETECTION) == counts.of("all_tokens_mlm") == sum(part.num_tokens for part in prepared.parts)
    for chosen in ("generator", "adversarial", "replaced_token_chosen", "replaced_mlm", "mlm"):
        assert counts.of(chosen) == sum(len(part.labels) for part in prepared.parts)
    assert Counts(0, 3, 90).asked({DETECTION: 1.0, "next_sentence": 1.0}) == {"next_sentence": 1.0}


def test_precision_and_recall_come_from_sums_over_the_whole_batch() -> None:
    assert share_names([LIKELIHOOD, DETECTION]) == [LIKELIHOOD, DETECTION, "replaced", "called", "found"]
    assert share_names([LIKELIHOOD]) == [LIKELIHOOD]
    assert share_names(["replaced_mlm"]) == ["replaced_mlm", "replaced"]
    shares = {DETECTION: 0.9, "replaced": 0.1, "called": 0.2, "found": 0.05}
    expected = {DETECTION: 0.9, "replaced": 0.1, "detection_precision": 0.25, "detection_recall": 0.5}
    assert told(shares) == pytest.approx(expected)
    assert told({**shares, "called": 0.0, "found": 0.0}).keys() == {DETECTION, "replaced", "detection_recall"}


def test_evaluations_draw_the_same_guesses_and_nothing_else(electra: RunSpec, trainer_of: TrainerOf) -> None:
    """Fixed masks and fixed noise: two looks agree, another run's seed changes neither, and no generator moves."""
    trainer = trainer_of(electra)
    other = trainer_of(apply_overrides(electra, ["seed=7"]), "other")
    batches, others = trainer.source.evaluation(0), other.source.evaluation(0)
    for one, same in zip(batches, others, strict=True):
        assert one.words is not None
        assert same.words is not None
        assert torch.equal(one.words, same.words)
    tasks = trainer.evaluation_tasks(0)
    before = torch.get_rng_state()
    first, again = (evaluate(trainer.model, tasks, CPU, lambda: False) for _ in range(2))
    assert first is not None
    assert again is not None
    assert (first.losses, first.accuracies) == (again.losses, again.accuracies)
    assert torch.equal(torch.get_rng_state(), before)


def test_a_generator_is_evaluated_at_the_shared_targets_and_without_random_tokens(
    spec: RunSpec, electra: RunSpec, trainer_of: TrainerOf
) -> None:
    """It learnt that what is not masked is the text; a random token in its place would be predicted in vain."""
    plain = trainer_of(apply_overrides(spec, ["stages.0.passage.kind=doc-sentences"]), "plain").source.evaluation(0)
    mask = 4
    shown = []
    for batch, other in zip(trainer_of(electra).source.evaluation(0), plain, strict=True):
        assert torch.equal(batch.places, other.places)
        assert torch.equal(batch.labels, other.labels)
        read = batch.inputs.ids.flatten()[batch.places]
        assert bool(((read == mask) | (read == batch.labels)).all())
        shown.append((read == mask).float())
    assert 0.7 < torch.cat(shown).mean() < 0.97
    hidden = torch.cat([other.inputs.ids.flatten()[other.places] for other in plain])
    labels = torch.cat([other.labels for other in plain])
    assert bool(((hidden != mask) & (hidden != labels)).any()), "other runs see random tokens"


def test_guesses_are_new_in_every_epoch_even_where_masks_are_not(electra: RunSpec, trainer_of: TrainerOf) -> None:
    trainer = trainer_of(apply_overrides(electra, ["stages.0.dynamic=false"]))
    plan = trainer.source.makers[0].plan(0)
    rows = torch.arange(4).numpy()
    one, again, later = (trainer.source.batch(plan, rows, 0, epoch) for epoch in (0, 0, 1))
    assert one.words is not None
    assert again.words is not None
    assert later.words is not None
    assert torch.equal(one.inputs.ids, later.inputs.ids)
    assert torch.equal(one.words, again.words)
    assert not torch.equal(one.words, later.words)


def test_runs_without_a_generator_carry_no_words(spec: RunSpec, trainer_of: TrainerOf) -> None:
    assert all(batch.words is None for batch in trainer_of(spec).source.evaluation(0))


def test_plain_masked_tokens_may_stand_beside_replaced_ones(electra: RunSpec, trainer_of: TrainerOf) -> None:
    """The network then reads both texts; its losses are those that each would have alone."""
    mixed = tokens('kind = "generator-mlm"', 'kind = "replaced-token"', 'kind = "mlm"')
    trainer = trainer_of(apply_overrides(electra, [mixed]))
    trainer.model.eval()
    batch = trainer.source.evaluation(0)[0]
    counts = count([batch])
    together = compute_losses(trainer.model, batch, counts, {LIKELIHOOD: 1.0, DETECTION: 50.0, "mlm": 2.0})
    for names in (["mlm"], [LIKELIHOOD, DETECTION]):
        alone = compute_losses(trainer.model, batch, counts, dict.fromkeys(names, 1.0))
        for name in names:
            assert together.means[name].item() == pytest.approx(alone.means[name].item(), rel=1e-5)


def test_in_two_stages_the_detector_begins_as_the_generator_which_stays(
    electra: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    tokens_of = ([{"kind": "generator-mlm"}], [{"kind": "replaced-token", "from_generator": True}])
    stages = [{"name": str(at), "masking": {"kind": "electra"}, "tokens": one} for at, one in enumerate(tokens_of)]
    spec = validate(RunSpec, {**spec_data(electra), "generator": {"width": 1, "sharing": "none"}, "stages": stages})
    trainer = trainer_of(apply_overrides(spec, ["training.average_decay=0.9", "training.checkpoint_every=100"]))
    fresh = {name: weight.clone() for name, weight in trainer.model.state_dict().items()}
    at_border: dict[str, torch.Tensor] = {}
    averaged: dict[str, torch.Tensor] = {}
    begin = trainer.begin_stage

    def watched(stage: int) -> None:
        begin(stage)
        if stage == 1 and not at_border:
            assert trainer.average is not None
            at_border.update({name: weight.clone() for name, weight in trainer.model.state_dict().items()})
            averaged.update({name: weight.clone() for name, weight in trainer.average.tensors().items()})

    trainer.begin_stage = watched  # type: ignore[method-assign]
    assert trainer.train()
    end = trainer.model.state_dict()
    assert {frozenset(event.losses) for event in events(trainer, StepDone)} == {
        frozenset({LIKELIHOOD}), frozenset({DETECTION})
    }  # fmt: skip
    layer = "encoder.layers.0.expand.weight"
    assert torch.equal(at_border[layer], at_border[f"generator.{layer}"])
    assert torch.equal(averaged[layer], at_border[layer]), "not an average with weights that nobody trained"
    assert not torch.equal(at_border[layer], fresh[layer])
    assert not torch.equal(end[layer], at_border[layer])
    head = "heads.replaced_token.dense.weight"
    assert torch.equal(at_border[head], fresh[head]), "nothing trains the detector in the first stage"
    for name, weight in end.items():
        if name.startswith("generator."):
            assert torch.equal(weight, at_border[name]), "the generator is frozen"
