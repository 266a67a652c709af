"""Which columns of a table, or fields of records, hold the text, the second text and the label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from workbench.core.errors import ArgumentError
from workbench.core.texts import Setting, mark
from workbench.text.labelled.records import TaskKind
from workbench.text.readers.fields import LABEL_NAMES, TEXT_NAMES, list_names, short_name

#: As messages name them.
TEXT = Setting(mark("Text"), "--text")
PAIR = Setting(mark("Second text"), "--second-text")
LABEL = Setting(mark("Label"), "--label")

#: Names that two texts of a pair go by together.
_PAIRS = (
    ("text_a", "text_b"), ("text1", "text2"), ("text", "text_pair"), ("sentence1", "sentence2"),
    ("sentence_a", "sentence_b"), ("sent1", "sent2"), ("premise", "hypothesis"), ("question1", "question2"),
    ("question", "sentence"), ("question", "answer"), ("query", "title"), ("query", "passage"), ("query", "document"),
    ("q1", "q2"), ("s1", "s2"), ("a", "b"), ("句子1", "句子2"), ("文本1", "文本2"),
)  # fmt: skip
_TEXTS = (*TEXT_NAMES, "review", "comment", "title", "query", "question", "评论", "标题")
_LABELS = (
    *LABEL_NAMES, "class", "category", "target", "gold_label", "sentiment", "similarity", "rating", "relation", "y",
    "分数", "评分", "情感",
)  # fmt: skip
_NUMBERS = frozenset({"score", "similarity", "分数"})  #: labels of these names are numbers even if they are few
_MOST_CLASSES = 20  #: more different whole numbers than these are no classes
_LONGEST_CLASS = 40
_SAMPLE = 500
#: What programs write for a number that is not there.
_NO_NUMBERS = frozenset({"nan", "na", "n/a", "none", "null", "inf", "-inf", "-"})


@dataclass(frozen=True)
class Columns:
    """Names of the columns, or numbers from 1 in a table without a header; ``pair`` is empty where there is none."""

    text: str
    label: str
    pair: str = ""


@dataclass(frozen=True)
class Wanted:
    """The columns that a person names; empty ones are found."""

    text: str = ""
    label: str = ""
    pair: str = ""


class ColumnError(ArgumentError):
    """A column that is not there or can't be told; ``names`` are those that there are."""

    def __init__(self, message: str, hint: str, names: Sequence[str], **values: Any) -> None:
        super().__init__(message, hint, names=list_names([short_name(one) for one in names]), **values)
        self.names = tuple(names)


def is_number(value: Any) -> bool:
    """Whether a cell holds a finite number."""
    try:
        return abs(float(str(value).strip())) < float("inf")
    except ValueError:
        return False


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row of a table names its columns: by a usual name, or since it alone has no numbers where all
    others have some."""
    first = [cell.strip().lower() for cell in rows[0]]
    usual = {*_TEXTS, *_LABELS, *(name for pair in _PAIRS for name in pair)}
    if any(cell in usual for cell in first):
        return True
    others = rows[1:]
    return len(others) > 1 and any(
        not is_number(cell) and all(len(row) > place and is_number(row[place]) for row in others)
        for place, cell in enumerate(first)
    )


def find_columns(file: str, names: Sequence[str], rows: Sequence[Mapping[str, Any]], wanted: Wanted) -> Columns:
    """The columns of a file among ``names``; raises :class:`ColumnError`, naming those that there are.

    The label is the column that is named as labels usually are, else the last one of short values that repeat; the
    text is the one named as texts usually are, else the longest.
    """
    for name, setting in ((wanted.text, TEXT), (wanted.pair, PAIR), (wanted.label, LABEL)):
        if name and name not in names:
            raise ColumnError(
                mark("{file} has no column “{name}”; it has {names}."),
                mark("Name another with {setting}."),
                names,
                file=file,
                name=name,
                setting=setting,
            )
    rows = rows[:_SAMPLE]
    first, second = wanted.text, wanted.pair
    free = [name for name in names if name not in (first, second)]
    label = wanted.label or _label(free, rows)
    if not label:
        raise ColumnError(
            mark("Which column of {file} is the label cannot be told; it has {names}."),
            mark("Name it with {setting}."),
            names,
            file=file,
            setting=LABEL,
        )
    free = [name for name in names if name != label]
    if not first and not second:
        first, second = _pair(free)
    first = first or _text([name for name in free if name != second], rows)
    if not first:
        raise ColumnError(
            mark("Which column of {file} is the text cannot be told; it has {names}."),
            mark("Name it with {setting}."),
            names,
            file=file,
            setting=TEXT,
        )
    return Columns(first, label, second)


def find_kind(columns: Columns, rows: Sequence[Mapping[str, Any]]) -> TaskKind:
    """What a file asks, by its labels: numbers that are no few classes are to be predicted as numbers."""
    labels = [str(row[columns.label]).strip() for row in rows if row.get(columns.label) not in (None, "")]
    labels = [label for label in labels if label.lower() not in _NO_NUMBERS]
    numbers = [label for label in labels if is_number(label)]
    if labels and len(numbers) == len(labels):
        whole = all(float(label).is_integer() for label in numbers)
        if not whole or len(set(numbers)) > _MOST_CLASSES or columns.label.lower() in _NUMBERS:
            return TaskKind.REGRESSION
    return TaskKind.PAIR if columns.pair else TaskKind.CLASSIFICATION


def _pair(names: Sequence[str]) -> tuple[str, str]:
    by_lower = {name.lower(): name for name in names}
    return next(((by_lower[a], by_lower[b]) for a, b in _PAIRS if a in by_lower and b in by_lower), ("", ""))


def _label(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    usual = [name for name in names if name.lower() in _LABELS]
    if usual:
        return min(usual, key=lambda name: _LABELS.index(name.lower()))
    return next((name for name in reversed(names) if _repeats([row.get(name) for row in rows])), "")


def _repeats(values: Sequence[Any]) -> bool:
    """Whether values are short and few, as classes are."""
    texts = [str(value) for value in values if value not in (None, "")]
    few = len(set(texts)) <= max(2, len(texts) // 3) and len(set(texts)) < len(texts)
    return few and max(map(len, texts)) <= _LONGEST_CLASS


def _text(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    usual = [name for name in names if name.lower() in _TEXTS]
    if usual:
        return min(usual, key=lambda name: _TEXTS.index(name.lower()))
    lengths = {name: mean([len(str(row.get(name, ""))) for row in rows] or [0]) for name in names}
    return max(lengths, key=lambda name: lengths[name], default="")
