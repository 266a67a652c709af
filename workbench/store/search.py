"""Searching runs: words, and conditions such as ``loss<4.2``, ``status:lost``, ``tag:good``, ``preset:bert``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workbench.store.records import STATUS_TITLES, Run, Status

_CONDITION = re.compile(r"^([\w/.]+)(<=|>=|<|>|=|:)(.*)$")
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
}

StatusWords = Callable[[Status], str]


@dataclass(frozen=True)
class RunRow:
    """A run with the last values of its metrics."""

    run: Run
    final: Mapping[str, float]

    @property
    def loss(self) -> float | None:
        """The last evaluation loss, else the last training loss."""
        return self.final.get("eval/loss", self.final.get("loss"))


Test = Callable[[RunRow], bool]


def parse_search(text: str, status_words: StatusWords = STATUS_TITLES.__getitem__) -> Test:
    """The test that a row must pass; all parts of the text must fit. A condition half typed lets every row pass.

    ``status_words`` are what a state is called where the search is typed.
    """
    tests = [_part(part.casefold(), status_words) for part in text.split()]
    return lambda row: all(test(row) for test in tests)


def _words_of(run: Run, status_words: StatusWords) -> Mapping[str, str]:
    """What text conditions look at, by name."""
    return {
        "name": run.name,
        "status": f"{run.status.value} {status_words(run.status)}",
        "preset": run.preset,
        "corpus": run.corpus,
        "vocabulary": run.vocabulary,
        "device": run.device,
        "tag": " ".join(run.tags),
        "note": run.note,
        "from": f"{run.origin.name} {run.origin_note}" if run.origin is not None else "",
    }


def _number_of(row: RunRow, name: str) -> float | None:
    """What numeric conditions look at: the run's own figures and every metric."""
    run = row.run
    own: Mapping[str, float | None] = {
        "step": run.step,
        "steps": run.total_steps,
        "seed": run.seed,
        "tokens": run.tokens,
        "loss": row.loss,
        "id": run.id,
        "star": float(run.starred),
        "hidden": float(run.hidden),
    }
    return own[name] if name in own else row.final.get(name)


def _part(wanted: str, status_words: StatusWords) -> Test:
    """The test of one word or condition, which is in small letters."""
    if wanted in ("*", "★"):
        return lambda row: row.run.starred
    found = _CONDITION.match(wanted)
    if found is None:
        return lambda row: any(wanted in words.casefold() for words in _words_of(row.run, status_words).values())
    name, sign, value = found.groups()
    if not value:
        return lambda row: True
    compared = _as_number(value)

    def test(row: RunRow) -> bool:
        words = _words_of(row.run, status_words).get(name)
        if words is not None:
            return value in words.casefold()
        number = _number_of(row, name)
        return compared is not None and number is not None and _COMPARE[sign](number, compared)

    return test


def _as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
