"""Passages as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.document import Layers, UnitKind, Units
from workbench.text.pack import PassagePlan, assemble, within


@dataclass(frozen=True)
class Letters:
    """A vocabulary of letters, a comma and a full stop of Chinese, one of them in byte letters."""

    tokens: tuple[str, ...] = (
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "，",
        "ï¼Į",
        "##!",
        "Ġ,",
        "##",
        "a",
        "字",
        "Ġa",
    )
    fingerprint: str = "letters"
    cls_id: int = 2
    sep_id: int = 3
    unk_id: int = 1

    @property
    def is_special(self) -> np.ndarray:
        return np.arange(len(self.tokens)) < 5


@dataclass(frozen=True)
class Text:
    """Three sentences of 4, 3 and 5 tokens in two documents."""

    ids: np.ndarray
    layers: Layers
    sentence_starts: np.ndarray = field(default_factory=lambda: np.array([0, 4, 7, 12]))
    paragraph_starts: np.ndarray = field(default_factory=lambda: np.arange(4))
    document_starts: np.ndarray = field(default_factory=lambda: np.array([0, 2, 3]))
    vocabulary: Letters = field(default_factory=Letters)
    unigram_counts: np.ndarray = field(default_factory=lambda: np.arange(12))


@pytest.fixture
def text() -> Text:
    ids = np.array([10, 5, 10, 11, 1, 10, 10, 4, 11, 11, 5, 10], np.uint16)
    words = Units.make([0, 2, 4, 5, 7, 9], [2, 4, 5, 7, 9, 12], UnitKind.WORD, [1, 2, 3, 4, 5, 6])
    return Text(ids, {UnitKind.WORD: words, UnitKind.PHRASE: Units.make([7], [11], UnitKind.PHRASE)})


@pytest.fixture
def plan() -> PassagePlan:
    """A pair cut on both sides, and a passage of two documents."""
    return PassagePlan(
        piece_starts=np.array([0, 2, 4]),
        start=np.array([1, 8, 0, 7]),
        end=np.array([6, 11, 4, 12]),
        segment=np.array([0, 1, 0, 0], np.int8),
        separators=np.array([1, 1, 1, 1], np.int8),
        label=np.array([1, -100], np.int32),
        example=np.array([5, 6]),
    )


def pairs(units: Units) -> list[tuple[int, int]]:
    return list(zip(units.start.tolist(), units.end.tolist(), strict=True))


def test_arrays_of_a_pair(text: Text, plan: PassagePlan) -> None:
    batch = assemble(text, plan, np.array([0]))
    assert batch.ids.tolist() == [2, 5, 10, 11, 1, 10, 3, 11, 11, 5, 3]
    assert batch.starts.tolist() == [0, 11]
    assert batch.segment.tolist() == [0] * 7 + [1] * 4
    assert batch.part.tolist() == [-1, 0, 0, 0, 1, 1, -1, 2, 2, 2, -1]
    assert batch.token.tolist() == [-1, 1, 2, 3, 4, 5, -1, 8, 9, 10, -1]
    assert batch.label.tolist() == [1]
    assert batch.example.tolist() == [5]
    assert batch.ids.dtype == np.int32


@pytest.mark.parametrize("token", [13, -1])
def test_ids_that_no_vocabulary_has_are_refused(text: Text, plan: PassagePlan, token: int) -> None:
    ids = text.ids.astype(np.int32)
    ids[11] = 12
    assemble(Text(ids, text.layers), plan, np.array([0, 1]))
    ids[11] = token
    assemble(Text(ids, text.layers), plan, np.array([0]))  # reads only the tokens 1 to 11
    with pytest.raises(WorkbenchError, match=rf"the token {token}, but the vocabulary has only the tokens 0 to 12\."):
        assemble(Text(ids, text.layers), plan, np.array([1]))


def test_layers_are_cut_to_the_passage(text: Text, plan: PassagePlan) -> None:
    batch = assemble(text, plan, np.array([0]))
    words = batch.layers[UnitKind.WORD]
    assert pairs(words) == [(1, 2), (2, 4), (4, 5), (5, 6), (7, 8), (8, 10)]
    assert words.label.tolist() == [1, 2, 3, 4, 5, 6]
    assert pairs(batch.layers[UnitKind.PHRASE]) == [(7, 10)]


def test_an_ngram_that_is_cut_is_none(text: Text, plan: PassagePlan) -> None:
    ngrams = Units.make([0, 1, 2, 4, 4, 8, 9], [3, 4, 6, 7, 6, 11, 12], UnitKind.NGRAM, [1, 2, 3, 4, 5, 6, 7])
    batch = assemble(Text(text.ids, {UnitKind.NGRAM: ngrams}), plan, np.array([0]))
    assert pairs(batch.layers[UnitKind.NGRAM]) == [(1, 4), (2, 6), (4, 6), (7, 10)]
    assert batch.layers[UnitKind.NGRAM].label.tolist() == [2, 3, 5, 6]


def test_punctuation_and_frequencies_come_along(text: Text, plan: PassagePlan) -> None:
    batch = assemble(text, plan, np.array([0]))
    assert np.flatnonzero(batch.is_mark[batch.ids]).tolist() == [1, 9]
    assert batch.counts.tolist() == list(range(12))


def test_special_ids_in_text_are_no_targets(text: Text, plan: PassagePlan) -> None:
    batch = assemble(text, plan, np.array([1]))
    assert batch.ids.tolist() == [2, 10, 5, 10, 11, 3, 4, 11, 11, 5, 10, 3]
    assert batch.maskable.tolist() == [False, True, True, True, True, False, False, True, True, True, True, False]
    assert batch.part.tolist() == [-1, 0, 0, 0, 0, -1, -1, 1, 1, 1, 1, -1]


def test_a_special_id_in_text_parts_its_sentence(text: Text, plan: PassagePlan) -> None:
    ids = text.ids.copy()
    ids[[1, 9]] = 4
    batch = assemble(Text(ids, text.layers), plan, np.array([1]))
    assert batch.part.tolist() == [-1, 0, -1, 1, 1, -1, -1, 2, -1, 3, 3, -1]


def test_rows_in_any_order_alone_or_together(text: Text, plan: PassagePlan) -> None:
    both = assemble(text, plan, np.array([1, 0]))
    alone = [assemble(text, plan, np.array([row])) for row in (1, 0)]
    assert both.ids.tolist() == alone[0].ids.tolist() + alone[1].ids.tolist()
    assert both.segment.tolist() == alone[0].segment.tolist() + alone[1].segment.tolist()
    assert both.lengths.tolist() == plan.lengths[[1, 0]].tolist()
    assert len(both.layers[UnitKind.WORD]) == sum(len(batch.layers[UnitKind.WORD]) for batch in alone)
    assert (np.diff(both.part[both.part >= 0]) >= 0).all()


def test_layers_that_are_not_asked_for_are_left_out(text: Text, plan: PassagePlan) -> None:
    assert not assemble(text, plan, np.array([0]), frozenset()).layers


def test_no_rows(text: Text, plan: PassagePlan) -> None:
    batch = assemble(text, plan, np.array([], dtype=np.int64))
    assert len(batch) == 0
    assert len(batch.ids) == 0


def test_a_batch_within_some_passages(text: Text, plan: PassagePlan) -> None:
    ngrams = Units.make([0, 1, 2, 8], [3, 4, 6, 11], UnitKind.NGRAM)
    batch = assemble(Text(text.ids, {**text.layers, UnitKind.NGRAM: ngrams}), plan, np.array([1, 0, 1]))
    for passages in ([True, False, True], [False, True, False], [False] * 3, [True] * 3):
        part = within(batch, np.array(passages))
        here = np.repeat(passages, batch.lengths)
        assert part.ids is batch.ids
        assert part.maskable.tolist() == (batch.maskable & here).tolist()
        assert set(part.layers) == set(batch.layers)
        for kind, units in part.layers.items():
            assert pairs(units) == [pair for pair in pairs(batch.layers[kind]) if here[pair[0]]]
