"""Questions about single tokens that the text itself answers: labels of their own, beside those of the masks."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.texts import mark
from workbench.masking.strategy import IGNORE, MaskedBatch
from workbench.objectives.objective import TokenObjective
from workbench.text.document import Ints
from workbench.text.document_counts import DocumentCounts
from workbench.text.pack import PassagePlan, PassageVocabulary, TokenSource


class LabelVocabulary(PassageVocabulary, Protocol):
    """What labels need to know of a vocabulary."""

    @property
    def name(self) -> str:
        """Its name, for messages."""

    @property
    def lowers_text(self) -> bool:
        """Whether its tokens are those of lower-cased text."""


class LabelSource(TokenSource, Protocol):
    """A prepared corpus, as far as labels need it."""

    @property
    def spans(self) -> NDArray[np.int32]:
        """Where each token [T, 2] stands in its sentence, in characters."""

    @property
    def vocabulary(self) -> LabelVocabulary:
        """What the ids mean."""

    @property
    def document_counts(self) -> DocumentCounts:
        """How often documents hold their tokens."""

    def texts_of(self, begin: int, end: int, /) -> list[str]:
        """The texts of the sentences ``begin`` to ``end``, as they were imported."""


class TokenQuestion(TokenObjective):
    """Which of ``classes`` answers is right for each token of a passage. All that are asked take part in one reading of
    the passage, whatever else is asked of it; the loss is a mean over the tokens that have a label.

    Subclasses set ``classes`` and ``answers``, and implement :meth:`answer`. Labels are those of the text as it is
    before masking. A chosen token is asked about only where ``chosen_too`` says so: it may not be there to be seen.
    ``of_passage`` says that an answer depends on what else is in the passage.
    """

    of_passage: ClassVar[bool] = False

    chosen_too: bool = option(
        False,
        label=mark("Ask about chosen tokens too"),
        help=mark("Also about tokens that are hidden or replaced, which then have to be guessed from their context."),
        advanced=True,
    )

    def labels(self, masked: MaskedBatch, source: LabelSource) -> NDArray[np.int64]:
        """The right answers [T] of a batch that was made from ``source``, :data:`IGNORE` where nothing is asked: never
        at special tokens and unknown text."""
        batch = masked.passages
        asked = (batch.token >= 0) & ~np.asarray(source.vocabulary.is_special)[batch.ids]
        if not self.chosen_too:
            asked[masked.picks.position] = False
        labels = np.full(len(batch.ids), IGNORE, dtype=np.int64)
        places = asked.nonzero()[0]
        labels[places] = self.answer(masked, places, source)
        return labels

    @abstractmethod
    def answer(self, masked: MaskedBatch, places: Ints, source: LabelSource) -> Ints:
        """The right answers [n] for tokens of the text at flat ``places`` [n] of a batch, :data:`IGNORE` for none."""

    @abstractmethod
    def check(self, source: LabelSource, plan: PassagePlan) -> None:
        """Raise :class:`WorkbenchError` where the passages of a plan have nothing that could be asked and learnt."""
