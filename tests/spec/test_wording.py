"""Every setting and every choice of a spec has its words, in both languages."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text
from workbench.core.translation import messages
from workbench.masking.registry import STRATEGIES
from workbench.objectives.registry import PASSAGE_OBJECTIVES, TOKEN_OBJECTIVES
from workbench.spec.check import problems
from workbench.spec.files import apply_overrides, flatten, spec_data
from workbench.spec.presets import load_preset, preset_names, recipe_names
from workbench.spec.run import RunSpec
from workbench.spec.training import Device
from workbench.spec.validation import kind_of, members
from workbench.spec.wording import (
    choice_label,
    fields_at,
    form_hints,
    kind_label,
    problem_text,
    recipe_label,
    setting_name,
    setting_value,
)

CHINESE = messages("zh_CN")
OWN_NAMES = {"rjieba", "jieba"}  #: names of programs, the same in every language


def paths(model: type[BaseModel], above: str = "") -> Iterator[str]:
    """Every path of a spec, of every kind of settings; the first item stands for a row."""
    for name, field in model.model_fields.items():
        path = f"{above}{name}"
        yield path
        row = "0." if "tuple" in str(field.annotation) else ""
        if row and any(True for _ in members(field.annotation)):
            yield f"{path}.0"
        for inner in members(field.annotation):
            yield from paths(inner, f"{path}.{row}")


PATHS = sorted(set(paths(RunSpec)))


def choices() -> Iterator[Enum]:
    for path in PATHS:
        for field in fields_at(path.split(".")) if not path.endswith(".0") else ():
            if isinstance(field.annotation, type) and issubclass(field.annotation, Enum):
                yield from field.annotation


def kinds() -> Iterator[type[BaseModel]]:
    for registry in (STRATEGIES, PASSAGE_OBJECTIVES, TOKEN_OBJECTIVES):
        yield from (registry[kind] for kind in registry)


def templates(text: Text) -> Iterator[str]:
    yield text.template
    for value in text.values.values():
        if isinstance(value, Text):
            yield from templates(value)


@pytest.mark.parametrize("path", PATHS)
def test_every_setting_has_a_name(path: str) -> None:
    name = str(setting_name(path))
    assert path not in name
    assert "." not in name
    assert "_" not in name
    labels = {form_hints(field).get("label") for field in fields_at(path.split("."))} if path[-2:] != ".0" else {""}
    assert len(labels) == 1, "kinds that share a setting call it the same"
    own = [one for one in templates(setting_name(path)) if one != "{group} › {setting}"]
    assert all(CHINESE.get(one) for one in own)


def test_names_are_chains_of_labels() -> None:
    assert str(setting_name("encoder.layers")) == "Encoder › Layers"
    assert str(setting_name("stages.1.masking.replacement.per")) == "Stage 2 › Masking › Replacement › Draw per"
    assert str(setting_name("stages.0.tokens.0.weight")) == "Stage 1 › Token objective 1 › Weight of the loss"
    assert str(setting_name("stages.0.masking.longest")) == "Stage 1 › Masking › Longest run"
    assert str(setting_name("training.nothing")) == "training.nothing"


def test_no_two_settings_of_a_preset_have_one_name() -> None:
    names = [str(setting_name(path)) for path in flatten(spec_data(load_preset("bert-tiny")))]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "choice", list(dict.fromkeys(choices())), ids=lambda choice: f"{type(choice).__name__}.{choice.name}"
)
def test_every_choice_has_a_label(choice: Enum) -> None:
    label = choice_label(choice)
    assert label
    assert label in OWN_NAMES or CHINESE.get(label)


@pytest.mark.parametrize("model", list(kinds()), ids=lambda model: str(kind_of(model)))
def test_every_kind_has_a_label(model: type[BaseModel]) -> None:
    assert kind_label(model) != kind_of(model)
    assert CHINESE.get(kind_label(model))


def test_every_recipe_has_a_label() -> None:
    for recipe in {recipe for name in preset_names() for recipe in recipe_names(name)}:
        assert recipe_label(recipe) != recipe
        assert CHINESE.get(recipe_label(recipe))


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("units.phrase_lists", [], "none"),
        ("units.phrase_lists", ["one", "two {x}"], "one, two {x}"),
        ("units.hmm", True, "yes"),
        ("encoder.pooler", False, "no"),
        ("training.steps", 1_000_000, "1,000,000"),
        ("encoder.layer_norm_epsilon", 1e-12, "1e-12"),
        ("training.learning_rate", 0.0005, "0.0005"),
        ("training.device", "cuda", "NVIDIA GPU"),
        ("stages.0.masking.kind", "whole-word", "Whole words"),
        ("stages.0.tokens.0.kind", "mlm", "Masked tokens"),
        ("stages.0.masking.fill", "after", "To fill up"),
        ("recipe", "local", "For one machine"),
        ("name", "", "none"),
        ("training.length", None, "–"),
        ("data.stage_corpora", {"clicks": "8c86", "news": "5a11"}, "clicks 8c86, news 5a11"),
        ("data.stage_corpora", {}, "none"),
        ("gone.setting", "left over", "left over"),
        ("units.segmenter", "unheard-of", "unheard-of"),
    ],
)
def test_values_are_said_in_words(path: str, value: Any, words: str) -> None:
    assert str(setting_value(path, value)) == words


def test_no_value_of_a_preset_is_a_python_literal() -> None:
    for path, value in flatten(spec_data(load_preset("bert-tiny"))).items():
        words = str(setting_value(path, value))
        assert words not in ("True", "False", "None", "")
        assert not words.startswith(("[", "("))


def test_problems_are_told_by_label_and_in_the_language() -> None:
    spec = apply_overrides(load_preset("bert-tiny"), ["training.warmup_steps=100000"])
    (problem,) = problems(spec)
    assert str(problem_text(problem)).startswith("Training › Warm-up steps: The warm-up of")
    translated = problem_text(FieldProblem("encoder.layers", Text("x"))).render(lambda text: CHINESE.get(text, text))
    assert "Encoder" not in translated


def test_a_labelled_choice_is_still_its_value() -> None:
    assert f"{Device.CUDA}" == "cuda" == Device.CUDA.value
    assert Device("cuda") is Device.CUDA
    assert pickle.loads(pickle.dumps(Device.CUDA)) is Device.CUDA
