"""Lengths of chosen units beside the formula of the strategy."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.gui.panels.masking_lengths import LONGEST_UNIT, length_picture
from workbench.masking.audit import MaskAudit
from workbench.masking.ngram import Ngram
from workbench.masking.runs import RunOf
from workbench.masking.span import Span
from workbench.masking.whole_word import WholeWord


def test_runs_have_the_formula_across_their_bars() -> None:
    audit = MaskAudit(words=np.array([0, 6, 3, 1]), tokens=np.array([0, 1, 2, 3, 4]), roomy=np.array([0, 55, 27, 18]))
    shown = length_picture(audit, Ngram(), 2)
    assert shown.formula is not None
    assert list(shown.formula.heights) == pytest.approx([600 / 11, 300 / 11, 200 / 11])
    chosen, drawn = shown.groups
    assert list(chosen.heights) == pytest.approx([60, 30, 10])
    assert list(drawn.heights) == pytest.approx([55, 27, 18])
    assert [bars.colour for bars in shown.groups] == [2, 2]
    tokens = length_picture(audit, Ngram(of=RunOf.CHAR), 0)
    assert list(tokens.groups[0].heights) == pytest.approx([10, 20, 30, 40])


def test_other_strategies_have_no_formula_and_long_units_share_the_last_bar() -> None:
    shown = length_picture(MaskAudit(tokens=np.ones(LONGEST_UNIT + 5, dtype=np.int64)), WholeWord(), 0)
    (bars,) = shown.groups
    assert shown.formula is None
    assert bars.labels[-1] == f"{LONGEST_UNIT}+"
    assert sum(bars.heights) == pytest.approx(100)


def test_nothing_counted_is_drawn_as_nothing() -> None:
    for strategy in (WholeWord(), Span()):
        assert sum(length_picture(MaskAudit(), strategy, 0).groups[0].heights) == 0
