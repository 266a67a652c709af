"""Blocks of sentences against a plain loop (sheet 2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.objectives.sentences import DocSentences, FullSentences
from workbench.text.pack import PassagePlan

KEY = derive(np.int64(1), 0, 0)
documents_of_lengths = st.lists(st.lists(st.integers(0, 30), max_size=8), max_size=6)


def pieces_of(plan: PassagePlan) -> list[list[tuple[int, int]]]:
    """Token ranges of each passage."""
    ranges = list(zip(plan.start.tolist(), plan.end.tolist(), strict=True))
    return [ranges[a:b] for a, b in zip(plan.piece_starts[:-1].tolist(), plan.piece_starts[1:].tolist(), strict=True)]


def naive_blocks(documents: list[list[int]], length: int, across: bool) -> list[list[tuple[int, int]]]:
    """Greedy packing, one sentence at a time."""
    blocks: list[list[tuple[int, int]]] = []
    block: list[tuple[int, int]] = []
    used, place = 0, 0
    for document in documents:
        first_of_document = True
        for sentence in document:
            for begin in range(0, sentence, length - 2):
                size = min(length - 2, sentence - begin)
                border = first_of_document and bool(block)
                if block and (used + size + border > length - 2 or (border and not across)):
                    blocks.append(block)
                    block, used, border = [], 0, False
                if block and not border:
                    block[-1] = (block[-1][0], place + size)
                else:
                    block.append((place, place + size))
                used += size + border
                place += size
                first_of_document = False
    return [*blocks, block] if block else blocks


@settings(max_examples=200, deadline=None)
@given(documents=documents_of_lengths, length=st.integers(8, 24), across=st.booleans())
def test_equals_a_plain_loop(
    make_corpus: Callable[..., Any], documents: list[list[int]], length: int, across: bool
) -> None:
    corpus = make_corpus(documents)
    objective = FullSentences() if across else DocSentences()
    plan = objective.plan(corpus, corpus.documents, length, KEY)
    assert pieces_of(plan) == naive_blocks(documents, length, across)
    assert (plan.lengths <= length).all()
    assert plan.example.tolist() == list(range(len(plan)))
    assert (plan.label == -100).all()


def test_chosen_documents_only(make_corpus: Callable[..., Any]) -> None:
    corpus = make_corpus([[5, 5], [6], [7, 7]])
    plan = FullSentences().plan(corpus, np.array([0, 2]), 64, KEY)
    assert pieces_of(plan) == [[(0, 10), (16, 30)]]
    assert plan.lengths.tolist() == [1 + 10 + 1 + 14 + 1]


def test_no_text_is_told(make_corpus: Callable[..., Any]) -> None:
    for documents in ([], [[0, 0]]):
        corpus = make_corpus(documents)
        with pytest.raises(WorkbenchError, match="no text"):
            FullSentences().check(corpus, corpus.documents, 32)
