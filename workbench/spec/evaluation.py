"""Under which masks a run is evaluated."""

from __future__ import annotations

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark
from workbench.masking.basic import Basic
from workbench.masking.registry import Masking


class EvaluationMasks(Labelled):
    """Whose masks: ``shared`` hides the same tokens in every run on a corpus, however it masks while it trains."""

    SHARED = "shared", mark("Shared")
    STAGE = "stage", mark("Of each stage")


class EvaluationSpec(Config):
    """How the evaluation split is masked; the draw itself has one fixed seed."""

    masks: EvaluationMasks = option(
        EvaluationMasks.SHARED,
        label=mark("Masks"),
        help=mark("Losses of runs with different strategies can be compared only where all predict the same tokens."),
    )
    masking: Masking = option(
        default_factory=Basic,
        label=mark("Masking"),
        help=mark("What hides tokens in evaluations where masks are the same for all runs."),
    )

    @property
    def shared(self) -> Masking | None:
        """The strategy that evaluations of all stages use; None where each has its own."""
        return self.masking if self.masks is EvaluationMasks.SHARED else None
