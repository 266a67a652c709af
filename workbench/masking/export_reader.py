"""Reads masked passages back from a JSON lines file, and finds out where it no longer says what it said."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Text, mark
from workbench.masking.export import EXPORT, FORMAT, FORMAT_VERSION
from workbench.masking.strategy import IGNORE
from workbench.text.vocabulary import Vocabulary


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class ExportedUnit(_Record):
    """A candidate unit: token places ``start:end``, its kind, class and origin."""

    start: int
    end: int
    kind: str
    label: str
    source: str


class ExportedPick(_Record):
    """A target: its place, its row in the passage's units, and what stands in its place."""

    position: int
    unit: int
    action: str
    original: int
    input: int
    replacement: str


class ExportedPassage(_Record):
    """A passage of n tokens as :func:`workbench.masking.record.passage_record` wrote it, checked."""

    passage: int
    text: str
    tokens: list[str]
    ids: list[int]
    input_ids: list[int]
    spans: list[tuple[int, int] | None]
    surfaces: list[str | None]
    units: list[ExportedUnit]
    picks: list[ExportedPick]

    def rebuilt(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Ids [n] that a model gets, and labels [n] (:data:`IGNORE` where nothing is predicted), made from the tokens
        and the targets."""
        inputs, labels = np.array(self.ids, np.int32), np.full(len(self.ids), IGNORE, np.int32)
        for pick in self.picks:
            inputs[pick.position], labels[pick.position] = pick.input, pick.original
        return inputs, labels


@dataclass(frozen=True)
class Export:
    """A file of masked passages: its head, and the passages, which are read and checked as they are taken."""

    head: Mapping[str, Any]
    passages: Iterator[ExportedPassage]


def read_export(path: Path, vocabulary: Vocabulary | None = None) -> Export:
    """The passages of a ``.jsonl`` file that :func:`workbench.masking.export.export_jsonl` wrote.

    Raises :class:`WorkbenchError`, when it is opened or a passage is taken, with the line and what is wrong there: the
    text no longer has a token where its offsets say, ids do not fit tokens or targets, a line is missing or cut. With
    a ``vocabulary``, every id must mean its token there too.
    """
    file = _opened(path)
    try:
        head = _read_head(path, file.readline())
        if vocabulary is not None and head["vocabulary"]["fingerprint"] != vocabulary.fingerprint:
            raise WorkbenchError(
                mark("The passages of {file} are in ids of the vocabulary “{theirs}”, not of “{own}”."),
                mark("Give the vocabulary that they were written with."),
                file=path.name,
                theirs=head["vocabulary"]["name"],
                own=vocabulary.name,
            )
    except WorkbenchError:
        file.close()
        raise
    return Export(head, _passages(path, file, head, vocabulary))


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise WorkbenchError(
            mark("{file} can't be read: {reason}."), file=path.name, reason=error.strerror or str(error)
        ) from error


def _read_head(path: Path, line: bytes) -> dict[str, Any]:
    """The first line; raises where it is not the head of such a file."""
    try:
        head = json.loads(line)
        found = (head["format"], int(head["version"]))
        _ = (head["vocabulary"]["fingerprint"], int(head["vocabulary"]["size"]), int(head["vocabulary"]["mask_id"]))
    except (ValueError, LookupError, TypeError, RecursionError):
        found = ("", 0)
    if found[0] != FORMAT or found[1] > FORMAT_VERSION:
        raise WorkbenchError(
            mark("{file} is no file of masked passages that this version can read."),
            mark("Its first line should say so; write one with {setting}."),
            setting=EXPORT,
            file=path.name,
        )
    return dict(head)


def _passages(
    path: Path, file: BinaryIO, head: Mapping[str, Any], vocabulary: Vocabulary | None
) -> Iterator[ExportedPassage]:
    """The passages, each checked."""
    check = _Checker(head, vocabulary)
    with file:
        for number, line in enumerate(file, start=2):
            try:
                passage = ExportedPassage.model_validate_json(line)
                check(passage, number - 2)
            except ValidationError as error:
                detail = error.errors(include_url=False)[0]
                place = ".".join(map(str, detail["loc"])) or "JSON"
                raise _wrong(path, number, mark("{place}: {reason}"), place=place, reason=detail["msg"]) from None
            except _Mismatch as found:
                raise _wrong(path, number, found.template, **found.values) from None
            yield passage


class _Mismatch(Exception):
    """What does not fit in a passage, as a marked text."""

    def __init__(self, template: str, **values: Any) -> None:
        super().__init__(template)
        self.template, self.values = template, values


def _wrong(path: Path, line: int, template: str, **values: Any) -> WorkbenchError:
    return WorkbenchError(
        mark("Line {line} of {file} is not as it was written: {problem}"),
        mark("Offsets count code points of the text; write the file again where another program has changed it."),
        line=line,
        file=path.name,
        problem=Text(template, values),
    )


class _Checker:
    """Looks at one passage after another; what an id means must stay the same over the whole file."""

    def __init__(self, head: Mapping[str, Any], vocabulary: Vocabulary | None) -> None:
        self._size, self._mask_id = head["vocabulary"]["size"], head["vocabulary"]["mask_id"]
        self._tokens: dict[int, str] = {} if vocabulary is None else dict(enumerate(vocabulary.tokens))

    def __call__(self, passage: ExportedPassage, number: int) -> None:
        """Raise :class:`_Mismatch` for the first thing that does not fit."""
        if passage.passage != number:
            raise _Mismatch(mark("it is passage {found}, not {wanted}."), found=passage.passage, wanted=number)
        lists = (passage.tokens, passage.ids, passage.input_ids, passage.spans, passage.surfaces)
        if len({len(values) for values in lists}) != 1:
            raise _Mismatch(mark("there are not as many ids and offsets as tokens."))
        self._check_offsets(passage)
        self._check_ids(passage)
        self._check_units(passage)
        for pick in passage.picks:
            self._check_pick(passage, pick)
        if passage.rebuilt()[0].tolist() != passage.input_ids:
            raise _Mismatch(mark("the input is not what its tokens and targets make."))

    @staticmethod
    def _check_offsets(passage: ExportedPassage) -> None:
        """Every token is where its offsets say, and none before the one before it."""
        last = 0
        for place, (span, surface) in enumerate(zip(passage.spans, passage.surfaces, strict=True)):
            if (span is None) != (surface is None):
                raise _Mismatch(mark("token {place} has offsets without text, or text without offsets."), place=place)
            if span is None:
                continue
            start, end = span
            if not last <= start <= end <= len(passage.text) or passage.text[start:end] != surface:
                raise _Mismatch(
                    mark("token {place} is not at {start} to {end} of the text: “{found}” is there, not “{wanted}”."),
                    place=place, start=start, end=end, found=passage.text[start:end], wanted=surface,
                )  # fmt: skip
            last = start

    def _check_ids(self, passage: ExportedPassage) -> None:
        for id_, token in (
            *zip(passage.ids, passage.tokens, strict=True),
            *((pick.input, pick.replacement) for pick in passage.picks),
        ):
            if not 0 <= id_ < self._size or self._tokens.setdefault(id_, token) != token:
                raise _Mismatch(mark("the id {id} does not mean “{token}”."), id=id_, token=token)

    @staticmethod
    def _check_units(passage: ExportedPassage) -> None:
        bounds = [(unit.start, unit.end) for unit in passage.units]
        if any(not 0 <= start < end <= len(passage.ids) for start, end in bounds):
            raise _Mismatch(mark("a unit lies outside the passage."))
        if any(after[0] < before[1] for before, after in pairwise(bounds)):
            raise _Mismatch(mark("two units overlap."))

    def _check_pick(self, passage: ExportedPassage, pick: ExportedPick) -> None:
        if not 0 <= pick.unit < len(passage.units):
            raise _Mismatch(mark("a target belongs to no unit."))
        unit = passage.units[pick.unit]
        if not unit.start <= pick.position < unit.end or passage.spans[pick.position] is None:
            raise _Mismatch(mark("the target at token {place} is outside its unit."), place=pick.position)
        if pick.original != passage.ids[pick.position]:
            raise _Mismatch(mark("the target at token {place} is another token."), place=pick.position)
        wanted = {"mask": self._mask_id, "keep": pick.original}.get(pick.action, pick.input)
        if pick.input != wanted:
            raise _Mismatch(mark("what stands at token {place} is not what “{action}” puts there."),
                            place=pick.position, action=pick.action)  # fmt: skip
