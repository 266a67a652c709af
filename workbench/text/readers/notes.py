"""What an import has to tell: a line each where things are rare, one line in all where a file is full of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from workbench.core.texts import Setting, Text, Translate, joined, mark, untranslated

#: So many notes of one kind a file are told one by one; the rest is counted in one more.
LIMIT = 20

#: Why something is left out -> what people are told of it.
REASONS: Mapping[str, str] = {
    "binary": mark("files that are not text"),
    "not-corpus": mark("files for another task"),
    "no-text": mark("files or records without text"),
    "broken-json": mark("lines that are not JSON"),
    "no-field": mark("records without the field"),
    "not-text": mark("values that are not text"),
    "no-answer": mark("records without an answer"),
    "answer-left-out": mark("records whose answer is left out"),
    "empty-text": mark("empty texts"),
    "empty-turn": mark("empty turns"),
    "uneven-row": mark("rows of another width"),
    "broken-row": mark("broken rows"),
    "unclosed-quote": mark("quotes that are never closed"),
    "no-label": mark("records without a label"),
    "not-number": mark("labels that are no numbers"),
    "bad-tags": mark("records whose tags do not fit their tokens"),
    "duplicate-paragraph": mark("paragraphs that came before"),
    "duplicate-document": mark("documents that came before"),
}

#: What is told line by line -> what people are told of many.
KINDS: Mapping[str, str] = {
    **REASONS,
    "duplicate-key": mark("records that have the field twice"),
    "no-spans": mark("records without a list of units"),
    "bad-span": mark("units that lie outside the text"),
    "unit-left-out": mark("units that were left out"),
    "long-block": mark("sentences that were parted"),
    "blank-token": mark("tokens that are blanks"),
    "long-token": mark("tokens of several characters"),
    "no-tag": mark("tokens without a tag"),
    "unknown-tag": mark("tags that are none"),
    "other-scheme": mark("tags of another scheme"),
    "no-beginning": mark("units without a beginning"),
    "no-end": mark("units without an end"),
    "other-class": mark("units that go on in another class"),
}


def skipped_text(skipped: Mapping[str, int]) -> Text:
    """What was left out, with the number of each."""
    return joined(
        Text(mark("{reason} ({count})"), {"reason": Text(REASONS.get(reason, reason)), "count": f"{count:,}"})
        for reason, count in skipped.items()
    )


def _text_record(text: Text) -> dict[str, Any]:
    """A text as plain JSON; values that are texts become records too."""
    return {"template": text.template, "values": {key: _value_record(value) for key, value in text.values.items()}}


def _value_record(value: Any) -> Any:
    if isinstance(value, Text):
        return _text_record(value)
    return {"setting": asdict(value)} if isinstance(value, Setting) else value


def _text(record: dict[str, Any]) -> Text:
    """The text of a record."""
    return Text(record["template"], {key: _value(value) for key, value in record["values"].items()})


def _value(record: Any) -> Any:
    if not isinstance(record, dict):
        return record
    if "setting" not in record:
        return _text(record)
    setting = record["setting"]
    return Setting(**{**setting, "choices": tuple(setting["choices"])})


@dataclass(frozen=True)
class Note:
    """A warning about one place: ``line`` counts from 1, 0 where the whole file is meant."""

    file: str
    line: int
    kind: str
    message: Text

    def to_json(self, translate: Translate = untranslated) -> dict[str, Any]:
        """The fields of the terminal's contract."""
        return {"file": self.file, "line": self.line, "kind": self.kind, "message": self.message.render(translate)}

    def to_record(self) -> dict[str, Any]:
        """What the manifest keeps: template and values apart, so that the note can be translated later."""
        return {
            "file": self.file,
            "line": self.line,
            "kind": self.kind,
            **_text_record(self.message),
        }

    @staticmethod
    def from_record(record: dict[str, Any]) -> Note:
        """The note that :meth:`to_record` wrote."""
        return Note(record["file"], record["line"], record["kind"], _text(record))


@dataclass
class _Tally:
    """Occurrences of one kind that are told in one note."""

    template: str
    first_line: int
    values: dict[str, Any]
    count: int = 0

    def places(self) -> dict[str, Any]:
        """The values of the template."""
        return {**self.values, "count": self.count, "line": self.first_line}


@dataclass
class Notes:
    """Collects the notes and the counts of skipped things; memory is bounded by files times kinds."""

    skipped: Counter[str] = field(default_factory=Counter)
    _single: dict[tuple[str, str], list[Note]] = field(default_factory=dict)
    _extra: Counter[tuple[str, str]] = field(default_factory=Counter)
    _tallies: dict[tuple[str, str], _Tally] = field(default_factory=dict)

    def tell(self, file: str, line: int, kind: str, template: str, /, **values: Any) -> None:
        """A note of its own, the first :data:`LIMIT` of its kind in the file."""
        notes = self._single.setdefault((file, kind), [])
        if len(notes) < LIMIT:
            notes.append(Note(file, line, kind, Text(template, values)))
        else:
            self._extra[file, kind] += 1

    def skip(self, file: str, line: int, reason: str, template: str, /, **values: Any) -> None:
        """A note on something that is left out, counted under ``reason``."""
        self.skipped[reason] += 1
        self.tell(file, line, reason, template, **values)

    def count(self, file: str, line: int, kind: str, template: str, number: int, /, **first: Any) -> None:
        """Add to the one note of the kind in the file; ``template`` may have the places ``{count}`` and ``{line}``.

        ``first`` fills further places, from the first occurrence.
        """
        tally = self._tallies.setdefault((file, kind), _Tally(template, line, first))
        tally.count += number

    def add(self, other: Notes) -> None:
        """Take over what was told of other files."""
        self.skipped.update(other.skipped)
        self._single.update(other._single)
        self._extra.update(other._extra)
        self._tallies.update(other._tallies)

    def all(self) -> tuple[Note, ...]:
        """Every note, by file and line."""
        notes = [note for group in self._single.values() for note in group]
        notes += [
            Note(file, tally.first_line, kind, Text(tally.template, tally.places()))
            for (file, kind), tally in self._tallies.items()
        ]
        notes += [
            Note(
                file,
                0,
                kind,
                Text(mark("… and {count} more: {what}."), {"count": count, "what": Text(KINDS.get(kind, kind))}),
            )
            for (file, kind), count in self._extra.items()
        ]
        return tuple(sorted(notes, key=lambda note: (note.file, note.line == 0, note.line)))
