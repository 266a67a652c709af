"""How often each answer is right is known before training, and what a text lacks is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.masking.basic import Basic
from workbench.objectives.auditing import audit_stage
from workbench.objectives.balance import RARE, balance_note, class_balance, serve, sparse_note, token_balance
from workbench.objectives.capitalization import Capitalization
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.objective import PassageObjective
from workbench.objectives.sentence_distance import SentenceDistance
from workbench.objectives.sentence_reordering import SentenceReordering
from workbench.objectives.sentences import DocSentences, FullSentences
from workbench.text.analysis import Analyser
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

Build = Callable[..., Any]


def maker(corpus: Any, passage: PassageObjective) -> ExampleMaker:
    return ExampleMaker(corpus, PreviewStage(Basic(), passage), 64, 1)


def test_counts_are_those_of_the_passages_that_training_takes(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(300, (3, 8), (2, 6)), held_out=range(250, 300))
    distance = maker(corpus, SentenceDistance())
    plan = distance.plan(2)
    counts = class_balance(distance, epoch=2)
    assert list(counts) == list(SentenceDistance().answers)
    assert list(counts.values()) == np.bincount(plan.label).tolist()
    assert list(class_balance(distance, 90, epoch=2).values()) == np.bincount(plan.label[:90], minlength=3).tolist()
    held_out = class_balance(distance, evaluation=True)
    assert sum(held_out.values()) == len(distance.plan(0, evaluation=True)) < sum(counts.values())
    assert min(counts.values()) > sum(counts.values()) * 0.28


def test_answers_that_are_never_right_are_counted_too(make_corpus: Build) -> None:
    corpus = make_corpus([[4, 4]] * 30)
    counts = class_balance(maker(corpus, SentenceReordering(parts=4)))
    assert len(counts) == 33
    assert sum(counts.values()) == 30
    assert sum(list(counts.values())[3:]) == 0


def test_where_nothing_is_asked_there_is_nothing_to_count(make_corpus: Build) -> None:
    assert class_balance(maker(make_corpus([[4, 4]]), DocSentences())) == {}
    with pytest.raises(WorkbenchError, match="Sentence distance"):
        class_balance(maker(make_corpus([[4, 4]]), SentenceDistance()))


def test_rare_answers_are_named() -> None:
    assert balance_note("Discourse relation", {"however": RARE, "so": 500}) is None
    note = balance_note("Discourse relation", {"however": RARE - 1, "so": 500, "thus": 0})
    assert note is not None
    assert note.render(str) == (
        "“Discourse relation”: 2 of 3 answers are right fewer than 10 times in the training text (thus, however)."
    )
    many = balance_note("Discourse relation", {str(number): 0 for number in range(20)})
    assert many is not None
    assert many.render(str).endswith("(0, 1, 2, 3, 4, 5, 6, 7, …).")


def test_tokens_are_counted_under_the_masks_of_the_epoch(cased: PreparedCorpus) -> None:
    asking = ExampleMaker(cased, PreviewStage(Basic(), FullSentences(), tokens=(Capitalization(),)), 48, 1)
    plan = asking.plan(0)
    labels = asking.token_labels(asking.make(plan, range(len(plan)), 0))["capitalization"]
    counts = token_balance(asking, plan)["capitalization"]
    assert counts == {"small": int((labels == 0).sum()), "capital": int((labels == 1).sum())}
    served = serve(asking)
    assert served.counts == {"capitalization": counts}
    assert (served.passages, served.refused) == (len(plan), {})
    audited = audit_stage(cased, asking.stage, length=48, passages=len(plan), seed=1)
    assert audited.answers == served.counts
    with pytest.raises(StoppedError):
        serve(asking, cancelled=lambda: True)


def test_what_can_be_asked_is_counted_though_something_else_can_not() -> None:
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"天地玄黄宇宙洪荒。"]
    vocabulary = Vocabulary.make("signs", VocabularyKind.CHARACTER, signs)
    documents = [["天地玄黄。", "宇宙洪荒。"]] * 30
    lone = PreparedCorpus.from_texts(documents, Analyser(vocabulary, UnitSettings()))
    stage = PreviewStage(Basic(), SentenceReordering(parts=2), tokens=(Capitalization(),))
    served = serve(ExampleMaker(lone, stage, 32, 1))
    assert served.counts.keys() == {"sentence_reordering"}
    assert "Capitalization can't be asked" in str(served.refused["capitalization"])
    nothing = serve(ExampleMaker(lone, replace(stage, passage=SentenceDistance()), 32, 1))
    assert nothing.counts == {}
    assert nothing.refused.keys() == {"", "sentence_distance", "capitalization"}
    assert {str(text) for text in nothing.refused.values()} == {str(nothing.refused[""])}


def test_questions_of_hardly_any_token_are_told() -> None:
    assert sparse_note("Capitalization", {"small": 90, "capital": 10}, 100) is None
    note = sparse_note("Capitalization", {"small": 90, "capital": 9}, 100)
    assert note is not None
    assert note.render(str) == "“Capitalization” is asked of 99 tokens in 100 passages: of less than one a passage."
