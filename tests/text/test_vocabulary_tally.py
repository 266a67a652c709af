"""Tallies of texts: exact while there are few, bounded where there are many."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text import vocabulary_tally
from workbench.text.vocabulary_tally import Tally


@given(st.lists(st.sampled_from("abcdefghij"), max_size=80), st.sampled_from([1, 2, 4, 100]))
def test_counts_are_too_low_by_what_was_forgotten_at_most(texts: list[str], kept: int) -> None:
    with pytest.MonkeyPatch.context() as patch, closing(Tally()) as tally:
        patch.setattr(vocabulary_tally, "_KEPT", kept)
        patch.setattr(vocabulary_tally, "_COUNTED_TOGETHER", 2)
        for place, text in enumerate(texts):
            tally.add(text, place, 0, 1)
        found = tally.commonest(100)
        wanted = Counter(texts)
        assert tally.num_different() == len(wanted)
        assert len(found) <= 2 * kept
        counts = {text: met.count for text, met in found}
        assert all(0 <= wanted[text] - counts.get(text, 0) <= tally.short for text in wanted)
        assert tally.short == 0 or len(wanted) > 2 * kept
        if not tally.short:
            assert list(counts.items()) == sorted(wanted.items(), key=lambda pair: (-pair[1], pair[0]))
            assert all(met.place == (texts.index(text), 0, 1) for text, met in found)
