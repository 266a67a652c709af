"""ERNIE's rule on the units of the file that was released with it (ERNIE sheet 1.2 and 1.6), where that lies."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.ernie import Ernie, Level
from workbench.text.document import PassageBatch

LINES = 4000  #: of the ten thousand that were released, whose figures the sheet has


@dataclass(frozen=True)
class Released:
    """Per line the lengths of its sequence [LINES] and its next-sentence label [LINES], and those of the units in each
    of its two sentences."""

    lengths: np.ndarray
    labels: np.ndarray
    units: list[list[list[int]]]


@pytest.fixture(scope="module")
def released(shared_data: Path) -> Released:
    lengths, labels, units = [], [], []
    with gzip.open(shared_data / "5_vocabs" / "ernie-1.0-zh" / "demo_train_ids_4000.txt.gz", "rt") as file:
        for line in file:
            ids, sentences, positions, marks, label = line.split(";")
            begins = np.array(marks.split(), dtype=np.int64)
            assert len(ids.split()) == len(sentences.split()) == len(positions.split()) == len(begins)
            special = np.flatnonzero(begins == -1)  # [CLS] and both [SEP]
            lengths.append(len(begins))
            labels.append(int(label))
            units.append([_units(begins[first + 1 : end]) for first, end in pairwise(special.tolist())])
    return Released(np.array(lengths), np.array(labels), units)


def _units(begins: np.ndarray) -> list[int]:
    """The lengths of units, each of which begins with a 0."""
    return np.diff([*np.flatnonzero(begins == 0), len(begins)]).tolist()


def test_the_file_is_what_the_sheet_says(released: Released) -> None:
    """Of all lines: 3,779 of 10,000 pairs are true, 95.33 tokens on average, at most 131; units of 1.4196 tokens."""
    assert len(released.labels) == LINES
    assert released.labels.mean() == pytest.approx(0.3779, abs=0.02)
    assert released.lengths.mean() == pytest.approx(95.33, abs=1.0)
    assert 125 < released.lengths.max() <= 131
    lengths = np.array([unit for sentences in released.units for sentence in sentences for unit in sentence])
    shares = np.bincount(lengths, minlength=5)[1:5] / len(lengths)
    assert shares == pytest.approx([0.5915, 0.3986, 0.0087, 0.0010], abs=0.004)
    assert lengths.mean() == pytest.approx(1.4196, abs=0.005)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_rule_gives_its_shares(
    released: Released, make_batch: Callable[..., PassageBatch], vocabulary: ReplacementVocabulary, seed: int
) -> None:
    """15 % of tokens, 0.8, 0.1 and 0.1 of them; by passage a deviation of 0.051, and 0.3 % without a target."""
    batch = make_batch(released.units)
    strategy, keys = Ernie(level=Level.WORD, at_least_one=False), example_keys(seed, 0, 0, batch.example)
    masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
    assert len(masked.picks.position) / int(batch.maskable.sum()) == pytest.approx(0.150, abs=0.0025)
    actions = np.bincount(masked.picks.action) / len(masked.picks.action)
    assert actions == pytest.approx([0.8, 0.1, 0.1], abs=0.006)
    share = np.bincount(batch.owner[masked.picks.position], minlength=LINES) / (np.diff(batch.starts) - 2)
    assert share.mean() == pytest.approx(0.150, abs=0.003)
    assert share.std() == pytest.approx(0.051, abs=0.004)
    assert np.mean(share == 0) == pytest.approx(0.003, abs=0.0025)
