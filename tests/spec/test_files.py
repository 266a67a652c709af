"""Specs as files, overrides, and mistakes named by path."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import SpecError, WorkbenchError
from workbench.masking.mixture import Mixture
from workbench.masking.ngram import Ngram
from workbench.masking.registry import STRATEGIES
from workbench.objectives.sentences import DocSentences
from workbench.spec import files
from workbench.spec.encoder import Activation, EncoderSpec
from workbench.spec.files import apply_overrides, diff, dump_spec, load_spec, save_spec, spec_data, spec_from_data
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec, Stage
from workbench.spec.training import TrainingSpec

#: What version 1 did not have.
LATER_TRAINING = (
    "batch_unit", "partial_batches", "optimizer", "end_learning_rate", "decay_power", "early_epsilon",
    "average_decay", "evaluate_average", "early_stop", "least_improvement",
)  # fmt: skip
LATER_STAGE = ("dupe_factor", "length", "batch_size")


def mistakes(error: pytest.ExceptionInfo[SpecError]) -> dict[str, str]:
    """Sentences by path."""
    return {problem.path: problem.message.render() for problem in error.value.problems}


def refused(*overrides: str) -> dict[str, str]:
    """What is wrong with overrides of a sound spec."""
    with pytest.raises(SpecError) as error:
        apply_overrides(load_preset("roberta-tiny"), overrides)
    return mistakes(error)


# Texts as people may type them: any script, quotes, line ends, control characters; no lone surrogates.
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
ENCODERS = st.builds(
    EncoderSpec,
    layers=st.integers(1, 96),
    hidden=st.integers(8, 16384),
    activation=st.sampled_from(Activation),
    hidden_dropout=st.floats(0, 0.99),
    layer_norm_epsilon=st.floats(1e-300, 0.1),
    pooler=st.booleans(),
)
TRAININGS = st.builds(
    TrainingSpec, steps=st.integers(1, 10**9), learning_rate=st.floats(1e-12, 10.0), gradient_clip=st.floats(0, 1e6)
)
STAGES = st.builds(
    Stage, name=TEXTS, share=st.floats(1e-9, 1e9), masking=st.builds(Ngram, longest=st.integers(1, 32)),
    dynamic=st.booleans(),
)  # fmt: skip
SPECS = st.builds(
    RunSpec,
    name=TEXTS,
    corpus=TEXTS,
    preset=st.sampled_from(["", "bert-tiny", "mine"]),
    seed=st.integers(0, 2**31 - 1),
    encoder=ENCODERS,
    training=TRAININGS,
    stages=st.lists(STAGES, min_size=1, max_size=3).map(tuple),
)


@settings(max_examples=60, deadline=None)
@given(SPECS)
def test_toml_and_json_give_the_same_spec_back(spec: RunSpec) -> None:
    assert spec_from_data(tomllib.loads(dump_spec(spec))) == spec
    assert spec_from_data(json.loads(spec.model_dump_json())) == spec


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_files(tmp_path: Path, suffix: str) -> None:
    spec, path = load_preset("bert-mini"), tmp_path / f"实验 1{suffix}"
    save_spec(spec, path)
    assert load_spec(path) == spec
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_spec(path) == spec
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_file_that_names_a_preset_says_only_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('preset = "bert-small"\nseed = 7\n[training]\nlength = 64\n', encoding="utf-8")
    spec, preset = load_spec(path), load_preset("bert-small")
    assert diff(spec, preset) == {"seed": (1, 7), "training.length": (128, 64)}
    path.write_text('preset = "bert-small"\nrecipe = "paper"\n', encoding="utf-8")
    assert load_spec(path) == load_preset("bert-small", "paper")


def test_another_kind_over_a_preset_takes_nothing_from_the_old_one() -> None:
    data = {"preset": "roberta-tiny", "stages": [{"masking": {"kind": "ngram", "longest": 4}}]}
    assert spec_from_data(data).stages[0].masking == Ngram(longest=4)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.toml", b"seed = 1\nname = \n", "Line 2 is not valid TOML"),
        ("a.toml", b'name = "a', "Line 1 is not valid TOML"),
        ("a.json", b'{"seed": 1,\n "x" }', "Line 2 is not valid JSON"),
        ("a.toml", b'name = "\xff\xfe"', "not UTF-8"),
    ],
)
def test_unreadable_files_are_named_with_the_line(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SpecError, match=sentence) as error:
        load_spec(path)
    assert (list(mistakes(error)), error.value.exit_code) == ([name], 2)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"none\.toml: The file can't be read"):
        load_spec(tmp_path / "none.toml")
    with pytest.raises(WorkbenchError, match="can't be written"):
        save_spec(load_preset("bert-tiny"), tmp_path / "none" / "a.toml")


def test_every_mistake_is_named_at_once_in_our_own_words() -> None:
    data: dict[str, Any] = {
        "sed": 1,
        "seed": -1,
        "encoder": {"hiden": 8, "layers": "two", "hidden_dropout": 1.0, "activation": "gelu-tan", "pooler": "maybe"},
        "stages": [{"masking": {"kind": "frase"}}, {"masking": {"kind": "ngram", "longst": 3}, "passage": {}}],
        "training": [],
        "name": 3,
    }
    with pytest.raises(SpecError) as error:
        spec_from_data(data)
    found = mistakes(error)
    assert found == {
        "sed": "There is no setting “sed”. Did you mean “seed”?",
        "seed": "-1 is too small; the least is 0.",
        "encoder.hiden": "There is no setting “hiden”. Did you mean “hidden”?",
        "encoder.layers": "“two” is not a whole number.",
        "encoder.hidden_dropout": "1.0 is too large; it must be less than 1.0.",
        "encoder.activation": "“gelu-tan” is not one of the choices. Did you mean “gelu-tanh”?",
        "encoder.pooler": "“maybe” is neither true nor false.",
        "stages.0.masking.kind": "There is no kind “frase”. Did you mean “phrase”?",
        "stages.1.masking.longst": "There is no setting “longst”. Did you mean “longest”?",
        "stages.1.passage.kind": (
            "This setting is missing. Known: next-sentence, sentence-order, sentence-pair, sentence-reordering, "
            "sentence-distance, discourse-relation, ir-relevance, ir-relevance-proxy, full-sentences, doc-sentences, "
            "dialogue."
        ),
        "training": "“[]” is not a group of settings.",
        "name": "“3” is not a text.",
    }


@pytest.mark.parametrize("data", [None, 3, "text", []])
def test_data_that_is_no_spec(data: Any) -> None:
    with pytest.raises(SpecError, match="not a group of settings"):
        spec_from_data(data)


def test_older_versions_are_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(data: dict[str, Any]) -> dict[str, Any]:
        return {("seed" if key == "random_seed" else key): value for key, value in data.items()}

    monkeypatch.setattr(files, "MIGRATIONS", {0: rename})
    spec = spec_from_data({"version": 0, "random_seed": 9})
    assert (spec.version, spec.seed) == (1, 9)
    monkeypatch.undo()
    with pytest.raises(SpecError, match="version 99; this program reads up to version 2"):
        spec_from_data({"version": 99})
    with pytest.raises(SpecError, match="version"):
        spec_from_data({"version": "new"})


def test_a_spec_of_version_1_leaves_partial_batches_out_as_it_did() -> None:
    old = spec_data(RunSpec())
    old["version"] = 1
    for group, later in ((old["training"], LATER_TRAINING), (old["stages"][0], LATER_STAGE)):
        for name in later:
            del group[name]
    spec = spec_from_data(old)
    assert not spec.training.partial_batches
    assert spec == RunSpec(training=TrainingSpec(partial_batches=False))
    assert not spec_from_data({"version": 1}).training.partial_batches
    assert not spec_from_data({"version": 1, "preset": "bert-tiny"}).training.partial_batches
    assert RunSpec().training.partial_batches
    with pytest.raises(SpecError, match="training"):
        spec_from_data({"version": 1, "training": 3})


def test_overrides_take_the_type_of_their_field() -> None:
    spec = apply_overrides(
        load_preset("roberta-tiny"),
        [
            "training.steps = 100",
            "training.learning_rate=1e-3",
            "units.hmm=true",
            "name=2024",
            "units.phrase_lists=a, b",
            'units.entity_lists=["c, d"]',
            "stages.0.masking.replacement.per=unit",
            "training.device=cuda",
            'stages.0.passage={ kind = "doc-sentences", weight = 2 }',
        ],
    )
    assert spec.stages[0].passage == DocSentences(weight=2.0)
    assert (spec.training.steps, spec.training.learning_rate, spec.units.hmm, spec.name) == (100, 1e-3, True, "2024")
    assert (spec.units.phrase_lists, spec.units.entity_lists) == (("a", "b"), ("c, d",))
    assert spec.stages[0].masking.replacement.per == "unit"


def test_another_kind_keeps_what_both_have_in_any_order() -> None:
    spec = apply_overrides(load_preset("roberta-tiny"), ["stages.0.masking.rate=0.3"])
    other = apply_overrides(spec, ["stages.0.masking.longest=5", "stages.0.masking.kind=ngram"])
    assert other.stages[0].masking == Ngram(rate=0.3, longest=5)
    assert apply_overrides(other, ["stages.0.masking.kind=basic"]) == spec


def test_wrong_overrides() -> None:
    assert refused("training.stepz=1") == {"training.stepz": "There is no setting “stepz”. Did you mean “steps”?"}
    assert list(refused("trainin.steps=1")) == ["trainin"]
    assert "the last one here is 0" in refused("stages.3.name=a")["stages.3"]
    assert refused("seed.x=1") == {"seed.x": "“seed” has no settings below it."}
    assert refused("steps") == {"steps": "A setting is written as path=value."}
    assert refused("stages=[]") == {"stages": "This list needs at least 1."}
    assert refused("stages.0.masking.kind=frase") == {
        "stages.0.masking.kind": "There is no kind “frase”. Did you mean “phrase”?"
    }
    assert refused("encoder.initial_deviation=nan") == {"encoder.initial_deviation": "“nan” is not a finite number."}
    assert set(refused("seed=x", "training.steps=0")) == {"seed", "training.steps"}
    assert list(refused("training.0=3")) == ["training.0"]
    assert "more than 1" in refused("stages.0.masking.replacement.mask=0.95")["stages.0.masking.replacement"]


def test_differences_to_a_preset() -> None:
    preset = load_preset("roberta-tiny")
    assert diff(preset, preset) == {}
    changed = apply_overrides(preset, ["encoder.layers=3", "stages.0.masking.kind=ngram", "units.phrase_lists=a"])
    found = diff(changed, preset)
    assert found["encoder.layers"] == (2, 3)
    assert found["stages.0.masking.kind"] == ("basic", "ngram")
    assert found["stages.0.masking.longest"] == (None, 3)
    assert found["units.phrase_lists"] == ([], ["a"])


@pytest.mark.parametrize("kind", list(STRATEGIES))
def test_another_kind_comes_with_its_own_defaults(kind: str) -> None:
    """A changed setting goes along; a default of the kind before does not."""
    for before in ("basic", "similar", "ernie"):
        start = apply_overrides(RunSpec(), [f"stages.0.masking.kind={before}"])
        assert apply_overrides(start, [f"stages.0.masking.kind={kind}"]).stages[0].masking == STRATEGIES[kind]()
        wanted = STRATEGIES[kind].model_validate({"kind": kind, "rate": 0.3})
        changed = ["stages.0.masking.rate=0.3", f"stages.0.masking.kind={kind}"]
        assert apply_overrides(apply_overrides(start, changed[:1]), changed[1:]).stages[0].masking == wanted
        assert apply_overrides(start, changed).stages[0].masking == wanted


def test_one_setting_of_a_replacement_leaves_the_others_of_its_strategy() -> None:
    for kind, setting in (("similar", "random=0.05"), ("electra", "mask=0.9"), ("span", "pool=all")):
        spec = apply_overrides(RunSpec(), [f"stages.0.masking.kind={kind}", f"stages.0.masking.replacement.{setting}"])
        name, _, value = setting.partition("=")
        usual = STRATEGIES[kind]().replacement
        assert spec.stages[0].masking.replacement == type(usual).model_validate({**usual.model_dump(), name: value})
        text = f'[[stages]]\n[stages.masking]\nkind = "{kind}"\n[stages.masking.replacement]\n{name} = '
        text += value if value[0].isdigit() else f'"{value}"'
        assert spec_from_data(tomllib.loads(text)).stages[0].masking == spec.stages[0].masking


def test_items_of_a_kind_just_chosen_can_be_set_by_number() -> None:
    spec = apply_overrides(
        RunSpec(),
        [
            "stages.0.masking.parts.0.share=0.7",
            "stages.0.masking.parts.2.masking.kind=span",
            "stages.0.masking.kind=mixture",
        ],
    )
    (masking,) = (stage.masking for stage in spec.stages)
    assert isinstance(masking, Mixture)
    assert [(part.share, part.masking.kind) for part in masking.parts] == [
        (0.7, "whole-word"), (1.0, "phrase"), (1.0, "span"),
    ]  # fmt: skip
    assert refused("stages.0.masking.kind=mixture", "stages.0.masking.parts.3.share=1").keys() == {
        "stages.0.masking.parts.3"
    }
    assert (
        "Did you mean “parts”?"
        in refused("stages.0.masking.kind=mixture", "stages.0.masking.partz.0.share=1")["stages.0.masking.partz"]
    )


@pytest.mark.parametrize(
    ("value", "toml"),
    [
        ('{"a": 1, "b c": [true, "x"]}', '{ a = 1, "b c" = [true, "x"] }'),
        ('[{"kind": "span", "rate": 0.5}, {}]', '[{ kind = "span", rate = 0.5 }, {}]'),
    ],
)
def test_json_is_refused_with_its_form_in_toml(value: str, toml: str) -> None:
    message = f"The value is JSON; settings are written as TOML: {toml}"
    assert refused(f"stages.0.masking.lengths={value}") == {"stages.0.masking.lengths": message}
    assert tomllib.loads(f"value = {toml}")["value"] == json.loads(value)
    assert "JSON" not in refused('stages.0.masking.rate={"a": null}')["stages.0.masking.rate"]
