"""All masking strategies by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.masking.basic import Basic
from workbench.masking.electra import Electra
from workbench.masking.entity import Entity
from workbench.masking.ernie import Ernie
from workbench.masking.frequency import Frequency
from workbench.masking.mixture import Mixture
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.pmi import Pmi
from workbench.masking.similar import Similar
from workbench.masking.singles import SINGLES
from workbench.masking.span import Span
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.whole_word import WholeWord

Masking = Annotated[
    Basic | WholeWord | Phrase | Entity | Ngram | Span | Pmi | Frequency | Similar | Ernie | Electra | Mixture,
    Field(discriminator="kind"),
]

STRATEGIES: Registry[type[MaskingStrategy]] = Registry(mark("masking strategy"), {**SINGLES, "mixture": Mixture})
