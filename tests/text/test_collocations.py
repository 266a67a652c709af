"""N-grams by the PMI of n words, against a plain recount (ERNIE sheet 7.4)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.text.collocations import CollocationSettings, find_collocations, length_shares

Gram = tuple[str, ...]


def cuts(gram: Gram) -> Iterator[list[Gram]]:
    """All ways to cut a gram into one or more pieces."""
    yield [gram]
    for place in range(1, len(gram)):
        for rest in cuts(gram[place:]):
            yield [gram[:place], *rest]


def naive(sequences: Sequence[Sequence[str]], limits: CollocationSettings) -> dict[Gram, tuple[int, float]]:
    counts: dict[int, Counter[Gram]] = {n: Counter() for n in range(1, limits.longest + 1)}
    for sequence in sequences:
        for n, table in counts.items():
            table.update(tuple(sequence[place : place + n]) for place in range(len(sequence) - n + 1))

    def log_p(gram: Gram) -> float:
        table = counts[len(gram)]
        return math.log(table[gram] / table.total())

    power = 2 if limits.squared else 1
    return {
        gram: (count, min(power * log_p(gram) - sum(map(log_p, cut)) for cut in cuts(gram) if len(cut) > 1))
        for n in range(2, limits.longest + 1)
        for gram, count in counts[n].items()
        if count > limits.least_count
    }


@settings(max_examples=80)
@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=12), max_size=12), st.booleans(), st.integers(2, 5))
def test_counts_and_scores_equal_the_naive_ones(sequences: list[list[str]], squared: bool, longest: int) -> None:
    limits = CollocationSettings(longest=longest, least_count=1, squared=squared, size=5_000_000)
    found = {entry.words: (entry.count, entry.score) for entry in find_collocations(sequences, limits)}
    expected = naive(sequences, limits)
    assert found.keys() == expected.keys()
    for gram, (count, score) in expected.items():
        assert found[gram][0] == count
        assert found[gram][1] == pytest.approx(score, abs=1e-9)


def test_two_words_have_the_ordinary_pmi() -> None:
    sequences = [["高速", "公路"]] * 6 + [["高速", "行驶"]] * 2 + [["公路", "行驶"]] * 2
    limits = CollocationSettings(least_count=1, squared=False)
    best = find_collocations(sequences, limits)[0]
    assert best.words == ("高速", "公路")
    assert best.score == pytest.approx(math.log((6 / 10) / ((8 / 20) * (8 / 20))))


def test_a_strong_part_does_not_carry_the_whole() -> None:
    """``the new york`` has a high ordinary PMI only by its last two words."""
    sequences = (
        [["new", "york"]] * 40 + [["the", "new", "york"]] * 12 + [["the", "dog", "ran"], ["the", "cat", "sat"]] * 200
    )
    limits = CollocationSettings(least_count=10, squared=False)
    scores = {entry.words: entry.score for entry in find_collocations(sequences, limits)}
    assert scores["new", "york"] > 1.5
    assert scores["the", "new", "york"] < scores["new", "york"] - 1.0


def test_half_of_the_list_is_pairs() -> None:
    assert length_shares(CollocationSettings()) == [0.5, 0.25, 0.125, 0.125]
    assert length_shares(CollocationSettings(longest=2)) == [1.0]
    words = [f"w{number}" for number in range(40)]
    sequences = [words[place : place + 6] for place in range(34)] * 3
    found = find_collocations(sequences, CollocationSettings(least_count=2, size=16))
    assert Counter(len(entry.words) for entry in found) == {2: 8, 3: 4, 4: 2, 5: 2}


def test_nothing_to_find() -> None:
    assert find_collocations([], CollocationSettings()) == []
    assert find_collocations([["a", "b"]], CollocationSettings()) == []
