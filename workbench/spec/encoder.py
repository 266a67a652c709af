"""The encoder: a stack of transformer layers over embeddings (BERT, RoBERTa, ALBERT, ERNIE)."""

from __future__ import annotations

from pydantic import field_validator

from workbench.core.config import Config, Labelled, option
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark


class Activation(Labelled):
    """The non-linearity of the feed-forward layer and of the prediction head."""

    GELU = "gelu", mark("GELU")
    GELU_TANH = "gelu-tanh", mark("GELU (by tanh)")
    RELU = "relu", mark("ReLU")


class Initialisation(Labelled):
    """How weights begin: a normal distribution, cut at two standard deviations or not."""

    NORMAL = "normal", mark("Normal")
    TRUNCATED = "truncated-normal", mark("Truncated normal")


class PositionKind(Labelled):
    """How the encoder knows where a token stands: by a vector of a table, or by how far two tokens are apart."""

    ABSOLUTE = "absolute", mark("Table of positions")
    RELATIVE = "relative", mark("Relative (ZEN 2)")


class Sharing(Labelled):
    """What layers have in common."""

    NONE = "none", mark("Nothing")
    ALL = "all", mark("All weights")
    ATTENTION = "attention", mark("Attention")
    FEED_FORWARD = "feed-forward", mark("Feed-forward")


MOST_LAYERS = 96
#: The least embedding size, as of the hidden size.
_NARROWEST = 8


class EncoderSpec(Config):
    """Sizes and choices of the encoder; sheet sections 0.1, 0.2, 2.4, 3.1 and 3.2, ERNIE sheet 1.3 and 2.1."""

    layers: int = option(2, label=mark("Layers"), ge=1, le=MOST_LAYERS)
    hidden: int = option(128, label=mark("Hidden size"), ge=8, le=16384, step=64)
    heads: int = option(2, label=mark("Attention heads"), ge=1, le=256)
    feed_forward: int = option(512, label=mark("Feed-forward size"), ge=8, le=65536, step=64)
    sharing: Sharing = option(
        Sharing.NONE,
        label=mark("Shared by the layers"),
        help=mark(
            "Layers that share have one set of weights, each part with its norm (ALBERT). That saves parameters and "
            "what the optimizer keeps of them; compute and activations stay as they are."
        ),
    )
    groups: int = option(
        1,
        label=mark("Layer groups"),
        help=mark("Only layers of one group share: so many groups, each of layers that follow each other."),
        ge=1,
        le=MOST_LAYERS,
        advanced=True,
    )
    inner_layers: int = option(
        1,
        label=mark("Inner layers"),
        help=mark("So many different layers in each group; each layer goes through all of them, one after another."),
        ge=1,
        le=MOST_LAYERS,
        advanced=True,
    )
    embedding_size: int = option(
        0,
        label=mark("Embedding size"),
        help=mark(
            "Width of the word, position and segment tables, below the hidden size in ALBERT: a linear map leads from "
            "one to the other. 0 takes the hidden size, without a map."
        ),
        ge=0,
        le=16384,
        step=64,
    )
    vocabulary_size: int = option(
        0,
        label=mark("Vocabulary size"),
        help=mark("Rows of the word table; 0 takes the size of the vocabulary in use."),
        ge=0,
        le=2_000_000,
    )
    positions: int = option(
        512,
        label=mark("Position rows"),
        help=mark("Rows of the position table. With a position offset of 2 (RoBERTa), 512 tokens need 514 rows."),
        ge=8,
        le=65536,
    )
    position_kind: PositionKind = option(
        PositionKind.ABSOLUTE,
        label=mark("Positions"),
        help=mark(
            "A table of positions is added to the tokens. Relative ones have no table: attention is given sines of "
            "the distance between two tokens, and two vectors a head that weigh them (ZEN 2); position rows then only "
            "bound the length."
        ),
        advanced=True,
    )
    position_offset: int = option(
        0,
        label=mark("Position offset"),
        help=mark("Position of the first token: 0 in BERT, 2 in RoBERTa."),
        ge=0,
        le=16,
        advanced=True,
    )
    segments: int = option(2, label=mark("Segment types"), help=mark("2 in BERT, 1 in RoBERTa."), ge=1, le=16)
    task_types: int = option(
        0,
        label=mark("Task types"),
        help=mark(
            "Rows of a table of tasks: each stage names its row, whose vector is added to every token (ERNIE 2, which "
            "has 16). 0 has no such table."
        ),
        ge=0,
        le=256,
        advanced=True,
    )
    roles: int = option(
        0,
        label=mark("Dialogue roles"),
        help=mark(
            "Rows of a table of roles, which stands in for the segment table where passages are dialogues (ERNIE 1.0: "
            "2, question and response). 0 has no such table."
        ),
        ge=0,
        le=16,
        advanced=True,
    )
    pooler: bool = option(True, label=mark("Pooler"), help=mark("Dense layer and tanh on the first token."))
    activation: Activation = option(Activation.GELU, label=mark("Activation"))
    hidden_dropout: float = option(0.1, label=mark("Hidden dropout"), ge=0.0, lt=1.0, step=0.05)
    attention_dropout: float = option(0.1, label=mark("Attention dropout"), ge=0.0, lt=1.0, step=0.05)
    layer_norm_epsilon: float = option(1e-12, label=mark("LayerNorm epsilon"), gt=0.0, le=0.1, advanced=True)
    initialisation: Initialisation = option(Initialisation.TRUNCATED, label=mark("Initialisation"), advanced=True)
    initial_deviation: float = option(
        0.02, label=mark("Initial standard deviation"), gt=0.0, le=1.0, step=0.005, advanced=True
    )
    zero_padding_row: bool = option(
        False,
        label=mark("Padding row at zero"),
        help=mark("Keep the padding rows of the tables at zero (RoBERTa)."),
        advanced=True,
    )

    @field_validator("embedding_size")
    @classmethod
    def _is_none_or_wide_enough(cls, size: int) -> int:
        if 0 < size < _NARROWEST:
            raise ValueError(mark("An embedding size is at least 8, or 0."))
        return size

    def require_task(self, task: int) -> None:
        """Raise :class:`ArgumentError` where the table of tasks has no such row; without a table there is task 0 alone,
        which changes nothing."""
        if task in range(max(1, self.task_types)):
            return
        if not self.task_types:
            template, hint = mark("This model has no table of tasks, and so no task id {task}."), mark("Leave it at 0.")
            raise ArgumentError(template, hint, task=task)
        last = self.task_types - 1
        raise ArgumentError(
            mark("This model has no task id {task}."), mark("Take one from 0 to {last}."), task=task, last=last
        )

    @property
    def passes(self) -> int:
        """How often tokens go through attention and feed-forward: L times the inner layers."""
        return self.layers * self.inner_layers

    @property
    def has_position_table(self) -> bool:
        """Whether tokens are given a vector for their place."""
        return self.position_kind is PositionKind.ABSOLUTE

    @property
    def embedding_width(self) -> int:
        """E, the width of the tables: the embedding size, or H where it is 0."""
        return self.embedding_size or self.hidden

    @property
    def maps_embeddings(self) -> bool:
        """Whether a map leads from E to H; where both are equal, there is none."""
        return self.embedding_width != self.hidden
