"""The generator: a smaller encoder whose guesses replace the chosen tokens of a passage (ELECTRA sheet 4)."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark
from workbench.spec.encoder import EncoderSpec

_HEAD_WIDTH = 64  #: one attention head for so much width
SUGGESTED_WIDTHS = (0.25, 0.5)  #: shares of the encoder's width that did best in the paper


class GeneratorSharing(Labelled):
    """Which weights generator and encoder have in common, and not only alike."""

    NONE = "none", mark("Nothing")
    EMBEDDINGS = "embeddings", mark("Embeddings")
    ALL = "all", mark("The whole encoder")


class GeneratorSpec(Config):
    """Sizes of the generator as shares of the encoder's, what both share, and how guesses are drawn."""

    width: float = option(
        0.25,
        label=mark("Width"),
        help=mark("Hidden size as a share of the encoder's; 1/4 to 1/2 did best in the paper."),
        gt=0.0,
        le=4.0,
        step=0.05,
    )
    depth: float = option(
        1.0, label=mark("Depth"), help=mark("Layers as a share of the encoder's."), gt=0.0, le=4.0, step=0.25
    )
    sharing: GeneratorSharing = option(
        GeneratorSharing.EMBEDDINGS,
        label=mark("Shared weights"),
        help=mark(
            "Embeddings: the tables of words, positions and segments with their norm. The whole encoder needs a "
            "generator of the same size."
        ),
    )
    temperature: float = option(
        1.0,
        label=mark("Temperature"),
        help=mark("Of the guesses: below 1 the likely ones are drawn more often, above 1 less often."),
        ge=0.01,
        le=100.0,
        step=0.1,
        advanced=True,
    )
    disallow_correct: bool = option(
        False,
        label=mark("Never guess right"),
        help=mark("The token of the text is never drawn, so that every chosen token is replaced."),
        advanced=True,
    )


def generator_encoder(encoder: EncoderSpec, generator: GeneratorSpec) -> EncoderSpec:
    """The generator's encoder: as the run's own, but for its sizes and without a pooler.

    One attention head for every 64 of its width, feed-forward layers four times as wide, and tables as wide as those of
    the run's encoder.
    """
    if is_as_large(generator) or generator.sharing is GeneratorSharing.ALL:
        return encoder.model_copy(update={"pooler": False})
    hidden = max(1, round(encoder.hidden * generator.width))
    layers = max(1, round(encoder.layers * generator.depth))
    sizes = {
        "layers": layers,
        "groups": min(encoder.groups, layers),
        "hidden": hidden,
        "heads": max(1, hidden // _HEAD_WIDTH),
        "feed_forward": 4 * hidden,
        "embedding_size": encoder.embedding_width,
        "pooler": False,
    }
    return encoder.model_copy(update=sizes)


def is_as_large(generator: GeneratorSpec) -> bool:
    """Whether the generator has the sizes of the run's encoder, which sharing and taking over its weights need."""
    return generator.width == 1 and generator.depth == 1


@dataclass(frozen=True)
class GeneratorPlan:
    """A generator as it is built: its ``encoder``, its settings, and whether it learns against the detector, for which
    it has a baseline."""

    encoder: EncoderSpec
    settings: GeneratorSpec
    adversarial: bool = False
