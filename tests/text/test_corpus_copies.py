"""Copies and the evaluation split, by hashes on disk; each against the same by plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.corpus_copies import HashFile, HashWriter, choose_evaluation, count_copies, first_ones


@pytest.fixture(autouse=True, params=[1 << 21, 16])
def _sorted_together(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and in many ranges and pieces."""
    monkeypatch.setattr("workbench.text.corpus_copies._SORTED_TOGETHER", request.param)
    monkeypatch.setattr("workbench.text.corpus_copies._PIECE", request.param)


def opened(hashes: Sequence[int], folder: Path) -> HashFile:
    writer = HashWriter(folder / "hashes")
    for value in hashes:
        writer.append(value.to_bytes(8, "little"))
    writer.close()
    file = HashFile(writer.path)
    assert file.length == len(hashes)
    return file


def chosen(hashes: Sequence[int], share: float) -> list[bool]:
    with TemporaryDirectory() as folder:
        return [bool(one) for one in choose_evaluation(opened(hashes, Path(folder)), share)]


def naive(hashes: Sequence[int], share: float) -> Iterator[bool]:
    """The smallest hashes as long as they fit; else the rarest."""
    copies = Counter(hashes)
    target, taken, kept = max(1, round(share * len(hashes))), 0, set()
    for value in sorted(value for value in copies if copies[value] <= target):
        taken += copies[value]
        if taken > target:
            break
        kept.add(value)
    if len(copies) > 1 and not kept:
        kept = {min(sorted(copies), key=lambda value: copies[value])}
    return (len(copies) > 1 and value in kept for value in hashes)


SPREAD = st.sampled_from([0, 1, 2, 5, 1 << 61, 1 << 62, 3 << 61, 1 << 63, (1 << 64) - 1])


@given(st.lists(SPREAD | st.integers(0, (1 << 64) - 1), min_size=1, max_size=60), st.floats(0.01, 0.5))
def test_the_split_is_that_of_plain_python(hashes: list[int], share: float) -> None:
    found = chosen(hashes, share)
    assert found == list(naive(hashes, share))
    sides = {value: {side for other, side in zip(hashes, found, strict=True) if other == value} for value in hashes}
    assert all(len(side) == 1 for side in sides.values()), "copies stay together"
    assert len(sides) == 1 or (any(found) and not all(found))


@given(st.lists(SPREAD, max_size=60))
def test_copies_are_those_of_plain_python(hashes: list[int]) -> None:
    with TemporaryDirectory() as folder:
        file = opened(hashes, Path(folder))
        assert count_copies(file) == len(hashes) - len(set(hashes))
        assert first_ones(file).tolist() == [value not in hashes[:place] for place, value in enumerate(hashes)]
        twice = HashWriter(Path(folder) / "twice")
        twice.append_file(file)
        twice.append((7).to_bytes(8, "little"))
        twice.append_file(file)
        twice.close()
        assert [int(value) for _, piece in HashFile(twice.path).pieces() for value in piece] == [*hashes, 7, *hashes]


def test_the_share_is_kept(tmp_path: Path) -> None:
    hashes = np.random.default_rng(0).integers(0, 1 << 63, 200).tolist()
    assert sum(chosen(hashes, 0.05)) == 10
    assert not any(chosen(hashes, 0.0))
    order = np.random.default_rng(1).permutation(200)
    mixed = [hashes[place] for place in order]
    assert [chosen(hashes, 0.05)[place] for place in order] == chosen(mixed, 0.05)


def test_many_copies_of_one_document_do_not_become_the_evaluation() -> None:
    assert sum(chosen([1] * 200 + [5, 9], 0.05)) == 2
