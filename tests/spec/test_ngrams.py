"""Rules about n-grams, the counts of ERNIE sheet 3.4, and specs that are written without any."""

from __future__ import annotations

import tomllib

import pytest

from workbench.spec.check import problems
from workbench.spec.files import apply_overrides, dump_spec, spec_data, spec_from_data
from workbench.spec.forecast import forecast
from workbench.spec.ngrams import NgramOrder, NgramSpec, ngram_encoder
from workbench.spec.ngrams_check import ngram_hint
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec


@pytest.fixture
def zen() -> RunSpec:
    return apply_overrides(load_preset("zen-tiny"), ["ngrams.lists=grams"])


def found(spec: RunSpec, *overrides: str) -> dict[str, str]:
    return {problem.path: problem.message.render() for problem in problems(apply_overrides(spec, overrides))}


def test_a_list_is_needed_to_run_and_not_to_describe(zen: RunSpec) -> None:
    assert found(zen) == {}
    without = apply_overrides(zen, ["ngrams.lists=[]"])
    assert list(found(without)) == ["ngrams.lists"]
    assert "needs a list of n-grams" in found(without)["ngrams.lists"]
    assert problems(without, lists=False) == []


@pytest.mark.parametrize(
    ("override", "path", "words"),
    [
        ("ngrams.longest=1", "ngrams.longest", "The longest n-gram has 1 tokens, the shortest 2. Set 2 or more."),
        ("ngrams.layers=3", "ngrams.layers", "Of 3 n-gram layers only 2 are read"),
        ("generator.width=0.5", "ngrams", "Turn the generator off, or the n-grams."),
    ],
)
def test_what_does_not_go_together_is_told_with_what_to_set(zen: RunSpec, override: str, path: str, words: str) -> None:
    assert words in found(zen, override)[path]


def test_relative_positions_have_no_rows_to_pass_over() -> None:
    plain = load_preset("bert-tiny")
    assert found(plain, "encoder.position_kind=relative") == {}
    told = found(plain, "encoder.position_kind=relative", "encoder.position_offset=2", "encoder.positions=514")
    assert "Set a position offset of 0" in told["encoder.position_offset"]


def test_matching_before_masking_is_hinted_at_and_not_forbidden(zen: RunSpec) -> None:
    leaking = apply_overrides(zen, ["ngrams.matching=before"])
    assert found(leaking) == {}
    hint = ngram_hint(leaking.ngrams)
    assert hint is not None
    assert "which token is hidden" in hint.render()
    assert ngram_hint(zen.ngrams) is None
    assert ngram_hint(None) is None


def test_a_spec_without_ngrams_is_written_as_before(zen: RunSpec) -> None:
    plain = load_preset("bert-tiny")
    assert "ngrams" not in spec_data(plain)
    assert spec_from_data(tomllib.loads(dump_spec(zen))) == zen
    assert RunSpec.model_validate_json(zen.model_dump_json()) == zen
    assert apply_overrides(zen, ["ngrams=none"]).ngrams is None
    one = apply_overrides(plain, ["ngrams.lists=a, b"]).ngrams
    assert one is not None
    assert one.lists == ("a", "b"), "several names with commas, also where nothing was said of n-grams before"


def test_the_counts_of_the_sheet() -> None:
    counts = forecast(load_preset("zen-base"), 21_128).parameters
    assert (counts.body, counts.total) == (224_738_304, 225_353_098)
    parts = counts.by_part
    assert parts["ngram_table"] == 79_940_352
    assert parts["ngram_segment_table"] + parts["ngram_norm"] == 3_072
    assert sum(parts[f"ngram_{one}"] for one in ("attention", "feed_forward", "layer_norms")) == 42_527_232
    assert counts.body - sum(count for name, count in parts.items() if name.startswith("ngram_")) == 102_267_648


def test_relative_positions_weigh_two_vectors_a_layer_and_no_table() -> None:
    plain, relative = (forecast(load_preset("zen-base", recipe), 21_128) for recipe in ("paper", "v2"))
    difference = relative.parameters.total - plain.parameters.total
    assert difference == 2 * 768 * (12 + 6) - 512 * 768
    assert "position_table" not in relative.parameters.by_part


def test_ngram_layers_have_the_shape_of_the_encoders_own() -> None:
    encoder = load_preset("albert-base").encoder.model_copy(update={"groups": 6, "inner_layers": 2})
    beside = ngram_encoder(encoder, NgramSpec(layers=4, order=NgramOrder.RELATIVE))
    assert (beside.layers, beside.groups, beside.passes) == (4, 4, 4)
    assert (beside.hidden, beside.heads, beside.sharing) == (encoder.hidden, encoder.heads, encoder.sharing)
    assert not beside.has_position_table
    assert ngram_encoder(encoder, NgramSpec(layers=4)).has_position_table


def test_compute_grows_with_layers_and_cap(zen: RunSpec) -> None:
    def flops(*overrides: str) -> int:
        return forecast(apply_overrides(zen, overrides), 4000).flops_per_token

    assert flops("ngrams=none") < flops("ngrams.most=16") < flops() < flops("ngrams.layers=2")
    assert flops("ngrams.most=4096") == flops("ngrams.most=128"), "at most one a token"
    assert flops() < flops("ngrams.order=relative")


def test_every_recipe_says_what_it_is() -> None:
    paper, v2 = (load_preset("zen-base", recipe) for recipe in ("paper", "v2"))
    assert paper.ngrams is not None
    assert v2.ngrams is not None
    assert (paper.ngrams.weights, paper.ngrams.choice, paper.ngrams.order) == ("sum", "shuffle", "none")
    assert (v2.ngrams.weights, v2.ngrams.choice, v2.ngrams.order) == ("frequency", "frequent", "relative")
    assert (paper.stages[0].masking.kind, v2.stages[0].masking.kind) == ("basic", "pmi")
    assert (v2.training.optimizer, v2.training.schedule, v2.encoder.position_kind) == ("lamb", "polynomial", "relative")
    for spec in (paper, v2):
        assert (spec.ngrams.layers, spec.ngrams.most, spec.stages[0].passage.kind) == (6, 128, "next-sentence")
        assert (spec.ngrams.shortest, spec.ngrams.longest, spec.ngrams.matching) == (2, 7, "after")
