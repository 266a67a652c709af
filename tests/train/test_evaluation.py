"""Baselines, and evaluation that leaves no trace."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.events import EvalDone
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.train.batch import Batch
from workbench.train.evaluation import EvaluationTask, baselines, evaluate
from workbench.train.loop import Trainer

WEIGHTS = {"mlm": 1.0, "next_sentence": 0.5}


def test_evaluation_is_a_mean_over_all_targets_and_draws_nothing(
    spec: RunSpec, trainer_of: Callable[..., Trainer]
) -> None:
    trainer = trainer_of(spec)
    batches = trainer.source.evaluation(0)
    assert len(batches) > 1
    before = torch.get_rng_state()
    found = evaluate(trainer.model, [EvaluationTask(batches, WEIGHTS)], torch.device("cpu"), lambda: False)
    assert torch.equal(torch.get_rng_state(), before)
    assert trainer.model.training
    assert found is not None
    trainer.model.eval()
    sums, targets = 0.0, 0
    for batch in batches:
        logits = trainer.model(batch.inputs, batch.places)["mlm"].detach().double()
        sums += float(-logits.log_softmax(-1)[torch.arange(len(batch.labels)), batch.labels].sum())
        targets += len(batch.labels)
    assert found.losses["mlm"] == pytest.approx(sums / targets, rel=1e-5)
    assert found.loss == pytest.approx(found.losses["mlm"] + 0.5 * found.losses["next_sentence"], rel=1e-6)
    assert found.perplexity == pytest.approx(math.exp(found.losses["mlm"]))


def test_batches_without_targets_are_no_evaluation(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    trainer = trainer_of(spec)
    batch = trainer.source.evaluation(0)[0]
    empty = Batch(batch.inputs, batch.places[:0], batch.labels[:0], batch.passage_labels * 0 - 100, 1)
    assert evaluate(trainer.model, [EvaluationTask([empty], WEIGHTS)], torch.device("cpu"), lambda: False) is None
    passages = Batch(batch.inputs, batch.places[:0], batch.labels[:0], batch.passage_labels, 1)
    found = evaluate(trainer.model, [EvaluationTask([passages], WEIGHTS)], torch.device("cpu"), lambda: False)
    assert found is not None
    assert found.losses.keys() == {"next_sentence"}
    assert found.loss == pytest.approx(0.5 * found.losses["next_sentence"])
    assert math.isnan(found.perplexity), "no token was predicted"


def test_baselines_against_the_definition(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    batches = trainer_of(spec).source.evaluation(0)
    counts = np.arange(31) ** 2
    found = baselines(counts, batches)
    assert found["ln_v"] == pytest.approx(math.log(31))
    labels = [label for batch in batches for label in batch.labels.tolist()]
    total = sum(counts) + 31
    assert found["unigram"] == pytest.approx(
        sum(-math.log((counts[label] + 1) / total) for label in labels) / len(labels)
    )


def test_without_targets_the_baseline_is_the_entropy_of_the_training_text() -> None:
    found = baselines([3, 0, 1], [])
    shares = [4 / 7, 1 / 7, 2 / 7]
    assert found["unigram"] == pytest.approx(-sum(share * math.log(share) for share in shares))


@pytest.mark.parametrize("masks", ["shared", "words", "stage"])
def test_what_is_trained_on_whole_text_is_evaluated_on_it(
    spec: RunSpec, trainer_of: Callable[..., Trainer], events: Callable[..., Any], masks: str
) -> None:
    """Stages of one run: the first hides tokens, the second asks about pairs alone."""
    pairs = spec.stages[0].model_copy(update={"name": "pairs", "tokens": ()})
    whole = apply_overrides(
        spec.model_copy(update={"stages": (*spec.stages, pairs)}),
        ["stages.1.masking.rate=0", f"evaluation.masks={masks}"],
    )
    trainer = trainer_of(whole)
    batches = [trainer.source.evaluation(stage) for stage in (0, 1)]
    mask = trainer.source.makers[0].source.vocabulary.mask_id
    predicted = [sum(len(batch.labels) for batch in own) for own in batches]
    masked = [any(bool((batch.inputs.ids == mask).any()) for batch in own) for own in batches]
    assert (predicted[0] > 0, predicted[1]) == (True, 0)
    assert masked == [True, False]
    assert trainer.train()
    assert math.isfinite(events(trainer, EvalDone)[-1].losses["next_sentence"])
