"""Sentences in chunks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.text.streaming import sentence_chunks


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("ab", max_size=5), max_size=40), st.integers(1, 20), st.sampled_from([1, 2, 256]))
def test_chunks_hold_every_sentence_once_and_in_order(
    memory_corpus: Callable[..., Any], texts: list[str], characters: int, block: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workbench.text.streaming._BLOCK", block)
        chunks = list(sentence_chunks(memory_corpus([texts]), characters))
    assert [text for _, chunk in chunks for text in chunk] == texts
    assert [first for first, _ in chunks] == [sum(len(c) for _, c in chunks[:place]) for place in range(len(chunks))]
    assert all(sum(map(len, chunk[:-1])) < characters for _, chunk in chunks)
    assert all(sum(map(len, chunk)) >= characters for _, chunk in chunks[:-1])
