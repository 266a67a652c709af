"""Matches and weights of ZEN (ERNIE sheet 3.2, 3.3, 3.7)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.ngram_match import (
    NgramMatches,
    NgramTable,
    match_ngrams,
    ngram_weights,
)

LEXICON = {"粤港澳": 100, "港澳": 300, "大湾区": 50, "粤港澳大湾区": 20, "城市": 900, "湾区": 40}
TOKENS = ["[CLS]", *"粤港澳大湾区城市", "[SEP]"]
FREQUENCY = list(LEXICON.values())


def named(matches: NgramMatches) -> list[tuple[str, int, int]]:
    entries = list(LEXICON)
    columns = matches.start.tolist(), matches.length.tolist(), matches.index.tolist()
    return [(entries[i], start, length) for start, length, i in zip(*columns, strict=True)]


def match(tokens: list[str]) -> NgramMatches:
    return match_ngrams(tokens, list(map(list, LEXICON)))


def test_matches_in_scan_order() -> None:
    assert named(match(TOKENS)) == [
        ("港澳", 2, 2), ("湾区", 5, 2), ("城市", 7, 2), ("粤港澳", 1, 3), ("大湾区", 4, 3), ("粤港澳大湾区", 1, 6),
    ]  # fmt: skip


def test_zen_1_sums_without_a_norm() -> None:
    assert ngram_weights(match(TOKENS), len(TOKENS)).sum(axis=1).tolist() == [0, 2, 3, 3, 2, 3, 3, 1, 1, 0]


def test_zen_2_weighs_by_frequency() -> None:
    matches = match(TOKENS)
    weights = ngram_weights(matches, len(TOKENS), FREQUENCY)
    row = {entry: weight for (entry, _, _), weight in zip(named(matches), weights[2], strict=True) if weight}
    assert row == pytest.approx({"港澳": 0.7143, "粤港澳": 0.2381, "粤港澳大湾区": 0.0476}, abs=5e-5)
    assert weights.sum(axis=1) == pytest.approx([0, 1, 1, 1, 1, 1, 1, 1, 1, 0], abs=1e-9)


def test_a_masked_character_takes_its_ngrams_with_it() -> None:
    masked = ["[MASK]" if token == "澳" else token for token in TOKENS]
    assert {entry for entry, _, _ in named(match(masked))} == {"湾区", "城市", "大湾区"}


def test_no_ngram_crosses_a_separator_or_an_unknown() -> None:
    for breaker in ("[SEP]", "[UNK]", "[PAD]"):
        tokens = ["[CLS]", "城", breaker, "市", "湾", "区", "[SEP]"]
        assert named(match(tokens)) == [("湾区", 4, 2)]


def test_of_equal_entries_the_last_counts_and_nothing_matches_nothing() -> None:
    assert match_ngrams(list("城市"), [list("城市"), list("城市"), []]).index.tolist() == [1]
    assert len(match_ngrams(TOKENS, [])) == 0
    assert len(match_ngrams([], [list("城市")])) == 0
    empty = match_ngrams([], [])
    assert ngram_weights(empty, 0).shape == (0, 0)
    assert ngram_weights(match_ngrams(["x"], []), 1, []).tolist() == [[]]


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), max_size=12), st.lists(st.integers(0, 4), max_size=40)
)
def test_every_window_that_is_an_entry_is_found(entries: list[list[int]], numbers: list[int]) -> None:
    found = NgramTable(entries).find(np.array(numbers, dtype=np.int64))
    expected = [
        (start, length, max(i for i, entry in enumerate(entries) if entry == numbers[start : start + length]))
        for length in range(1, 6)
        for start in range(len(numbers) - length + 1)
        if numbers[start : start + length] in entries
    ]
    assert list(zip(found.start.tolist(), found.length.tolist(), found.index.tolist(), strict=True)) == expected
