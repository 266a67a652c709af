"""What a model would weigh with other things shared and other widths of its tables (the tables of sheet 3.6)."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.spec.encoder import EncoderSpec, Sharing
from workbench.spec.forecast import count_parameters
from workbench.spec.heads import heads_of
from workbench.spec.run import RunSpec

WIDTHS = (64, 128, 256, 768)  #: those of the paper


@dataclass(frozen=True)
class SharingChoice:
    """An encoder that differs in what layers share and in its embedding size; parameters with heads and without."""

    encoder: EncoderSpec
    total: int
    body: int
    current: bool


def sharing_table(spec: RunSpec, vocabulary_size: int) -> list[list[SharingChoice]]:
    """A row for each width, that of the model among them, rising; in it a choice for each :class:`Sharing`."""
    size = spec.encoder.vocabulary_size or vocabulary_size
    widths = sorted({*WIDTHS, spec.encoder.embedding_width})
    return [[_choice(spec, size, width, sharing) for sharing in Sharing] for width in widths]


def unshared_parameters(spec: RunSpec, vocabulary_size: int) -> int:
    """Parameters, heads included, of as deep a model whose layers share nothing; 0 where they don't share anyway."""
    encoder = spec.encoder
    if encoder.sharing is Sharing.NONE:
        return 0
    size = encoder.vocabulary_size or vocabulary_size
    return count_parameters(with_sharing(encoder, Sharing.NONE), size, heads_of(spec), spec.ngrams).total


def with_sharing(encoder: EncoderSpec, sharing: Sharing) -> EncoderSpec:
    """The encoder with other things shared and as deep as it is; where nothing is, groups are gone."""
    alone = {"groups": 1, "inner_layers": 1, "layers": encoder.passes} if sharing is Sharing.NONE else {}
    return encoder.model_copy(update={"sharing": sharing, **alone})


def _choice(spec: RunSpec, vocabulary_size: int, width: int, sharing: Sharing) -> SharingChoice:
    current = width == spec.encoder.embedding_width and sharing is spec.encoder.sharing
    encoder = spec.encoder
    if not current:
        narrow = 0 if width == encoder.hidden else width
        encoder = with_sharing(encoder, sharing).model_copy(update={"embedding_size": narrow})
    counts = count_parameters(encoder, vocabulary_size, heads_of(spec), spec.ngrams)
    return SharingChoice(encoder, counts.total, counts.body, current)
