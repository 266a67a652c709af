"""JSON: one record a line, or an array; a field, also a nested one, holds the text of a document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Setting, mark
from workbench.text.readers.answers import AnswerRule, require_apart
from workbench.text.readers.cleaning import Cleaner
from workbench.text.readers.decoding import Source, text_blocks
from workbench.text.readers.fields import (
    FieldCounter,
    FieldSample,
    Missing,
    NoFieldError,
    choose,
    paths,
    steps,
    values_at,
)
from workbench.text.readers.json_records import BrokenRecord, Record, is_json_lines, read_lines, read_values
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.pieces import Piece
from workbench.text.readers.settings import ANSWER_FIELD, SECOND_FIELD, FileFormat, ImportSettings
from workbench.text.readers.spans import span_field
from workbench.text.readers.turns import is_field_of_turns, named, turn, turns_field
from workbench.text.readers.txt import field_paragraphs

_SAMPLE_RECORDS = 500


def read_jsonl(source: Source, settings: ImportSettings) -> Iterator[Piece]:
    """The documents of a JSONL file or a JSON array; what holds no text is told by line and skipped."""
    reader = _RecordReader(source, settings)
    if settings.format is FileFormat.AUTO:
        _tell_spans(source)
    for record in records(source):
        if isinstance(record, BrokenRecord):
            skip_broken(source, record)
        elif (piece := reader.piece(record)) is not None:
            yield piece


def _tell_spans(source: Source) -> None:
    """Tell of units beside the text, which only their own format reads."""
    field = next(filter(None, map(span_field, _sample(source))), "")
    if field:
        template = mark("“{field}” holds places of units, which were not read; choose {setting} to read them.")
        source.notes.tell(source.name, 0, "spans", template, field=field, setting=FileFormat.SPANS.setting)


def skip_broken(source: Source, record: BrokenRecord) -> None:
    """Tell that a record is no JSON."""
    template = mark("Line {line} is not JSON ({reason}).")
    source.notes.skip(source.name, record.line, "broken-json", template, line=record.line, reason=record.reason)


def records(source: Source) -> Iterator[Record | BrokenRecord]:
    """The records of a file in either layout."""
    head = next((block.text for block in text_blocks(source.head())), "")
    return read_lines(source) if is_json_lines(head) else read_values(source)


def _sample(source: Source) -> list[Any]:
    """The first records that are JSON."""
    good = (named(record.value) for record in records(source.head()) if isinstance(record, Record))
    return list(islice(good, _SAMPLE_RECORDS))


def json_fields(source: Source) -> tuple[FieldSample, ...]:
    """The paths to text in the first records."""
    return _count_fields(_sample(source))


def _count_fields(sample: list[Any]) -> tuple[FieldSample, ...]:
    counter = FieldCounter()
    for value in sample:
        for path in dict.fromkeys(paths(value)):
            try:
                found = values_at(value, steps(path))
            except (Missing, WorkbenchError):  # a key with a dot or a bracket in it is no path
                continue
            counter.add(path, (item for one in found for item in (one if isinstance(one, list) else [one])))
    return counter.all()


def text_field(source: Source) -> str:
    """The field that is named as text usually is, else that of the turns of dialogues; raises where there is none."""
    sample = _sample(source)
    if sample and not any(isinstance(value, dict) for value in sample):
        raise WorkbenchError(
            mark("{file} holds JSON, but no records with named fields."),
            mark("Write each document as an object with a text in it."),
            file=source.name,
        )
    if len(sample) == 1 and _is_vocabulary(sample[0]):
        raise NotCorpusError(
            mark("{file} looks like a vocabulary (tokens and their numbers), not a corpus."),
            mark("Load it as a vocabulary."),
            file=source.name,
        )
    found = _count_fields(sample)
    try:
        return choose(source.name, found)
    except NoFieldError:
        if turns := turns_field(found):
            return turns
        raise


def _is_vocabulary(value: Any) -> bool:
    """Whether a value is an object of tokens, each with a number of its own."""
    if not isinstance(value, dict) or len(value) < 2:
        return False
    ids = list(value.values())
    return all(type(item) is int and item >= 0 for item in ids) and len(set(ids)) == len(ids)


class _RecordReader:
    """Makes documents of records: of one text, or of two that become a paragraph each, and perhaps an answer."""

    def __init__(self, source: Source, settings: ImportSettings) -> None:
        self._source = source
        self._rule = AnswerRule.of(settings)
        paired, field = bool(settings.second_field), settings.field or text_field(source)
        require_apart(source.name, settings, field, settings.second_field or None, settings.answer_field or None)
        self._texts = [_FieldReader(source, settings, field, whole=paired)]
        if paired:
            _found_values(source, settings.second_field, SECOND_FIELD)
            self._texts.append(_FieldReader(source, settings, settings.second_field, whole=True))
        if self._rule is not None:
            self._rule.require_meanings(source.name, _found_values(source, self._rule.field, ANSWER_FIELD))
            self._steps = steps(self._rule.field)

    def piece(self, record: Record) -> Piece | None:
        """The document of a record; None where a text or the answer is missing, which is told."""
        parts: tuple[str, ...] = ()
        for reader in self._texts:
            found = reader.parts(record)
            if not found:
                return None
            parts += found
        if self._rule is None:
            return Piece(parts, record.line, turns=self._texts[0].turns)
        answer = self._rule.read(self._source, self._answer(record), record.line)
        return None if answer is None else Piece(parts, record.line, turns=self._texts[0].turns, answer=answer)

    def _answer(self, record: Record) -> Any:
        try:
            values = values_at(record.value, self._steps)
        except Missing:
            return None
        return values[0] if len(values) == 1 else values or None


def _found_values(source: Source, field: str, setting: Setting) -> list[Any]:
    """What the first records have at a path that a setting names; raises where none of them has it."""
    sample, path = _sample(source), steps(field)
    found: list[Any] = []
    lacking = 0
    for value in sample:
        try:
            found += values_at(value, path)
        except Missing:
            lacking += 1
    if lacking == len(sample):
        raise NoFieldError(source.name, _count_fields(sample), field, setting)
    return found


class _FieldReader:
    """Takes the text out of records.

    Where records mostly hold a string in the field, a list there is a mistake and is told; where they hold lists
    of strings, the items are paragraphs. A turn of a dialogue is one paragraph, and so is a ``whole`` text.
    ``turns`` says whether the field holds turns.
    """

    def __init__(self, source: Source, settings: ImportSettings, field: str, *, whole: bool) -> None:
        self._source = source
        self._whole = whole
        self._field = field
        self._steps = steps(field)
        self._cleaner = Cleaner(source.name, source.notes, settings)
        self._key = json.dumps(self._steps[-1][0], ensure_ascii=False)
        self._lists = self._holds_lists()
        self.turns = is_field_of_turns(field)

    def _holds_lists(self) -> bool:
        kinds: Counter[type] = Counter()
        for value in _sample(self._source):
            try:
                kinds.update(type(item) for item in values_at(value, self._steps))
            except Missing:
                continue
        return kinds[list] > kinds[str]

    def parts(self, record: Record) -> tuple[str, ...]:
        """The paragraphs of a record; none where it has no text, which is told."""
        try:
            values = values_at(named(record.value) if self.turns else record.value, self._steps)
        except Missing:
            self._skip(record, "no-field", mark("Line {line} has no field “{field}”."))
            return ()
        if self._lists and all(isinstance(value, list) for value in values):
            values = [item for value in values for item in value]
        if not values:
            self._skip(record, "no-text", mark("Line {line} has an empty list in “{field}”."))
            return ()
        texts = [value for value in values if isinstance(value, str)]
        if len(texts) < len(values):
            odd = next(value for value in values if not isinstance(value, str))
            self._skip(record, "not-text", mark("Line {line} holds {type} in “{field}”, not a text."), type=_type(odd))
            if not texts:
                return ()
        self._check_twice(record)
        parts = self._paragraphs(texts, record.line)
        if not parts:
            self._skip(record, "empty-text", mark("Line {line} has no text in “{field}”."))
        return (" ".join(parts),) if self._whole and parts else parts

    def _paragraphs(self, texts: list[str], line: int) -> tuple[str, ...]:
        if not self.turns:
            return tuple(part for text in texts for part in field_paragraphs(self._source, self._cleaner, text, line))
        parts = tuple(part for text in texts for part in turn(self._source, self._cleaner, text, line))
        if parts and len(parts) < len(texts):
            template = mark("Line {line} has an empty turn.")
            self._source.notes.skip(self._source.name, line, "empty-turn", template, line=line)
        return parts

    def _check_twice(self, record: Record) -> None:
        """Tell where the key may stand twice in one object, of which the last wins."""
        if record.raw.count(self._key) < 2:
            return
        twice = False

        def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            nonlocal twice
            twice = twice or sum(key == self._steps[-1][0] for key, _ in pairs) > 1
            return dict(pairs)

        json.loads(record.raw, object_pairs_hook=look)
        if twice:
            self._source.notes.tell(
                self._source.name, record.line, "duplicate-key",
                mark("Line {line} has “{field}” twice; the last one was taken."), line=record.line, field=self._field,
            )  # fmt: skip

    def _skip(self, record: Record, reason: str, template: str, /, **values: Any) -> None:
        self._source.notes.skip(
            self._source.name, record.line, reason, template, line=record.line, field=self._field, **values
        )


def _type(value: Any) -> str:
    """What JSON calls the type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true/false"
    names = {int: "number", float: "number", list: "list", dict: "object"}
    return names.get(type(value), type(value).__name__)
