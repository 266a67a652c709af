"""A rate of 0 leaves the text whole under every strategy, whatever else is set; the least above it does not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.audit import MaskAudit
from workbench.masking.audit_notes import audit_notes
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import Rounding, Selection
from workbench.text.document import PassageBatch


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rounding", list(Rounding))
@pytest.mark.parametrize("selection", list(Selection))
@pytest.mark.parametrize("kind", list(STRATEGIES))
def test_nothing_is_hidden_and_nothing_is_wrong_with_that(
    make_batch: Callable[..., PassageBatch],
    vocabulary: ReplacementVocabulary,
    kind: str,
    selection: Selection,
    rounding: Rounding,
) -> None:
    batch = make_batch([[[1, 2, 3], [4]], [[1]], [[2] * 9]], phrases=[(1, 4)])
    strategy = STRATEGIES[kind](rate=0.0, selection=selection, rounding=rounding, max_predictions=3)
    keys = example_keys(1, 0, 0, batch.example)
    masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
    assert masked.input_ids.tolist() == batch.ids.tolist()
    assert len(masked.picks.position) == 0
    assert np.all(masked.choice.probability == 0)
    audit = MaskAudit()
    audit.add(masked, strategy, 1)
    assert audit_notes(audit, strategy, 512) == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("selection", list(Selection))
@pytest.mark.parametrize("kind", list(STRATEGIES))
def test_the_least_rate_of_all_hides_what_every_passage_has_at_least(
    make_batch: Callable[..., PassageBatch], vocabulary: ReplacementVocabulary, kind: str, selection: Selection
) -> None:
    batch = make_batch([[[1, 2, 3], [4]], [[1]], [[2] * 9]], phrases=[(1, 4)])
    strategy = STRATEGIES[kind](rate=5e-324, selection=selection)
    keys = example_keys(1, 0, 0, batch.example)
    masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
    assert len(masked.picks.position) >= 3
    assert np.all(np.isfinite(masked.choice.probability))
