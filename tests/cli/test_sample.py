"""``workbench sample``: what ``--steps`` makes of the sample's experiment."""

from __future__ import annotations

import pytest

from workbench.cli.sample import sample_settings
from workbench.spec.check import require_valid
from workbench.spec.files import apply_overrides
from workbench.spec.sample import sample_spec


@pytest.mark.parametrize(("steps", "warmup"), [(5, 0), (60, 6), (5000, sample_spec().training.warmup_steps)])
def test_a_short_run_has_a_warm_up_that_fits(steps: int, warmup: int) -> None:
    spec = apply_overrides(sample_spec(), [text for text in sample_settings(steps) if text != "--set"])
    assert spec.training.steps == steps
    assert spec.training.warmup_steps == warmup
    require_valid(spec, 1000)
