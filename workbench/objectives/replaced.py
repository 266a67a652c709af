"""What is asked of text in which a generator has replaced the chosen tokens (ELECTRA sheet 4.2, 4.5 and 4.7)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.config import Labelled, option
from workbench.core.texts import mark
from workbench.objectives.objective import TokenObjective


class Positions(Labelled):
    """Which tokens a detector is asked about."""

    ALL = "all", mark("All tokens")
    CHOSEN = "chosen", mark("Chosen tokens")


class ReplacedObjective(TokenObjective):
    """Asked of corrupted text; ``from_generator`` makes the second stage of two-stage training."""

    replaces: ClassVar[bool] = True

    from_generator: bool = option(
        False,
        label=mark("Begin with the generator's weights"),
        help=mark(
            "When the stage begins, the encoder takes over the weights of the generator, which has to be as large. For "
            "training in two stages: first the generator alone, then this."
        ),
        advanced=True,
    )


class ReplacedToken(ReplacedObjective):
    """Which tokens are not those of the text: 1 for a replaced one; a token guessed right counts as original."""

    title: ClassVar[str] = mark("Replaced tokens")
    head: ClassVar[str] = "replaced_token"
    kind: Literal["replaced-token"] = "replaced-token"

    weight: float = option(50.0, label=mark("Weight of the loss"), ge=0.0, le=1e6, step=1.0)
    positions: Positions = option(
        Positions.ALL,
        label=mark("Asked about"),
        help=mark("All tokens, [CLS] and [SEP] included, or only those guessed at (ELECTRA 15 %)."),
    )

    @property
    def loss(self) -> str:
        """A mean over chosen tokens is another quantity than one over all tokens, and has its own curve."""
        return self.head if self.positions is Positions.ALL else f"{self.head}_chosen"


class ReplacedMlm(ReplacedObjective):
    """Replace MLM: what stood at every chosen position, of text that has guesses there in place of [MASK]."""

    title: ClassVar[str] = mark("Replace MLM")
    head: ClassVar[str] = "replaced_mlm"
    kind: Literal["replaced-mlm"] = "replaced-mlm"


class AllTokensMlm(ReplacedObjective):
    """What stood at every position: the token that is there is copied with a probability of its own, else predicted."""

    title: ClassVar[str] = mark("All-Tokens MLM")
    head: ClassVar[str] = "all_tokens_mlm"
    kind: Literal["all-tokens-mlm"] = "all-tokens-mlm"
