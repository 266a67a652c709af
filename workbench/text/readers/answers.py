"""The answer to a document that its file gives beside the text: which field holds it, and what its values mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import Text, listed, mark
from workbench.text.readers.decoding import Source
from workbench.text.readers.fields import list_names, short_name
from workbench.text.readers.settings import (
    ANSWER_FIELD,
    ANSWERS,
    DUPLICATES,
    SECOND_FIELD,
    Duplicates,
    ImportSettings,
)

MOST_ANSWERS = 255  #: different ones: their numbers are kept in a byte
_EXAMPLE = "2=clicked,1=shown,0=unrelated"
_LEFT_OUT = -1


@dataclass(frozen=True)
class AnswerRule:
    """Answers by ``names``, numbered from 0 in the order in which they are first named; ``numbers`` has the one that
    each value of ``field`` means, -1 where it is left out."""

    field: str
    names: tuple[str, ...]
    numbers: Mapping[str, int]

    @staticmethod
    def of(settings: ImportSettings) -> AnswerRule | None:
        """The rule of an import; None where it reads no answers.

        Raises :class:`ArgumentError` where the settings say of no value what it means, or contradict themselves. An
        import that gives a field alone is told which values the field has: :func:`require_meanings`.
        """
        if settings.field_beside is not None and settings.duplicates is Duplicates.PARAGRAPHS:
            raise ArgumentError(
                mark("Paragraphs that came before can't be dropped here: a query stands in many documents."),
                mark("Set {setting}."),
                setting=DUPLICATES.to(Duplicates.DOCUMENTS.value, label=Duplicates.DOCUMENTS.label),
            )
        if not settings.answer_field:
            if settings.answers:
                raise ArgumentError(
                    mark("Answers are given, but no field that holds them."),
                    mark("Name it with {setting}."),
                    setting=ANSWER_FIELD,
                )
            return None
        names: dict[str, int] = {}
        numbers: dict[str, int] = {}
        for entry in settings.answers:
            value, equals, name = (part.strip() for part in entry.partition("="))
            if not value or value in numbers:
                raise _wrong(mark("“{entry}” names no value, or one that stands there before."), entry=entry)
            name = name if equals else value
            numbers[value] = names.setdefault(name, len(names)) if name else _LEFT_OUT
        if settings.answers and len(names) < 2:
            raise _wrong(mark("Two different answers are the least that can be told apart."))
        if len(names) > MOST_ANSWERS:
            raise _wrong(mark("There are {count} answers; {most} is the most."), count=len(names), most=MOST_ANSWERS)
        return AnswerRule(settings.answer_field, tuple(names), numbers)

    def require_meanings(self, file: str, found: Iterable[Any]) -> None:
        """Raise where nothing is said of what the values mean; ``found`` are those of the first records."""
        if self.numbers:
            return
        counts = Counter(filter(None, map(answer_value, found)))
        raise WorkbenchError(
            mark("{file} has these values in “{field}” (first records): {values}. What they mean is not said."),
            mark("Say it with {setting}, as {example}."),
            file=file,
            field=self.field,
            values=list_names([f"{short_name(value)} ({count})" for value, count in counts.most_common()]) or "–",
            setting=ANSWERS,
            example=_EXAMPLE,
        )

    def read(self, source: Source, value: Any, line: int) -> int | None:
        """The number of the answer that a value on a line means; None where the record is left out, which is counted.

        Raises :class:`WorkbenchError` for a value of which nothing is said.
        """
        text = answer_value(value)
        if not text:
            template = mark("Line {line} has no answer in “{field}”.")
            source.notes.skip(source.name, line, "no-answer", template, line=line, field=self.field)
            return None
        number = self.numbers.get(text)
        if number is None:
            raise WorkbenchError(
                mark("Line {line} of {file} has “{value}” in “{field}”, of which nothing says what it means."),
                mark("Add it with {setting}, as “{value}=…”, or as “{value}=” to leave such records out."),
                line=line,
                file=source.name,
                value=short_name(text),
                field=self.field,
                setting=ANSWERS,
            )
        if number == _LEFT_OUT:
            source.notes.skipped["answer-left-out"] += 1
            return None
        return number


def require_apart(file: str, settings: ImportSettings, text: Hashable, second: Hashable, answer: Hashable) -> None:
    """Raise where one place of a file's records is named for two things; None is one that isn't read."""
    taken = {text}
    for place, name, setting in (
        (second, settings.second_field, SECOND_FIELD),
        (answer, settings.answer_field, ANSWER_FIELD),
    ):
        if place is not None and place in taken:
            raise WorkbenchError(
                mark("“{field}” of {file} would be read twice."),
                mark("Name another field with {setting}, or leave it empty."),
                field=name,
                file=file,
                setting=setting,
            )
        taken.add(place)


def answer_value(value: Any) -> str:
    """A value of a file as it is written among the answers; empty for none. JSON's true and false are written so."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()


def split_answers(text: str) -> tuple[str, ...]:
    """The answers of settings as they are written in one line: parted by commas, semicolons or line ends, Chinese ones
    too, as is the equals sign."""
    parts = re.split("[,，;；、\n]", text.replace("＝", "="))
    return tuple(entry for part in parts if (entry := part.strip()))


def answers_text(counts: Mapping[str, int]) -> Text:
    """Answers with how many documents have each."""
    return listed(f"{name} ({count:,})" for name, count in counts.items())


def _wrong(template: str, /, **values: Any) -> ArgumentError:
    """Answers that are not written as they should be."""
    hint = mark("Write {setting} as {example}.")
    return ArgumentError(template, hint, **values, setting=ANSWERS, example=_EXAMPLE)
