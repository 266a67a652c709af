"""Examples with entities: a token and its tag a line, or JSON records of tokens and tags or of a text with spans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from workbench.core.texts import mark
from workbench.text.labelled.records import Entity, Example
from workbench.text.readers.boundaries import are_words, first_tokens, need_blank, require_tags, sentences_of
from workbench.text.readers.decoding import Source
from workbench.text.readers.json_records import BrokenRecord, Record
from workbench.text.readers.jsonl import records, skip_broken
from workbench.text.readers.spans import SPAN_NAMES, TextSpan, parse_span, span_field
from workbench.text.readers.tags import TaggedToken, TagReader

_TOKEN_NAMES, _TAG_NAMES = ("tokens", "words"), ("tags", "ner_tags", "labels", "ner", "label")
_TEXT_NAMES = ("text", "sentence", "content", "文本")


def holds_tags(record: Any) -> bool:
    """Whether a JSON record holds tokens with tags, or a text with the places of units."""
    return isinstance(record, dict) and (
        _tags_of(record) is not None
        or (_text_of(record) is not None and (bool(span_field(record)) or _is_by_class(record.get("label"))))
    )


def read_sentences(source: Source) -> Iterator[Example]:
    """The sentences of a file with a token and its tag a line; tags of other schemes and wrong ones are told and read
    as what they mean. Raises where no token at the beginning has a tag."""
    head = first_tokens(source)
    require_tags(source, head)
    reader = TagReader.of(head, _told(source))
    words = are_words(head)
    for block, _ in sentences_of(source):
        yield _sentence(block, reader, words)


def read_records(source: Source) -> Iterator[Example]:
    """The records of a file that :func:`holds_tags`; what is wrong in one is told by line."""
    head = [token for record in records(source.head()) if isinstance(record, Record) for token in _tokens_of(record)]
    reader, words = TagReader.of(head[: 1 << 15], _told(source)), are_words(head[: 1 << 15])
    for record in records(source):
        if isinstance(record, BrokenRecord):
            skip_broken(source, record)
        elif isinstance(record.value, dict) and (text := _text_of(record.value)) and _tags_of(record.value) is None:
            yield _with_spans(source, record, text)
        elif block := _tokens_of(record):
            yield _sentence(block, reader, words)
        else:
            template = mark("Line {line} has no tokens with one tag (as B-PER) each.")
            source.notes.skip(source.name, record.line, "bad-tags", template, line=record.line)


def _told(source: Source) -> Any:
    def odd(line: int, kind: str, template: str, /, **values: Any) -> None:
        source.notes.tell(source.name, line, kind, template, line=line, **values)

    return odd


def _sentence(block: Sequence[TaggedToken], reader: TagReader, words: bool) -> Example:
    text = ""
    units: list[tuple[int, int]] = []
    for token in block:
        if text and token.text and (words or need_blank(text, token.text)):
            text += " "
        units.append((len(text), len(text) + len(token.text)))
        text += token.text
    entities = tuple(Entity(*unit) for unit in _plain(reader.units(block, characters=not words)))
    return Example(text, block[0].line, units=tuple(units), entities=entities)


def _plain(units: Sequence[Any]) -> Iterator[tuple[int, int, str]]:
    return ((unit.first, unit.last, unit.name) for unit in units)


def _tags_of(record: dict[str, Any]) -> list[tuple[str, str]] | None:
    """Tokens with their tags; None where the record has no such lists of one length."""
    tokens = next((record[name] for name in _TOKEN_NAMES if isinstance(record.get(name), list)), None)
    tags = next((record[name] for name in _TAG_NAMES if isinstance(record.get(name), list)), None)
    if not tokens or tags is None or len(tokens) != len(tags):
        return None
    if not all(isinstance(item, str) for item in (*tokens, *tags)):
        return None
    return list(zip(tokens, tags, strict=True))


def _tokens_of(record: Record) -> list[TaggedToken]:
    found = _tags_of(record.value) if isinstance(record.value, dict) else None
    return [TaggedToken(token.strip() or " ", tag, record.line) for token, tag in found or []]


def _text_of(record: dict[str, Any]) -> str | None:
    return next((record[name] for name in _TEXT_NAMES if isinstance(record.get(name), str) and record[name]), None)


def _with_spans(source: Source, record: Record, text: str) -> Example:
    """A text whose units are its characters but for blanks; spans in it that overlap or are none are told."""
    units = tuple((place, place + 1) for place, letter in enumerate(text) if not letter.isspace())
    starts = [start for start, _ in units]
    entities: list[Entity] = []
    for number, span in enumerate(_spans(record.value, text), 1):
        first, after = (0, 0) if span is None else (bisect_left(starts, span.start), bisect_left(starts, span.end))
        taken = bool(entities) and first <= entities[-1].last
        if span is None or not 0 <= span.start < span.end <= len(text) or first >= after or taken:
            template = mark("Line {line}: unit {number} lies outside the text or in another; it was left out.")
            source.notes.tell(source.name, record.line, "bad-span", template, line=record.line, number=number)
            continue
        entities.append(Entity(first, after - 1, span.name))
    return Example(text, record.line, units=units, entities=tuple(entities))


def _spans(record: dict[str, Any], text: str) -> list[TextSpan | None]:
    """The spans of a record by place, None for what is no span."""
    if _is_by_class(record.get("label")):
        found: list[TextSpan | None] = list(_by_class(record["label"], text))
    else:
        name = span_field(record) or next((name for name in SPAN_NAMES if isinstance(record.get(name), list)), "")
        found = [parse_span(item) for item in record.get(name, [])]
    return sorted(found, key=lambda span: (span is None, span or ()))


def _is_by_class(value: Any) -> bool:
    """Whether a value is ``{class: {words: [[first, last], …]}}`` with both ends included, as CLUENER has it."""
    return isinstance(value, dict) and all(
        isinstance(words, dict) and all(isinstance(places, list) for places in words.values())
        for words in value.values()
    )


def _by_class(label: dict[str, Any], text: str) -> Iterator[TextSpan | None]:
    for name, words in label.items():
        for surface, places in words.items():
            for place in places:
                span = parse_span([*place, name]) if isinstance(place, list) and len(place) == 2 else None
                inclusive = span is not None and text[span.start : span.end + 1] == surface
                yield TextSpan(span.start, span.end + 1, name) if span is not None and inclusive else span
