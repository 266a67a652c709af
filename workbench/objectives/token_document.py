"""ERNIE 2.0's token-document relation: whether a token occurs elsewhere in its document (ERNIE sheet 2.2, 2.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from workbench.core.config import option
from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.masking.strategy import IGNORE, MaskedBatch
from workbench.objectives.token_question import LabelSource, TokenQuestion
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan

ONLY_HERE, ELSEWHERE = 0, 1  #: answers


class TokenDocument(TokenQuestion):
    """1 for tokens whose id also occurs in their document outside of their passage, 0 for the others. The passage is
    what the paper calls a segment; of one with text of several documents, each token is looked up in its own.

    Nothing is asked about a document that is all in one passage. Ids are those of the text before masking.
    """

    title: ClassVar[str] = mark("Token–document")
    head: ClassVar[str] = "token_document"
    classes: ClassVar[int] = 2
    answers: ClassVar[tuple[str, ...]] = (mark("only here"), mark("elsewhere too"))
    of_passage: ClassVar[bool] = True
    kind: Literal["token-document"] = "token-document"

    punctuation: bool = option(False, label=mark("Punctuation too"), advanced=True)
    most_frequent: int = option(
        0,
        label=mark("Most frequent tokens left out"),
        help=mark(
            "Nothing is asked about so many tokens of the vocabulary, those that the corpus has most often, as the, "
            "which any document has elsewhere too; 0 asks about all."
        ),
        ge=0,
        le=10**6,
        advanced=True,
    )

    def answer(self, masked: MaskedBatch, places: Ints, source: LabelSource) -> Ints:
        """By counts of the whole document, less those of the passage."""
        batch = masked.passages
        text = (batch.token >= 0).nonzero()[0]
        found = source.document_counts.elsewhere(batch.token[text], batch.owner[text])
        row = text.searchsorted(places)
        asked = found.others[row] > 0
        asked &= ~self._left_out(batch.is_mark, batch.counts)[batch.ids[places]]
        return np.where(asked, np.where(found.same[row] > 0, ELSEWHERE, ONLY_HERE), IGNORE)

    def check(self, source: LabelSource, plan: PassagePlan) -> None:
        """A document that is in more than one passage, or not whole in its own."""
        passage = np.repeat(np.arange(len(plan)), np.diff(plan.piece_starts))
        sizes = plan.end - plan.start
        full = sizes > 0
        if np.any(source.document_counts.outside(plan.start[full], passage[full], sizes[full]) > 0):
            return
        raise WorkbenchError(
            mark("Which tokens occur elsewhere in their document can't be asked: every document is in one passage."),
            mark("Choose a corpus of longer documents or a shorter sequence length, or take the objective out."),
        )

    def _left_out(self, is_mark: Bools, counts: Ints) -> Bools:
        """Ids [V] that are not asked about; of those that are as frequent as the last one left out, all."""
        left_out = np.zeros(len(counts), dtype=np.bool_) if self.punctuation else is_mark.copy()
        if most := min(self.most_frequent, len(counts)):
            least = np.partition(counts, len(counts) - most)[len(counts) - most]
            left_out |= counts >= max(int(least), 1)
        return left_out
