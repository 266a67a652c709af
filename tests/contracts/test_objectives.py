"""What holds for every passage objective."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import sample_data
from workbench.core.seeding import derive
from workbench.model.heads import TOKEN_HEADS
from workbench.model.replaced import GENERATED, OF_GENERATOR
from workbench.objectives.click_relevance import NAMES
from workbench.objectives.objective import Network
from workbench.objectives.registry import PASSAGE_OBJECTIVES, TOKEN_OBJECTIVES
from workbench.spec.heads import TOKEN_HEADS as HEAD_FORMULAS
from workbench.text.analysis import Analyser
from workbench.text.answers import Answers
from workbench.text.pack import PassagePlan, assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.sentences import split_sentences
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

every_objective = pytest.mark.parametrize("kind", list(PASSAGE_OBJECTIVES))
every_length = pytest.mark.parametrize("length", [8, 64, 512])


@cache
def corpus() -> PreparedCorpus:
    """Fifty documents of the sample text, with answers that those objectives know which ask for them."""
    text = sample_data("zh", "encyclopedia.txt").read_text(encoding="utf-8")
    letters = sorted({letter.lower() for letter in text if letter.strip()})
    vocabulary = Vocabulary.make(
        "letters", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]
    )
    documents = [[s for line in block.split("\n") for s in split_sentences(line)] for block in text.split("\n\n")[:50]]
    prepared = PreparedCorpus.from_texts(
        [document for document in documents if document], Analyser(vocabulary, UnitSettings())
    )
    return replace(prepared, answers=Answers(NAMES, (np.arange(prepared.num_documents) % 3).astype(np.uint8)))


def plan(kind: str, length: int, epoch: int = 0) -> PassagePlan:
    documents = np.arange(corpus().num_documents)
    return PASSAGE_OBJECTIVES[kind]().plan(corpus(), documents, length, derive(np.int64(1), 0, epoch))


@every_length
@every_objective
def test_passages_fit_and_are_framed(kind: str, length: int) -> None:
    passages = plan(kind, length)
    batch = assemble(corpus(), passages, np.arange(len(passages)))
    vocabulary = corpus().vocabulary
    if not len(passages):  # two sentences do not fit into any length; that is told before
        with pytest.raises(WorkbenchError):
            PASSAGE_OBJECTIVES[kind]().check(corpus(), np.arange(corpus().num_documents), length)
        assert (kind, length) == ("sentence-order", 8)
        return
    assert batch.lengths.max() <= length
    assert batch.lengths.tolist() == passages.lengths.tolist()
    assert (batch.ids[batch.starts[:-1]] == vocabulary.cls_id).all()
    assert (batch.ids[batch.starts[1:] - 1] == vocabulary.sep_id).all()
    assert (np.add.reduceat(batch.maskable.astype(int), batch.starts[:-1]) > 0).all()
    assert set(np.unique(batch.segment)) <= set(range(PASSAGE_OBJECTIVES[kind]().segments))


@every_length
@every_objective
def test_tokens_are_those_of_their_sentences(kind: str, length: int) -> None:
    passages = plan(kind, length)
    batch = assemble(corpus(), passages, np.arange(len(passages)))
    text = batch.token >= 0
    place = batch.token[text]
    assert (batch.ids[text] == corpus().ids[place]).all()
    assert (text == (batch.part >= 0)).all()
    for units in batch.layers.values():
        assert (batch.part[units.start] == batch.part[units.end - 1]).all()
        assert (units.end[:-1] <= units.start[1:]).all()


@every_objective
def test_labels_are_classes_of_the_head(kind: str) -> None:
    objective = PASSAGE_OBJECTIVES[kind]()
    allowed = set(range(objective.classes)) if objective.head else {-100}
    found = {label for epoch in range(4) for label in plan(kind, 256, epoch).label.tolist()}
    assert found <= allowed
    assert found == allowed or (objective.uneven and len(found) > 2)
    assert len(objective.answers) == objective.classes


@every_objective
def test_one_key_one_plan(kind: str) -> None:
    first, again = plan(kind, 64), plan(kind, 64)
    assert first.start.tolist() == again.start.tolist()
    assert first.label.tolist() == again.label.tolist()
    assert first.example.tolist() == list(range(len(first)))


@pytest.mark.parametrize("kind", ["full-sentences", "doc-sentences"])
@every_length
def test_blocks_use_every_token_once(kind: str, length: int) -> None:
    passages = plan(kind, length)
    assert passages.start[0] == 0
    assert passages.end[-1] == corpus().num_tokens
    assert (passages.start[1:] == passages.end[:-1]).all()


def test_token_objectives_have_heads() -> None:
    objectives = [objective() for _, objective in TOKEN_OBJECTIVES.items()]
    names = [objective.loss for objective in objectives]
    assert len(set(names)) == len(names)
    for objective in objectives:
        assert (objective.head in HEAD_FORMULAS) == (objective.head in TOKEN_HEADS)
        assert (objective.head in TOKEN_HEADS) == (objective.network is Network.MAIN)
        assert (objective.loss in GENERATED) == objective.needs_generator
        assert (objective.loss in OF_GENERATOR) == (objective.network is Network.GENERATOR)


@every_length
@every_objective
def test_passages_are_counted_without_being_made(kind: str, length: int) -> None:
    objective, documents = PASSAGE_OBJECTIVES[kind](), np.arange(corpus().num_documents)
    for epoch in range(5):
        key = derive(np.int64(1), 0, epoch)
        assert objective.count(corpus(), documents, length, key) == len(plan(kind, length, epoch))
    assert objective.count(corpus(), documents[:0], length, key) == 0


@every_objective
def test_only_redrawn_objectives_have_other_passages_in_another_epoch(kind: str) -> None:
    first, other = plan(kind, 64, 0), plan(kind, 64, 1)
    same = first.start.tolist() == other.start.tolist() and first.end.tolist() == other.end.tolist()
    assert same != PASSAGE_OBJECTIVES[kind]().redrawn
