"""What a sweep varies, as it is typed."""

from __future__ import annotations

import pytest

from workbench.core.errors import SpecError
from workbench.spec.variation import Variation, parse_variation, split_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2", ("2",)),
        (" none , all,", ("none", "all")),
        ("1e-4，3e-4", ("1e-4", "3e-4")),
        ('["a", "b"], ["c"]', ('["a", "b"]', '["c"]')),
        ('["a,b", "c"]', ("a,b", "c")),
        ("[1, 2.5, true]", ("1", "2.5", "true")),
        ('[["a", "b"], []]', ('["a", "b"]', "[]")),
        ("{ kind = 'a,b', rate = 0.1 }, { kind = 'c' }", ("{ kind = 'a,b', rate = 0.1 }", "{ kind = 'c' }")),
        ("[1, 2", ("[1, 2",)),
        ("", ()),
    ],
)
def test_values_stand_between_commas_or_in_an_array(text: str, values: tuple[str, ...]) -> None:
    assert split_values(text) == values


def test_a_variation_is_a_path_and_its_values() -> None:
    varied = parse_variation(" encoder.sharing = none,all")
    assert varied == Variation("encoder.sharing", ("none", "all"))
    assert varied.override("all") == "encoder.sharing=all"


@pytest.mark.parametrize("text", ["encoder.sharing", "encoder.sharing=", "=none"])
def test_anything_else_is_refused_with_its_form(text: str) -> None:
    with pytest.raises(SpecError, match="path=value,value"):
        parse_variation(text)
