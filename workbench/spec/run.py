"""The whole experiment: corpus, vocabulary, units, encoder, stages and recipe."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer

from workbench.core.config import Config, option
from workbench.core.texts import mark
from workbench.masking.basic import Basic
from workbench.masking.registry import Masking
from workbench.objectives.registry import (
    PassageObjectiveSpec,
    TokenObjectiveSpec,
    default_passage,
    default_tokens,
)
from workbench.spec.encoder import EncoderSpec
from workbench.spec.evaluation import EvaluationSpec
from workbench.spec.generator import GeneratorSpec
from workbench.spec.ngrams import NgramSpec
from workbench.spec.probes import MOST_PROBES
from workbench.spec.task import TaskSpec
from workbench.spec.training import SHORTEST, TrainingSpec
from workbench.text.units import UnitSettings

CURRENT_VERSION = 2
NO_GENERATOR = "none"  #: what takes the generator or the n-grams of a preset away, as TOML has no null


class Stage(Config):
    """A part of a run with one way of making examples.

    ``share`` is the stage's part of ``training.steps`` relative to the other stages. Stages that go ``together`` are a
    group, whose steps take turns (:mod:`workbench.spec.stage_groups`). A group has one warm-up, which its first stage
    may have of its own.
    """

    name: str = option("main", label=mark("Name"))
    share: float = option(1.0, label=mark("Share of steps"), gt=0.0, le=1e9)
    together: bool = option(
        False,
        label=mark("With the stage before"),
        help=mark("Takes its steps among those of the stage before, by their shares; off begins when that one ends."),
    )
    corpus: str = option("", label=mark("Corpus"), help=mark("Of this stage; empty takes the run's."), chosen=True)
    passage: PassageObjectiveSpec = option(default_factory=default_passage, label=mark("Passages"))
    masking: Masking = option(default_factory=Basic, label=mark("Masking"))
    dynamic: bool = option(
        True,
        label=mark("Dynamic masks"),
        help=mark("New masks in every epoch; off repeats those of the first epochs."),
    )
    dupe_factor: int = option(
        1,
        label=mark("Static copies"),
        help=mark("Without dynamic masks: after so many epochs, passages and masks of the first ones come again."),
        ge=1,
        le=10**4,
    )
    length: int = option(
        0,
        label=mark("Sequence length"),
        unit=mark("tokens"),
        help=mark("Of this stage; 0 takes that of the training."),
        ge=0,
        le=65536,
        step=SHORTEST,
    )
    batch_size: int = option(
        0,
        label=mark("Batch size"),
        help=mark("Of this stage; 0 takes that of the training."),
        ge=0,
        le=10**8,
        advanced=True,
    )
    warmup_steps: int | None = option(
        None,
        label=mark("Warm-up steps of the stage"),
        help=mark("Where the schedule begins anew with each stage, at the first one of a group; else the training's."),
        ge=0,
        le=10**9,
        advanced=True,
    )
    task: int = option(
        0,
        label=mark("Task id"),
        help=mark("Row of the encoder's table of tasks that this stage trains with; 0 where there is none."),
        ge=0,
        le=255,
        advanced=True,
    )
    tokens: tuple[TokenObjectiveSpec, ...] = option(
        default_factory=default_tokens, label=mark("Token objectives"), item=mark("Token objective {number}")
    )

    @field_validator("length")
    @classmethod
    def _is_none_or_long_enough(cls, length: int) -> int:
        if 0 < length < SHORTEST:
            raise ValueError(mark("A stage's sequence length is at least 8 tokens, or 0."))
        return length

    @model_serializer(mode="wrap")
    def _without_a_warmup_that_is_not_there(self, usual: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As in specs of before a stage could have one, and as TOML has no null."""
        data: dict[str, Any] = usual(self)
        return {name: value for name, value in data.items() if name != "warmup_steps" or value is not None}


_OPTIONAL = frozenset({"generator", "ngrams", "task"})  #: parts of a spec that may not be there


class RunSpec(Config):
    """An experiment as data: the same file starts it from the window and from a terminal."""

    version: int = option(CURRENT_VERSION, label=mark("Version"), ge=1, advanced=True)
    preset: str = option("", label=mark("Preset"), help=mark("A file that names one may leave out what it shares."))
    recipe: str = option("", label=mark("Recipe"), help=mark("Recipe of the preset: paper, local, or its own."))
    name: str = option("", label=mark("Name"))
    corpus: str = option("", label=mark("Corpus"), help=mark("Name in the project, or a path."))
    vocabulary: str = option("", label=mark("Vocabulary"), help=mark("Name in the project, or a path."))
    seed: int = option(1, label=mark("Seed"), ge=0, le=2**31 - 1)
    units: UnitSettings = option(default_factory=UnitSettings, label=mark("Words, phrases, entities"))
    encoder: EncoderSpec = option(default_factory=EncoderSpec, label=mark("Encoder"))
    generator: GeneratorSpec | None = option(
        None,
        label=mark("Generator (ELECTRA)"),
        help=mark(
            "A smaller encoder that replaces chosen tokens by its guesses, for objectives about replaced tokens."
        ),
    )
    ngrams: NgramSpec | None = option(
        None,
        label=mark("N-grams (ZEN)"),
        help=mark("An encoder of n-grams beside the encoder, whose vectors are added to the tokens that they cover."),
    )
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)] = option(
        default_factory=lambda: (Stage(),), label=mark("Stages"), item=mark("Stage {number}")
    )
    training: TrainingSpec = option(default_factory=TrainingSpec, label=mark("Training"))
    probes: Annotated[tuple[str, ...], Field(max_length=MOST_PROBES)] = option(
        (),
        label=mark("Probe sentences"),
        help=mark(
            "Fixed sentences whose predictions are kept at every evaluation: [MASK] asks for a token, words in double "
            "brackets, as [[here]], are hidden and asked for."
        ),
        advanced=True,
    )
    evaluation: EvaluationSpec = option(default_factory=EvaluationSpec, label=mark("Evaluation"))
    task: TaskSpec | None = option(
        None, label=mark("Task"), help=mark("What the weights to start from are tried on, instead of pretraining.")
    )

    @field_validator("generator", "ngrams", mode="before")
    @classmethod
    def _may_be_taken_away(cls, value: Any) -> Any:
        return None if value == NO_GENERATOR else value

    @model_serializer(mode="wrap")
    def _without_what_is_not_there(self, usual: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A part that is not there is not written, as in specs of before there were any, and as TOML has no null; one
        that the spec's preset would bring is written as taken away."""
        from workbench.spec.presets import brought_by

        data: dict[str, Any] = usual(self)
        absent = {name for name in _OPTIONAL if data.get(name, "") is None}
        taken = absent & brought_by(self.preset, self.recipe) if absent and self.preset else set()
        return {
            name: NO_GENERATOR if name in taken else value
            for name, value in data.items()
            if name not in absent or name in taken
        }
