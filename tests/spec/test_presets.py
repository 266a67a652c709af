"""Presets say what the papers say."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.core.errors import ArgumentError
from workbench.masking.ernie import Ernie, Level
from workbench.masking.ngram import Ngram
from workbench.masking.runs import RunOf
from workbench.masking.strategy import BudgetBase, Granularity, RandomPool, Rounding, Selection
from workbench.objectives.dialogue import Dialogue
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_order import LoneSentence, SentenceOrder
from workbench.objectives.sentences import FullSentences
from workbench.spec.check import problems
from workbench.spec.encoder import Activation, Sharing
from workbench.spec.heads import generator_plan
from workbench.spec.presets import default_recipe, load_preset, preset_names, recipe_names, reference_vocabulary_size
from workbench.spec.regimes import tasks_of
from workbench.spec.schedule import schedule
from workbench.spec.stage_groups import stage_at, stage_groups
from workbench.spec.task_plan import task_table
from workbench.spec.training import BatchUnit, DecayExclusion, OptimizerKind, Schedule

ELECTRA_SIZES = ("tiny", "small", "base", "large")
SIZES = ("tiny", "mini", "small", "medium", "base")
ALBERT_SIZES = ("tiny", "base", "large", "xlarge", "xxlarge")


def test_names_and_default_recipes() -> None:
    others = [f"{family}-{size}" for family in ("bert", "roberta") for size in SIZES]
    electra = [f"electra-{size}" for size in ELECTRA_SIZES]
    zen = [f"zen-{size}" for size in SIZES]
    ernie = [*(f"ernie-{size}" for size in SIZES), *(f"ernie2-{size}" for size in (*SIZES, "large"))]
    bert, roberta = others[: len(SIZES)], others[len(SIZES) :]
    assert preset_names() == [*(f"albert-{size}" for size in ALBERT_SIZES), *bert, *electra, *ernie, *roberta, *zen]
    assert [default_recipe(name) for name in ernie] == [*["local"] * 4, "paper", *["local"] * 4, "paper", "paper"]
    assert [default_recipe(name) for name in electra] == ["local", "local", "paper", "paper"]
    assert [default_recipe(f"albert-{size}") for size in ALBERT_SIZES] == ["local"] + ["v2"] * 4
    assert [default_recipe(f"bert-{size}") for size in SIZES] == ["local"] * 4 + ["paper"]
    assert recipe_names("roberta-tiny") == ["paper", "local"]
    assert (reference_vocabulary_size("bert-base"), reference_vocabulary_size("roberta-tiny")) == (30522, 50265)


def test_wrong_names_are_answered_with_the_nearest() -> None:
    with pytest.raises(ArgumentError, match="Did you mean “bert-tiny”"):
        load_preset("bert-tny")
    with pytest.raises(ArgumentError, match="Known: paper, local"):
        load_preset("bert-tiny", "papier")


def test_bert_as_published() -> None:
    """Also its two lengths, and its static masks in ten copies."""
    spec = load_preset("bert-base", "paper")
    assert [(span.length, span.first_step, span.last_step) for span in schedule(spec)] == [
        (128, 1, 900_000),
        (512, 900_001, 1_000_000),
    ]
    for stage in spec.stages:
        assert isinstance(stage.passage, NextSentence)
        assert (stage.dynamic, stage.dupe_factor) == (False, 10)
        masking = stage.masking
        assert (masking.budget, masking.rounding) == (BudgetBase.ALL, Rounding.NEAREST)
        assert masking.replacement.pool is RandomPool.ALL
    training = spec.training
    assert (training.steps, training.batch_size, training.warmup_steps) == (1_000_000, 256, 10_000)
    assert (training.learning_rate, training.adam_beta2, training.adam_epsilon) == (1e-4, 0.999, 1e-6)
    assert (training.schedule, training.bias_correction, training.gradient_clip) == (Schedule.BERT, False, 1.0)
    assert (spec.encoder.layer_norm_epsilon, spec.encoder.positions, spec.encoder.segments) == (1e-12, 512, 2)


def test_roberta_as_published() -> None:
    spec = load_preset("roberta-base", "paper")
    (stage,) = spec.stages
    assert isinstance(stage.passage, FullSentences)
    assert stage.dynamic
    training, encoder = spec.training, spec.encoder
    assert (training.steps, training.batch_size, training.warmup_steps) == (500_000, 8192, 24_000)
    assert (training.learning_rate, training.adam_beta2, training.gradient_clip) == (6e-4, 0.98, 0.0)
    assert (training.schedule, training.decay_power) == (Schedule.POLYNOMIAL, 1.0)
    assert (training.decay_exclusion, training.early_epsilon) == (DecayExclusion.NOTHING, True)
    assert (encoder.layer_norm_epsilon, encoder.positions, encoder.position_offset) == (1e-5, 514, 2)
    assert (encoder.segments, encoder.pooler, encoder.zero_padding_row) == (1, False, True)


def test_albert_as_published() -> None:
    spec = load_preset("albert-base", "paper")
    (stage,) = spec.stages
    assert isinstance(stage.passage, SentenceOrder)
    assert stage.passage.lone_sentence is LoneSentence.DROP
    assert isinstance(stage.masking, Ngram)
    assert (stage.masking.of, stage.masking.longest, stage.masking.rate) == (RunOf.WORD, 3, 0.15)
    assert (stage.dynamic, stage.dupe_factor) == (False, 40)
    training, encoder = spec.training, spec.encoder
    assert (training.optimizer, training.bias_correction) == (OptimizerKind.LAMB, False)
    assert (training.steps, training.batch_size, training.warmup_steps) == (125_000, 4096, 3_125)
    assert (training.learning_rate, training.gradient_clip, training.length) == (0.00176, 1.0, 512)
    assert (encoder.activation, encoder.sharing, encoder.embedding_size) == (Activation.GELU_TANH, Sharing.ALL, 128)


def test_albert_sizes_and_versions() -> None:
    """Sizes of sheet 3.6, xlarge with 16 heads; dropout of the first version but for xxlarge, of the second none."""
    sizes = {"base": (12, 768, 12), "large": (24, 1024, 16), "xlarge": (24, 2048, 16), "xxlarge": (12, 4096, 64)}
    for size, (layers, hidden, heads) in sizes.items():
        encoder = load_preset(f"albert-{size}").encoder
        assert (encoder.layers, encoder.hidden, encoder.heads) == (layers, hidden, heads)
        assert encoder.feed_forward == 4 * hidden
        for recipe, dropout in (("paper", 0.0 if size == "xxlarge" else 0.1), ("v2", 0.0)):
            one = load_preset(f"albert-{size}", recipe).encoder
            assert (one.hidden_dropout, one.attention_dropout) == (dropout, dropout)
        steps = load_preset(f"albert-{size}", "v2").training.steps
        assert steps == (10_000_000 if size == "base" else 3_000_000)


def test_ernie_as_published() -> None:
    """ERNIE sheet 1.1 and 1.2, and the options of the released script."""
    spec = load_preset("ernie-base", "paper")
    encoder, training = spec.encoder, spec.training
    assert (encoder.layers, encoder.hidden, encoder.heads, encoder.feed_forward) == (12, 768, 12, 3072)
    assert (encoder.activation, encoder.positions, encoder.segments) == (Activation.RELU, 513, 2)
    assert (encoder.hidden_dropout, encoder.attention_dropout, encoder.initial_deviation) == (0.1, 0.1, 0.02)
    assert (encoder.task_types, encoder.roles) == (0, 0)
    assert reference_vocabulary_size("ernie-base") == 18_000
    assert [stage.name for stage in spec.stages] == ["basic", "phrase", "entity"]
    for stage, level in zip(spec.stages, (Level.CHAR, Level.PHRASE, Level.ENTITY), strict=True):
        masking = stage.masking
        assert isinstance(masking, Ernie)
        assert (masking.level, masking.rate, masking.selection) == (level, 0.15, Selection.INDEPENDENT)
        assert (masking.at_least_one, masking.max_predictions) == (False, 0)
        assert (masking.replacement.mask, masking.replacement.random) == (0.8, 0.1)
        assert masking.replacement.per is Granularity.TOKEN
        assert isinstance(stage.passage, NextSentence)
        assert stage.dynamic
    assert (training.steps, training.length, training.learning_rate, training.warmup_steps) == (10**6, 512, 1e-4, 5_000)
    assert (training.batch_unit, training.batch_size) == (BatchUnit.TOKENS, 8 * 8192)
    assert [(span.first_step, span.last_step) for span in schedule(spec)] == [
        (1, 333_333), (333_334, 666_667), (666_668, 1_000_000)
    ]  # fmt: skip


def test_ernie_to_a_budget_differs_in_the_masks_alone() -> None:
    paper, budgeted = (load_preset("ernie-base", recipe) for recipe in ("paper", "budgeted"))
    for theirs, ours in zip(paper.stages, budgeted.stages, strict=True):
        assert (ours.masking.selection, ours.masking.replacement.per) == (Selection.BUDGET, Granularity.UNIT)
        assert ours.masking.at_least_one
        assert ours.model_copy(update={"masking": theirs.masking}) == theirs
    assert budgeted.model_copy(update={"stages": paper.stages, "recipe": "paper"}) == paper


@pytest.mark.parametrize(("recipe", "over"), [("dialogue", "paper"), ("local-dialogue", "local")])
def test_ernie_alternates_with_dialogues(recipe: str, over: str) -> None:
    """ERNIE sheet 1.3: an encoder shared by both tasks, roles of dialogues in a table of their own."""
    plain, spec = (load_preset("ernie-base", name) for name in (over, recipe))
    assert spec.stages[::2] == tuple(stage.model_copy(update={"share": 84.2}) for stage in plain.stages)
    assert spec.encoder == plain.encoder.model_copy(update={"roles": 2})
    assert spec.training == plain.training
    for masked, talk in zip(spec.stages[::2], spec.stages[1::2], strict=True):
        assert isinstance(talk.passage, Dialogue)
        assert (talk.together, talk.corpus, talk.share) == (True, "dialogue", 15.7)
        assert (talk.masking, talk.tokens) == (masked.masking, masked.tokens)
    assert not problems(spec)
    groups = stage_groups(spec.stages, spec.training.steps)
    talked = sum(group.counts[1] for group in groups)
    assert talked == pytest.approx(spec.training.steps * 15.7 / 99.9, abs=1)
    assert {stage_at(groups, step) for step in range(10)} == {0, 1}


@pytest.mark.parametrize(("size", "sizes"), [("base", (12, 768, 12, 3072)), ("large", (24, 1024, 16, 4096))])
def test_ernie2_as_published(size: str, sizes: tuple[int, ...]) -> None:
    """ERNIE sheet 2.1 and 2.5."""
    spec = load_preset(f"ernie2-{size}", "paper")
    encoder, training = spec.encoder, spec.training
    assert (encoder.layers, encoder.hidden, encoder.heads, encoder.feed_forward) == sizes
    assert (encoder.positions, encoder.segments, encoder.task_types) == (512, 4, 16)
    assert (training.adam_beta1, training.adam_beta2) == (0.9, 0.98)
    assert (training.batch_unit, training.batch_size) == (BatchUnit.TOKENS, 393_216)
    assert (training.schedule, training.warmup_steps, training.learning_rate) == (Schedule.NOAM, 4_000, 5e-5)
    chinese = load_preset(f"ernie2-{size}", "chinese")
    rate = {"learning_rate": 1.28e-4}
    assert chinese.training == training.model_copy(update=rate)


@pytest.mark.parametrize(
    ("recipe", "names"),
    [
        (
            "paper",
            ["knowledge-masking", "capitalization", "token-document", "sentence-reordering", "discourse-relation"],
        ),
        (
            "chinese",
            [
                "knowledge-masking",
                "sentence-reordering",
                "sentence-distance",
                "discourse-relation",
                "ir-relevance-proxy",
            ],
        ),
    ],
)
def test_ernie2_adds_a_task_a_stage(recipe: str, names: list[str]) -> None:
    """ERNIE sheet 2.2 (the languages) and 2.4: with T = 5, N = 50,000 and r = 10,000 task t has N - r(T - t) steps in
    stage t and r in each later one."""
    spec = load_preset("ernie2-base", recipe)
    assert spec.training.restart_schedule
    assert spec.training.steps == 250_000
    own = 50_000 - 10_000 * (4 - np.arange(5))
    table = task_table(spec)
    assert [row.name for row in table] == names
    for place, row in enumerate(table):
        assert row.steps == (0,) * place + (own[place],) + (10_000,) * (4 - place)
        assert row.total == 50_000
    assert [stage.task for stage in tasks_of(spec)] == [0, 1, 2, 3, 4]
    assert [stage.passage.head or stage.tokens[0].head for stage in tasks_of(spec)] == [
        {"knowledge-masking": "mlm", "ir-relevance-proxy": "ir_relevance"}.get(name, name.replace("-", "_"))
        for name in names
    ]
    assert [stage.masking.hides for stage in tasks_of(spec)] == [True] + [False] * 4


def test_the_local_recipe_suits_the_size() -> None:
    tiny, medium = load_preset("bert-tiny"), load_preset("bert-medium")
    assert (tiny.training.learning_rate, tiny.training.warmup_steps) == (2e-3, 100)
    assert (tiny.training.length, tiny.training.batch_size) == (128, 32)
    assert medium.training.learning_rate < tiny.training.learning_rate
    assert load_preset("bert-tiny", "paper").encoder == tiny.encoder


@pytest.mark.parametrize(
    ("size", "sizes", "recipe", "masks"),
    [
        ("small", (12, 256, 4, 1024, 128), (128, 128, 5e-4, 1_000_000), (0.15, 19)),
        ("base", (12, 768, 12, 3072, 768), (512, 256, 2e-4, 766_000), (0.15, 79)),
        ("large", (24, 1024, 16, 4096, 1024), (512, 2048, 2e-4, 400_000), (0.25, 130)),
    ],
)
def test_electra_as_published(
    size: str, sizes: tuple[int, ...], recipe: tuple[float, ...], masks: tuple[float, int]
) -> None:
    """Sheet 4.1 and 4.3: the cap is int((rate + 0.005) x length)."""
    spec = load_preset(f"electra-{size}", "paper")
    encoder, training = spec.encoder, spec.training
    assert (encoder.layers, encoder.hidden, encoder.heads, encoder.feed_forward, encoder.embedding_width) == sizes
    assert not encoder.pooler
    assert (training.length, training.batch_size, training.learning_rate, training.steps) == recipe
    assert (training.schedule, training.bias_correction, training.warmup_steps) == (Schedule.ELECTRA, False, 10_000)
    (stage,) = spec.stages
    assert (stage.masking.rate, stage.masking.max_predictions) == masks
    assert stage.masking.max_predictions == int((masks[0] + 0.005) * training.length)
    assert (stage.masking.replacement.mask, stage.masking.replacement.random) == (0.85, 0.0)
    assert [(objective.kind, objective.weight) for objective in stage.tokens] == [
        ("generator-mlm", 1.0), ("replaced-token", 50.0)
    ]  # fmt: skip
    plan = generator_plan(spec)
    assert plan is not None
    hidden = {"small": 64, "base": 256, "large": 256}[size]
    own = plan.encoder
    assert (own.layers, own.hidden, own.heads, own.feed_forward) == (
        encoder.layers, hidden, hidden // 64, 4 * hidden
    )  # fmt: skip


def test_electras_ablations_differ_in_nothing_but_what_they_ask() -> None:
    joint = load_preset("electra-tiny", "local")
    kinds = {
        "electra-15": ("replaced-token", "chosen"),
        "replace-mlm": ("replaced-mlm", None),
        "all-tokens-mlm": ("all-tokens-mlm", None),
    }
    for recipe, (kind, positions) in kinds.items():
        spec = load_preset("electra-tiny", recipe)
        first, second = spec.stages[0].tokens
        assert (first.kind, second.kind, getattr(second, "positions", None)) == ("generator-mlm", kind, positions)
        same = {"stages": joint.stages, "recipe": "local"}
        assert spec.model_copy(update=same) == joint
    assert load_preset("electra-tiny", "mlm").generator is None
    first, second = load_preset("electra-tiny", "two-stage").stages
    assert [objective.kind for objective in first.tokens] == ["generator-mlm"]
    assert getattr(second.tokens[0], "from_generator") is True  # noqa: B009 - kinds of objectives differ in it
