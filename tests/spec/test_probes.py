"""The brackets of probe sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from workbench.spec.probes import MOST_PROBES, read_probe
from workbench.spec.run import RunSpec


@pytest.mark.parametrize(
    ("text", "plain", "words"),
    [
        ("首都是[[北京]]。", "首都是北京。", ["北京"]),
        ("[[a]] b [[c d]]", "a b c d", ["a", "c d"]),
        ("a [MASK] b", "a [MASK] b", []),
        ("open [[ and ]] [[]]", "open  and  [[]]", [" and "]),
        ("a [[b", "a [[b", []),
        ("[[[x]]]", "[x]", ["x"]),
        ("", "", []),
    ],
)
def test_brackets(text: str, plain: str, words: list[str]) -> None:
    found = read_probe(text)
    assert found.plain == plain
    assert [found.plain[begin:end] for begin, end in found.hidden] == words
    assert found.asks == (bool(words) or "[MASK]" in text)


@given(st.text("[]ab 京", max_size=30))
def test_any_text_is_read(text: str) -> None:
    found = read_probe(text)
    ends = [place for span in found.hidden for place in span]
    assert ends == sorted(ends)
    assert all(0 <= begin < end <= len(found.plain) for begin, end in found.hidden)
    assert len(text) - len(found.plain) == 4 * len(found.hidden)


def test_there_are_only_a_few() -> None:
    with pytest.raises(ValidationError):
        RunSpec(probes=("[MASK]",) * (MOST_PROBES + 1))
