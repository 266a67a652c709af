"""The heads that a spec's objectives ask for, by name: their sizes and compute (sheet 1.5, 1.7, 2.6, 3.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.objectives.generator import GeneratorAdversarial
from workbench.objectives.objective import Network
from workbench.objectives.replaced import ReplacedObjective
from workbench.spec.generator import GeneratorPlan, generator_encoder
from workbench.spec.run import RunSpec, Stage

#: Of hidden size H, embedding size E and vocabulary size V.
Formula = Callable[[int, int, int], int]


class Over(Enum):
    """Where a head computes: at chosen tokens, at all tokens, or once a passage, on the pooler's output."""

    CHOSEN = "chosen"
    TOKENS = "tokens"
    PASSAGES = "passages"


@dataclass(frozen=True)
class HeadFormula:
    """``parameters`` and forward ``multiply_adds`` by H, E and V, and what it is computed ``over``."""

    over: Over
    parameters: Formula
    multiply_adds: Formula


#: Dense H x E, LayerNorm, and the bias of the tied word table.
_VOCABULARY = HeadFormula(Over.CHOSEN, lambda h, e, v: h * e + 3 * e + v, lambda h, e, v: h * e + e * v)


def question_head(classes: int) -> HeadFormula:
    """One linear map from the vector of each token to the classes of a question about it."""
    return HeadFormula(Over.TOKENS, lambda h, e, v: classes * (h + 1), lambda h, e, v: classes * h)


TOKEN_HEADS: Registry[HeadFormula] = Registry(
    mark("head"),
    {
        "mlm": _VOCABULARY,
        # Dense H x H and H x 1.
        "replaced_token": HeadFormula(Over.TOKENS, lambda h, e, v: h * h + 2 * h + 1, lambda h, e, v: h * h + h),
        "replaced_mlm": _VOCABULARY,
        # A vocabulary head and H x 1.
        "all_tokens_mlm": HeadFormula(
            Over.TOKENS, lambda h, e, v: h * e + 3 * e + v + h + 1, lambda h, e, v: h * e + e * v + h
        ),
        "capitalization": question_head(2),
        "token_document": question_head(2),
    },
)
GENERATOR_HEAD = _VOCABULARY


def passage_head(classes: int) -> HeadFormula:
    """One linear map from the pooler's output to the classes of a passage objective."""
    return HeadFormula(Over.PASSAGES, lambda h, e, v: classes * (h + 1), lambda h, e, v: classes * h)


def heads_of(spec: RunSpec) -> dict[str, HeadFormula]:
    """The heads of the run's own network in all stages by name, those of tokens first; stages that ask the same share a
    head."""
    asked = [objective for stage in spec.stages for objective in stage.tokens if objective.network is Network.MAIN]
    heads = {objective.head: TOKEN_HEADS[objective.head] for objective in asked}
    asking = [stage.passage for stage in spec.stages if stage.passage.head]
    return heads | {passage.head: passage_head(passage.classes) for passage in asking}


def generator_plan(spec: RunSpec) -> GeneratorPlan | None:
    """The generator of a spec, with a baseline where a stage trains it against the detector; None without one."""
    if spec.generator is None:
        return None
    adversarial = any(isinstance(one, GeneratorAdversarial) for stage in spec.stages for one in stage.tokens)
    return GeneratorPlan(generator_encoder(spec.encoder, spec.generator), spec.generator, adversarial)


def loss_weights(stage: Stage) -> dict[str, float]:
    """Weights of a stage's losses by name, without those of weight 0."""
    weights = {objective.loss: objective.weight for objective in stage.tokens}
    if stage.passage.head:
        weights[stage.passage.head] = stage.passage.weight
    return {name: weight for name, weight in weights.items() if weight}


def readings(stage: Stage) -> int:
    """How often the run's own network reads a passage of a stage: masked text, text with the generator's guesses, both,
    or none where the generator trains alone. Questions about tokens or the passage are put to what is read anyway."""
    main = [objective for objective in stage.tokens if objective.network is Network.MAIN and objective.weight]
    corrupted = any(objective.replaces for objective in main)
    masked = any(not (objective.replaces or objective.classes) for objective in main)
    if not (corrupted or masked):
        return int(bool(main or (stage.passage.head and stage.passage.weight)))
    return corrupted + masked


def generator_passes(stage: Stage) -> int:
    """Of a stage, 3 where it trains the generator, 1 where it only has it guess, 0 where it has no use for it."""
    asked = [objective for objective in stage.tokens if objective.weight]
    if any(objective.network is Network.GENERATOR for objective in asked):
        return 3
    return int(any(objective.replaces for objective in asked))


def takes_over(stage: Stage) -> bool:
    """Whether a stage begins with the weights of the generator in the run's own network."""
    return any(isinstance(objective, ReplacedObjective) and objective.from_generator for objective in stage.tokens)


def tells_replaced(spec: RunSpec) -> bool:
    """Whether a run has a generator, or a head that tells replaced tokens."""
    return spec.generator is not None or not {"replaced_token", "all_tokens_mlm"}.isdisjoint(heads_of(spec))
