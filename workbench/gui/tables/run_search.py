"""Searching runs as one types: words, and conditions such as ``loss<4.2``, ``status:lost``, ``preset:bert``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workbench.gui.run_words import status_words
from workbench.store.records import Run

_CONDITION = re.compile(r"^([\w/.]+)(<=|>=|<|>|=|:)(.*)$")
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
}


@dataclass(frozen=True)
class RunRow:
    """A run with the last values of its metrics."""

    run: Run
    final: Mapping[str, float]

    @property
    def loss(self) -> float | None:
        """The last evaluation loss, else the last training loss."""
        return self.final.get("eval/loss", self.final.get("loss"))


def words_of(row: RunRow) -> Mapping[str, str]:
    """What text conditions look at, by name."""
    run = row.run
    return {
        "name": run.name,
        "status": f"{run.status.value} {status_words(run.status)}",
        "preset": run.preset,
        "corpus": run.corpus,
        "vocabulary": run.vocabulary,
        "device": run.device,
        "note": run.note,
    }


def numbers_of(row: RunRow) -> Mapping[str, float]:
    """What numeric conditions look at, by name: the run's own figures and every metric."""
    run = row.run
    own: dict[str, float] = {"step": run.step, "steps": run.total_steps, "seed": run.seed, "tokens": run.tokens}
    if row.loss is not None:
        own["loss"] = row.loss
    return {**row.final, **own, "id": run.id, "star": float(run.starred)}


Test = Callable[[RunRow], bool]


def parse_search(text: str) -> Test:
    """The test that a row must pass; all parts of the text must fit. A condition half typed lets every row pass."""
    tests = [_part(part) for part in text.split()]
    return lambda row: all(test(row) for test in tests)


def _part(part: str) -> Test:
    wanted = part.casefold()
    if wanted in ("*", "★"):
        return lambda row: row.run.starred
    found = _CONDITION.match(wanted)
    if found is None:
        return lambda row: any(wanted in words.casefold() for words in words_of(row).values())
    name, sign, value = found.groups()
    if not value:
        return lambda row: True
    try:
        return _numeric(name, sign, float(value))
    except ValueError:
        return lambda row: value in words_of(row).get(name, "").casefold()


def _numeric(name: str, sign: str, value: float) -> Test:
    def test(row: RunRow) -> bool:
        words = words_of(row)
        if name in words:
            return f"{value:g}" in words[name].casefold()
        number = numbers_of(row).get(name)
        return number is not None and _COMPARE[sign](number, value)

    return test
