"""All objectives by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.objectives.dialogue import Dialogue
from workbench.objectives.generator import GeneratorAdversarial, GeneratorMlm
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.objective import PassageObjective, TokenObjective
from workbench.objectives.replaced import AllTokensMlm, ReplacedMlm, ReplacedToken
from workbench.objectives.sentence_order import SentenceOrder
from workbench.objectives.sentence_pair import SentencePair
from workbench.objectives.sentences import DocSentences, FullSentences

PassageObjectiveSpec = Annotated[
    NextSentence | SentenceOrder | SentencePair | FullSentences | DocSentences | Dialogue, Field(discriminator="kind")
]
TokenObjectiveSpec = Annotated[
    MaskedLanguageModel | GeneratorMlm | GeneratorAdversarial | ReplacedToken | ReplacedMlm | AllTokensMlm,
    Field(discriminator="kind"),
]

PASSAGE_OBJECTIVES: Registry[type[PassageObjective]] = Registry(
    mark("passage objective"),
    {
        "next-sentence": NextSentence,
        "sentence-order": SentenceOrder,
        "sentence-pair": SentencePair,
        "full-sentences": FullSentences,
        "doc-sentences": DocSentences,
        "dialogue": Dialogue,
    },
)
TOKEN_OBJECTIVES: Registry[type[TokenObjective]] = Registry(
    mark("token objective"),
    {
        "mlm": MaskedLanguageModel,
        "generator-mlm": GeneratorMlm,
        "generator-adversarial": GeneratorAdversarial,
        "replaced-token": ReplacedToken,
        "replaced-mlm": ReplacedMlm,
        "all-tokens-mlm": AllTokensMlm,
    },
)


def default_passage() -> FullSentences:
    """The passages of a new stage: whole sentences, nothing asked of the passage."""
    return FullSentences()


def default_tokens() -> tuple[MaskedLanguageModel, ...]:
    """The token objectives of a new stage."""
    return (MaskedLanguageModel(),)
