"""From a prepared corpus to masked passages: the one road that trainer, terminal and window share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, derive, example_keys, purpose_code, uniforms
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.basic import Basic
from workbench.masking.strategy import MaskedBatch, MaskingStrategy
from workbench.objectives.explanation import Explanation, Origin
from workbench.objectives.objective import PassageObjective, TokenObjective
from workbench.objectives.sentences import DocSentences
from workbench.objectives.token_question import LabelSource, LabelVocabulary, TokenQuestion
from workbench.text.document import Bools, Ints, PassageBatch
from workbench.text.pack import PassagePlan, assemble
from workbench.text.similar import SimilarWords

#: Evaluation passages and masks are drawn with this seed, which no run can have: all runs on a corpus share them.
EVALUATION_SEED = -1


class ExampleVocabulary(LabelVocabulary, ReplacementVocabulary, Protocol):
    """What packing, masking and labels need to know of a vocabulary."""


class ExampleSource(LabelSource, Protocol):
    """A prepared corpus, as far as examples need it."""

    @property
    def evaluation(self) -> Bools:
        """Which documents [D] belong to the evaluation split."""

    @property
    def vocabulary(self) -> ExampleVocabulary:
        """What the ids mean."""

    @property
    def similar_words(self) -> SimilarWords | None:
        """The synonym tables in ids, if there are any."""


class StageSettings(Protocol):
    """The settings of a stage that decide what its examples are."""

    @property
    def passage(self) -> PassageObjective:
        """How passages are made."""

    @property
    def masking(self) -> MaskingStrategy:
        """How they are masked."""

    @property
    def tokens(self) -> Sequence[TokenObjective]:
        """What is asked of their tokens."""

    @property
    def dynamic(self) -> bool:
        """Whether each epoch has passages and masks of its own."""

    @property
    def dupe_factor(self) -> int:
        """After how many epochs passages and masks come again, where they are not dynamic."""


@dataclass(frozen=True)
class ExampleMaker:
    """Makes the examples of a stage; ``stage_number`` counts stages from 0, ``length`` is the most tokens a passage.
    With ``by_text`` a strategy that chooses each unit by itself does so by the place of the unit in the corpus: the
    same text is hidden whatever tokens it is cut into and whatever passages these stand in.

    Every draw is keyed by (seed, stage, epoch, example), so that any passage comes out the same alone, in a batch, in
    any order and in any process. Static masking repeats the passages and masks of the first epochs, in a new order.
    """

    source: ExampleSource
    stage: StageSettings
    length: int
    seed: int
    stage_number: int = 0
    by_text: bool = False

    def plan(self, epoch: int, evaluation: bool = False) -> PassagePlan:
        """The passages of an epoch, shuffled; those of the evaluation split in order, the same for every epoch.

        Raises :class:`WorkbenchError` where the training documents cannot make what the passage objective asks, or have
        nothing that a question about tokens could be put to.
        """
        passages = self.passages(epoch, evaluation)
        if evaluation:
            return passages
        draw = uniforms(self._epoch_key(epoch), "order of passages", np.arange(len(passages)))
        return passages.take(np.argsort(draw, kind="stable"))

    def passages(self, epoch: int, evaluation: bool = False) -> PassagePlan:
        """The passages of an epoch in the order of their documents."""
        made_of = self._origin(epoch, evaluation)
        documents, key = made_of.documents, made_of.key
        if not evaluation:
            self.stage.passage.check(self.source, documents, self.length)
            plan = self.stage.passage.plan(self.source, documents, self.length, key)
            for question in self.questions:
                question.check(self.source, plan)
            return plan
        plan = self.stage.passage.plan(self.source, documents, self.length, key, others=made_of.others)
        return replace(plan, evaluation=True)

    def _origin(self, epoch: int, evaluation: bool) -> Origin:
        """What the plan of an epoch is made from."""
        held_out = np.asarray(self.source.evaluation)
        documents = np.flatnonzero(held_out == evaluation)
        if not evaluation:
            return Origin(self.source, documents, self.length, self._passages_key(epoch))
        # A single held-out document has no other to take a wrong answer from; then the training text lends one.
        others = documents if len(documents) > 1 else np.arange(len(held_out))
        key = derive(np.int64(EVALUATION_SEED), purpose_code("passages"))
        return Origin(self.source, documents, self.length, key, others)

    def explain(self, plan: PassagePlan, rows: Sequence[int] | Ints, epoch: int) -> list[Explanation]:
        """What is behind the right answers about the passages ``rows`` of the plan of an epoch."""
        made_of = self._origin(epoch, plan.evaluation)
        return self.stage.passage.explain(plan, np.asarray(rows, dtype=np.int64), made_of)

    def check(self) -> None:
        """Raise :class:`WorkbenchError` where the training documents cannot make what the passage objective asks, or
        have nothing that a question about tokens could be put to."""
        if self.questions:
            self.passages(0)
            return
        documents = np.flatnonzero(~np.asarray(self.source.evaluation))
        self.stage.passage.check(self.source, documents, self.length)

    def count(self, epoch: int) -> int:
        """How many training passages an epoch has, without making them."""
        documents = np.flatnonzero(~np.asarray(self.source.evaluation))
        return self.stage.passage.count(self.source, documents, self.length, self._passages_key(epoch))

    def left_out(self, epoch: int) -> float:
        """The share of the training text that is in no passage of an epoch."""
        documents = np.flatnonzero(~np.asarray(self.source.evaluation))
        return self.stage.passage.left_out(self.source, documents, self.length, self._passages_key(epoch))

    def make(self, plan: PassagePlan, rows: Sequence[int] | Ints, epoch: int) -> MaskedBatch:
        """The passages ``rows`` of a plan, masked with the keys of ``epoch`` (of the evaluation split, if they are
        its)."""
        strategy = self.stage.masking
        batch = assemble(self.source, plan, np.asarray(rows, dtype=np.int64), strategy.reads)
        if self.by_text:
            batch = replace(batch, draws=draws_by_text(self.source, batch.token))
        return mask_passages(batch, strategy, self.source, self.keys(plan, batch.example, epoch))

    @property
    def questions(self) -> list[TokenQuestion]:
        """What is asked of single tokens with labels of its own, without what has no weight."""
        return [question for question in self.stage.tokens if isinstance(question, TokenQuestion) and question.weight]

    def token_labels(self, masked: MaskedBatch) -> dict[str, NDArray[np.int64]]:
        """The right answers [T] of a batch to each of these questions, by the name of the loss."""
        return {question.loss: question.labels(masked, self.source) for question in self.questions}

    def _passages_key(self, epoch: int) -> Keys:
        return derive(self._epoch_key(self._content_epoch(epoch)), purpose_code("passages"))

    def _content_epoch(self, epoch: int) -> int:
        return epoch if self.stage.dynamic else epoch % self.stage.dupe_factor

    def _epoch_key(self, epoch: int) -> Keys:
        return derive(np.int64(self.seed), self.stage_number, epoch)

    def keys(self, plan: PassagePlan, examples: Ints, epoch: int) -> Keys:
        """The keys [B] that the passages numbered ``examples`` [B] of a plan are masked with in an epoch."""
        if plan.evaluation:
            return example_keys(EVALUATION_SEED, 0, 0, examples)
        return example_keys(self.seed, self.stage_number, self._content_epoch(epoch), examples)

    def guessing_keys(self, plan: PassagePlan, examples: Ints, epoch: int) -> Keys:
        """The keys [B] that decide what a generator puts into these passages in an epoch: where masks come again, the
        guesses do not, but for those of evaluations."""
        if plan.evaluation:
            return self.keys(plan, examples, epoch)
        return example_keys(self.seed, self.stage_number, epoch, examples)


def draws_by_text(source: ExampleSource, tokens: Ints) -> NDArray[np.float64]:
    """Numbers in [0, 1) [t] of ``tokens`` [t] of a corpus (-1 for none), by sentence and first character alone."""
    place = np.maximum(tokens, 0)
    sentence = np.searchsorted(np.asarray(source.sentence_starts), place, side="right") - 1
    keys = derive(np.int64(EVALUATION_SEED), purpose_code("text"), sentence)
    return uniforms(keys, "select", np.asarray(source.spans)[place, 0])


def mask_passages(batch: PassageBatch, strategy: MaskingStrategy, source: ExampleSource, keys: Keys) -> MaskedBatch:
    """Choose units with ``keys`` [B] and replace them."""
    choice = strategy.choose(batch, keys)
    return apply_masks(batch, choice, strategy, source.vocabulary, keys, source.similar_words)


@dataclass(frozen=True)
class PreviewStage:
    """A stage for looking at: masks of a strategy on passages that stay within their document."""

    masking: MaskingStrategy
    passage: PassageObjective = field(default_factory=DocSentences)
    dynamic: bool = True
    dupe_factor: int = 1
    tokens: tuple[TokenObjective, ...] = ()


def preview_plan(source: ExampleSource, length: int, seed: int, passage: PassageObjective | None = None) -> PassagePlan:
    """The training passages of a corpus in the order of its documents, as the first epoch of a run has them."""
    return ExampleMaker(source, PreviewStage(Basic(), passage or DocSentences()), length, seed).passages(0)
