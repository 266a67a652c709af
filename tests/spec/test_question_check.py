"""What keeps capitals from being asked about, told before a corpus is prepared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from workbench.spec.files import apply_overrides
from workbench.spec.question_check import question_problems
from workbench.spec.run import RunSpec


@dataclass(frozen=True)
class Words:
    lowers_text: bool
    name: str = "words"


class Texts:
    """Documents of one sentence each; the last is held out."""

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)
        self.document_starts = np.arange(len(texts) + 1)
        self.evaluation = np.arange(len(texts)) == len(texts) - 1

    def sentences(self, begin: int, end: int) -> list[str]:
        return self._texts[begin:end]


@pytest.fixture
def asking() -> RunSpec:
    return apply_overrides(RunSpec(), ['stages.0.tokens=[{ kind = "mlm" }, { kind = "capitalization" }]'])


def found(spec: RunSpec, lowers: bool, *texts: str) -> dict[str, str]:
    return {
        one.path: one.message.render() for one in question_problems(spec, Words(lowers), {spec.corpus: Texts(*texts)})
    }


def test_capitals_need_a_vocabulary_that_lower_cases(asking: RunSpec) -> None:
    told = found(asking, False, "Emma went.", "so.")
    assert list(told) == ["stages.0.tokens.1.kind"]
    assert "needs a vocabulary that lower-cases text; “words” keeps capitals" in told["stages.0.tokens.1.kind"]
    assert found(asking, True, "Emma went.", "so.") == {}


def test_capitals_need_text_that_has_some(asking: RunSpec) -> None:
    for text in ("emma went.", "她来了。"):
        told = found(asking, True, text, "Capitals in what is held out")
        assert "needs text with capitals" in told["stages.0.tokens.1.kind"]
    assert found(asking, True, "她来了。", "用 A 表示。", "so.") == {}
    assert found(asking, True, "held out alone") == {}, "that there is no text is said elsewhere"


def test_who_does_not_ask_is_not_told() -> None:
    assert found(RunSpec(), False, "她来了。", "so.") == {}
