"""Labelled files of all forms: columns and kinds are found, damaged lines are told, nothing is swallowed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.text.labelled.columns import Columns, Wanted
from workbench.text.labelled.reading import read_labelled
from workbench.text.labelled.records import TaskKind, label_counts, label_names


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    data = text.encode(encoding)
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


REVIEWS = ["房间很大，早餐也好。", "服务太差，再也不来。", "位置方便，很满意。", "隔音不好，一夜没睡。"]


def test_a_table_with_usual_names(tmp_path: Path) -> None:
    path = write(tmp_path, "t.tsv", "text\tlabel\n" + "".join(f"{text}\t{n % 2}\n" for n, text in enumerate(REVIEWS)))
    found = read_labelled(path)
    assert found.kind is TaskKind.CLASSIFICATION
    assert found.columns == Columns("text", "label")
    assert [(one.text, one.label, one.line) for one in found.examples] == [
        (text, str(n % 2), n + 2) for n, text in enumerate(REVIEWS)
    ]
    assert label_names(found.examples) == ["0", "1"]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz"])
def test_encodings_and_packed_files(tmp_path: Path, encoding: str, name: str) -> None:
    rows = "".join(f"{text},{'好' if n % 2 else '差'}\n" for n, text in enumerate(REVIEWS * 20))
    found = read_labelled(write(tmp_path, name, f"内容,标签\n{rows}", encoding))
    assert found.columns == Columns("内容", "标签")
    assert label_counts(found.examples) == {"好": 40, "差": 40}


def test_a_table_without_header_has_numbered_columns(tmp_path: Path) -> None:
    rows = [(1, "it is good"), (0, "it is bad"), (1, "very good indeed"), (0, "what a bore"), (1, "fine"), (0, "no")]
    found = read_labelled(write(tmp_path, "t.csv", "".join(f"{label},{text}\n" for label, text in rows)))
    assert found.columns == Columns("2", "1")
    assert [(int(one.label), one.text) for one in found.examples] == rows


def test_pairs_and_numbers_are_told_by_names_and_labels(tmp_path: Path) -> None:
    rows = [("a b c", "a c", 1), ("d", "e", 0), ("f g", "g", 1)]
    table = "".join(f"{a}\t{b}\t{label}\n" for a, b, label in rows)
    pairs = read_labelled(write(tmp_path, "p.tsv", f"sentence1\tsentence2\tlabel\n{table}"))
    assert (pairs.kind, pairs.columns) == (TaskKind.PAIR, Columns("sentence1", "label", "sentence2"))
    assert [one.pair for one in pairs.examples] == ["a c", "e", "g"]
    scores = read_labelled(write(tmp_path, "s.tsv", f"text_a\ttext_b\tscore\n{table}"))
    assert scores.kind is TaskKind.REGRESSION
    halves = read_labelled(write(tmp_path, "h.tsv", "text\tlabel\na\t0.5\nb\t1.25\nc\t3\n"))
    assert halves.kind is TaskKind.REGRESSION


def test_a_person_may_name_kind_and_columns(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "t.tsv",
        "id\ttitle\tbody\tstars\tlabel\n" + "".join(f"{n}\tt{n}\tb{n}\t{n % 2}\tx\n" for n in range(6)),
    )
    found = read_labelled(path, TaskKind.REGRESSION, Wanted("body", "stars"))
    assert [(one.text, one.label, one.pair) for one in found.examples[:2]] == [("b0", "0", None), ("b1", "1", None)]
    with pytest.raises(ArgumentError, match="no column “nope”; it has id, title, body, stars, label"):
        read_labelled(path, wanted=Wanted(text="nope"))
    with pytest.raises(WorkbenchError, match="has no second text"):
        read_labelled(path, TaskKind.PAIR, Wanted("body", "stars"))
    with pytest.raises(WorkbenchError, match="holds no tags"):
        read_labelled(path, TaskKind.TAGGING)


def test_what_is_damaged_is_told_by_line_and_counted(tmp_path: Path) -> None:
    rows = "good\t1\none\ttoo\tmany\n\t0\nunlabelled\t\nnot agreed\t-\nbad\t0\n"
    found = read_labelled(write(tmp_path, "t.tsv", f"text\tlabel\n{rows}"))
    assert [one.text for one in found.examples] == ["good", "bad"]
    assert found.skipped == 4
    assert [(note.line, note.kind) for note in found.notes] == [
        (3, "uneven-row"), (4, "empty-text"), (5, "no-label"), (6, "no-label")
    ]  # fmt: skip
    for absent in ("nan", "NaN", "NA", "null", "inf"):
        rows = "".join(f"t{number}\t{absent if number % 4 == 0 else number / 7}\n" for number in range(40))
        found = read_labelled(write(tmp_path, "r.tsv", f"text\tscore\n{rows}"))
        assert (found.kind, len(found.examples), found.skipped) == (TaskKind.REGRESSION, 30, 10)
    numbers = read_labelled(write(tmp_path, "n.tsv", "text\tscore\na\t1.5\nb\tmany\n"), TaskKind.REGRESSION)
    assert str(numbers.notes[0].message) == "The label “many” on line 3 is no number."


def test_quotes_that_are_plain_marks_swallow_no_lines(tmp_path: Path) -> None:
    """In the first lines quotes enclose whole cells, later ones only open: a reader of quoted tables loses lines."""
    rows = [
        '"she said ""yes"" twice"\t1',
        *(f"line {n}\t{n % 2}" for n in range(40)),
        '"open\t1',
        "next\t0",
        'last"\t1',
    ]
    found = read_labelled(write(tmp_path, "t.tsv", "text\tlabel\n" + "\n".join(rows) + "\n"))
    assert len(found.examples) == len(rows)
    assert found.examples[0].text == 'she said "yes" twice'
    assert [one.text for one in found.examples[-3:]] == ['"open', "next", 'last"']


def test_records_of_json(tmp_path: Path) -> None:
    records = [{"sentence": text, "label": n % 2, "id": n} for n, text in enumerate(REVIEWS)]
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in records)
    found = read_labelled(write(tmp_path, "t.jsonl", f"{lines}\nnot json\n"))
    assert found.columns == Columns("sentence", "label")
    assert [one.label for one in found.examples] == ["0", "1", "0", "1"]
    assert found.skipped == 1
    array = read_labelled(write(tmp_path, "t.json", json.dumps(records, indent=1)))
    assert [one.text for one in array.examples] == REVIEWS


def test_a_preview_reads_so_many(tmp_path: Path) -> None:
    path = write(tmp_path, "t.tsv", "text\tlabel\n" + "a\t0\nb\t1\n" * 50)
    assert len(read_labelled(path, most=7).examples) == 7


def test_files_of_other_forms_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="no table, no JSON records and no tags"):
        read_labelled(write(tmp_path, "t.txt", "just\nplain\ntext here\n"))
    with pytest.raises(ArgumentError, match="There is no file"):
        read_labelled(tmp_path / "none.tsv")
    write(tmp_path, "x.tsv", "a\tb\n")
    with pytest.raises(ArgumentError, match="is a folder"):
        read_labelled(tmp_path)
    with pytest.raises(WorkbenchError, match="No labelled example"):
        read_labelled(write(tmp_path, "e.tsv", "text\tlabel\n"))
    with pytest.raises(ArgumentError, match=r"Which column of d\.tsv is the label cannot be told"):
        read_labelled(write(tmp_path, "d.tsv", "text\tother\none two\tthree four five\nsix\tseven\n"))


def test_columns_of_one_name_are_told_apart(tmp_path: Path) -> None:
    found = read_labelled(write(tmp_path, "two.tsv", "text\ttext\tlabel\na\tb\t0\nc\td\t1\ne\tf\t0\n"))
    assert found.names == ("text", "text (2)", "label")
    assert [one.text for one in found.examples] == ["a", "c", "e"]


def test_tags_that_are_read_as_something_else_are_told(tmp_path: Path) -> None:
    found = read_labelled(write(tmp_path, "t.bio", "a\tX\nb\tB-LOC\n\nc\tI-PER\nd\tO\n"))
    assert found.skipped == 0
    assert str(found.odd[0].message) == "Line 1: “X” is no tag; it was read as outside of all units (O)."
