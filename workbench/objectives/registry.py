"""All objectives by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.objectives.capitalization import Capitalization
from workbench.objectives.click_relevance import ClickRelevance
from workbench.objectives.dialogue import Dialogue
from workbench.objectives.discourse_relation import DiscourseRelation
from workbench.objectives.generator import GeneratorAdversarial, GeneratorMlm
from workbench.objectives.ir_relevance import RelevanceProxy
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.objective import PassageObjective, TokenObjective
from workbench.objectives.replaced import AllTokensMlm, ReplacedMlm, ReplacedToken
from workbench.objectives.sentence_distance import SentenceDistance
from workbench.objectives.sentence_order import SentenceOrder
from workbench.objectives.sentence_pair import SentencePair
from workbench.objectives.sentence_reordering import SentenceReordering
from workbench.objectives.sentences import DocSentences, FullSentences
from workbench.objectives.token_document import TokenDocument

PassageObjectiveSpec = Annotated[
    NextSentence
    | SentenceOrder
    | SentencePair
    | SentenceReordering
    | SentenceDistance
    | DiscourseRelation
    | ClickRelevance
    | RelevanceProxy
    | FullSentences
    | DocSentences
    | Dialogue,
    Field(discriminator="kind"),
]
TokenObjectiveSpec = Annotated[
    MaskedLanguageModel
    | GeneratorMlm
    | GeneratorAdversarial
    | ReplacedToken
    | ReplacedMlm
    | AllTokensMlm
    | Capitalization
    | TokenDocument,
    Field(discriminator="kind"),
]

PASSAGE_OBJECTIVES: Registry[type[PassageObjective]] = Registry(
    mark("passage objective"),
    {
        "next-sentence": NextSentence,
        "sentence-order": SentenceOrder,
        "sentence-pair": SentencePair,
        "sentence-reordering": SentenceReordering,
        "sentence-distance": SentenceDistance,
        "discourse-relation": DiscourseRelation,
        "ir-relevance": ClickRelevance,
        "ir-relevance-proxy": RelevanceProxy,
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
        "capitalization": Capitalization,
        "token-document": TokenDocument,
    },
)


def default_passage() -> FullSentences:
    """The passages of a new stage: whole sentences, nothing asked of the passage."""
    return FullSentences()


def default_tokens() -> tuple[MaskedLanguageModel, ...]:
    """The token objectives of a new stage."""
    return (MaskedLanguageModel(),)
