"""Searching runs: words, and conditions such as ``loss<4.2``, ``status:lost``, ``tag:good``, ``preset:bert``.

``loss`` is the evaluation loss, as in the table of runs; ``training_loss`` is the other.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

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
        """The last evaluation loss, which alone can be held against that of other runs; None without an evaluation."""
        return self.final.get("eval/loss")

    @property
    def training_loss(self) -> float | None:
        """The last training loss."""
        return self.final.get("loss")

    @cached_property
    def words(self) -> Mapping[str, str]:
        """What text conditions look at, by name, in small letters; kept, as it is asked for at every letter typed."""
        run = self.run
        words = {
            "name": run.name,
            "preset": run.preset,
            "corpus": " ".join((run.corpus, *run.stage_corpora)),
            "vocabulary": run.vocabulary,
            "device": run.device,
            "tag": " ".join(run.tags),
            "note": run.note,
            "sweep": run.sweep,
            "from": f"{run.origin.name} {run.origin_note}" if run.origin is not None else "",
        }
        return {name: text.casefold() for name, text in words.items()}

    @cached_property
    def all_words(self) -> str:
        """All of them, a line each."""
        return "\n".join(self.words.values())


#: What numeric conditions look at besides the metrics.
_NUMBERS: Mapping[str, Callable[[RunRow], float | None]] = {
    "step": lambda row: row.run.step,
    "steps": lambda row: row.run.total_steps,
    "seed": lambda row: row.run.seed,
    "tokens": lambda row: row.run.tokens,
    "loss": lambda row: row.loss,
    "training_loss": lambda row: row.training_loss,
    "id": lambda row: row.run.id,
    "star": lambda row: float(row.run.starred),
    "hidden": lambda row: float(row.run.hidden),
}


Test = Callable[[RunRow], bool]


def parse_search(text: str, status_words: StatusWords = STATUS_TITLES.__getitem__) -> Test:
    """The test that a row must pass; all parts of the text must fit. A condition half typed lets every row pass.

    ``status_words`` are what a state is called where the search is typed.
    """
    states = {status: f"{status.value}\n{status_words(status)}".casefold() for status in Status}
    tests = [_part(part.casefold(), states) for part in text.split()]
    return lambda row: all(test(row) for test in tests)


def _part(wanted: str, states: Mapping[Status, str]) -> Test:
    """The test of one word or condition, which is in small letters."""
    if wanted in ("*", "★"):
        return lambda row: row.run.starred
    found = _CONDITION.match(wanted)
    if found is None:
        return lambda row: wanted in row.all_words or wanted in states[row.run.status]
    name, sign, value = found.groups()
    if not value:
        return lambda row: True
    if name == "status":
        return lambda row: value in states[row.run.status]
    return _condition(name, sign, value)


def _condition(name: str, sign: str, value: str) -> Test:
    """A condition on a text or a number."""
    limit, number_of = _as_number(value), _NUMBERS.get(name)

    def test(row: RunRow) -> bool:
        if (words := row.words.get(name)) is not None:
            return value in words
        number = row.final.get(name) if number_of is None else number_of(row)
        return limit is not None and number is not None and _COMPARE[sign](number, limit)

    return test


def _as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
