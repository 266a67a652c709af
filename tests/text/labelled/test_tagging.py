"""Tags: schemes are read as what they mean, and entities have exact places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.labelled.reading import LabelledFile, read_labelled
from workbench.text.labelled.records import Entity, TaskKind


def read(folder: Path, name: str, text: str) -> LabelledFile:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_labelled(path)


def named(found: LabelledFile) -> list[list[tuple[str, str]]]:
    return [[(one.words_of(entity), entity.name) for entity in one.entities] for one in found.examples]


def test_characters_with_tags(tmp_path: Path) -> None:
    text = "王 B-PER\n伟 I-PER\n在 O\n北 B-LOC\n京 I-LOC\n\n上 B-LOC\n海 I-LOC\n苏 B-LOC\n州 I-LOC\n"
    found = read(tmp_path, "t.bio", text)
    assert found.kind is TaskKind.TAGGING
    assert [one.text for one in found.examples] == ["王伟在北京", "上海苏州"]
    assert found.examples[0].units == ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5))
    assert found.examples[1].entities == (Entity(0, 1, "LOC"), Entity(2, 3, "LOC"))


def test_words_are_joined_with_blanks(tmp_path: Path) -> None:
    found = read(tmp_path, "t.txt", "Ann\tB-PER\nLee\tI-PER\nsaw\tO\nNew\tB-LOC\nYork\tI-LOC\n.\tO\n")
    assert found.examples[0].text == "Ann Lee saw New York ."
    assert named(found) == [[("Ann Lee", "PER"), ("New York", "LOC")]]


def test_other_schemes_mean_the_same(tmp_path: Path) -> None:
    bmes = read(tmp_path, "b.bio", "王 B-PER\n小 M-PER\n伟 E-PER\n去 O\n沪 S-LOC\n")
    assert named(bmes) == [[("王小伟", "PER"), ("沪", "LOC")]]
    loose = read(tmp_path, "l.bio", "王 I-PER\n伟 I-PER\n去 O\n沪 B-LOC\n")
    assert named(loose) == [[("王伟", "PER"), ("沪", "LOC")]]
    assert [note.kind for note in loose.notes] == ["no-beginning"]


def test_records_of_tokens_and_tags(tmp_path: Path) -> None:
    records = [
        {"tokens": ["Bob", "left", "Rome"], "ner_tags": ["B-PER", "O", "B-LOC"]},
        {"tokens": ["Ann", "stayed"], "ner_tags": ["B-PER"]},
    ]
    found = read(tmp_path, "t.jsonl", "\n".join(map(json.dumps, records)))
    assert named(found) == [[("Bob", "PER"), ("Rome", "LOC")]]
    assert [(note.line, note.kind) for note in found.notes] == [(2, "bad-tags")]


@pytest.mark.parametrize(
    "label",
    [
        {"entities": [[0, 2, "PER"], [3, 5, "LOC"]]},
        {"entities": [{"start": 3, "end": 5, "label": "LOC"}, {"start": 0, "end": 2, "label": "PER"}]},
        {"label": {"PER": {"王伟": [[0, 1]]}, "LOC": {"北京": [[3, 4]]}}},
    ],
)
def test_records_of_a_text_with_places(tmp_path: Path, label: dict[str, object]) -> None:
    found = read(tmp_path, "t.jsonl", json.dumps({"text": "王伟在北京", **label}, ensure_ascii=False))
    assert named(found) == [[("王伟", "PER"), ("北京", "LOC")]]


def test_places_that_are_none_are_told(tmp_path: Path) -> None:
    record = {"text": "王伟在北京", "entities": [[0, 2, "PER"], [1, 3, "LOC"], [4, 9, "LOC"], ["x"]]}
    found = read(tmp_path, "t.jsonl", json.dumps(record, ensure_ascii=False))
    assert named(found) == [[("王伟", "PER")]]
    assert [note.kind for note in found.notes] == ["bad-span"] * 3


def test_tags_are_for_tagging(tmp_path: Path) -> None:
    path = tmp_path / "t.bio"
    path.write_text("王 B-PER\n伟 I-PER\n", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="which are for tagging"):
        read_labelled(path, TaskKind.CLASSIFICATION)
