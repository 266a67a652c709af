"""All runs of a sweep are measured on the very same targets."""

from __future__ import annotations

from collections.abc import Callable

import torch

from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.train.loop import Trainer


def test_every_run_of_a_sweep_predicts_the_same_tokens_in_evaluations(
    spec: RunSpec, trainer_of: Callable[..., Trainer]
) -> None:
    sweep = Sweep(spec, "s", strategies=["basic", "whole-word", "span"], seeds=[1, 2])
    found = [trainer_of(one, f"checkpoints-{one.name}").source.evaluation(0) for one in sweep.specs()]
    assert len(found) == 6
    assert sum(len(batch.labels) for batch in found[0]) > 50
    for batches in found[1:]:
        for batch, first in zip(batches, found[0], strict=True):
            assert torch.equal(batch.labels, first.labels)
            assert torch.equal(batch.places, first.places)
            assert torch.equal(batch.inputs.ids, first.inputs.ids)
