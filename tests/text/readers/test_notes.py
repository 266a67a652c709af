"""What an import tells is kept apart from its words, and told in words."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from workbench.core.texts import Text, mark
from workbench.text.readers.notes import KINDS, LIMIT, REASONS, Note, Notes, skipped_text
from workbench.text.readers.settings import FileFormat

TEXT = Path(__file__).resolve().parents[3] / "workbench" / "text"


def kinds_told(path: Path) -> Iterator[str]:
    """Kinds of notes that a file tells by line, and so may tell so often that the rest is only counted."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(getattr(node, "func", None), "attr", "")
        if isinstance(node, ast.Call) and name in ("tell", "skip", "odd", "_odd", "_skip"):
            whole_file = any(isinstance(part, ast.Constant) and part.value == 0 for part in node.args)
            for part in ast.walk(ast.Tuple([*node.args[:3]], ast.Load())):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and not whole_file:
                    yield from re.findall(r"^[a-z]+(?:-[a-z]+)+$", part.value)


def test_every_kind_that_is_told_by_line_has_words() -> None:
    told = {kind for path in TEXT.rglob("*.py") for kind in kinds_told(path)}
    assert {"broken-json", "unit-left-out", "long-token", "uneven-row"} <= told
    assert told <= set(KINDS)


def test_what_is_only_counted_is_told_in_words() -> None:
    notes = Notes()
    for line in range(1, LIMIT + 3):
        notes.skip("a.jsonl", line, "broken-json", mark("Line {line} is not JSON."), line=line)
    last = notes.all()[-1].message
    assert last.render() == "… and 2 more: lines that are not JSON."
    assert (
        last.render({KINDS["broken-json"]: "坏行", last.template: "还有 {count}：{what}"}.__getitem__) == "还有 2：坏行"
    )
    assert str(skipped_text(notes.skipped)) == "lines that are not JSON (22)"
    assert (
        str(skipped_text({"broken-row": 1, "of-a-later-version": 2}))
        == f"{REASONS['broken-row']} (1), of-a-later-version (2)"
    )


def test_a_note_that_names_a_setting_comes_back_from_its_record() -> None:
    values = {"setting": FileFormat.SPANS.setting, "why": Text("because of {n}", {"n": 1})}
    note = Note("a.jsonl", 0, "spans", Text("Choose {setting}, {why}.", values))
    again = Note.from_record(json.loads(json.dumps(note.to_record())))
    assert again == note
    assert str(again.message) == "Choose --format spans, because of 1."
