"""Names of the runs of a sweep: readable, and no two alike."""

from __future__ import annotations

from workbench.core.names import LONGEST_NAME, check_name
from workbench.spec.sweep_names import run_names, variation_words
from workbench.spec.variation import Variation


def words(*variations: tuple[str, str]) -> list[list[str]]:
    return variation_words([Variation(path, tuple(values.split("|"))) for path, values in variations])


def test_words_stand_alone_and_other_values_have_their_setting() -> None:
    assert words(("encoder.sharing", "none|all")) == [["none", "all"]]
    assert words(("encoder.layers", "2|12"), ("training.learning_rate", "1e-4|0.0003")) == [
        ["layers2", "layers12"],
        ["learning_rate1e-4", "learning_rate0.0003"],
    ]
    assert words(("encoder.pooler", "true|false")) == [["pooler-true", "pooler-false"]]
    assert words(("units.entity_lists", '["a", "b"]|["c"]|[]')) == [["a+b", "c", "entity_lists-none"]]


def test_what_two_settings_share_is_told_apart() -> None:
    assert words(("encoder.sharing", "none|all"), ("generator.sharing", "none|embeddings")) == [
        ["encoder.sharing-none", "all"],
        ["generator.sharing-none", "embeddings"],
    ]
    assert words(("stages.0.masking.rate", "0.1|0.2"), ("stages.1.masking.rate", "0.1|0.2"))[1] == [
        "1.masking.rate0.1", "1.masking.rate0.2",
    ]  # fmt: skip


def test_long_and_strange_values_make_names_that_differ() -> None:
    (found,) = words(("probes", f"{'a' * 90}b|{'a' * 90}c|a/b|a:b"))
    assert len(set(found)) == 4
    assert max(map(len, found)) < 30
    for name in run_names("s", [found]):
        check_name(name)


def test_only_what_changes_is_told_and_too_long_names_are_numbered() -> None:
    assert run_names("s", [["mlm"], [], ["none", "all"], ["seed1", "seed2"]]) == [
        "s-none-seed1", "s-none-seed2", "s-all-seed1", "s-all-seed2",
    ]  # fmt: skip
    assert run_names("s", [[], ["seed3"]]) == ["s"]
    assert run_names("s", [["a", "b" * LONGEST_NAME]]) == ["s-1", "s-2"]
