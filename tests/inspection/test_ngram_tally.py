"""Contests between n-grams that are meant and misleading ones, and files of sentences to count them in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.inspection.examples import Example, Expected, example_of, read_examples
from workbench.inspection.ngram_tally import Outcome, contests_of, tally_of
from workbench.inspection.ngrams import Dropped, NgramInspection, Quantity

Make = Callable[..., NgramInspection]
TEXT = "我们要提高速度。"
WON, LOST, EVEN = Outcome.WON, Outcome.LOST, Outcome.EVEN


@pytest.fixture
def example() -> Example:
    """我们, 提高, 速度 and 提高速度 are meant, 高速 misleads."""
    found = example_of(TEXT)
    assert found is not None
    return found


def test_the_greatest_of_those_that_are_meant_counts(example: Example, found_ngrams: Make) -> None:
    """Layer by layer 高速 has 0.2 against 提高 and 速度; the last layer is one without attention among n-grams."""
    made = found_ngrams(
        TEXT,
        [
            ("我们", 0, (9.0,) * 5),
            ("提高", 3, (0.3, 0.1, 0.2, 0.2019, 0.0)),
            ("高速", 4, (0.2, 0.2, 0.2, 0.2, 0.2)),
            ("速度", 5, (0.1, 0.1, 0.1, 0.2021, 0.0)),
            ("要提", 2, (9.0,) * 5),
        ],
    )
    (one,) = contests_of(example, made)
    assert (one.misleading, one.start, one.meant) == ("高速", 4, ("提高", "速度"))
    assert one.outcomes[Quantity.SHARE] == (WON, LOST, EVEN, WON, LOST)
    assert one.outcomes[Quantity.RECEIVED] == (WON, LOST, EVEN, WON), "as many as there are n-gram layers"


def test_less_than_one_per_cent_is_even_whoever_is_ahead(example: Example, found_ngrams: Make) -> None:
    made = found_ngrams(TEXT, [("提高", 3, (1.0, 1.009, 1.0, 0.0, 0.1)), ("高速", 4, (1.009, 1.0, 1.011, 0.0, 0.0))])
    (one,) = contests_of(example, made)
    assert one.outcomes[Quantity.INJECTED] == (EVEN, EVEN, LOST, EVEN, WON)


def test_dropped_ones_have_no_contest(example: Example, found_ngrams: Make) -> None:
    rival_dropped = found_ngrams(TEXT, [("提高", 3, Dropped.FREQUENT), ("高速", 4, (1.0, 1.0))])
    itself_dropped = found_ngrams(TEXT, [("提高", 3, (1.0, 1.0)), ("高速", 4, Dropped.FREQUENT)])
    assert contests_of(example, rival_dropped) == contests_of(example, itself_dropped) == []


def test_counts_and_cosines_are_over_all_sentences(example: Example, found_ngrams: Make) -> None:
    first = found_ngrams(TEXT, [("提高", 3, (2.0, 1.0)), ("高速", 4, (1.0, 2.0))])
    second = replace(found_ngrams(TEXT, [("提高", 3, (2.0, 2.0)), ("高速", 4, (1.0, 1.0))]), cosines=(0.9,))
    lonely = replace(found_ngrams(TEXT, [("我们", 0, (1.0, 1.0))]), cosines=(None,))
    tally = tally_of([(example, first), (example, second), (example, lonely)])
    assert (tally.sentences, len(tally.contests), tally.contested) == (3, 2, 1)
    assert tally.counts(Quantity.SHARE) == [{WON: 2, LOST: 0, EVEN: 0}, {WON: 1, LOST: 1, EVEN: 0}]
    assert tally.cosines == pytest.approx([0.7])
    assert tally_of([(example, lonely)]).cosines == [None]
    assert tally_of([(example, lonely)]).counts(Quantity.SHARE) == []


def test_sentences_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    written = '[[sentences]]\ntext = "速度提高速度"\nvalid = ["[速度]提"]\nmisleading = ["高速"]\n'
    path.write_bytes(written.encode("utf-8-sig"))
    (one,) = read_examples(path)
    assert one.marks == {(0, 2): Expected.VALID, (3, 5): Expected.MISLEADING}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("提高速度", "Line 1 is not valid TOML"),
        ("text = 1", "own.toml has no table [[sentences]]. Write [[sentences]]"),
        ("sentences = [1]", "has no table [[sentences]]"),
        ("[[sentences]]\nvalid = []", "sentence 1 has no text"),
        ('[[sentences]]\ntext = "提高"\nvalid = "提高"', "“valid” of sentence 1 is no list of n-grams"),
        ('[[sentences]]\ntext = "提高"\nmisleading = [""]', "“misleading” of sentence 1 is no list of n-grams"),
        ('[[sentences]]\ntext = "提高"\nvalid = ["高速"]', "sentence 1 has no “高速”"),
    ],
)
def test_a_file_of_something_else_is_one_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(WorkbenchError, match=re.escape(sentence)):
        read_examples(path)
    with pytest.raises(WorkbenchError, match="can't be read"):
        read_examples(tmp_path / "gone.toml")
