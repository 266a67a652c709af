"""Errors meant for the user: one clear sentence, and a hint on what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workbench.core.texts import Naming, Text, Translate, by_option, untranslated, with_hint


class WorkbenchError(Exception):
    """Something the user can understand and act upon.

    ``message`` and ``hint`` are templates marked with :func:`workbench.core.texts.mark`; ``values`` fill their
    ``{places}``.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "", **values: Any) -> None:
        super().__init__(message, hint)
        self.message = Text(message, values)
        self.hint = Text(hint, values)

    @property
    def text(self) -> Text:
        """Message and hint as one text."""
        return with_hint(self.message, self.hint)

    def render(self, translate: Translate = untranslated, naming: Naming = by_option) -> str:
        """Message and hint as one line."""
        return self.text.render(translate, naming)

    def __str__(self) -> str:
        return self.render()


class ArgumentError(WorkbenchError):
    """A bad argument or a device that is not there (exit code 2)."""

    exit_code = 2


class StoppedError(WorkbenchError):
    """The user stopped the work (exit code 3)."""

    exit_code = 3


@dataclass(frozen=True)
class FieldProblem:
    """What is wrong with one field of a spec; ``path`` is dotted, as ``encoder.heads``."""

    path: str
    message: Text


class SpecError(WorkbenchError):
    """A spec with one or more wrong fields; every one is reported at once (exit code 2)."""

    exit_code = 2

    def __init__(self, problems: Sequence[FieldProblem]) -> None:
        assert problems, "a SpecError names at least one field"
        first = problems[0]
        super().__init__("{path}: {reason}", "", path=first.path, reason=first.message)
        self.problems = tuple(problems)
