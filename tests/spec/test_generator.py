"""Rules about generators, with what to set; hints; and specs that are written without one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from workbench.spec.check import problems
from workbench.spec.files import apply_overrides, dump_spec, load_spec, save_spec, spec_data, spec_from_data
from workbench.spec.generator_check import random_hint, width_hint
from workbench.spec.heads import generator_passes, readings
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec

ADVERSARIAL = '{ kind = "generator-adversarial" }'
MLM, DETECTION = '{ kind = "generator-mlm" }', '{ kind = "replaced-token" }'


@pytest.fixture
def electra() -> RunSpec:
    return load_preset("electra-tiny")


def found(spec: RunSpec, *overrides: str) -> dict[str, str]:
    return {problem.path: problem.message.render() for problem in problems(apply_overrides(spec, overrides))}


def asked(*objectives: str, stage: int = 0) -> str:
    return f"stages.{stage}.tokens=[{', '.join(objectives)}]"


def test_objectives_that_need_a_generator_ask_for_it(electra: RunSpec) -> None:
    told = found(electra, "generator=none")
    assert list(told) == ["stages.0.tokens"]
    assert "“Generator MLM” needs a generator" in told["stages.0.tokens"]
    assert found(electra, "generator=none", asked('{ kind = "mlm" }')) == {}


def test_a_generator_that_nobody_asks_is_told(electra: RunSpec) -> None:
    assert "turn it off" in found(electra, asked('{ kind = "mlm" }'))["generator"]
    assert found(electra, asked(DETECTION)) == {}


def test_the_whole_encoder_is_shared_by_equals_only(electra: RunSpec) -> None:
    for changes in (["generator.width=0.5"], ["generator.width=1", "generator.depth=0.5"]):
        told = found(electra, "generator.sharing=all", *changes)
        assert "width and depth to 1" in told["generator.sharing"]
    assert found(electra, "generator.sharing=all", "generator.width=1") == {}


def test_a_width_that_heads_cannot_divide_is_told_with_the_next(electra: RunSpec) -> None:
    wide = ["encoder.hidden=512", "encoder.heads=8"]
    told = found(electra, *wide, "generator.width=0.26")  # 133, two heads
    assert "Set a width of 0.257812, which makes 132." in told["generator.width"]
    assert found(electra, *wide, "generator.width=0.257812") == {}


def test_a_generator_has_one_aim_a_stage(electra: RunSpec) -> None:
    assert "Take one of both" in found(electra, asked(MLM, ADVERSARIAL, DETECTION))["stages.0.tokens"]
    assert "“Replaced tokens”" in found(electra, asked(ADVERSARIAL))["stages.0.tokens"]
    assert found(electra, asked(ADVERSARIAL, DETECTION)) == {}


def test_two_stages_need_a_generator_of_the_same_size_that_is_trained_before_and_stays() -> None:
    staged = load_preset("electra-tiny", "two-stage")
    place = "stages.1.tokens.0.from_generator"
    assert found(staged) == {}
    assert "of its size" in found(staged, "generator.width=0.5")[place]
    assert "Share nothing" in found(staged, "generator.sharing=embeddings")["generator.sharing"]
    assert "Put one before it" in found(staged, asked(DETECTION))[place]
    joint = load_preset("electra-tiny")
    assert "Put one before it" in found(
        joint, "generator.width=1", "generator.sharing=none", "stages.0.tokens.1.from_generator=true"
    )["stages.0.tokens.1.from_generator"]  # fmt: skip


@pytest.mark.parametrize(("width", "hinted"), [(0.2, True), (0.25, False), (1 / 3, False), (0.5, False), (1.0, True)])
def test_widths_that_did_worse_are_hinted_at_and_not_forbidden(electra: RunSpec, width: float, hinted: bool) -> None:
    assert (width_hint(apply_overrides(electra, [f"generator.width={width}"])) is not None) == hinted
    assert "generator" not in " ".join(found(electra, f"generator.width={width}", "encoder.hidden=768"))


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_a_generator_that_was_taken_away_stays_away(electra: RunSpec, tmp_path: Path, suffix: str) -> None:
    """A spec is read back over its preset, which has one."""
    spec = apply_overrides(electra, ["generator=none", asked('{ kind = "mlm" }')])
    save_spec(spec, tmp_path / f"spec.{suffix}")
    assert load_spec(tmp_path / f"spec.{suffix}") == spec
    assert spec_from_data(spec_data(spec)).generator is None
    assert "generator" not in spec_data(load_preset("electra-tiny", "mlm").model_copy(update={"preset": ""}))


def test_a_width_that_is_needed_is_not_hinted_at() -> None:
    assert width_hint(load_preset("electra-tiny", "two-stage")) is None
    shared = apply_overrides(load_preset("electra-tiny"), ["generator.width=1", "generator.sharing=all"])
    assert width_hint(shared) is None
    assert width_hint(load_preset("bert-tiny")) is None


def test_a_spec_without_a_generator_is_written_as_before() -> None:
    plain = load_preset("bert-tiny")
    assert "generator" not in spec_data(plain)
    assert "generator" not in dump_spec(plain)
    with_one = apply_overrides(plain, ["generator.width=0.5"])
    assert spec_from_data(tomllib.loads(dump_spec(with_one))) == with_one
    assert RunSpec.model_validate_json(with_one.model_dump_json()) == with_one
    assert apply_overrides(with_one, ["generator=none"]) == plain


@pytest.mark.parametrize(
    ("tokens", "reads", "passes"),
    [
        ([MLM, DETECTION], 1, 3), ([DETECTION], 1, 1), ([MLM], 0, 3), (['{ kind = "mlm" }'], 1, 0),
        ([MLM, DETECTION, '{ kind = "mlm" }'], 2, 3), (['{ kind = "replaced-token", weight = 0 }', MLM], 0, 3),
    ],
)  # fmt: skip
def test_what_a_stage_runs(electra: RunSpec, tokens: list[str], reads: int, passes: int) -> None:
    (stage,) = apply_overrides(electra, [asked(*tokens)]).stages
    assert (readings(stage), generator_passes(stage)) == (reads, passes)


def test_random_tokens_before_a_generator_are_hinted_at(electra: RunSpec) -> None:
    """Sheet 4.3: 85 % [MASK], the rest unchanged, none random; and where no generator reads, it is the masking's own
    affair."""
    assert random_hint(electra) is None
    basic = apply_overrides(electra, ["stages.0.masking.kind=basic"])
    hint = random_hint(basic)
    assert hint is not None
    assert "in the place of 10% of the chosen ones" in hint.message.render()
    assert random_hint(apply_overrides(basic, ["stages.0.masking.replacement.random=0"])) is None
    assert random_hint(load_preset("electra-tiny", "mlm")) is None
    mixed = ['stages.0.masking={ kind = "mixture", parts = [{ masking = { kind = "electra" } }, '
             '{ masking = { kind = "span" } }] }']  # fmt: skip
    assert random_hint(apply_overrides(electra, mixed)) is not None
