"""Padding, targets and counts."""

from __future__ import annotations

import numpy as np
import torch

from workbench.masking.strategy import IGNORE
from workbench.objectives.examples import ExampleMaker
from workbench.spec.run import RunSpec
from workbench.text.prepared import PreparedCorpus
from workbench.train.batch import Counts, collate, count


def test_a_batch_is_the_masked_passages_padded(prepared: PreparedCorpus, spec: RunSpec) -> None:
    maker = ExampleMaker(prepared, spec.stages[0], 40, 1)
    plan = maker.plan(0)
    masked = maker.make(plan, np.arange(6), 0)
    batch = collate(masked, padding_id=9)
    lengths = masked.passages.lengths
    width = int(lengths.max())
    assert batch.inputs.ids.shape == (6, width)
    assert batch.num_tokens == lengths.sum()
    labels = torch.full((6 * width,), IGNORE)
    labels[batch.places] = batch.labels
    for row, (start, end) in enumerate(zip(masked.passages.starts[:-1], masked.passages.starts[1:], strict=True)):
        size = end - start
        assert batch.inputs.ids[row, :size].tolist() == masked.input_ids[start:end].tolist()
        assert batch.inputs.ids[row, size:].tolist() == [9] * (width - size)
        assert batch.inputs.segments[row, :size].tolist() == masked.passages.segment[start:end].tolist()
        assert labels[row * width : row * width + size].tolist() == masked.labels[start:end].tolist()
        if batch.inputs.real is not None:
            assert batch.inputs.real[row].tolist() == [True] * size + [False] * (width - size)
    assert batch.passage_labels.tolist() == masked.passages.label.tolist()


def test_a_batch_without_padding_says_so(prepared: PreparedCorpus, spec: RunSpec) -> None:
    maker = ExampleMaker(prepared, spec.stages[0], 40, 1)
    assert collate(maker.make(maker.plan(0), np.arange(1), 0), 0).inputs.real is None


def test_counts_say_which_heads_have_something_to_predict(prepared: PreparedCorpus, spec: RunSpec) -> None:
    maker = ExampleMaker(prepared, spec.stages[0], 40, 1)
    plan = maker.plan(0)
    parts = [collate(maker.make(plan, np.arange(at, at + 3), 0), 0) for at in (0, 3)]
    counts = count(parts)
    assert counts == Counts(sum(len(part.labels) for part in parts), 6, sum(part.num_tokens for part in parts))
    assert counts.of("mlm") == counts.targets
    assert counts.of("next_sentence") == 6
    weights = {"mlm": 1.0, "next_sentence": 0.5}
    assert counts.asked(weights) == weights
    assert Counts(0, 6).asked(weights) == {"next_sentence": 0.5}
    assert Counts(0, 0).asked(weights) == {}
