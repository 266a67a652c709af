"""Under which masks a run is evaluated."""

from __future__ import annotations

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark
from workbench.masking.basic import Basic
from workbench.masking.registry import Masking
from workbench.masking.strategy import Selection
from workbench.masking.whole_word import WholeWord


class EvaluationMasks(Labelled):
    """Whose masks: ``shared`` hides the same tokens in every run on a corpus, however it masks while it trains;
    ``words`` hides the same words of its text, also in runs whose vocabularies cut these otherwise."""

    SHARED = "shared", mark("Shared")
    WORDS = "words", mark("Same words")
    STAGE = "stage", mark("Of each stage")


class EvaluationSpec(Config):
    """How the evaluation split is masked; the draw itself has one fixed seed."""

    masks: EvaluationMasks = option(
        EvaluationMasks.SHARED,
        label=mark("Masks"),
        help=mark(
            "Losses of runs with different strategies can be compared only where all predict the same tokens. Bits "
            "per character can be compared between vocabularies where all predict the same words: each word of the "
            "segmenter is hidden with the rate of the masking below as its chance, by its place in the text."
        ),
    )
    masking: Masking = option(
        default_factory=Basic,
        label=mark("Masking"),
        help=mark("What hides tokens in evaluations where masks are the same for all runs."),
    )

    @property
    def shared(self) -> Masking | None:
        """The strategy that evaluations of all stages use; None where each has its own."""
        if not self.by_text:
            return self.masking if self.masks is EvaluationMasks.SHARED else None
        return WholeWord(
            rate=self.masking.rate,
            selection=Selection.INDEPENDENT,
            at_least_one=False,
            replacement=self.masking.replacement,
        )

    @property
    def by_text(self) -> bool:
        """Whether units are chosen by their place in the text, whatever tokens and passages they are part of."""
        return self.masks is EvaluationMasks.WORDS
