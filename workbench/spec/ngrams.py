"""An n-gram encoder beside the encoder: what is known of n-grams is added to the tokens they cover (ERNIE sheet 3)."""

from __future__ import annotations

from workbench.core.config import Labelled, option
from workbench.core.texts import mark
from workbench.spec.encoder import MOST_LAYERS, EncoderSpec, PositionKind
from workbench.text.ngram_settings import NgramSettings

PADDING_ROWS = 1  #: of the n-gram table: row 0 is no n-gram's


class NgramOrder(Labelled):
    """What the n-gram encoder knows of the order of its n-grams, which are sorted from frequent to rare."""

    NONE = "none", mark("A set (ZEN 1)")
    RELATIVE = "relative", mark("Relative (ZEN 2)")


class NgramSpec(NgramSettings):
    """Which n-grams are given to the encoder, and the layers that they go through."""

    layers: int = option(
        6,
        label=mark("N-gram layers"),
        help=mark("Of the shape of the encoder's; later layers of the encoder are given what the last of these says."),
        ge=1,
        le=MOST_LAYERS,
    )
    order: NgramOrder = option(
        NgramOrder.NONE,
        label=mark("Order of n-grams"),
        help=mark("Relative: attention among the n-grams of a passage sees how far apart they stand in their order."),
    )
    rows: int = option(
        0,
        label=mark("Rows of the n-gram table"),
        help=mark("One for each entry of the lists, and one for padding; noted when a run is made of its lists."),
        ge=0,
        le=50_000_000,
        advanced=True,
    )

    @property
    def table_rows(self) -> int:
        """Rows of the table, that of padding at least."""
        return max(self.rows, PADDING_ROWS)


def ngram_encoder(encoder: EncoderSpec, ngrams: NgramSpec) -> EncoderSpec:
    """The n-gram layers as an encoder: of the encoder's own shape, sharing among themselves what its layers share."""
    relative = ngrams.order is NgramOrder.RELATIVE
    shape = {
        "layers": ngrams.layers,
        "groups": min(encoder.groups, ngrams.layers),
        "inner_layers": 1,
        "position_kind": PositionKind.RELATIVE if relative else PositionKind.ABSOLUTE,
    }
    return encoder.model_copy(update=shape)
