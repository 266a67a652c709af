"""Questions about tokens that options name: how they are chosen, and how their answers are printed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from workbench.core.errors import ArgumentError, FieldProblem, SpecError
from workbench.core.texts import listed, mark
from workbench.core.translation import terminal_translate
from workbench.objectives.objective import TokenObjective
from workbench.objectives.registry import TOKEN_OBJECTIVES
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec

QUESTIONS = {kind: objective for kind, objective in TOKEN_OBJECTIVES.items() if objective.classes}
_BY_NAME = {objective.head: objective for objective in QUESTIONS.values()}
_PLACE = "stages.0.tokens."


def add_ask(parser: argparse.ArgumentParser, shown: str) -> None:
    """Add the option that names questions; ``shown`` says what is then shown."""
    parser.add_argument(
        "--ask",
        action="append",
        default=[],
        metavar='"KIND key=value"',
        help=f"show {shown} of a question about tokens, with settings of its own: {', '.join(QUESTIONS)}",
    )


def chosen_questions(arguments: argparse.Namespace) -> tuple[TokenObjective, ...]:
    """The questions that ``--ask`` names, with their settings.

    Raises :class:`ArgumentError` for what is no such question, :class:`SpecError` for a setting that it has not.
    """
    kinds: list[str] = []
    overrides: list[str] = []
    for number, text in enumerate(arguments.ask):
        kind, *settings = text.split() or [""]
        if kind not in QUESTIONS:
            raise ArgumentError(
                mark("--ask “{kind}” is no question about tokens."),
                mark("Known: {known}."),
                kind=kind,
                known=listed(QUESTIONS),
            )
        if kind in kinds:
            raise ArgumentError(mark("“{kind}” is asked twice."), mark("Name each question once."), kind=kind)
        kinds.append(kind)
        if any(setting.partition("=")[0] == "kind" for setting in settings):
            raise ArgumentError(
                mark("--ask “{text}” names two questions."), mark("Give each its own --ask."), text=text
            )
        overrides += [f"{_PLACE}{number}.{setting}" for setting in settings]
    try:
        spec = apply_overrides(RunSpec(), [f"{_PLACE.rstrip('.')}=[{', '.join(map(_of_kind, kinds))}]", *overrides])
    except SpecError as error:
        raise SpecError(
            [FieldProblem(_named(problem.path, kinds), problem.message) for problem in error.problems]
        ) from None
    return spec.stages[0].tokens


def _named(path: str, kinds: Sequence[str]) -> str:
    """The path of a setting of a question by the name of the question, as ``capitalization.weight``."""
    number, dot, setting = path.removeprefix(_PLACE).partition(".")
    return f"{kinds[int(number)]}{dot}{setting}" if number.isdecimal() else path


def _of_kind(kind: str) -> str:
    return f'{{ kind = "{kind}" }}'


def answer_line(name: str, labels: Sequence[int | None], tokens: Sequence[str]) -> str:
    """How often each answer is right among the tokens of a passage, and the tokens of the last one."""
    objective, translate = _BY_NAME[name], terminal_translate()
    counts = ", ".join(f"{translate(answer)} {labels.count(code)}" for code, answer in enumerate(objective.answers))
    last = [token for token, label in zip(tokens, labels, strict=True) if label == objective.classes - 1]
    return f"{translate(objective.title)}: {counts}" + (f" ({' '.join(last)})" if last else "")


def question_title(name: str) -> str:
    """The (marked) title of a question about tokens, by the name of its loss."""
    return _BY_NAME[name].title
