"""Rules across fields: each broken alone is named at its field."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.core.errors import SpecError
from workbench.objectives.discourse_relation import DiscourseRelation
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_pair import SentencePair
from workbench.objectives.sentence_reordering import SentenceReordering
from workbench.spec.check import problems, require_valid
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec, Stage


def found(spec: RunSpec, *overrides: str, size: int | None = None) -> dict[str, str]:
    """Problems by path after overrides."""
    return {p.path: p.message.render() for p in problems(apply_overrides(spec, overrides), size)}


@pytest.fixture
def bert() -> RunSpec:
    """A sound spec."""
    return load_preset("bert-tiny")


@pytest.fixture
def roberta() -> RunSpec:
    """A sound spec with a position offset."""
    return load_preset("roberta-tiny")


def test_a_sound_spec_has_none(bert: RunSpec) -> None:
    assert problems(bert, 30522) == []
    require_valid(bert, 30522)


def test_heads_divide_the_hidden_size(bert: RunSpec) -> None:
    assert "3 heads" in found(bert, "encoder.heads=3")["encoder.heads"]


def test_positions_with_offset(roberta: RunSpec, bert: RunSpec) -> None:
    assert found(roberta, "training.length=512") == {}
    message = found(roberta, "training.length=512", "encoder.positions=512")["encoder.positions"]
    assert "need 514" in message
    assert found(bert, "training.length=512") == {}
    assert "need 513" in found(bert, "training.length=513")["encoder.positions"]


def test_pairs_need_two_segments_and_the_pooler(bert: RunSpec, roberta: RunSpec) -> None:
    assert "2 segment types; the encoder has 1" in found(bert, "encoder.segments=1")["stages.0.passage.kind"]
    assert "pooler" in found(bert, "encoder.pooler=false")["stages.0.passage.kind"]
    assert len(problems(apply_overrides(roberta, ["stages.0.passage.kind=next-sentence"]))) == 2


def test_a_stage_names_a_row_of_the_table_of_tasks(bert: RunSpec) -> None:
    assert "no table of tasks" in found(bert, "stages.0.task=1")["stages.0.task"]
    assert found(bert, "encoder.task_types=16", "stages.0.task=15") == {}
    message = found(bert, "encoder.task_types=16", "stages.0.task=16")["stages.0.task"]
    assert message == (
        "The task id 16 has no row: there are 16 task types, counted from 0. Set 15 or less, or more task types."
    )


def test_dialogues_need_roles_and_no_ngrams(bert: RunSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NextSentence, "roles", True)
    assert "2 roles; the encoder has 0" in found(bert)["stages.0.passage.kind"]
    assert found(bert, "encoder.roles=2") == {}
    assert found(bert, "encoder.roles=2", "encoder.segments=1") == {}, "segments are not used"
    assert "Turn the n-grams off" in found(bert, "encoder.roles=2", "ngrams.rows=9")["stages.0.passage.kind"]


def test_reordered_parts_need_a_segment_type_each(bert: RunSpec) -> None:
    parts = ["stages.0.passage.kind=sentence-reordering", "stages.0.passage.parts=4"]
    assert found(bert, *parts, "encoder.segments=4") == {}
    message = found(bert, *parts)["stages.0.passage.kind"]
    assert "need 4 segment types; the encoder has 2. Set 4" in message


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        (SentenceReordering(parts=2), SentenceReordering(parts=2), True),
        (SentenceReordering(parts=2), SentenceReordering(parts=3), False),
        (DiscourseRelation(markers=("so", "but")), DiscourseRelation(markers=("so", "but", "yet")), False),
        (DiscourseRelation(markers=("so", "but")), DiscourseRelation(markers=("but", "so")), False),
        (DiscourseRelation(markers=("so", "but")), SentenceReordering(parts=2), True),
        (NextSentence(), SentencePair(), True),
    ],
)
def test_stages_that_share_a_head_mean_the_same_by_its_classes(
    bert: RunSpec, first: Any, second: Any, agree: bool
) -> None:
    stages = (Stage(name="one", passage=first), Stage(name="two", passage=second))
    encoder = bert.encoder.model_copy(update={"segments": 3})
    messages = [
        problem.message.render() for problem in problems(bert.model_copy(update={"stages": stages, "encoder": encoder}))
    ]
    assert messages == [] if agree else "“one” and “two” share the head" in " ".join(messages)


def test_an_embedding_is_no_narrower_than_a_hidden_vector_may_be(bert: RunSpec) -> None:
    assert found(bert, "encoder.embedding_size=8") == {}
    with pytest.raises(SpecError, match="at least 8, or 0"):
        apply_overrides(bert, ["encoder.embedding_size=4"])


def test_groups_are_of_layers_that_share(bert: RunSpec) -> None:
    """R066: a group that no layer would be in is refused; groups of unequal size are none the less whole."""
    four = ("encoder.layers=4", "encoder.sharing=all")
    message = found(bert, *four, "encoder.groups=5")["encoder.groups"]
    assert message == "5 groups need as many layers; there are 4. Set 4 groups or fewer."
    assert found(bert, *four, "encoder.groups=4") == found(bert, *four, "encoder.groups=3") == {}
    assert found(bert, *four, "encoder.inner_layers=2") == {}
    message = found(bert, *four, "encoder.inner_layers=25")["encoder.inner_layers"]
    assert message == "4 layers of 25 inner layers each make 100; 96 is the most."
    assert list(found(bert, "encoder.groups=2", "encoder.inner_layers=3")) == ["encoder.groups", "encoder.inner_layers"]


def test_padding_rows_need_the_offset(roberta: RunSpec) -> None:
    assert list(found(roberta, "encoder.position_offset=0")) == ["encoder.position_offset"]


def test_vocabulary_size_says_both_numbers(bert: RunSpec) -> None:
    message = found(bert, "encoder.vocabulary_size=21128", size=21130)["encoder.vocabulary_size"]
    assert "21128 rows" in message
    assert "21130 tokens" in message
    assert found(bert, "encoder.vocabulary_size=21130", size=21130) == {}
    assert found(bert, "encoder.vocabulary_size=21128") == {}


@pytest.mark.parametrize(
    ("override", "path"),
    [
        ("training.warmup_steps=5000", "training.warmup_steps"),
        ("training.accumulation=3", "training.accumulation"),
    ],
)
def test_other_rules(bert: RunSpec, override: str, path: str) -> None:
    assert list(found(bert, override)) == [path]


def test_stages_have_lengths_that_fit(bert: RunSpec) -> None:
    with pytest.raises(SpecError, match="at least 8 tokens"):
        apply_overrides(bert, ["stages.0.length=7"])
    assert found(bert, "stages.0.length=8") == {}
    assert "length of 513" in found(bert, "stages.0.length=513")["encoder.positions"]
    assert found(bert, "training.length=513", "stages.0.length=512") == {}, "what no stage uses does not matter"


def test_parts_of_each_stage_are_equal(bert: RunSpec) -> None:
    assert list(found(bert, "training.accumulation=5")) == ["training.accumulation"]
    assert "Set 3 parts" in found(bert, "training.accumulation=4", "stages.0.batch_size=6")["training.accumulation"]
    assert found(bert, "training.accumulation=5", "training.batch_unit=full-sequences") == {}


def test_a_batch_has_room_for_a_sequence(bert: RunSpec) -> None:
    in_tokens = "training.batch_unit=tokens"
    assert "32 tokens has no room" in found(bert, in_tokens)["training.batch_size"]
    assert found(bert, in_tokens, "training.batch_size=128") == {}
    assert list(found(bert, in_tokens, "stages.0.batch_size=100")) == ["stages.0.batch_size"]
    levels = apply_overrides(load_preset("ernie-tiny"), [in_tokens, "training.batch_size=4"])
    assert len(levels.stages) == 3
    assert [problem.path for problem in problems(levels)] == ["training.batch_size"], "said once of all stages"


def test_recipes_that_contradict_themselves(bert: RunSpec) -> None:
    assert list(found(bert, "training.end_learning_rate=0.1")) == ["training.end_learning_rate"]
    assert list(found(bert, "training.evaluate_average=true")) == ["training.evaluate_average"]
    assert found(bert, "training.evaluate_average=true", "training.average_decay=0.999") == {}


def test_only_fp16_has_a_loss_scale_and_it_must_be_free_to_move(bert: RunSpec) -> None:
    lower, fp16 = "training.not_finite=lower-scale", "training.precision=fp16"
    assert "Only fp16 has" in found(bert, lower)["training.not_finite"]
    assert "Only fp16 has" in found(bert, lower, "training.precision=bf16")["training.not_finite"]
    assert "Set training.not_finite=lower-scale." in found(bert, fp16)["training.not_finite"]
    assert (
        "Set training.not_finite=lower-scale." in found(bert, fp16, "training.not_finite=skip")["training.not_finite"]
    )
    assert "Set training.not_finite=skip, or" in found(bert, lower)["training.not_finite"]
    (problem,) = problems(apply_overrides(bert, [fp16]))
    in_window = problem.message.render(naming=lambda setting, _: f"{setting.label}: {setting.choice_label}")
    assert in_window.endswith("Set Numbers that are not finite: Lower the scale.")
    assert found(bert, fp16, lower) == {}
    assert found(bert, fp16, lower, "training.device=cuda") == {}
    for device in ("cpu", "mps"):
        assert list(found(bert, fp16, lower, f"training.device={device}")) == ["training.precision"]


def test_full_shares_are_allowed_to_the_last_bit(bert: RunSpec) -> None:
    assert found(bert, "stages.0.masking.replacement.mask=0.9", "stages.0.masking.replacement.random=0.1") == {}


def test_something_must_be_learnt(roberta: RunSpec) -> None:
    assert "nothing to learn" in found(roberta, "stages.0.tokens=[]")["stages.0.tokens"]
    assert "nothing to learn" in found(roberta, "stages.0.tokens.0.weight=0")["stages.0.tokens"]
    twice = '[{ kind = "mlm" }, { kind = "mlm" }]'
    assert "twice" in found(roberta, f"stages.0.tokens={twice}")["stages.0.tokens"]


def test_what_learns_from_hidden_tokens_needs_some(roberta: RunSpec, bert: RunSpec) -> None:
    whole = "stages.0.masking.rate=0"
    assert "“Masked tokens” learns" in found(roberta, whole)["stages.0.masking.rate"]
    assert list(found(load_preset("electra-tiny"), whole)) == ["stages.0.masking.rate"]
    assert found(bert, whole, "stages.0.tokens=[]") == {}
    assert found(roberta, whole, 'stages.0.tokens=[{ kind = "capitalization" }]') == {}
    assert list(found(roberta, "evaluation.masking.rate=0")) == ["evaluation.masking.rate"]
    assert found(roberta, "evaluation.masking.rate=0", "evaluation.masks=stage") == {}
    assert found(bert, "evaluation.masking.rate=0", "stages.0.tokens=[]") == {}


def test_stages_have_names_and_steps(roberta: RunSpec) -> None:
    assert found(roberta, "stages.0.name= ") == {"stages.0.name": "This stage has no name. Give it one."}
    two = roberta.model_copy(update={"stages": roberta.stages * 2})
    assert set(found(two, "training.steps=1", "training.warmup_steps=0")) == {
        "training.steps", "stages.0.name", "stages.1.name"
    }  # fmt: skip


def test_all_problems_are_raised_at_once(bert: RunSpec) -> None:
    broken = apply_overrides(bert, ["encoder.heads=3", "training.accumulation=5"])
    with pytest.raises(SpecError) as caught:
        require_valid(broken)
    assert [p.path for p in caught.value.problems] == ["encoder.heads", "training.accumulation"]


ORDERS = ("Set", "Give", "Take", "Turn", "Choose", "Install")  #: how a sentence begins that says what to do


@pytest.mark.parametrize(
    "overrides",
    [
        ["encoder.heads=3"],
        ["training.length=513"],
        ["encoder.zero_padding_row=true"],
        ["encoder.segments=1"],
        ["encoder.pooler=false"],
        ["stages.0.passage.weight=0", "stages.0.tokens=[]"],
        ['stages.0.tokens=[{ kind = "mlm" }, { kind = "mlm" }]'],
        ['stages=[{ name = "a" }, { name = "a" }]', "training.steps=1", "training.warmup_steps=0"],
        ['stages=[{ name = "a", share = 1e-6 }, { name = "b" }]'],
        ["stages.0.masking.kind=pmi"],
        ["stages.0.masking.kind=similar"],
        ["training.steps=20"],
        ["training.accumulation=3"],
        ["training.precision=fp16", "training.device=cpu"],
        ["training.not_finite=lower-scale"],
        ["encoder.vocabulary_size=9"],
    ],
)
def test_every_problem_says_what_to_set(bert: RunSpec, overrides: list[str]) -> None:
    told = found(bert, *overrides, size=30522)
    assert told
    for message in told.values():
        sentences = message.split(". ")
        assert sentences[1].startswith(ORDERS), message
        assert message.endswith(".")


def test_what_is_to_be_set_is_right(bert: RunSpec) -> None:
    wrong = {"encoder.heads": "3", "training.accumulation": "5", "training.steps": "20"}
    told = found(bert, *(f"{path}={value}" for path, value in wrong.items()))
    assert "Set 2 heads." in told["encoder.heads"]
    assert "Set 4 parts." in told["training.accumulation"]
    assert told["training.warmup_steps"].endswith("Set 2 warm-up steps, a tenth of the run, or at most 20.")
    right = ["encoder.heads=2", "training.accumulation=4", "training.steps=20", "training.warmup_steps=2"]
    assert found(bert, *right) == {}


def test_what_strategies_look_up_must_be_there(bert: RunSpec) -> None:
    pmi, similar = "stages.0.masking.kind=pmi", "stages.0.masking.kind=similar"
    assert "n-gram list" in found(bert, pmi)["units.ngram_lists"]
    assert found(bert, pmi, 'units.ngram_lists=["mined"]') == {}
    assert "synonym table" in found(bert, similar)["units.synonyms"]
    assert found(bert, similar, 'units.synonyms=["words"]') == {}
    inside = 'stages.0.masking.parts=[{masking={kind="pmi"}}]'
    assert list(found(bert, "stages.0.masking.kind=mixture", inside)) == ["units.ngram_lists"]
    inside = 'stages.0.masking.parts=[{masking={kind="similar"}}]'
    assert list(found(bert, "stages.0.masking.kind=mixture", inside)) == ["units.synonyms"]
