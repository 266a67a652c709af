"""The strategies that choose by one rule each, by name; a mixture is made of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.masking.basic import Basic
from workbench.masking.electra import Electra
from workbench.masking.entity import Entity
from workbench.masking.ernie import Ernie
from workbench.masking.frequency import Frequency
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.pmi import Pmi
from workbench.masking.similar import Similar
from workbench.masking.span import Span
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.whole_word import WholeWord

SINGLES: dict[str, type[MaskingStrategy]] = {
    "basic": Basic,
    "whole-word": WholeWord,
    "phrase": Phrase,
    "entity": Entity,
    "ngram": Ngram,
    "span": Span,
    "pmi": Pmi,
    "frequency": Frequency,
    "similar": Similar,
    "ernie": Ernie,
    "electra": Electra,
}

AnySingle = Basic | WholeWord | Phrase | Entity | Ngram | Span | Pmi | Frequency | Similar | Ernie | Electra

SingleMasking = Annotated[AnySingle, Field(discriminator="kind")]
