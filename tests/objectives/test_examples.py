"""The one road from corpus to masks: what it depends on, and what not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.masking.basic import Basic
from workbench.masking.strategy import IGNORE
from workbench.masking.whole_word import WholeWord
from workbench.objectives.examples import ExampleMaker, PreviewStage, preview_plan
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentences import FullSentences

Build = Callable[..., Any]


@pytest.fixture(scope="module")
def corpus(make_corpus: Build, make_documents: Build) -> Any:
    return make_corpus(make_documents(60, (2, 12), (3, 25)), held_out=(7, 30))


def maker(corpus: Any, seed: int = 1, dynamic: bool = True, passage: Any = None, masking: Any = None) -> ExampleMaker:
    stage = PreviewStage(masking or WholeWord(), passage or NextSentence(), dynamic)
    return ExampleMaker(corpus, stage, 64, seed)


def masks_by_example(examples: ExampleMaker, epoch: int, evaluation: bool = False) -> dict[int, list[int]]:
    """Example number -> inputs and labels."""
    plan = examples.plan(epoch, evaluation)
    masked = examples.make(plan, range(len(plan)), epoch)
    starts = masked.passages.starts.tolist()
    return {
        int(example): [*masked.input_ids[a:b].tolist(), *masked.labels[a:b].tolist()]
        for example, a, b in zip(masked.passages.example, starts[:-1], starts[1:], strict=True)
    }


def test_alone_and_in_a_batch(corpus: Any) -> None:
    examples = maker(corpus)
    plan = examples.plan(3)
    together = examples.make(plan, range(len(plan)), 3)
    for row in (0, 5, len(plan) - 1):
        alone = examples.make(plan, [row], 3)
        begin, end = together.passages.starts[row : row + 2]
        assert alone.input_ids.tolist() == together.input_ids[begin:end].tolist()
        assert alone.labels.tolist() == together.labels[begin:end].tolist()


def test_every_passage_has_a_target(corpus: Any) -> None:
    masks = masks_by_example(maker(corpus), 0)
    assert all(any(label != IGNORE for label in values[len(values) // 2 :]) for values in masks.values())


def test_order_is_a_permutation_and_changes_with_the_epoch(corpus: Any) -> None:
    examples = maker(corpus, passage=FullSentences())
    orders = [examples.plan(epoch).example.tolist() for epoch in (0, 1, 0)]
    assert sorted(orders[0]) == list(range(len(orders[0])))
    assert orders[0] == orders[2]
    assert orders[0] != orders[1]
    assert orders[0] != sorted(orders[0])


def test_dynamic_masks_change_static_ones_do_not(corpus: Any) -> None:
    for passage in (NextSentence(), FullSentences()):
        dynamic, static = (maker(corpus, dynamic=flag, passage=passage) for flag in (True, False))
        assert masks_by_example(dynamic, 0) != masks_by_example(dynamic, 1)
        assert masks_by_example(static, 0) == masks_by_example(static, 1) == masks_by_example(dynamic, 0)
        assert static.plan(0).example.tolist() != static.plan(1).example.tolist()


def test_evaluation_is_the_same_for_all_runs_and_epochs(corpus: Any) -> None:
    first = masks_by_example(maker(corpus, seed=1), 0, evaluation=True)
    again = masks_by_example(maker(corpus, seed=99), 5, evaluation=True)
    assert first == again
    assert masks_by_example(maker(corpus, seed=1), 0) != masks_by_example(maker(corpus, seed=99), 0)


def test_evaluation_text_is_kept_apart(corpus: Any) -> None:
    borders = corpus.sentence_starts[corpus.document_starts]
    for passage in (NextSentence(), FullSentences()):
        for evaluation in (False, True):
            plan = maker(corpus, passage=passage).plan(0, evaluation)
            document = np.searchsorted(borders, plan.start, side="right") - 1
            assert (corpus.evaluation[document] == evaluation).all()


def test_a_single_held_out_document_borrows_wrong_answers(make_corpus: Build) -> None:
    corpus = make_corpus([[5, 5, 5], [6, 6, 6], [7, 7, 7, 7, 7, 7]], held_out=[2])
    plan = maker(corpus).plan(0, evaluation=True)
    assert len(plan)
    assert (plan.start[::2] >= 33).all()


def test_no_evaluation_split_no_passages(make_corpus: Build) -> None:
    corpus = make_corpus([[5, 5, 5], [6, 6, 6]])
    assert len(maker(corpus).plan(0, evaluation=True)) == 0


def test_what_cannot_be_trained_on_is_told(make_corpus: Build) -> None:
    corpus = make_corpus([[5], [6]])
    with pytest.raises(WorkbenchError, match="0 usable pairs"):
        maker(corpus).plan(0)


def test_the_preview_shows_the_masks_of_the_first_epoch(corpus: Any) -> None:
    plan = preview_plan(corpus, 64, 1, FullSentences())
    examples = maker(corpus, passage=FullSentences(), masking=Basic())
    shown = examples.make(plan, [4], 0)
    trained = examples.plan(0)
    row = trained.example.tolist().index(4)
    assert shown.input_ids.tolist() == examples.make(trained, [row], 0).input_ids.tolist()
